import { InformerError } from '../../api/informer-error.js';
import type { OnError } from '../../api/on-error.js';
import { callSafely } from '../../api/call-safely.js';
import { toError } from '../../api/on-error.js';
import { safeOnError } from '../../api/safe-on-error.js';
import { onAbort } from '../../async/abort.js';
import type { Clock } from '../../async/clock.js';
import { realClock } from '../../async/clock.js';
import { turnIsUsedUp, yieldToEventLoop } from '../../async/turn.js';
import type { ResourceSpec } from '../../api/resource.js';
import type { WorkCause } from '../../observe/events.js';
import type { Observable, Observer } from '../../observe/observer.js';
import { Observers } from '../../observe/observers.js';
import type { ObservedController } from '../../observe/subjects.js';
import type { PrioritizedKey, PriorityQueueOptions } from '../../workqueue/priority-queue.js';
import { PriorityQueue } from '../../workqueue/priority-queue.js';
import type { EventSource } from '../sources/informer-source.js';
import { observedController, startObserved } from './observed-run.js';
import type { ReconcileOutcome, ReconcileResult, ReconcileResultName } from './reconcile-result.js';
import { isRefusal, isTerminal, requeueDelay } from './reconcile-result.js';
import type { StuckRun } from './run-deadline.js';
import { RunDeadline } from './run-deadline.js';
import { RunningCall } from './running-call.js';
import { SourceSet } from './source-set.js';
import { noneNegative } from '../../async/check-number.js';

const RETRY: WorkCause = { type: 'retry' };
const REQUEUE: WorkCause = { type: 'requeue' };

/** How long a failed key waits whose rate limiter does not say. */
const UNLIMITED_RETRY_MS = 1000;

/** Maximum wait before a refused run is retried: nothing wakes its key when the object that it was refused is released. */
const MAX_REFUSED_RETRY_MS = 30_000;

/** What one run of a reconcile is given. */
export interface ReconcileCall {
  readonly key: string;
  /** Another one for each run, for log lines. */
  readonly id: string;
  readonly priority: number;
  /** Aborts when the run must end: its time is up, the work is over at once, or leadership was lost. */
  readonly signal: AbortSignal;
}

/** Brings the world into line with what one object wants. */
export type ReconcileFunc = (call: ReconcileCall) => ReconcileResult | void | Promise<ReconcileResult | void>;

/** What a {@link ReconcileLoop} is made of. */
export interface ReconcileLoopOptions extends Omit<PriorityQueueOptions<string>, 'name'> {
  /** Unique in the process: it names the queue, log lines and metrics. */
  readonly name: string;
  /** What to do for a key. */
  readonly reconcile: ReconcileFunc;
  /** What its keys are of, for who observes. Default: not said. */
  readonly resource?: Pick<ResourceSpec, 'group' | 'kind'> | undefined;
  /** How many keys are worked on at once. Default 1. */
  readonly workers?: number | undefined;
  /**
   * Time limit of a run, after which its signal aborts. Nothing is killed: a run that ignores the signal continues and blocks
   * its worker. One that has not ended 10 s later is reported to `onError` with the code `ReconcileStuck`. Default: no limit.
   */
  readonly timeoutMs?: number | undefined;
  /** How long each source may take to start and to sync. Default 120,000. */
  readonly cacheSyncTimeoutMs?: number | undefined;
  /** Returns numbers in [0, 1), for the ids of runs. Default: the generator of `node:crypto`. */
  readonly random?: (() => number) | undefined;
  /** Told of every run that is over. Default: nobody. */
  readonly onReconciled?: ((outcome: ReconcileOutcome) => void) | undefined;
  /** Told of every failed run. Default: one line on stderr. */
  readonly onError?: OnError | undefined;
}

/** How a loop is run. */
export interface RunLoopOptions {
  /** Ends the loop: no key is handed out any more, and what runs is waited for. */
  readonly signal: AbortSignal;
  /** Also tells what runs to end. Default: it may finish. */
  readonly abandon?: AbortSignal | undefined;
}

/**
 * Reads keys from a priority queue that sources fill, and reconciles them: one key never twice at once, failures again
 * with backoff. All sources have delivered what was there at the start before the first key is worked on.
 *
 * @example
 * const loop = new ReconcileLoop({ name: 'widgets', reconcile: async ({ key }) => console.log(key) });
 * loop.watch(new InformerSource({ description: 'pods', informer: pods, mapping: toItself }));
 * void loop.run({ signal });
 */
