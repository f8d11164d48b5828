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

const ratioOf = [
  ['ours h2', 'h2 / client-go'],
  ['ours h1', 'h1 / client-go'],
] as const;

/** Fault by contender, with the ratios that count. */
export function renderHealTable(all: readonly FaultRuns[], names: readonly ContenderName[]): string {
  const columns = names.flatMap((name) => [`${name} ms`, 'max', 'untold', 'survived']);
  const ratios = ratioOf.filter(([name]) => names.includes(name) && names.includes('client-go'));
  const rows = all.map((runs) => [
    runs.fault.apart === true ? `${runs.fault.name} (apart)` : runs.fault.name,
    ...names.flatMap((name) => cellsOf(figuresOf(runs, name))),
    ...ratios.map(([name]) => formatNumber(figuresOf(runs, name).medianMs / figuresOf(runs, 'client-go').medianMs, 2)),
  ]);
  return renderTable([['fault', ...columns, ...ratios.map(([, title]) => title)], ...rows]);
}

function cellsOf({ runs, medianMs, maxMs, coalesced, survived }: HealFigures): string[] {
  const percent = `${formatNumber(coalesced * 100, 0)}%`;
  return [formatNumber(medianMs, 0), formatNumber(maxMs, 0), percent, `${survived}/${runs}`];
}
