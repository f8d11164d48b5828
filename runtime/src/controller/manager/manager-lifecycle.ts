import { InformerError } from '../../api/informer-error.js';
import { toError } from '../../api/on-error.js';
import type { OnError } from '../../api/on-error.js';
import { safeOnError } from '../../api/safe-on-error.js';
import { LinkedAbort, onAbort, raceWithAbort, whenAborted } from '../../async/abort.js';
import type { Clock } from '../../async/clock.js';
import { Latch } from '../../async/latch.js';
import { withTimeout } from '../../async/timeout.js';
import { checkHealth } from '../../informer/health.js';
import type { ElectionRunner } from './election-runner.js';
import type { ManagerCaches } from './manager-caches.js';
import { LeaderElectionLostError } from './manager-options.js';
import type { ManagerState } from './manager-state.js';
import type { Runnable } from './runnable-group.js';
import { RunnableGroup } from './runnable-group.js';

/** How a manager is run. */
export interface ManagerRunOptions {
  /** Ends it. Default: only signals of the process do. */
  readonly signal?: AbortSignal | undefined;
  /** Signals of the process that end it. Default SIGTERM and SIGINT. */
  readonly signals?: readonly NodeJS.Signals[] | undefined;
}

/** What is started and stopped. */
export interface LivingParts {
  readonly caches: ManagerCaches;
  /** Undefined without an election. */
  readonly election: ElectionRunner | undefined;
  /** Flushed when no work is left. */
  readonly recorder: AsyncDisposable;
  readonly probes: AsyncDisposable & { start(): Promise<void> };
}

/** How long things may take, and in which order they come. */
export interface LifecycleOptions {
  readonly managerName: string;
  /** Caches are filled only when this process leads. */
  readonly isCold: boolean;
  readonly cacheSyncTimeoutMs: number;
  /** 0: the end waits for nothing; less: for ever. */
  readonly gracePeriodMs: number;
  readonly clock: Clock;
  readonly onError: OnError | undefined;
}

/**
 * The life of a manager: what starts after what, and what ends before what. Read {@link run} from top to bottom. It is lived
 * once.
 */
export class ManagerLifecycle {
  /** Open from when this process leads; without an election, from when everything has started. */
  readonly elected: Latch = new Latch();
  readonly #options: LifecycleOptions;
  readonly #failures: Error[] = [];
  /** Aborts when the manager is to end, for whatever reason. */
  readonly #stop = new LinkedAbort();
  /** Aborts when there is no time left to finish. */
  readonly #abandon = new AbortController();
  readonly #always: RunnableGroup;
  readonly #leading: RunnableGroup;
  readonly #ended = new Latch();
  #phase: ManagerState['phase'] = 'new';

  constructor(options: LifecycleOptions) {
    this.#options = options;
    const onFailure = (error: Error): void => this.#fail(error);
    this.#always = new RunnableGroup(this.#abandon.signal, onFailure);
    this.#leading = new RunnableGroup(this.#abandon.signal, onFailure);
  }

  get phase(): ManagerState['phase'] {
    return this.#phase;
  }

