import type { HandlerContext, ResourceEventHandler } from '../api/handler.js';
import { InformerError } from '../api/informer-error.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import { withEitherSignal } from '../async/abort.js';
import type { Clock } from '../async/clock.js';
import { InitialSync } from '../async/initial-sync.js';
import { HandlersBudget, nextTurn } from '../async/turn.js';
import type { Observers } from '../observe/observers.js';
import type { ObservedHandler, ObservedInformer } from '../observe/subjects.js';
import type { BacklogLimits, BacklogPolicy } from './backlog-options.js';
import { Backlog } from './backlog.js';
import { callWithinTime } from './call-handler.js';
import { ObservedCalls, observedHandler } from './handler-timing.js';
import type { NotificationBatch } from './notification-batch.js';
import type { Notification } from './notification.js';
import { notify } from './notify.js';
import type { GateMember, ReadingGate } from './reading-gate.js';

/** How a listener is set up. */
export interface ListenerOptions {
  readonly name: string;
  /** What the handler asked for. */
  readonly requestedResyncPeriodMs: number;
  /** What it gets: see {@link SharedProcessor}. */
  readonly resyncPeriodMs: number;
  readonly clock: Clock;
  readonly limits: BacklogLimits;
  /** How long one call may take. Default: forever. */
  readonly timeoutMs?: number | undefined;
  /** Takes what the handler throws or rejects with. */
  readonly onError: (error: Error, handlerName: string) => void;
  /** The backlog has passed its limits. Not called again before the handler has caught up with everything. */
  readonly onBehind: (status: HandlerStatus) => void;
  /** Held, with the policy `pressure`, from when the limits are passed until half of them are free again. */
  readonly gate: ReadingGate;
  /** The informer's. */
  readonly observation: { readonly observers: Observers; readonly subject: ObservedInformer };
}

/** A call has so long to end once its signal has aborted. */
const ENDS_WITHIN_MS = 10_000;

/** A call that returned a promise. */
interface PendingCall<T extends KubernetesObject> {
  readonly result: Promise<void>;
  readonly notification: Notification<T>;
  /** Who is told when it has ended: those that were there when it began. */
  readonly observed: ObservedCalls<T> | undefined;
}

/**
 * One handler and the notifications that wait for it. It is called with one at a time: the next waits for the promise of
 * the one before. An error is reported and that notification counts as handled.
 */
export class ProcessorListener<T extends KubernetesObject> {
  readonly name: string;
  readonly requestedResyncPeriodMs: number;
  resyncPeriodMs: number;
  /** Gets resync notifications now. True until the first resync decides, as in client-go. */
  syncing = true;
  readonly #handler: ResourceEventHandler<T>;
  readonly #options: ListenerOptions;
  readonly #backlog: Backlog<T>;
  #running: Promise<void> | undefined;
  /** When the call that runs returned a promise. */
  #busySince: number | undefined;
  /** The backlog has passed its limits, and is more than half of them. */
  #isBehind = false;
  /** That was said, and the handler has not caught up since. */
  #wasReported = false;
  readonly #gateMember: GateMember | undefined;
  #stopped = false;
  /** Aborts when it is stopped. */
  readonly #end = new AbortController();
  readonly #context: HandlerContext = { signal: this.#end.signal };
  #started = false;
  /** The next call comes right after one that observers were told of. */
  #follows = false;
  /** The adds of the initial list that are queued or being handled. */
  readonly #initial = new InitialSync();
  #nextResyncAt: number;
  readonly #observers: Observers;
  readonly #subject: ObservedHandler;
  readonly #calls: ObservedCalls<T>;

