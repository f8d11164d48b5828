import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import type { Clock } from '../async/clock.js';
import type { HandlerCall, HandlerCalled } from '../observe/informers.js';
import type { Observers } from '../observe/observers.js';
import type { ObservedHandler, ObservedInformer } from '../observe/subjects.js';
import type { Notification } from './notification.js';
import { deletedObject } from './notify.js';

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
/** The calls that are told together have waited equally long, but for this. */
const EQUAL_WAIT_MS = 1;

/** Tells observers of the calls of a handler, quick ones in a row at once. It is asked only while {@link isWanted}. */
export class ObservedCalls<T extends KubernetesObject> {
  readonly #observers: Observers;
  readonly #handler: ObservedHandler;
  readonly #clock: Clock;
  #arrivedAt = 0;
  /** Of the call that runs. What follows in the same turn began when the one before ended, which saves a look at the clock. */
  #startedAt = 0;
  #isSurrounded = false;
  /** Quick calls that have ended and were not told of yet: how many, their times added up, and what they have in common. */
  #quick = 0;
  #quickMs = 0;
  #quickWaitedMs = 0;
  #quickType: Notification<T>['type'] = 'update';
  #firstWaitedMs = 0;

  constructor(observers: Observers, handler: ObservedHandler, clock: Clock) {
    this.#observers = observers;
    this.#handler = handler;
    this.#clock = clock;
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

  /** A call is over. A quick one is told with those that follow: at the latest by {@link flush}. */
  ended({ type }: Notification<T>, error: Error | undefined): void {
    const now = this.#clock.now();
    const durationMs = now - this.#startedAt;
    const waitedMs = Math.max(0, this.#startedAt - this.#arrivedAt);
    this.#startedAt = now;
    const isQuick = durationMs < QUICK_MS && error === undefined && !this.#isSurrounded;
    if (!isQuick) return this.#tell({ type, count: 1, durationMs, waitedMs, error });
    if (type !== this.#quickType || Math.abs(waitedMs - this.#firstWaitedMs) > EQUAL_WAIT_MS) this.flush();
    if (this.#quick === 0) {
      this.#quickType = type;
      this.#firstWaitedMs = waitedMs;
    }
    this.#quick += 1;
    this.#quickMs += durationMs;
    this.#quickWaitedMs += waitedMs;
  }

  /** Tells of what was not told yet: before anybody else runs. */
  flush(): void {
    const count = this.#quick;
    if (count === 0) return;
    const [durationMs, waitedMs] = [this.#quickMs / count, this.#quickWaitedMs / count];
    this.#quick = 0;
    this.#quickMs = 0;
    this.#quickWaitedMs = 0;
    this.#observers.on?.handlerCalled?.(this.#handler, { type: this.#quickType, count, durationMs, waitedMs });
  }

  #tell(call: HandlerCalled): void {
    this.flush();
    this.#observers.on?.handlerCalled?.(this.#handler, call);
  }
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
