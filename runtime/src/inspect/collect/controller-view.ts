import type { ReconcileLoop } from '../../controller/reconcile/reconcile-loop.js';
import type { QueuedKey } from '../../workqueue/priority-queue.js';
import { clip } from '../model/clip.js';
import type { LoopView, KeyView } from '../model/inspection.js';
import type { ControllerRecord } from '../record/controller-record.js';

/** So many keys are shown. */
const SHOWN_KEYS = 30;

/** Of keys that are worked on, ready and waiting so many are looked at, each: a queue may hold very many. */
const LOOKED_AT = 200;

/** A controller at one moment: its numbers, and the keys that are most worth a look. */
export function controllerView(controller: ReconcileLoop, record: ControllerRecord, now: number): LoopView {
  const { name, workers, active, queue } = controller;
  const stuck = new Set(controller.stuckRuns.map(({ key }) => key));
  const queued = new Map<string, Ranked>(queue.keys(LOOKED_AT).map((each) => [each.key, each]));
  const failing = record.failingKeys().filter((key) => !queued.has(key));
  const failed = failing.map((key): Ranked => queue.find(key) ?? { key, state: 'idle' });
  const ranked = [...queued.values(), ...failed].map((each) => ({
    each,
    rank: rankOf(each, record, stuck.has(each.key)),
  }));
  ranked.sort((a, b) => b.rank - a.rank || (a.each.since ?? 0) - (b.each.since ?? 0));
  const shown = ranked.slice(0, SHOWN_KEYS);
  const idle = failed.filter(({ state }) => state === 'idle').length;
  const { oldest } = queue;
  return {
    name,
    workers,
    active,
    ready: queue.length,
    waiting: queue.waitingLength,
    added: record.added.flow(now),
    retries: record.retries.flow(now),
    ...(oldest !== undefined && { oldest: { key: clip(oldest.key, 520), since: oldest.since } }),
    results: Object.fromEntries([...record.results].map(([result, meter]) => [result, meter.flow(now)])),
    took: record.took.durations(),
    waited: record.waited.durations(),
    keys: shown.map(({ each }) => keyView(each, controller, record)),
    moreKeys: Math.max(0, queue.length + queue.waitingLength + queue.processingLength + idle - shown.length),
  };
}

/** One key, also one that is not queued; undefined for one of which nothing is known. */
export function oneKey(controller: ReconcileLoop, record: ControllerRecord, key: string): KeyView | undefined {
  const queued = controller.queue.find(key);
  if (queued === undefined && record.key(key) === undefined) return undefined;
  return keyView(queued ?? { key, state: 'idle' }, controller, record);
}

type Ranked = Pick<QueuedKey<string>, 'key' | 'since' | 'readyAt'> & {
  readonly state: KeyView['state'];
  readonly priority?: number | undefined;
};

/** Stuck keys come first, then those that fail, are processed, are ready, and wait. */
function rankOf({ key, state }: Ranked, record: ControllerRecord, isStuck: boolean): number {
  if (isStuck) return Number.MAX_SAFE_INTEGER;
  const failures = record.key(key)?.failures ?? 0;
  return failures * 10 + { working: 3, again: 3, ready: 2, waiting: 1, idle: 0 }[state];
}

function keyView(queued: Ranked, { queue, stuckRuns }: ReconcileLoop, record: ControllerRecord): KeyView {
  const { key, state, since, priority, readyAt } = queued;
  const { wakes = [], last, failures = 0, failingSince } = record.key(key) ?? {};
  const stuck = stuckRuns.find((run) => run.key === key);
  return {
    key: clip(key, 520),
    state,
    ...(since !== undefined && { since }),
    ...(priority !== undefined && { priority }),
    ...(readyAt !== undefined && { nextTryAt: readyAt }),
    // Those before the inspector began are known to the queue alone.
    failures: last?.error === undefined ? failures : Math.max(failures, queue.numRequeues(key)),
    ...(failingSince !== undefined && { failingSince }),
    why: wakes,
    ...(last !== undefined && { last }),
    ...(stuck !== undefined && { stuckSince: stuck.since }),
  };
}
