import type { InformerView, TimelineEntry } from '../../src/inspect/model/inspection.js';
import { h } from '../dom.js';
import type { Node_ } from '../dom.js';
import { age, clock } from '../format.js';

const SPAN_MS = 15 * 60_000;
const SHORTEST_MS = 60_000;
const HEIGHT = 46;
const LISTED = 5;

/** Lists and errors of an informer on a line that ends now, and the last of them in words. */
export function timeline(
  informer: InformerView,
  view: { readonly width: number; readonly now: number; readonly begin: number },
): Node_ {
  const { now, begin } = view;
  const from = now - Math.min(SPAN_MS, Math.max(SHORTEST_MS, now - begin));
  const width = Math.max(200, view.width);
  const x = (at: number): number => 8 + ((at - from) / (now - from)) * (width - 16);
  const shown = informer.timeline.filter(({ at, type }) => at >= from && type !== 'phase');
  const reasons = Object.entries(informer.relists).map(([reason, times]) => `${reason}: ${times}`);
  return h(
    'div',
    { class: 'timeline' },
    h(
      'svg',
      {
        role: 'img',
        width,
        height: HEIGHT,
        viewBox: `0 0 ${width} ${HEIGHT}`,
        'aria-label': `Lists of the last ${age(now - from)}: ${reasons.join(', ') || 'none'}`,
      },
      h('path', { class: 'axis', d: `M8 20H${width - 8}` }),
      [0, 0.25, 0.5, 0.75, 1].map((share) => {
        const at = from + share * (now - from);
        const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle';
        return h('text', { class: 'time', x: x(at), y: 41, 'text-anchor': anchor }, share === 1 ? 'now' : clock(at));
      }),
      shown.map((entry) => mark(entry, x(entry.at))),
    ),
    h(
      'ol',
      { class: 'marks' },
      lastOf(informer.timeline).map(({ entry: { at, type, what }, times }) =>
        h(
          'li',
          { key: what },
          h('time', {}, clock(at)),
          h(
            'span',
            { class: type === 'error' ? 'bad' : '' },
            `${type === 'list' ? `listed: ${what}` : what}${times > 1 ? ` (${times} times)` : ''}`,
          ),
        ),
      ),
    ),
  );
}

/** The last ones, the newest first; what is said again is said once, with how often. */
function lastOf(entries: readonly TimelineEntry[]): { readonly entry: TimelineEntry; readonly times: number }[] {
  const told = new Map<string, { readonly entry: TimelineEntry; times: number }>();
  for (const entry of [...entries].reverse()) {
    if (entry.type === 'phase') continue;
    const known = told.get(entry.what);
    if (known === undefined) told.set(entry.what, { entry, times: 1 });
    else known.times += 1;
  }
  return [...told.values()].slice(0, LISTED);
}

function mark({ type, what, at }: TimelineEntry, x: number): Node_ {
  const title = h('title', {}, `${clock(at)} ${what}`);
  if (type === 'error') return h('path', { class: 'mark error', d: `M${x - 4} 16l8 8m0 -8l-8 8` }, title);
  return h('circle', { class: 'mark list', cx: x, cy: 20, r: 5 }, title);
}
