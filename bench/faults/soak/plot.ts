import { renderLines } from '../../lib/line-plot.js';
import type { Sample } from './sample.js';
import { HANDLER_SORTS } from './sample.js';

const MEGABYTE = 1e6;

/** The plot of a soak. */
export function plotSoak(samples: readonly Sample[], title: string): string {
  const of = (value: (sample: Sample) => number | undefined): (number | undefined)[] => samples.map(value);
  return renderLines({
    title,
    xTitle: 'minutes',
    x: samples.map(({ atMs }) => atMs / 60_000),
    panels: [
      {
        title: 'memory, MB',
        lines: [
          { name: 'heap, collected', values: of(({ collectedHeapBytes: bytes }) => bytes && bytes / MEGABYTE) },
          { name: 'heap', values: of(({ heapBytes }) => heapBytes / MEGABYTE) },
          { name: 'RSS', values: of(({ rssBytes }) => rssBytes / MEGABYTE) },
        ],
      },
      {
        title: 'sockets and timers',
        lines: [
          { name: 'sockets', values: of(({ sockets }) => sockets) },
          { name: 'timers', values: of(({ timers }) => timers) },
        ],
      },
      {
        title: 'longest that the event loop was held in each second, ms of CPU',
        lines: [{ name: 'held', values: of(({ loopHeldMs }) => loopHeldMs) }],
      },
      {
        title: 'events that wait for handlers',
        lines: HANDLER_SORTS.map((name) => ({ name, values: of(({ backlog }) => backlog[name]) })),
      },
    ],
  });
}
