import type { HandlerCalled } from '../observe/informers.js';
import type { Observers } from '../observe/observers.js';
import type { ObservedHandler } from '../observe/subjects.js';

/** The calls that are told together have waited equally long, but for this. */
const EQUAL_WAIT_MS = 1;

/** Calls of a handler that were alike, on their way to observers: to tell of each would cost more than they do. */
export class ToldCalls {
  readonly #observers: Observers;
  readonly #handler: ObservedHandler;
  /** Calls that have ended and were not told of yet: how many, their times added up, and what they have in common. */
  #count = 0;
  #durationMs = 0;
  #waitedMs = 0;
  #type: HandlerCalled['type'] = 'update';
  #firstWaitedMs = 0;

  constructor(observers: Observers, handler: ObservedHandler) {
    this.#observers = observers;
    this.#handler = handler;
  }

  /** Calls that were quick, each of which took and waited so long; told with those that follow, at the latest by {@link flush}. */
  add(type: HandlerCalled['type'], { count, durationMs, waitedMs }: Omit<HandlerCalled, 'type' | 'error'>): void {
    if (count === 0) return;
    if (type !== this.#type || Math.abs(waitedMs - this.#firstWaitedMs) > EQUAL_WAIT_MS) this.flush();
    if (this.#count === 0) {
      this.#type = type;
      this.#firstWaitedMs = waitedMs;
    }
    this.#count += count;
    this.#durationMs += durationMs * count;
    this.#waitedMs += waitedMs * count;
  }

  /** One that is told by itself, after those before it. */
  tell(call: HandlerCalled): void {
    this.flush();
    this.#observers.on?.handlerCalled?.(this.#handler, call);
  }

  flush(): void {
    const count = this.#count;
    if (count === 0) return;
    const [durationMs, waitedMs] = [this.#durationMs / count, this.#waitedMs / count];
    this.#count = 0;
    this.#durationMs = 0;
    this.#waitedMs = 0;
    this.#observers.on?.handlerCalled?.(this.#handler, { type: this.#type, count, durationMs, waitedMs });
  }
}
