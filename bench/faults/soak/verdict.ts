import type { Sample, SoakHandler } from './sample.js';
import { HANDLER_SORTS } from './sample.js';

/** One thing that a soak is judged by. */
export interface Finding {
  readonly text: string;
  readonly good: boolean;
}

/** What a soak is held to. */
export interface Limits {
  /** Growth of the heap after collections. */
  readonly heapMegabytesPerHour: number;
  readonly sockets: number;
  readonly timers: number;
  /** 99 of 100 seconds have no longer delay of the event loop. */
  readonly loopDelayMs: number;
  /** Events that may wait for a handler, however bad. */
  readonly backlog: number;
}

const HOUR_MS = 3_600_000;
const MEGABYTE = 1e6;

/** Judges what came behind the warm-up, which is a fifth of all. */
export function judge(samples: readonly Sample[], limits: Limits): Finding[] {
  const warm = samples.slice(Math.floor(samples.length / 5));
  const heap = warm.flatMap(({ atMs, collectedHeapBytes, backlogBytes }) =>
    collectedHeapBytes === undefined ? [] : [{ x: atMs, y: collectedHeapBytes, beside: backlogBytes }],
  );
  const growth = (slopeBeside(heap) * HOUR_MS) / MEGABYTE;
  const delays = warm.filter(({ collectedHeapBytes }) => collectedHeapBytes === undefined);
  const delay = percentile(
    delays.map(({ loopDelayMs }) => loopDelayMs),
    0.99,
  );
  const sockets = largest(warm.map((sample) => sample.sockets));
  const timers = largest(warm.map((sample) => sample.timers));
  return [
    finding(
      `heap grows by ${growth.toFixed(1)} MB an hour beside what waits for handlers`,
      growth,
      limits.heapMegabytesPerHour,
    ),
    finding(`at most ${sockets} sockets`, sockets, limits.sockets),
    finding(`at most ${timers} timers`, timers, limits.timers),
    finding(`event loop held ${delay.toFixed(0)} ms at the 99th percentile of seconds`, delay, limits.loopDelayMs),
    ...HANDLER_SORTS.map((sort) => backlogFinding(warm, sort, limits.backlog)),
  ];
}

function backlogFinding(samples: readonly Sample[], sort: SoakHandler, limit: number): Finding {
  const most = largest(samples.map(({ backlog }) => backlog[sort]));
  return finding(`at most ${most} events waited for the ${sort} handler`, most, limit);
}

function finding(text: string, value: number, limit: number): Finding {
  return { text: `${text} (limit ${limit})`, good: value <= limit };
}

/** Of the line that lies nearest to the points; 0 for fewer than two. */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const covariance = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  const variance = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return points.length < 2 || variance === 0 ? 0 : covariance / variance;
}

/**
 * The slope of what is left of `y` when a share of `beside` is taken away: that share, of 0 to 2, by which the two go together
 * best. What waits for handlers is bounded, and judged by itself; with few changes a second it takes long to reach its bound.
 */
function slopeBeside(points: readonly { readonly x: number; readonly y: number; readonly beside: number }[]): number {
  const slope = (of: (point: (typeof points)[number]) => number): number =>
    slopeOf(points.map((point) => ({ x: point.x, y: of(point) })));
  const [ySlope, besideSlope] = [slope(({ y }) => y), slope(({ beside }) => beside)];
  // How the two go together once the growth of each with time is taken away.
  const apart = points.map(({ x, y, beside }) => ({ x: beside - besideSlope * x, y: y - ySlope * x }));
  const share = Math.min(2, Math.max(0, slopeOf(apart)));
  return ySlope - share * besideSlope;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
