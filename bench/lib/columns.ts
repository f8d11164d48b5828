import type { Column } from './result.js';
import type { Numbers } from './stats.js';

function scaled(title: string, figure: string, scale: number, digits = 1): Column {
  return { title, digits, value: (figures) => divided(figures[figure], scale) };
}

function divided(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value / by;
}

/** Events a second of a run with so many. */
export function eventsPerSecond({ eventsMs }: Numbers, events: number): number | undefined {
  return eventsMs === undefined ? undefined : events / (eventsMs / 1000);
}

/** Columns that several suites have. */
export const columns = {
  syncSeconds: scaled('sync s', 'syncMs', 1000, 2),
  syncCpuSeconds: scaled('CPU s', 'syncCpuMs', 1000, 2),
  eventsCpuSeconds: scaled('events CPU s', 'eventsCpuMs', 1000, 2),
  heapKilobytes: scaled('heap+ext KB/object', 'heapPerObject', 1000, 2),
  rssKilobytes: scaled('RSS KB/object', 'rssPerObject', 1000, 2),
  peakMegabytes: scaled('peak MB', 'peakRss', 1e6, 0),
  steadyMegabytes: scaled('steady MB', 'steadyRss', 1e6, 0),
  relistPeakMegabytes: scaled('relist peak MB', 'relistPeakRss', 1e6, 0),
  scanMillions: scaled('scan M/s', 'scanPerSecond', 1e6, 2),
  byIndexThousands: scaled('byIndex k/s', 'byIndexPerSecond', 1e3, 0),
  namespaceThousands: scaled('namespace list k/s', 'namespaceListPerSecond', 1e3, 1),
  getMillions: scaled('get M/s', 'getPerSecond', 1e6, 2),
  loopP99: scaled('loop p99 ms', 'loopDelayP99Ms', 1),
  loopMax: scaled('loop max ms', 'loopDelayMaxMs', 1),
  ownMax: scaled('less GC ms', 'ownDelayMaxMs', 1),
  gcMax: scaled('GC max ms', 'gcMaxMs', 1),
  gcTotal: scaled('GC total ms', 'gcTotalMs', 1, 0),
} satisfies { [name: string]: Column };

/** Events a second, in thousands. */
export function eventsColumn(events: number): Column {
  return { title: 'events k/s', digits: 2, value: (figures) => divided(eventsPerSecond(figures, events), 1000) };
}

/** A figure as it is, or scaled. */
export function column(title: string, figure: string, { scale = 1, digits = 1 } = {}): Column {
  return scaled(title, figure, scale, digits);
}