export class ReconcileLoop implements Observable {
  readonly name: string;
  readonly queue: PriorityQueue;
  readonly #options: ReconcileLoopOptions;
  readonly #clock: Clock;
  readonly #onError: OnError;
  readonly #sources: SourceSet;
  readonly #observers: Observers;
  readonly #subject: ObservedController;
  #started = false;
  #warmedUp: Promise<void> | undefined;
  #forgetWarmUp = (): void => {};
  #active = 0;
  readonly #stuck = new Map<RunningCall, StuckRun>();

  constructor(options: ReconcileLoopOptions) {
    noneNegative(options, 'timeoutMs', 'cacheSyncTimeoutMs');
    const { workers = 1 } = options;
    if (!Number.isInteger(workers) || workers < 1)
      throw new RangeError(`workers is ${workers}: it must be a whole number, 1 or more`);
    this.name = options.name;
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#onError = safeOnError(options.onError);
    this.queue = new PriorityQueue(options);
    this.#sources = new SourceSet({
      name: options.name,
      sink: this.queue,
      timeoutMs: options.cacheSyncTimeoutMs ?? 120_000,
      clock: this.#clock,
    });
    this.#observers = new Observers({ name: this.name, onError: options.onError });
    this.#subject = observedController(options, this);
    this.#observers.add(this.#subject);
    this.#observers.include(this.queue);
  }

  /** Tells the observer of the queue and of every run, from now until what is returned is disposed of. */
  observe(observer: Observer): Disposable {
    return this.#observers.observe(observer);
  }

  /** How many keys are worked on at once, at the most. */
  get workers(): number {
    return this.#options.workers ?? 1;
  }

  /** How many keys are being worked on. */
  get active(): number {
    return this.#active;
  }

  /** Time limit of a run; undefined without one. */
  get timeoutMs(): number | undefined {
    return this.#options.timeoutMs;
  }

  /** The runs that did not end within 10 s of their timeout. Empty again once they have settled. */
  get stuckRuns(): readonly StuckRun[] {
    return [...this.#stuck.values()];
  }

  /** Adds a source, also while the loop runs: then it starts at once. The function returned removes it. */
  watch(source: EventSource): () => void {
    return this.#sources.add(source, (error) => this.#report(error));
  }

  /**
   * Starts all sources and waits until they have synced. The loop does it before its first key; earlier is a warm-up. Where
   * the signal aborts and the loop was never run, it ends as if it had been.
   */
  warmUp({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#warmedUp === undefined) {
      this.#warmedUp = this.#sources.start(signal);
      if (!this.#started) this.#forgetWarmUp = onAbort(signal, () => this.#end());
    }
    return this.#warmedUp;
  }

  /** Runs until the signal aborts and all work has ended. Rejects when a source does not sync in time. */
  async run({ signal, abandon }: RunLoopOptions): Promise<void> {
    if (this.#started) throw new InformerError('AlreadyStarted', `controller ${this.name}: it runs only once`);
    this.#started = true;
    this.#forgetWarmUp();
    const forget = onAbort(signal, () => this.queue.shutDown());
    try {
      await this.warmUp({ signal });
      const { workers = 1 } = this.#options;
      await Promise.all(Array.from({ length: workers }, () => this.#work(abandon)));
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    } finally {
      forget();
      this.#end();
    }
  }

  #end(): void {
    this.queue.shutDown();
    this.#sources.stop();
    this.#observers.remove(this.#subject);
  }

  /** One worker. What a key does not need is not made for it: a promise, a timer, a signal. */
  async #work(abandon: AbortSignal | undefined): Promise<void> {
    const { queue } = this;
    for (;;) {
      const next = queue.tryGet() ?? (await queue.get());
      if (next === undefined) return;
      this.#active += 1;
      const call = new RunningCall(next, { abandon, random: this.#options.random });
      const startedAt = this.#clock.now();
      const deadline = this.#deadlineOf(call, startedAt);
      try {
        const result = await this.#begin(call, next);
        const name = isResult(result) ? this.#requeue(call, result) : this.#succeeded(next.key);
        this.#ended(call, startedAt, name, { timedOut: deadline?.hasPassed ?? false });
      } catch (thrown) {
        const error = toError(thrown);
        if (!isTerminal(error)) this.#retry(next, error);
        this.#ended(call, startedAt, 'error', { error, timedOut: deadline?.hasPassed ?? false });
      } finally {
        deadline?.cancel();
        this.#stuck.delete(call);
        call.end();
        this.#active -= 1;
        queue.done(next.key);
      }
      // Runs that wait for nothing must not keep the sockets waiting: the lease is renewed there, and news come in.
      if (turnIsUsedUp()) await yieldToEventLoop();
    }
  }

  #begin(call: RunningCall, { causes = [] }: PrioritizedKey<string>): ReturnType<ReconcileFunc> {
    const { reconcile } = this.#options;
    const { on } = this.#observers;
    return on ? startObserved(on, this.#subject, { causes, call, reconcile }) : reconcile(call);
  }

  #deadlineOf(call: RunningCall, since: number): RunDeadline | undefined {
    const { timeoutMs } = this.#options;
    if (timeoutMs === undefined) return undefined;
    const onStuck = (error: InformerError): void => {
      const { key, id } = call;
      this.#stuck.set(call, { key, id, since });
      this.#report(error, key, id);
    };
    return new RunDeadline(call, { controller: this.name, timeoutMs, clock: this.#clock, onStuck });
  }

  #requeue(call: RunningCall, result: ReconcileResult): ReconcileResultName {
    const { key } = call;
    const { priority = call.priority } = result;
    const delay = requeueDelay(result);
    if (delay === 'none') return this.#succeeded(key);
    if (delay === 'rate-limited') {
      this.queue.addWithOptions({ rateLimited: true, priority, cause: REQUEUE }, key);
      return 'requeue';
    }
    // First forgotten: the wish to run later is a success.
    this.queue.forget(key);
    this.queue.addWithOptions({ afterMs: delay, priority, cause: REQUEUE }, key);
    return 'requeue_after';
  }

  /** A rate limiter of the program's own may fail too: that costs a delay, and neither the key nor the worker. */
  #retry({ key, priority }: PrioritizedKey<string>, error: Error): void {
    const afterMs = isRefusal(error) ? MAX_REFUSED_RETRY_MS : undefined;
    try {
      this.queue.addWithOptions({ rateLimited: true, afterMs, priority, cause: RETRY }, key);
    } catch (thrown) {
      this.#report(toError(thrown), key);
      this.queue.addWithOptions({ afterMs: UNLIMITED_RETRY_MS, priority, cause: RETRY }, key);
    }
  }

  #succeeded(key: string): ReconcileResultName {
    this.queue.forget(key);
    return 'success';
  }

  #ended(
    call: RunningCall,
    startedAt: number,
    result: ReconcileResultName,
    { error, timedOut = false }: { readonly error?: Error; readonly timedOut?: boolean } = {},
  ): void {
    const { key } = call;
    const { onReconciled } = this.#options;
    const { on } = this.#observers;
    if (error !== undefined) this.#report(error, key, call.id);
    if (on?.reconcileEnded === undefined && onReconciled === undefined) return;
    const outcome: ReconcileOutcome = {
      controller: this.name,
      key,
      id: call.id,
      result,
      error,
      durationMs: this.#clock.now() - startedAt,
      isTerminal: error !== undefined && isTerminal(error),
      timedOut,
    };
    on?.reconcileEnded?.(this.#subject, outcome);
    callSafely(
      () => onReconciled?.(outcome),
      (failure) => this.#report(failure, key),
    );
  }

  #report(error: Error, key?: string, reconcileID?: string): void {
    const { group: controllerGroup, kind: controllerKind } = this.#subject;
    const reconcile =
      reconcileID === undefined ? undefined : { controller: this.name, controllerGroup, controllerKind, reconcileID };
    this.#onError(error, { stage: 'reconcile', resource: this.name, key, ...(reconcile && { reconcile }) });
  }
}

/** Programs without types also return null, or whatever their last call returned: that is nothing asked for. */
function isResult(answer: ReconcileResult | void | null): answer is ReconcileResult {
  return typeof answer === 'object' && answer !== null;
}
