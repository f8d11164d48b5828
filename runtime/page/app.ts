import type { CachePage, EventView, Inspection } from '../src/inspect/model/inspection.js';
import { patch } from './dom.js';
import type { CacheState, Change, Shown, State } from './state.js';
import { ask, listen, rememberToken, takeToken } from './stream.js';
import { page } from './views/page.js';
import { tokenForm } from './views/token.js';

const MAX_EVENTS = 200;
const RETRY_MS = 2000;
const themes = ['auto', 'light', 'dark'] as const;

const app = document.getElementById('app') as HTMLElement;

let state: State = {
  connection: 'connecting',
  trouble: '',
  events: [],
  eventsOf: '',
  paused: false,
  open: {},
  theme: themes.find((theme) => theme === localStorage.getItem('inspector-theme')) ?? 'auto',
  width: app.clientWidth,
  cache: { informer: '', namespace: '', index: '', value: '', labels: '', search: '' },
};
let isDrawing = false;

const change: Change = (changing) => {
  const changes = changing(state);
  state = { ...state, ...changes };
  if (changes.theme !== undefined) localStorage.setItem('inspector-theme', changes.theme);
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    draw();
  });
};

function draw(): void {
  document.documentElement.dataset['theme'] = state.theme;
  const { inspection } = state;
  document.title = titleOf(state);
  if (state.connection === 'token') {
    patch(app, [tokenForm(state.trouble, (token) => (rememberToken(token), connect()))]);
    return;
  }
  if (inspection === undefined)
    return patch(app, [state.trouble === '' ? 'Connecting …' : `Not connected: ${state.trouble}.`]);
  const shown: Shown = { state, inspection, change, look, show };
  patch(app, page(shown));
}

function titleOf({ inspection }: State): string {
  const errors = inspection?.problems.filter(({ severity }) => severity === 'error').length ?? 0;
  const name = inspection?.manager?.name ?? 'Inspector';
  return errors === 0 ? name : `(${errors}) ${name}`;
}

/** Asks the cache for objects, and shows them when they come. */
function look(changes: Partial<CacheState>): void {
  const cache: CacheState = { ...state.cache, ...changes };
  change(() => ({ cache }));
  if (cache.informer === '') return;
  const { informer, namespace, index, labels, search } = cache;
  const value = index === '' ? '' : cache.value;
  const isCurrent = (): boolean => state.cache.informer === informer;
  ask<CachePage>(`informers/${encodeURIComponent(informer)}/objects`, {
    namespace,
    index,
    value,
    labels,
    search,
    limit: '100',
  }).then(
    (found) => isCurrent() && change(() => ({ cache: { ...state.cache, page: found, error: undefined } })),
    (error: Error) => isCurrent() && change(() => ({ cache: { ...state.cache, error: error.message } })),
  );
}

function show(key: string): void {
  const { informer } = state.cache;
  ask<unknown>(`informers/${encodeURIComponent(informer)}/object`, { key }).then(
    (object) => change(() => ({ cache: { ...state.cache, shown: { key, object } } })),
    (error: Error) => change(() => ({ cache: { ...state.cache, shown: { key, object: { error: error.message } } } })),
  );
}

function onEvent(name: string, data: unknown): void {
  if (name === 'inspection') change(() => ({ inspection: data as Inspection }));
  if (name === 'events' && !state.paused) {
    const known = new Set(state.events.map(({ sequence }) => sequence));
    const added = (data as readonly EventView[]).filter(({ sequence }) => !known.has(sequence));
    change(() => ({ events: [...state.events, ...added].slice(-MAX_EVENTS) }));
  }
}

function connect(): void {
  void listen({
    onOpen: () => change(() => ({ connection: 'live', trouble: '', events: [] })),
    onEvent,
    onEnd: ({ status, text }) => {
      if (status === 401)
        return change(() => ({ connection: 'token', trouble: sessionStorage.length > 0 ? text : '' }));
      change(() => ({ connection: 'lost', trouble: text }));
      setTimeout(connect, RETRY_MS);
    },
  });
}

takeToken();
new ResizeObserver(() => {
  if (app.clientWidth !== state.width) change(() => ({ width: app.clientWidth }));
}).observe(app);
draw();
connect();
