import { growthBeside } from './growth.js';
import type { Sample, SoakHandler } from './sample.js';
import { HANDLER_SORTS } from './sample.js';

/** One thing that a soak is judged by. */
export interface Finding {
  readonly text: string;
  /** `unknown`: the run was too short to tell, so it shows nothing. */
  readonly verdict: 'good' | 'bad' | 'unknown';
}

/** What a soak is held to. */
export interface Limits {
  /** Growth of the heap after collections. */
  readonly heapMegabytesPerHour: number;
  readonly sockets: number;
  readonly timers: number;
  /** In 99 of 100 seconds the event loop is held no longer. */
  readonly loopHeldMs: number;
  /** Events that may wait for a handler, however bad. */
  readonly backlog: number;
}

const HOUR_MS = 3_600_000;
const MEGABYTE = 1e6;
/** The backlogs of the handlers that are stuck take about ten of these to fill at 100 changes a second. */
const LEAST_MINUTES = 30;
/** Fewer are noise. */
const MANY_WAITING = 1000;

/** Judges what came behind the warm-up, which is a fifth of all. */
export function judge(samples: readonly Sample[], limits: Limits): Finding[] {
  const warm = samples.slice(Math.floor(samples.length / 5));
  const held = percentile(
    warm.map(({ loopHeldMs }) => loopHeldMs),
    0.99,
  );
  const sockets = largest(warm.map((sample) => sample.sockets));
  const timers = largest(warm.map((sample) => sample.timers));
  return [
    heapFinding(warm, limits.heapMegabytesPerHour),
    finding(`at most ${sockets} sockets`, sockets, limits.sockets),
    finding(`at most ${timers} timers`, timers, limits.timers),
    finding(`event loop held ${held.toFixed(0)} ms at the 99th percentile of seconds`, held, limits.loopHeldMs),
    ...HANDLER_SORTS.map((sort) => backlogFinding(warm, sort, limits.backlog)),
  ];
}

/** Good or bad only where the other can be ruled out: a short run says little of an hour. */
function heapFinding(warm: readonly Sample[], limit: number): Finding {
  const full = warm.slice(fullFrom(warm));
  const points = full.flatMap(({ atMs, collectedHeapBytes, backlogBytes }) =>
    collectedHeapBytes === undefined ? [] : [{ x: atMs, y: collectedHeapBytes, beside: backlogBytes }],
  );
  const { slope, uncertainty } = growthBeside(points);
  const [growth, unsure] = [slope, uncertainty].map((value) => (value * HOUR_MS) / MEGABYTE) as [number, number];
  const text = `heap grows by ${growth.toFixed(1)} MB an hour (give or take ${unsure.toFixed(1)}) beside what waits for handlers (limit ${limit})`;
  if (Math.abs(limit - growth) >= unsure) return { text, verdict: growth <= limit ? 'good' : 'bad' };
  const [fromMs, toMs] = [full[0]?.atMs ?? 0, full.at(-1)?.atMs ?? 0];
  // The uncertainty falls with the length to the power of 1.5.
  const longer = (unsure / Math.max(0.1 * limit, Math.abs(limit - growth))) ** (2 / 3);
  const minutes = Math.max(LEAST_MINUTES, Math.ceil((fromMs + (toMs - fromMs) * longer) / 60_000));
  return {
    text: `${text}: run ${Number.isFinite(minutes) ? minutes : LEAST_MINUTES} minutes to tell`,
    verdict: 'unknown',
  };
}

/** Where nothing waits for long any more, or as much as ever will: until then the heap grows, with what waits. */
function fullFrom(samples: readonly Sample[]): number {
  const late = samples.slice(Math.floor(samples.length * 0.8));
  return largest(
    HANDLER_SORTS.map((sort) => {
      const most = largest(late.map(({ backlog }) => backlog[sort]));
      return most < MANY_WAITING ? 0 : samples.findIndex(({ backlog }) => backlog[sort] >= 0.98 * most);
    }),
  );
}

function backlogFinding(samples: readonly Sample[], sort: SoakHandler, limit: number): Finding {
  const most = largest(samples.map(({ backlog }) => backlog[sort]));
  return finding(`at most ${most} events waited for the ${sort} handler`, most, limit);
}

function finding(text: string, value: number, limit: number): Finding {
  return { text: `${text} (limit ${limit})`, verdict: value <= limit ? 'good' : 'bad' };
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
