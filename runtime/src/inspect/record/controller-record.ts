import type {
  KeyAdded,
  KeyDelayed,
  KeyTaken,
  ReconcileEnded,
  ReconcileStarted,
  WorkCause,
} from '../../observe/events.js';
import { clip } from '../model/clip.js';
import type { RunView, WakeView } from '../model/inspection.js';
import { DurationMeter, Meter } from './meters.js';

/** So many keys are remembered: those that something happened to last, and of those that fail as many again. */
const MAX_KEYS = 2000;
const MAX_WAKES = 5;

/** What was seen of one key. */
export interface KeyRecord {
  /** The newest first. */
  wakes: readonly WakeView[];
  last?: RunView | undefined;
  failures: number;
  /** It waits for its time: that it becomes ready is no new cause. */
  isDelayed?: boolean | undefined;
  failingSince?: number | undefined;
}

/** What was seen of one controller and its queue. */
export class ControllerRecord {
  readonly added: Meter = new Meter();
  readonly retries: Meter = new Meter();
  readonly took: DurationMeter = new DurationMeter();
  readonly waited: DurationMeter = new DurationMeter();
  readonly results: Map<string, Meter> = new Map();
  /** In the order of what happened last. */
  readonly #keys = new Map<string, KeyRecord>();
  /** Those whose last run failed, in the order of that. */
  readonly #failing = new Map<string, KeyRecord>();

  keyAdded({ key, cause, isNew }: KeyAdded, at: number): void {
    if (isNew) this.added.add(at);
    const record = typeof key === 'string' ? this.key(key) : undefined;
    if (cause === undefined && record?.isDelayed === true) record.isDelayed = false;
    else this.#wake(key, cause, at);
  }

  keyDelayed({ key, cause }: KeyDelayed, at: number): void {
    this.retries.add(at);
    this.#wake(key, cause, at);
    if (typeof key === 'string') this.#record(key).isDelayed = true;
  }

  /** The queue remembers why of every key in it: for one that was forgotten here meanwhile. */
  reconcileStarted({ key, causes }: ReconcileStarted, at: number): void {
    if (this.key(key) === undefined) for (const cause of causes) this.#wake(key, cause, at);
  }

  keyTaken({ waitedMs }: KeyTaken): void {
    if (waitedMs !== undefined) this.waited.add(waitedMs);
  }

  reconcileEnded(end: ReconcileEnded, at: number): void {
    const { key, result, durationMs, error, isTerminal } = end;
    this.took.add(durationMs);
    const meter = this.results.get(result) ?? new Meter();
    this.results.set(result, meter);
    meter.add(at);
    const record = this.#record(key);
    record.last = {
      at,
      result,
      durationMs,
      ...(error !== undefined && { error: clip(error.message) }),
      ...(isTerminal && { isTerminal }),
    };
    this.#failing.delete(key);
    if (error === undefined) {
      record.failures = 0;
      record.failingSince = undefined;
      return;
    }
    record.failures += 1;
    record.failingSince ??= at;
    this.#failing.set(key, record);
    trim(this.#failing);
  }

  /** What is known of a key; undefined where nothing is. */
  key(key: string): KeyRecord | undefined {
    return this.#failing.get(key) ?? this.#keys.get(key);
  }

  /** The keys whose last run failed. */
  failingKeys(): readonly string[] {
    return [...this.#failing.keys()];
  }

  #wake(key: unknown, cause: WorkCause | undefined, at: number): void {
    // A retry says how, and not why: what the key was woken by before still holds.
    if (typeof key !== 'string' || cause?.type === 'retry' || cause?.type === 'requeue') return;
    const record = this.#record(key);
    const { type, resource, object, mapping } = cause ?? { type: 'other' as const };
    const wake: WakeView = {
      at,
      event: eventNames[type],
      ...(resource !== undefined && { resource }),
      ...(object !== undefined && { object: clip(object, 520) }),
      ...(mapping !== undefined && { mapping }),
    };
    record.wakes = [wake, ...record.wakes].slice(0, MAX_WAKES);
  }

  #record(key: string): KeyRecord {
    const record = this.key(key) ?? { wakes: [], failures: 0 };
    this.#keys.delete(key);
    this.#keys.set(key, record);
    trim(this.#keys);
    return record;
  }
}

const eventNames: { readonly [type in WorkCause['type']]: string } = {
  add: 'create',
  update: 'update',
  delete: 'delete',
  resync: 'resync',
  retry: 'retry',
  requeue: 'requeue',
  other: 'enqueue',
};

function trim(keys: Map<string, unknown>): void {
  if (keys.size <= MAX_KEYS) return;
  const [oldest] = keys.keys();
  keys.delete(oldest as string);
}
