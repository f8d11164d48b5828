import type { OnError } from '../api/on-error.js';
import type { Clock } from '../async/clock.js';
import type { WorkCause } from '../observe/events.js';
import { Observers } from '../observe/observers.js';
import type { ObservedQueue } from '../observe/subjects.js';

/** Of so many causes of one key at most something is remembered: the last ones. */
const MAX_CAUSES = 8;

/** Of which queue a {@link QueueObservation} tells. */
export interface QueueObservationOptions extends Pick<ObservedQueue, 'name' | 'hasPriorities' | 'depths'> {
  readonly clock: Clock;
  readonly waiting: () => number;
  readonly processing: () => number;
  readonly onError?: OnError | undefined;
}

/** An add, as a queue knows it. */
export interface ObservedAdd {
  readonly priority: number;
  readonly isNew: boolean;
  readonly raisedFrom?: number | undefined;
  readonly cause?: WorkCause | undefined;
}

/**
 * What a work queue tells observers, and the times that only they want: nothing is remembered while nobody observes. A queue
 * asks {@link isOn} first.
 */
export class QueueObservation<K> {
  readonly observers: Observers;
  readonly subject: ObservedQueue;
  readonly #clock: Clock;
  readonly #addedAt = new Map<K, number>();
  readonly #startedAt = new Map<K, number>();
  readonly #causes = new Map<K, WorkCause[]>();

  constructor(options: QueueObservationOptions) {
    const { name, hasPriorities, depths, clock, waiting, processing, onError } = options;
    this.#clock = clock;
    this.observers = new Observers({ name, onError });
    const ages = (): readonly number[] => {
      const now = clock.now();
      return Array.from(this.#startedAt.values(), (startedAt) => now - startedAt);
    };
    this.subject = {
      type: 'queue',
      name,
      hasPriorities,
      depths,
      get waiting() {
        return waiting();
      },
      get processing() {
        return processing();
      },
      get unfinishedMs() {
        return ages().reduce((sum, age) => sum + age, 0);
      },
      get longestRunningMs() {
        return ages().reduce((longest, age) => Math.max(longest, age), 0);
      },
    };
    this.observers.add(this.subject);
  }

  get isOn(): boolean {
    return this.observers.on !== undefined;
  }

  added(key: K, add: ObservedAdd): void {
    if (add.isNew && !this.#addedAt.has(key)) this.#addedAt.set(key, this.#clock.now());
    if (add.cause !== undefined) this.#remember(key, add.cause);
    this.observers.on?.keyAdded?.(this.subject, { key, ...add });
  }

  delayed(key: K, delayMs: number, cause?: WorkCause): void {
    if (cause !== undefined) this.#remember(key, cause);
    this.observers.on?.keyDelayed?.(this.subject, { key, delayMs, cause });
  }

  /** Returns why the key was added. */
  taken(key: K, priority: number): readonly WorkCause[] {
    const now = this.#clock.now();
    const addedAt = this.#addedAt.get(key);
    this.#addedAt.delete(key);
    this.#startedAt.set(key, now);
    const waitedMs = addedAt === undefined ? undefined : now - addedAt;
    this.observers.on?.keyTaken?.(this.subject, { key, priority, waitedMs });
    const causes = this.#causes.get(key) ?? [];
    this.#causes.delete(key);
    return causes;
  }

  done(key: K): void {
    const startedAt = this.#startedAt.get(key);
    this.#startedAt.delete(key);
    const workedMs = startedAt === undefined ? undefined : this.#clock.now() - startedAt;
    this.observers.on?.keyDone?.(this.subject, { key, workedMs });
  }

  /** Since when a key has been ready, or worked on; undefined where nobody observed that. */
  since(key: K, what: 'ready' | 'working'): number | undefined {
    return (what === 'ready' ? this.#addedAt : this.#startedAt).get(key);
  }

  /** The key that was added first of those that are not taken; undefined where nobody observed any. */
  oldest(): { readonly key: K; readonly since: number } | undefined {
    for (const [key, since] of this.#addedAt) return { key, since };
    return undefined;
  }

  /** The queue hands out nothing new. */
  stopped(): void {
    this.observers.remove(this.subject);
  }

  #remember(key: K, cause: WorkCause): void {
    const causes = this.#causes.get(key);
    if (causes === undefined) this.#causes.set(key, [cause]);
    else if (causes.push(cause) > MAX_CAUSES) causes.shift();
  }
}
