import { h } from '../dom.js';
import type { Child, Node_ } from '../dom.js';
import { age, count, plural } from '../format.js';
import type { CacheState, Shown } from '../state.js';
import { table } from './table.js';

/** The cache: by kind, namespace, index, label and name, and one object whole. */
export function cacheSection(shown: Shown): Node_ {
  const { state, inspection, look } = shown;
  const { cache } = state;
  const choose = (event: Event): void =>
    look({
      informer: (event.target as HTMLSelectElement).value,
      namespace: '',
      index: '',
      value: '',
      page: undefined,
      shown: undefined,
    });
  return h(
    'section',
    { id: 'cache', 'aria-labelledby': 'cache-title' },
    h('h2', { id: 'cache-title' }, 'Cache'),
    h(
      'article',
      { class: 'card' },
      h(
        'form',
        {
          class: 'filters',
          onsubmit: (event: Event) => {
            event.preventDefault();
            look({});
          },
        },
        h(
          'label',
          {},
          'Kind',
          h(
            'select',
            { id: 'cache-informer', value: cache.informer, onchange: choose },
            h('option', { value: '' }, 'choose …'),
            inspection.informers.map(({ id, kind }) =>
              h('option', { key: id, value: id }, kind === undefined ? id : `${kind} (${id})`),
            ),
          ),
        ),
        cache.page !== undefined && filters(cache, look),
      ),
      cache.error !== undefined && h('p', { class: 'bad', role: 'alert' }, cache.error),
      cache.page === undefined
        ? h('p', { class: 'none' }, 'Choose a kind to see what is cached of it.')
        : objects(shown),
      cache.shown !== undefined &&
        whole(cache.shown, () => shown.change((now) => ({ cache: { ...now.cache, shown: undefined } }))),
    ),
  );
}

function filters(cache: CacheState, look: Shown['look']): Child {
  const { page } = cache;
  const select = (name: string, values: readonly string[], chosen: string, onChoose: (value: string) => void): Node_ =>
    h(
      'label',
      {},
      name,
      h(
        'select',
        { value: chosen, onchange: (event: Event) => onChoose((event.target as HTMLSelectElement).value) },
        h('option', { value: '' }, 'all'),
        values.map((value) => h('option', { key: value, value }, value)),
      ),
    );
  const input = (name: string, id: string, value: string, onInput: (value: string) => void): Node_ =>
    h(
      'label',
      {},
      name,
      h('input', {
        id,
        value,
        type: 'search',
        spellcheck: 'false',
        onchange: (event: Event) => onInput((event.target as HTMLInputElement).value),
      }),
    );
  return [
    select('Namespace', page?.namespaces ?? [], cache.namespace, (namespace) => look({ namespace })),
    select('Index', page?.indexes ?? [], cache.index, (index) => look({ index, value: '' })),
    cache.index !== '' && select('Value', page?.indexValues ?? [], cache.value, (value) => look({ value })),
    input('Labels', 'cache-labels', cache.labels, (labels) => look({ labels })),
    input('Name', 'cache-search', cache.search, (search) => look({ search })),
    h('button', { type: 'submit' }, 'Look again'),
  ];
}

function objects({ state, inspection, show }: Shown): Node_ {
  const { page } = state.cache;
  const rows = page?.objects ?? [];
  return h(
    'div',
    {},
    h(
      'p',
      { class: 'none' },
      `${plural(page?.total ?? 0, 'object')}${rows.length < (page?.total ?? 0) ? `, the first ${count(rows.length)}` : ''}${page?.masked === true ? ': their values are masked' : ''}.`,
    ),
    table(
      'Objects',
      ['Object', 'Age', 'Version', 'Labels'],
      rows.map(({ key, createdAt, resourceVersion, labels }) => ({
        key,
        cells: [
          h('button', { type: 'button', class: 'link', onclick: () => show(key) }, key),
          createdAt === undefined ? '' : age(inspection.at - Date.parse(createdAt)),
          resourceVersion,
          h(
            'span',
            { class: 'paths' },
            Object.entries(labels).map(([name, value]) => h('code', {}, `${name}=${value}`)),
          ),
        ],
      })),
    ),
  );
}

function whole({ key, object }: NonNullable<CacheState['shown']>, close: () => void): Node_ {
  return h(
    'div',
    { class: 'object', role: 'region', 'aria-label': key },
    h('div', { class: 'filters' }, h('h4', {}, key), h('button', { type: 'button', onclick: close }, 'Close')),
    h('pre', { tabindex: 0 }, JSON.stringify(object, null, 2)),
  );
}
