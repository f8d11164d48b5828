import type { EventView } from '../../src/inspect/model/inspection.js';
import { h } from '../dom.js';
import type { Child, Node_ } from '../dom.js';
import { clock } from '../format.js';
import type { Shown } from '../state.js';
import { table } from './table.js';

const SHOWN = 30;

/** The last events of all informers, with the paths that they changed. */
export function eventsSection({ state, inspection, change }: Shown): Node_ {
  const rows = state.events
    .filter(({ informer }) => state.eventsOf === '' || informer === state.eventsOf)
    .slice(-SHOWN)
    .reverse();
  const onchange = (event: Event): void => change(() => ({ eventsOf: (event.target as HTMLSelectElement).value }));
  return h(
    'section',
    { id: 'events', 'aria-labelledby': 'events-title' },
    h('h2', { id: 'events-title' }, 'Last events'),
    h(
      'article',
      { class: 'card' },
      h(
        'div',
        { class: 'filters' },
        h(
          'label',
          {},
          'Resource',
          h(
            'select',
            { onchange, value: state.eventsOf },
            h('option', { value: '' }, 'all'),
            inspection.informers.map(({ id }) => h('option', { key: id, value: id }, id)),
          ),
        ),
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': String(state.paused),
            onclick: () => change((now) => ({ paused: !now.paused })),
          },
          state.paused ? 'Go on' : 'Pause',
        ),
      ),
      rows.length === 0
        ? h('p', { class: 'none' }, 'No event since the inspector began to watch.')
        : table(
            'Last events',
            ['Time', 'Event', 'Object', 'What changed'],
            rows.map((event) => ({ key: String(event.sequence), cells: cells(event) })),
          ),
    ),
  );
}

function cells({ at, type, informer, key, paths, morePaths = 0 }: EventView): Child[] {
  return [
    h('time', { title: new Date(at).toISOString() }, clock(at)),
    h('span', { class: `event ${type}` }, type),
    h('span', {}, h('span', { class: 'muted' }, `${informer} `), key),
    paths === undefined
      ? h('span', { class: 'muted' }, type === 'update' ? 'not compared' : '')
      : h(
          'span',
          { class: 'paths' },
          paths.map((path) => h('code', {}, path)),
          morePaths > 0 && h('span', { class: 'muted' }, `and ${morePaths} more`),
        ),
  ];
}