  constructor(handler: ResourceEventHandler<T>, options: ListenerOptions) {
    this.#handler = handler;
    this.#options = options;
    this.name = options.name;
    this.requestedResyncPeriodMs = options.requestedResyncPeriodMs;
    this.resyncPeriodMs = options.resyncPeriodMs;
    this.#nextResyncAt = options.clock.now() + options.resyncPeriodMs;
    this.#backlog = new Backlog<T>(options.limits, (count) => this.#initial.finished(count));
    this.#gateMember = options.limits.policy === 'pressure' ? options.gate.join(options.name) : undefined;
    this.#observers = options.observation.observers;
    this.#subject = observedHandler(options.name, options.observation.subject, this.#backlog);
    this.#calls = new ObservedCalls<T>(this.#observers, this.#subject, options.clock);
    this.#observers.add(this.#subject);
  }

  /** Queues notifications. The handler is never called from here. */
  add(batch: NotificationBatch<T>): void {
    if (this.#stopped || batch.notifications.length === 0) return;
    this.#initial.expect(batch.initialAdds);
    this.#backlog.push(batch);
    if (!this.#isBehind && this.#backlog.isBeyond(1)) this.#fallBehind();
    if (this.#started) this.#wake();
  }

  /** Begins to call the handler. */
  start(): void {
    this.#started = true;
    this.#wake();
  }

  /** Drops what waits, and aborts the signal of the call that runs. Who waits for the handler to sync learns that it never will. */
  stop(reason: Error): void {
    this.#stopped = true;
    this.#end.abort(reason);
    this.#backlog.clear();
    this.#observers.remove(this.#subject);
    if (this.#gateMember) this.#options.gate.leave(this.#gateMember);
  }

  /** Resolves when the call that ran when it was stopped, if any, has ended, or is left behind: whoever ends must not wait for ever. */
  ended(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = this.#options.clock.after(ENDS_WITHIN_MS, () => {
        this.#report(leftBehind(this.name));
        resolve();
      });
      void running.then(() => {
        timer.cancel();
        resolve();
      });
    });
  }

  /** The cache has synced, and everything that it held then is queued here. */
  upstreamHasSynced(): void {
    this.#initial.setSourceSynced();
  }

  /** The handler has seen everything that was there when it was added. */
  hasSynced(): boolean {
    return this.#initial.hasSynced();
  }

