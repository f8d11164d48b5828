import { median } from '../lib/stats.js';
import { formatNumber, renderTable } from '../lib/table.js';
import type { ContenderName } from './contender.js';
import type { Healing } from './heal-run.js';
import type { NamedFault } from './named-faults.js';

/** All runs of a fault. */
export interface FaultRuns {
  readonly fault: NamedFault;
  readonly healings: readonly Healing[];
}

/** The figures of a contender over the runs of a fault. */
export interface HealFigures {
  readonly runs: number;
  /** NaN where it never healed. */
  readonly medianMs: number;
  readonly maxMs: number;
  /** Of all acknowledged writes during faults, the mean part that was never told. */
  readonly coalesced: number;
  readonly survived: number;
}

/** One that never healed counts as endless. */
export function figuresOf({ healings }: FaultRuns, name: ContenderName): HealFigures {
  const own = healings.filter(({ contender }) => contender === name);
  const times = own.map(({ healMs }) => healMs ?? Infinity);
  return {
    runs: own.length,
    medianMs: median(times),
    maxMs: Math.max(...times),
    coalesced: own.reduce((sum, { coalesced }) => sum + coalesced, 0) / own.length,
    survived: own.filter(({ survived, healMs }) => survived && healMs !== undefined).length,
  };
}

/** A row for each contender and fault. `times` is the median in units of client-go's. */
export function renderHealTable(all: readonly FaultRuns[], names: readonly ContenderName[]): string {
  const head = ['fault', 'informer', 'median ms', 'max ms', 'untold %', 'survived', 'times'];
  const rows = all.flatMap((runs) => {
    const title = runs.fault.apart === true ? `${runs.fault.name} (apart)` : runs.fault.name;
    const reference = figuresOf(runs, 'client-go').medianMs;
    return names.map((name, i) => [i === 0 ? title : '', name, ...cellsOf(figuresOf(runs, name), reference)]);
  });
  return renderTable([head, ...rows]);
}

function cellsOf({ runs, medianMs, maxMs, coalesced, survived }: HealFigures, reference: number): string[] {
  const [middle, most, untold] = [medianMs, maxMs, coalesced * 100].map((value) => formatNumber(value, 0));
  return [middle ?? '', most ?? '', untold ?? '', `${survived}/${runs}`, formatNumber(medianMs / reference, 2)];
}
