import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import type { Clock } from '../async/clock.js';
import type { HandlerCall } from '../observe/informers.js';
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

/** Tells observers of one call of a handler. Made right before its event is taken from the backlog. */
export class ObservedCall<T extends KubernetesObject> {
  readonly #observers: Observers;
  readonly #handler: ObservedHandler;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #arrivedAt: number;

  constructor(observers: Observers, handler: ObservedHandler, clock: Clock) {
    this.#observers = observers;
    this.#handler = handler;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#arrivedAt = handler.waitingSince ?? this.#startedAt;
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

  ended({ type }: Notification<T>, error: Error | undefined): void {
    this.#observers.on?.handlerCalled?.(this.#handler, {
      type,
      durationMs: this.#clock.now() - this.#startedAt,
      waitedMs: this.#startedAt - this.#arrivedAt,
      error,
    });
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