  /** Resolves with {@link hasSynced}; rejects with the signal's reason, or with that of {@link stop}. */
  whenSynced(signal?: AbortSignal): Promise<void> {
    return withEitherSignal([this.#end.signal, signal], (either) => this.#initial.wait(either));
  }

  get status(): HandlerStatus {
    const { length, bytes, oldestAt, isCoalescing } = this.#backlog;
    return {
      name: this.name,
      policy: this.#options.limits.policy,
      backlog: length,
      backlogBytes: bytes,
      ...(oldestAt !== undefined && { waitingSince: oldestAt }),
      ...(this.#busySince !== undefined && { busySince: this.#busySince }),
      coalescing: isCoalescing,
    };
  }

  /** One that has stopped the reading must not have its backlog grow by resyncs. */
  shouldResync(now: number): boolean {
    if (this.#isBehind && this.#gateMember) return false;
    return this.resyncPeriodMs > 0 && now >= this.#nextResyncAt;
  }

  determineNextResync(now: number): void {
    this.#nextResyncAt = now + this.resyncPeriodMs;
  }

  #wake(): void {
    if (this.#running || this.#stopped || this.#backlog.length === 0) return;
    this.#running = Promise.resolve().then(() => this.#run());
  }

  async #run(): Promise<void> {
    const budget = new HandlersBudget();
    this.#follows = false;
    for (;;) {
      const stopped = this.#callSome(budget);
      if (stopped === 'empty') break;
      let turnIsOver = stopped === 'turn is over';
      if (typeof stopped === 'object') {
        let error: Error | undefined;
        try {
          await stopped.result;
          budget.resume();
        } catch (thrown) {
          error = this.#report(thrown);
        }
        this.#busySince = undefined;
        stopped.observed?.ended(stopped.notification, error);
        this.#ended(stopped.notification);
        turnIsOver = budget.isUsedUp();
        if (turnIsOver) stopped.observed?.flush();
      }
      if (!turnIsOver) continue;
      await nextTurn();
      budget.resume();
      this.#follows = false;
    }
    this.#calls.flush();
    this.#wasReported = false;
    this.#running = undefined;
  }

  /**
   * Calls the handler until something must be waited for, and says what. It is not part of {@link #run}, because the engine
   * compiles a busy loop of an async function anew again and again: a twentieth of the CPU time of a first list.
   */
  #callSome(budget: HandlersBudget): 'empty' | 'turn is over' | PendingCall<T> {
    if (this.#calls.isWanted) return this.#callObserved(budget);
    this.#follows = false;
    for (;;) {
      const next = this.#backlog.next();
      if (next === undefined) return 'empty';
      try {
        const result = this.#call(next);
        if (result) return this.#pending(next, result);
      } catch (thrown) {
        this.#report(thrown);
      }
      this.#ended(next);
      if (budget.isUsedUp()) return 'turn is over';
    }
  }

  /** The same while somebody observes: apart, so that neither loop carries the other's weight when it is compiled. */
  #callObserved(budget: HandlersBudget): 'empty' | 'turn is over' | PendingCall<T> {
    const calls = this.#calls;
    for (;;) {
      calls.begin(this.#backlog.oldestAt, this.#follows);
      this.#follows = true;
      const next = this.#backlog.next();
      if (next === undefined) return 'empty';
      let error: Error | undefined;
      try {
        const result = calls.isSurrounded ? calls.around(next, () => this.#call(next)) : this.#call(next);
        if (result) {
          calls.pending();
          return this.#pending(next, result, calls);
        }
      } catch (thrown) {
        error = this.#report(thrown);
      }
      calls.ended(next, error);
      this.#ended(next);
      if (!budget.isUsedUp()) continue;
      calls.flush();
      return 'turn is over';
    }
  }

  #pending(notification: Notification<T>, result: Promise<void>, observed?: ObservedCalls<T>): PendingCall<T> {
    this.#busySince = this.#options.clock.now();
    return { result, notification, observed };
  }

  #report(thrown: unknown): Error {
    const error = toError(thrown);
    this.#options.onError(error, this.name);
    return error;
  }

  #ended(notification: Notification<T>): void {
    if (notification.type === 'add' && notification.isInInitialList) this.#initial.finished(1);
    if (this.#isBehind && !this.#backlog.isBeyond(0.5)) this.#catchUp();
  }

  #call(notification: Notification<T>): void | Promise<void> {
    const { timeoutMs, clock } = this.#options;
    if (timeoutMs === undefined) return notify(this.#handler, notification, this.#context);
    const timedOut = (): Error =>
      new InformerError(
        'HandlerTimeout',
        `a call of ${notification.type} took more than ${timeoutMs} ms: its signal was aborted, and the next event follows`,
      );
    const call = (context: HandlerContext): void | Promise<void> => notify(this.#handler, notification, context);
    return callWithinTime(call, { timeoutMs, clock, end: this.#end.signal, timedOut });
  }

  #fallBehind(): void {
    this.#isBehind = true;
    this.#gateMember?.hold(this.#options.clock.now());
    if (!this.#wasReported) this.#options.onBehind(this.status);
    this.#wasReported = true;
  }

  #catchUp(): void {
    this.#isBehind = false;
    this.#gateMember?.release();
  }
}

function leftBehind(name: string): Error {
  const seconds = ENDS_WITHIN_MS / 1000;
  return new InformerError(
    'HandlerTimeout',
    `a call of the handler ${name} has not ended ${seconds} s after its signal aborted: it is waited for no longer`,
  );
}

/** How far behind a handler is. */
export interface HandlerStatus {
  readonly name: string;
  readonly policy: BacklogPolicy;
  /** How many events wait for it. */
  readonly backlog: number;
  /** About how much memory the states take that wait for it and that the cache does not hold any more. 0 while only a few events wait. */
  readonly backlogBytes: number;
  /** When the event that has waited longest arrived. */
  readonly waitingSince?: number;
  /** Since when an async call has not settled. */
  readonly busySince?: number;
  /** States are being skipped: one entry waits for each object. */
  readonly coalescing: boolean;
}
