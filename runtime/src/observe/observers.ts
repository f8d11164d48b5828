import type { OnError } from '../api/on-error.js';
import { toError } from '../api/on-error.js';
import { safeOnError } from '../api/safe-on-error.js';
import type { Observable, Observer } from './observer.js';
import type { Observed } from './subjects.js';

type Method = keyof Observer;
type AnyMethod = (...values: readonly unknown[]) => unknown;

/** All that an observer may have. The type sees to it that none is missing. */
const METHODS: { readonly [method in Method]-?: 'tell' | 'around' } = {
  attached: 'tell',
  detached: 'tell',
  requestStarted: 'tell',
  requestAnswered: 'tell',
  requestEnded: 'tell',
  requestRetried: 'tell',
  execPluginCalled: 'tell',
  caReloaded: 'tell',
  requestThrottled: 'tell',
  phaseChanged: 'tell',
  listEnded: 'tell',
  watchOpened: 'tell',
  watchEnded: 'tell',
  bytesReceived: 'tell',
  eventsStored: 'tell',
  eventsTold: 'tell',
  objectDecoded: 'tell',
  aroundHandler: 'around',
  handlerCalled: 'tell',
  keyAdded: 'tell',
  keyDelayed: 'tell',
  keyTaken: 'tell',
  keyDone: 'tell',
  aroundReconcile: 'around',
  reconcileStarted: 'tell',
  reconcileEnded: 'tell',
  cacheWaited: 'tell',
  writeSaved: 'tell',
  writeFenced: 'tell',
  leadershipChanged: 'tell',
  slowPathTaken: 'tell',
};

/** How {@link Observers} report an observer that throws. */
export interface ObserversOptions {
  /** Default: one line on stderr. */
  readonly onError?: OnError | undefined;
  /** Whose they are, for messages. */
  readonly name?: string | undefined;
}

/**
 * The observers of one owner. While there is none, {@link on} is undefined: to ask that is all that observing costs.
 *
 * @example
 * observers.on?.keyDone?.(queue, { key, workedMs });   // the object is made only where somebody wants it
 */
export class Observers implements Observable {
  /** Tells all; undefined while there is none. Has exactly the methods that one of them has. */
  on: Observer | undefined;
  readonly #options: ObserversOptions;
  /** How often each was added. */
  readonly #counts = new Map<Observer, number>();
  readonly #subjects = new Set<Observed>();
  /** Owned parts that are observed by whoever observes this, and how to end that. */
  readonly #parts = new Map<Observable, Map<Observer, Disposable>>();

  constructor(options: ObserversOptions = {}) {
    this.#options = options;
  }

  observe(observer: Observer): Disposable {
    const count = this.#counts.get(observer) ?? 0;
    this.#counts.set(observer, count + 1);
    if (count === 0) this.#begin(observer);
    let isDisposed = false;
    return {
      [Symbol.dispose]: () => {
        if (isDisposed) return;
        isDisposed = true;
        const left = (this.#counts.get(observer) ?? 1) - 1;
        if (left > 0) this.#counts.set(observer, left);
        else this.#end(observer);
      },
    };
  }

  /** Tells of a subject: those who observe, and those who will. */
  add(subject: Observed): void {
    this.#subjects.add(subject);
    this.on?.attached?.(subject);
  }

  /** The subject is gone. Not told twice. */
  remove(subject: Observed): void {
    if (this.#subjects.delete(subject)) this.on?.detached?.(subject);
  }

  /** Whoever observes this observes that part as well, now and later. */
  include(part: Observable): void {
    if (this.#parts.has(part)) return;
    this.#parts.set(part, new Map([...this.#counts.keys()].map((observer) => [observer, part.observe(observer)])));
  }

  #begin(observer: Observer): void {
    this.#combine();
    const alone = combine([observer], this.#report);
    for (const subject of this.#subjects) alone.attached?.(subject);
    for (const [part, observing] of this.#parts) observing.set(observer, part.observe(observer));
  }

  #end(observer: Observer): void {
    this.#counts.delete(observer);
    this.#combine();
    for (const observing of this.#parts.values()) {
      observing.get(observer)?.[Symbol.dispose]();
      observing.delete(observer);
    }
    const alone = combine([observer], this.#report);
    for (const subject of this.#subjects) alone.detached?.(subject);
  }

  #combine(): void {
    this.on = this.#counts.size === 0 ? undefined : combine([...this.#counts.keys()], this.#report);
  }

  readonly #report = (thrown: unknown): void => {
    const { onError, name = '' } = this.#options;
    safeOnError(onError)(toError(thrown), { stage: 'observer', resource: name });
  };
}

/** One observer that tells them all, whatever one of them does. */
function combine(observers: readonly Observer[], report: (thrown: unknown) => void): Observer {
  const combined: { [method: string]: AnyMethod } = {};
  for (const [method, way] of Object.entries(METHODS)) {
    const listeners = observers.filter((each) => typeof each[method as Method] === 'function');
    if (listeners.length === 0) continue;
    const calls = listeners.map((each): AnyMethod => (each[method as Method] as AnyMethod).bind(each));
    combined[method] = way === 'tell' ? tell(calls, report) : surround(calls, report);
  }
  return combined;
}

/** Most often there is one. */
function tell(calls: readonly AnyMethod[], report: (thrown: unknown) => void): AnyMethod {
  const each = calls.map((call) => tellOne(call, report));
  const [first] = each;
  if (first !== undefined && each.length === 1) return first;
  return (subject, details) => {
    for (const one of each) one(subject, details);
  };
}

function tellOne(call: AnyMethod, report: (thrown: unknown) => void): AnyMethod {
  return (subject, details) => {
    try {
      // Its type says void, which an async function may be given for.
      const result = call(subject, details);
      if (result instanceof Promise) result.catch(report);
    } catch (thrown) {
      report(thrown);
    }
  };
}

/** Each is called inside the one before, and the innermost calls what is surrounded: once, whatever they do. */
function surround(calls: readonly AnyMethod[], report: (thrown: unknown) => void): AnyMethod {
  return (subject, details, run) => {
    let next = run as () => void;
    for (let at = calls.length - 1; at >= 0; at -= 1) {
      const call = calls[at] as AnyMethod;
      const inner = once(next);
      next = () => {
        try {
          call(subject, details, inner);
        } catch (thrown) {
          report(thrown);
        }
        inner();
      };
    }
    next();
  };
}

function once(run: () => void): () => void {
  let called = false;
  return () => {
    if (called) return;
    called = true;
    run();
  };
}
