import { setTimeout as delay } from 'node:timers/promises';
import { checkReports } from './check/check-reports.js';
import type { Truth } from './check/truth.js';
import { describeStep } from './plan/fault.js';
import { hasSilence } from './plan/schedule.js';
import type { Schedule } from './plan/schedule.js';
import { MODES } from './read/modes.js';
import type { Mode } from './read/modes.js';
import { fingerprintOf } from './read/fingerprint.js';
import type { InformerReport } from './read/report.js';
import type { ReaderState } from './read/task.js';
import { applyFault } from './world/apply-fault.js';
import { World } from './world/world.js';

/** Which informers take part, and who hears of it. */
export interface RunOptions {
  /** Default: all. */
  readonly modes?: readonly Mode[] | undefined;
  /**
   * How long caches may take to catch up behind the last fault; handlers may take longer while less and less waits for them.
   * Default 40 s, 120 s where a connection went silent.
   */
  readonly settleMs?: number | undefined;
  /** Told what happens, a line each. Default: nobody is. */
  readonly onProgress?: ((line: string) => void) | undefined;
}

/** What came of a run. */
export interface RunResult {
  /** What the checker found, a line each; none if all is well. */
  readonly violations: readonly string[];
  readonly writes: { readonly acknowledged: number; readonly refused: number; readonly unknown: number };
  /** Calls of handlers. */
  readonly events: number;
  readonly relists: number;
  readonly connections: number;
  /** How long it took, behind the last fault, until all caches were up to date. */
  readonly cachesSettledMs: number;
  /** The same for handlers, of which some are slow. */
  readonly settledMs: number;
  readonly reports: readonly InformerReport[];
}

const SETTLE_MS = 40_000;
const SETTLE_AFTER_SILENCE_MS = 120_000;
/** Within this time less must wait for handlers than before. */
const PROGRESS_MS = 15_000;
const LOOK_AGAIN_MS = 100;

/** Runs a schedule on servers of its own and checks what informers and handlers saw. */
export async function runSchedule(schedule: Schedule, options: RunOptions = {}): Promise<RunResult> {
  const { modes = MODES, onProgress = () => {} } = options;
  await using world = await World.start(schedule, modes);
  onProgress('all informers have synced');
  const stop = new AbortController();
  const writing = world.writer.run(schedule.writesPerSecond, stop.signal);
  const brokenBy = await playSteps(world, schedule, onProgress);
  await delay(schedule.tailMs);
  stop.abort();
  await writing;
  await world.writer.finish();
  const startedAt = performance.now();
  const { truth, behind, cachesSettledAt } = await settle(world, options.settleMs ?? defaultSettleMs(schedule));
  const settledMs = Math.round(performance.now() - startedAt);
  const cachesSettledMs = Math.round(cachesSettledAt - startedAt);
  const { crash } = world.reader;
  const reports = crash === undefined ? await world.reader.ask('report') : [];
  const { log } = world.writer;
  const crashes = crash === undefined ? [] : [`the process of the informers ${crash}`];
  return {
    violations: [...brokenBy, ...crashes, ...behind, ...checkReports(reports, { log, truth })],
    writes: countOutcomes(log.entries),
    events: sum(reports.flatMap(({ handlers }) => handlers.map(({ events }) => events.length))),
    relists: sum(reports.flatMap(({ relists }) => Object.values(relists).map((windows) => windows.length))),
    connections: world.network.connections,
    cachesSettledMs,
    settledMs,
    reports,
  };
}