  /** Starts it in its turn: at once, where that has come. */
  add(runnable: Runnable): void {
    if (this.#stop.signal.aborted || this.#phase === 'stopping' || this.#phase === 'stopped')
      throw new InformerError('Stopped', `${runnable.name}: the manager stops, and starts nothing any more`);
    (runnable.needsLeader === false ? this.#always : this.#leading).add(runnable);
  }

  /** Runs until a signal ends it and everything has stopped; rejects with what failed. */
  async run(parts: LivingParts, { signal, signals = ['SIGTERM', 'SIGINT'] }: ManagerRunOptions): Promise<void> {
    if (this.#phase !== 'new') throw new InformerError('AlreadyStarted', 'the manager runs already, or has run');
    this.#phase = 'running';
    const forget = onAbort(signal, () => this.#stop.abort(toError(signal?.reason)));
    const onSignal = (name: NodeJS.Signals): void => this.#stop.abort(new Error(name));
    for (const name of signals) process.once(name, onSignal);
    try {
      await this.#start(parts);
      await whenAborted(this.#stop.signal);
    } catch (thrown) {
      if (!this.#stop.signal.aborted) this.#failures.push(toError(thrown));
    } finally {
      forget();
      for (const name of signals) process.off(name, onSignal);
      await this.#end(parts);
    }
    if (this.#failures.length === 1) throw this.#failures[0];
    if (this.#failures.length > 1) throw new AggregateError(this.#failures, 'the manager failed, and so did its end');
  }

  async #start({ probes, caches, election }: LivingParts): Promise<void> {
    const { signal } = this.#stop;
    const { isCold } = this.#options;
    await probes.start();
    if (!isCold) await this.#startCaches(caches);
    this.#always.start();
    if (!isCold) await raceWithAbort(this.#leading.warmUp(), signal);
    if (election === undefined) return this.lead();
    election.start();
    if (!isCold) return;
    await this.elected.wait(signal);
    await this.#startCaches(caches);
    this.#leading.start();
  }

  async #startCaches(caches: ManagerCaches): Promise<void> {
    const { cacheSyncTimeoutMs: timeoutMs, clock } = this.#options;
    caches.start(this.#abandon.signal);
    const timedOut = (): Error => {
      const { reasons } = checkHealth(caches.informers(), { clock: caches.clock });
      const problem = `caches did not sync within ${timeoutMs / 1000} s: ${reasons.join('; ')}`;
      return new InformerError('CacheSync', problem);
    };
    await withTimeout((signal) => caches.waitForSync(signal), {
      signal: this.#stop.signal,
      timeoutMs,
      clock,
      timedOut,
    });
  }

  /** This process leads, or nobody else could. */
  lead(): void {
    if (this.#stop.signal.aborted) return;
    this.elected.open();
    if (!this.#options.isCold) this.#leading.start();
  }

  /** Ends the manager because this process no longer leads. A shutdown that has begun does not wait for running work any longer. */
  lose(why: string | undefined): void {
    const error = new LeaderElectionLostError(why);
    this.#fail(error);
    if (this.#phase === 'stopping') this.#abandon.abort(error);
  }

  #fail(error: Error): void {
    if (this.#phase === 'stopping' || this.#phase === 'stopped') {
      safeOnError(this.#options.onError)(error, { stage: 'reconcile', resource: this.#options.managerName });
      return;
    }
    this.#failures.push(error);
    this.#stop.abort(error);
  }

  async #end(parts: LivingParts): Promise<void> {
    const { election, caches, probes } = parts;
    this.#phase = 'stopping';
    // One that does not lead must not begin to while it ends.
    if (!this.elected.isOpen) await election?.stop();
    const isLost = this.#failures.some((error) => error instanceof LeaderElectionLostError);
    try {
      await this.#endWork(parts, isLost ? 0 : this.#options.gracePeriodMs);
    } catch (thrown) {
      this.#failures.push(toError(thrown));
    } finally {
      this.#abandon.abort(new InformerError('Stopped', 'the manager has stopped'));
      await caches.shutdown();
      await probes[Symbol.asyncDispose]();
      // Last: until here, everything was done under the lease.
      await election?.stop();
      this.#phase = 'stopped';
      this.#ended.open();
    }
  }

  /** What needs no leader, then what does, then the events that were recorded about it. */
  async #endWork({ recorder }: LivingParts, graceMs: number): Promise<void> {
    if (graceMs === 0) {
      this.#abandon.abort(new InformerError('Stopped', 'the manager ends at once'));
      void this.#always.stop();
      void this.#leading.stop();
      void recorder[Symbol.asyncDispose]();
      return;
    }
    const timedOut = (): Error =>
      new InformerError('Stopped', `the manager did not end within ${graceMs} ms: something did not finish`);
    const end = async (): Promise<void> => {
      await this.#always.stop();
      await this.#leading.stop();
      await recorder[Symbol.asyncDispose]();
    };
    const limits = { timeoutMs: graceMs < 0 ? undefined : graceMs, clock: this.#options.clock, timedOut };
    await withTimeout((limit) => raceWithAbort(end(), limit), limits);
  }

  /** Ends it if it runs, and resolves when it has ended. */
  async stop(parts: LivingParts): Promise<void> {
    this.#stop.abort(new InformerError('Stopped', 'the manager was disposed of'));
    if (this.#phase === 'new') await this.#end(parts);
    await this.#ended.wait();
  }
}
