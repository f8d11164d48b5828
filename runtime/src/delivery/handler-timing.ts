import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import type { Clock } from '../async/clock.js';
import type { HandlerCall, HandlerCalled } from '../observe/informers.js';
import type { Observers } from '../observe/observers.js';
import type { ObservedHandler, ObservedInformer } from '../observe/subjects.js';
import type { Notification } from './notification.js';
import { deletedObject } from './notify.js';
import { ToldCalls } from './told-calls.js';

/** A handler as observers see it. */
export function observedHandler(
  name: string,
  informer: ObservedInformer,
  backlog: { readonly length: number; readonly oldestAt: number | undefined },
): ObservedHandler {
  return {
    type: 'handler',
    informer,
    name,
    get backlog() {
      return backlog.length;
    },
    get waitingSince() {
      return backlog.oldestAt;
    },
  };
}

/** A call that takes less is told together with others: no bucket of a metric and no page is finer. */
const QUICK_MS = 0.1;
/** After so many quick calls in a row, calls are timed in groups: a look at the clock costs as much as many a handler. */
const TRUSTED_AFTER = 64;
/** A group has no more calls than this, and no more than are expected to take half of what is quick. */
const GROUP = 16;

/**
 * Times the calls of a handler and tells observers of them. A group of calls that took less together than one quick call may is told
 * as what it is: that many quick calls and the time of all. In one that took longer, the last one is told as slow and the others
 * as what they took before, so that the sum and the number of calls are exact in any case; the calls after it are timed one by one
 * again. It is asked only while {@link isWanted}.
 */
export class ObservedCalls<T extends KubernetesObject> {
  readonly #observers: Observers;
  readonly #handler: ObservedHandler;
  readonly #clock: Clock;
  readonly #told: ToldCalls;
  #arrivedAt = 0;
  /** Of the first call that was not timed. What follows in the same turn began when the one before ended, which saves a look at the clock. */
  #startedAt = 0;
  #isSurrounded = false;
  /** Calls of one type that have ended since then, all of one batch. */
  #untimed = 0;
  #untimedType: Notification<T>['type'] = 'update';
  /** How many are timed together. */
  #group = 1;
  /** How many quick calls there were in a row, and what each of the last of them took. */
  #quickInRow = 0;
  #usualMs = 0;

  constructor(observers: Observers, handler: ObservedHandler, clock: Clock) {
    this.#observers = observers;
    this.#handler = handler;
    this.#clock = clock;
    this.#told = new ToldCalls(observers, handler);
  }

  /** Somebody wants to know of calls. */
  get isWanted(): boolean {
    const { on } = this.#observers;
    return on !== undefined && (on.handlerCalled !== undefined || on.aroundHandler !== undefined);
  }

  /** Somebody puts something around calls: see {@link around}. */
  get isSurrounded(): boolean {
    return this.#isSurrounded;
  }

  /** An event is about to be taken from the backlog. `follows`: right after the call before. */
  begin(arrivedAt: number | undefined, follows: boolean): void {
    if (!follows) {
      this.#startedAt = this.#clock.now();
      this.#isSurrounded = this.#observers.on?.aroundHandler !== undefined;
    }
    if (this.#untimed > 0 && arrivedAt !== this.#arrivedAt) this.#time(this.#untimed, this.#untimedType);
    this.#arrivedAt = arrivedAt ?? this.#startedAt;
  }

  /** Makes the call, inside of whatever observers put around it. */
  around(event: Notification<T>, call: () => void | Promise<void>): void | Promise<void> {
    const { on } = this.#observers;
    if (on?.aroundHandler === undefined) return call();
    const outcomes: (() => void | Promise<void>)[] = [];
    on.aroundHandler(this.#handler, callOf(event, this.#arrivedAt), () => {
      try {
        const result = call();
        outcomes.push(() => result);
      } catch (thrown) {
        outcomes.push(() => {
          throw thrown;
        });
      }
    });
    return outcomes[0]?.();
  }

  /** The call has returned a promise: it is timed by itself, and so are those that follow. */
  pending(): void {
    const count = this.#untimed;
    if (count > 0) {
      // How much of the time was this call's, nobody knows.
      const each = (this.#clock.now() - this.#startedAt) / (count + 1);
      this.#timed({ count, type: this.#untimedType, totalMs: each * count });
    }
    this.#quickInRow = 0;
    this.#group = 1;
    this.#told.flush();
  }

  /** A call is over. */
  ended({ type }: Notification<T>, error: Error | undefined): void {
    const count = this.#untimed + 1;
    const isLikeOthers = error === undefined && (count === 1 || type === this.#untimedType);
    if (count >= this.#group || !isLikeOthers || this.#isSurrounded) return this.#time(count, type, error);
    this.#untimed = count;
    this.#untimedType = type;
  }

  /** Tells of what was not told yet: before anybody else runs. */
  flush(): void {
    if (this.#untimed > 0) this.#time(this.#untimed, this.#untimedType);
    this.#told.flush();
  }

  /** So many calls have ended since #startedAt, all but the last of #untimedType, and the last of this type. */
  #time(count: number, type: Notification<T>['type'], error?: Error): void {
    this.#timed({ count, type, totalMs: this.#clock.now() - this.#startedAt, error });
  }

  #timed({ count, type, totalMs, error }: TimedCalls): void {
    const isQuick = totalMs < QUICK_MS;
    const each = isQuick ? totalMs / count : Math.min(totalMs / count, this.#usualMs);
    const before = count - 1;
    const firstWaitedMs = this.#startedAt - this.#arrivedAt;
    const waitedMs = Math.max(0, firstWaitedMs + (each * (before - 1)) / 2);
    const lastWaitedMs = Math.max(0, firstWaitedMs + each * before);
    const lastMs = totalMs - each * before;
    this.#startedAt += totalMs;
    this.#untimed = 0;
    this.#told.add(this.#untimedType, { count: before, durationMs: each, waitedMs });
    if (isQuick && error === undefined && !this.#isSurrounded)
      this.#told.add(type, { count: 1, durationMs: lastMs, waitedMs: lastWaitedMs });
    else this.#told.tell({ type, count: 1, durationMs: lastMs, waitedMs: lastWaitedMs, error });
    this.#quickInRow = isQuick ? this.#quickInRow + count : 0;
    if (isQuick) this.#usualMs = each;
    this.#group = this.#quickInRow < TRUSTED_AFTER ? 1 : Math.max(1, Math.min(GROUP, Math.floor(QUICK_MS / 2 / each)));
  }
}

/** Calls that were timed together. */
interface TimedCalls {
  readonly count: number;
  /** Of the last of them. */
  readonly type: HandlerCalled['type'];
  readonly totalMs: number;
  /** Of the last of them. */
  readonly error?: Error | undefined;
}

function callOf<T extends KubernetesObject>(event: Notification<T>, arrivedAt: number): HandlerCall {
  return {
    type: event.type,
    event,
    arrivedAt,
    get key() {
      if (event.type === 'delete') return deletedObject(event.object).key;
      return metaNamespaceKeyFunc(event.type === 'add' ? event.object : event.after);
    },
  };
}
