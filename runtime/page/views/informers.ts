import type { HandlerView, InformerView } from '../../src/inspect/model/inspection.js';
import { h } from '../dom.js';
import type { Child, Node_ } from '../dom.js';
import { age, ago, bytes, count, plural, rate, took } from '../format.js';
import type { Shown } from '../state.js';
import { pipeline } from './pipeline.js';
import { fact, table } from './table.js';
import { timeline } from './timeline.js';

/** What stands left and right of a card's content. */
const CARD_PADDING = 42;
/** So many are open without being asked. */
const OPEN = 3;
/** Of those that are stuck, which come first. */
const STUCK_OPEN = 8;

/** Every informer: its pipeline, phase, lists and handlers. */
export function informersSection(shown: Shown): Node_ {
  const { informers } = shown.inspection;
  return h(
    'section',
    { id: 'informers', 'aria-labelledby': 'informers-title' },
    h('h2', { id: 'informers-title' }, 'Informers', h('span', { class: 'many' }, count(informers.length))),
    stuckFirst(shown).map((informer, at) => informerCard(informer, at, shown)),
  );
}

/** The ids of informers that something is wrong with, or with a handler of which. */
function stuckIds({ inspection }: Shown): ReadonlySet<string> {
  const about = inspection.problems.filter(
    ({ subject, severity }) => severity !== 'note' && (subject.type === 'informer' || subject.type === 'handler'),
  );
  return new Set(about.map(({ subject }) => subject.id));
}

function stuckFirst(shown: Shown): readonly InformerView[] {
  const { informers } = shown.inspection;
  const stuck = stuckIds(shown);
  return [...informers.filter(({ id }) => stuck.has(id)), ...informers.filter(({ id }) => !stuck.has(id))];
}

function informerCard(informer: InformerView, at: number, shown: Shown): Node_ {
  const { state, inspection, change } = shown;
  const id = `informer ${informer.id}`;
  const isStuck = stuckIds(shown).has(informer.id);
  const isOpen = state.open[id] ?? at < (isStuck ? STUCK_OPEN : OPEN);
  const toggle = (event: Event): void => {
    const { open } = event.target as HTMLDetailsElement;
    if (open !== isOpen) change((now) => ({ open: { ...now.open, [id]: open } }));
  };
  const { since, phase, resource, kind, apiVersion } = informer;
  return h(
    'details',
    { key: id, class: 'card', open: isOpen, ontoggle: toggle, 'data-informer': informer.id },
    h(
      'summary',
      {},
      h('h3', {}, resource),
      kind !== undefined && h('span', { class: 'kind' }, `${kind}, ${apiVersion ?? ''}`),
      h('span', { class: `chip ${toneOf(informer)}` }, phase),
      h('span', { class: 'why' }, informer.why),
      h('span', { class: 'spring' }),
      h('span', { class: 'size' }, `${plural(informer.objects, 'object')}, ${bytes(informer.bytes)}`),
      h('span', { class: 'hidden' }, `for ${age(inspection.at - since)}`),
    ),
    isOpen && body(informer, shown),
  );
}

function body(informer: InformerView, { state, inspection }: Shown): Node_ {
  const now = inspection.at;
  const width = Math.max(300, Math.min(state.width, 1320) - CARD_PADDING - (state.width < 700 ? 0 : 24));
  return h(
    'div',
    { class: 'body' },
    pipeline(informer, inspection.controllers, { width, now }),
    facts(informer, now),
    informer.namespaces !== undefined && namespaces(informer, now),
    h('h4', {}, 'Lists'),
    timeline(informer, { width, now, begin: inspection.watchingSince }),
    h('h4', {}, 'Handlers'),
    informer.handlers.length === 0
      ? h('p', { class: 'none' }, 'No handler: the cache is only read.')
      : handlers(informer, now),
  );
}

function facts(informer: InformerView, now: number): Node_ {
  const when = (at: number | undefined): string => (at === undefined ? 'never' : ago(now - at));
  const { told } = informer;
  return h(
    'dl',
    { class: 'facts' },
    fact('Cache is', freshness(informer), !informer.synced || informer.staleMs > 60_000 ? 'bad' : ''),
    fact('Last event', when(informer.lastEventAt)),
    fact('Last byte', when(informer.lastByteAt)),
    fact('Sign of life', when(informer.lastAliveAt)),
    fact('Version', versions(informer)),
    fact(
      'Added, updated, deleted',
      [told.adds, told.updates, told.deletes].map((each) => count(each.count)).join(', '),
    ),
    fact('Indexes', informer.indexes.join(', ')),
  );
}

function freshness({ staleMs, synced }: InformerView): string {
  if (!synced) return 'not filled yet';
  return staleMs === 0 ? 'current' : `up to ${age(staleMs)} old`;
}

function versions({ resourceVersion, cacheVersion }: InformerView): Child {
  if (resourceVersion === '') return 'none yet';
  return cacheVersion === resourceVersion || cacheVersion === ''
    ? resourceVersion
    : `${resourceVersion}, cache at ${cacheVersion}`;
}

function namespaces({ namespaces: all = [] }: InformerView, now: number): Node_ {
  return table(
    'Namespaces',
    ['Namespace', 'Phase', 'For', 'Last error'],
    all.map(({ namespace, phase, since, lastError }) => ({
      key: namespace,
      cells: [namespace, phase, age(now - since), lastError?.message ?? ''],
    })),
  );
}

function handlers(informer: InformerView, now: number): Node_ {
  return table(
    `Handlers of ${informer.resource}`,
    ['Handler', 'State', 'Waiting', 'Calls', 'Latency p50, p99', 'Lag p99', 'Errors', 'Last error'],
    informer.handlers.map((handler) => ({
      key: handler.name,
      cells: [
        handler.name,
        stateOf(handler, now),
        handler.backlog === 0 ? '0' : `${count(handler.backlog)} for ${age(now - (handler.waitingSince ?? now))}`,
        `${count(handler.calls.count)}, ${rate(handler.calls.perSecond)}`,
        `${took(handler.took.p50Ms)}, ${took(handler.took.p99Ms)}`,
        took(handler.lag.p99Ms),
        count(handler.errors.count),
        handler.lastError === undefined
          ? ''
          : h('span', { class: 'bad' }, `${handler.lastError.message} (${age(now - handler.lastError.at)} ago)`),
      ],
    })),
    [2, 3, 4, 5, 6],
  );
}

function stateOf({ busySince, coalescing, backlog, policy }: HandlerView, now: number): Child {
  if (busySince !== undefined && now - busySince > 1000)
    return h('span', { class: now - busySince > 10_000 ? 'bad' : '' }, `in a call for ${age(now - busySince)}`);
  if (coalescing) return h('span', { class: 'warn' }, 'behind: newest states only');
  return backlog === 0 ? 'idle' : `busy (${policy})`;
}

function toneOf({ phase, synced, lastError }: InformerView): string {
  if (phase === 'watching' && synced) return lastError === undefined ? 'ok' : 'warn';
  return phase === 'backing-off' ? 'bad' : phase === 'listing' ? 'warn' : '';
}
