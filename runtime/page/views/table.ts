import { h } from '../dom.js';
import type { Child, Node_ } from '../dom.js';

/** A row of a table: its cells, told apart by its key. */
export interface Row {
  readonly key: string;
  readonly class?: string;
  readonly cells: readonly Child[];
}

/** A table that scrolls sideways where it is too wide. `numbers`: the columns that are aligned to the right. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly Row[],
  numbers: readonly number[] = [],
): Node_ {
  const alignment = (at: number): string | undefined => (numbers.includes(at) ? 'number' : undefined);
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', { class: 'hidden' }, caption),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map((name, at) => h('th', { scope: 'col', class: alignment(at) }, name)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map(({ key, cells, class: name }) =>
          h(
            'tr',
            { key, class: name },
            cells.map((cell, at) =>
              h(at === 0 ? 'th' : 'td', { scope: at === 0 ? 'row' : undefined, class: alignment(at) }, cell),
            ),
          ),
        ),
      ),
    ),
  );
}

/** A fact with its name above it. */
export function fact(name: string, value: Child, tone = ''): Node_ {
  return h('div', { class: `fact ${tone}` }, h('dt', {}, name), h('dd', {}, value));
}