/** Does each fault at its time; handlers come and go in between. Returns what could not be done. */
async function playSteps(world: World, { steps }: Schedule, onProgress: (line: string) => void): Promise<string[]> {
  const startedAt = performance.now();
  const sinceStart = (): number => Math.round(performance.now() - startedAt);
  const problems: string[] = [];
  const running: Promise<void>[] = [];
  let busyUntil = Promise.resolve();
  for (const [index, step] of steps.entries()) {
    await delay(Math.max(0, step.atMs - sinceStart()));
    // A server that takes longer to come back than planned holds up what follows, except for what the network does.
    if (!isBrief(step.fault.type)) await busyUntil;
    onProgress(`${sinceStart()} ms, as planned for ${describeStep(step)}`);
    const fault = applyFault(world, step.fault).catch((error: unknown) => {
      problems.push(`${describeStep(step)} could not be done: ${String(error)}`);
    });
    running.push(fault);
    if (!isBrief(step.fault.type)) busyUntil = fault;
    // In the middle of the fault, and behind a suspended process in the end.
    if (index === Math.floor(steps.length / 3)) running.push(told(world, 'add-late'));
    if (index === Math.floor((steps.length * 2) / 3)) running.push(told(world, 'remove-handlers'));
  }
  await Promise.allSettled(running);
  onProgress(`${sinceStart()} ms: all faults are over`);
  return problems;
}

/** Tells the process of the informers something. If that has crashed, the verdict says so. */
async function told(world: World, what: 'add-late' | 'remove-handlers'): Promise<void> {
  await world.reader.ask(what).catch(() => {});
}

/** Network faults last as long as they say and disturb no other. */
function isBrief(type: string): boolean {
  return ['cut', 'goaway', 'truncate', 'slow', 'delay', 'corrupt', 'half-open', 'hang', 'answer'].includes(type);
}

/** Waits until every cache equals what the server has and no handler is behind. What is left then is a violation. */
async function settle(world: World, timeoutMs: number): Promise<Settled> {
  let giveUpAt = performance.now() + timeoutMs;
  let cachesSettledAt = Infinity;
  let leastWaiting = Infinity;
  for (;;) {
    const truth = await world.truth();
    if (world.reader.crash !== undefined) return { truth, behind: [], cachesSettledAt };
    const states = await world.reader.ask('state');
    const now = performance.now();
    const waiting = sum(states.map(({ backlog }) => backlog));
    if (states.every((state) => isCacheSettled(state, truth))) {
      cachesSettledAt = Math.min(cachesSettledAt, now);
      // On a busy machine a slow handler is slower still; that it gets on is what counts.
      if (waiting < leastWaiting) giveUpAt = Math.max(giveUpAt, now + PROGRESS_MS);
      leastWaiting = Math.min(leastWaiting, waiting);
      if (waiting === 0) return { truth, behind: [], cachesSettledAt };
    }
    if (now > giveUpAt) {
      const behind = states.filter((state) => state.backlog > 0 || !isCacheSettled(state, truth));
      return { truth, behind: behind.map((state) => describeBehind(state, timeoutMs)), cachesSettledAt };
    }
    await delay(LOOK_AGAIN_MS);
  }
}

/** What {@link settle} ends with. */
interface Settled {
  readonly truth: Truth;
  /** What is not up to date, a line each. */
  readonly behind: string[];
  /** By `performance.now()`; Infinity where they never were. */
  readonly cachesSettledAt: number;
}

/** A dead connection that nobody cut is found within 90 s. */
function defaultSettleMs(schedule: Schedule): number {
  return hasSilence(schedule) ? SETTLE_AFTER_SILENCE_MS : SETTLE_MS;
}

function isCacheSettled({ resource, fingerprint }: ReaderState, truth: Truth): boolean {
  return fingerprint === fingerprintOf(truth[resource]);
}

function describeBehind({ mode, resource, backlog, status }: ReaderState, timeoutMs: number): string {
  return `mode ${mode}, ${resource}: not up to date after ${timeoutMs} ms, ${backlog} events wait: ${status}`;
}

function countOutcomes(entries: readonly { readonly outcome: keyof RunResult['writes'] }[]): RunResult['writes'] {
  const count = (outcome: keyof RunResult['writes']): number =>
    entries.filter((entry) => entry.outcome === outcome).length;
  return { acknowledged: count('acknowledged'), refused: count('refused'), unknown: count('unknown') };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
