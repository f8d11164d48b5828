import { InformerError } from '../../api/informer-error.js';
import type { KubernetesObject, WithManagedFields } from '../../api/object.js';
import { toError } from '../../api/on-error.js';
import type { Resource } from '../../api/resource.js';
import { safeOnError } from '../../api/safe-on-error.js';
import { LinkedAbort, onAbort, raceWithAbort } from '../../async/abort.js';
import type { Clock } from '../../async/clock.js';
import { realClock } from '../../async/clock.js';
import { Latch } from '../../async/latch.js';
import { withTimeout } from '../../async/with-timeout.js';
import type { ResourceCaller } from '../../client/resource-caller.js';
import type { BaseSharedInformerFactory, SharingClient } from '../../factory/shared-informer-factory.js';
import { checkHealth } from '../../informer/health.js';
import type { KeepsManagedFields, ListerWatcher, ListerWatcherOptions } from '../../lister-watcher/lister-watcher.js';
import type { Observable, Observer } from '../../observe/observer.js';
import { Observers } from '../../observe/observers.js';
import { TrackedClient } from '../consistency/tracked-client.js';
import { VersionTracker } from '../consistency/version-tracker.js';
import { EventRecorder } from '../events/event-recorder.js';
import { IntentMemory } from '../helpers/apply-if-changed.js';
import type { ReconcileLoop } from '../loop/reconcile-loop.js';
import { ControllerBuilder } from '../reconcilers/controller-builder.js';
import type { ControllerOptions } from '../reconcilers/controller-builder.js';
import type { ControllerHost, LoopOptions } from '../reconcilers/controller-host.js';
import { errorsTo } from '../reconcilers/log.js';
import { logOnStderr } from '../reconcilers/log-sinks.js';
import { ElectionRunner } from './election-runner.js';
import type { HealthCheck } from './health-checks.js';
import { HealthChecks } from './health-checks.js';
import { HealthServer } from './health-server.js';
import { ManagerCaches } from './manager-caches.js';
import type { ManagerClients } from './manager-clients.js';
import { connectManager } from './manager-clients.js';
import type { LeaderElectionOptions, ManagerOptions } from './manager-options.js';
import { checkNames, LeaderElectionLostError } from './manager-options.js';
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

/** What the controllers of a manager have to do. */
export interface ManagerActivity {
  /** Keys that are ready or being worked on. */
  readonly busy: number;
  /** When the next key that waits becomes ready; undefined when none waits. */
  readonly nextReadyAt: number | undefined;
}

/**
 * Runs the controllers of a program: connects, fills caches, elects a leader, answers probes, and ends it all in order. It
 * starts probes first, then caches, what needs no leader, warm-ups, the election, and, once this process leads, the
 * controllers. It ends in the other order; the lease is held until all work has ended.
 *
 * @example
 * await using manager = await Manager.create({ name: 'widget-operator', client });
 * manager.controller(widgetResource).reconcile(async (widget, { status }) => {
 *   status.set({ readyReplicas: widget.spec.replicas });
 * });
 * await manager.run({ signal }); // until SIGTERM, or the signal
 */
export class Manager implements SharingClient, Observable, AsyncDisposable {
  readonly name: string;
  /** The calls to the server. With an election, writes are kept back unless this process leads. */
  readonly client: ResourceCaller;
  readonly recorder: EventRecorder;
  readonly #options: ManagerOptions;
  readonly #clock: Clock;
  readonly #clients: ManagerClients;
  readonly #caches: ManagerCaches;
  readonly #loops = new Map<string, ReconcileLoop>();
  readonly #healthz = new HealthChecks();
  readonly #readyz = new HealthChecks();
  readonly #intents = new IntentMemory();
  readonly #election: ElectionRunner | undefined;
  readonly #elected = new Latch();
  readonly #failures: Error[] = [];
  /** Aborts when the manager is to end, for whatever reason. */
  readonly #stop = new LinkedAbort();
  /** Aborts when there is no time left to finish. */
  readonly #abandon = new AbortController();
  readonly #observers: Observers;
  readonly #counting: Disposable | undefined;
  readonly #always: RunnableGroup;
  readonly #leading: RunnableGroup;
  #server: HealthServer | undefined;
  #phase: 'new' | 'running' | 'stopping' | 'stopped' = 'new';

  private constructor(given: ManagerOptions, clients: ManagerClients) {
    const { log } = given;
    // Who takes the log takes errors with it, unless told otherwise.
    const options = { ...given, onError: given.onError ?? (log && errorsTo(log)) };
    const { name, clock = realClock, onError } = options;
    this.name = name;
    this.#options = options;
    this.#clock = clock;
    this.#clients = clients;
    const tracker = new VersionTracker();
    this.client = new TrackedClient(clients.writes, tracker, clients.fence);
    const readsOwnWrites = options.readYourWrites !== false;
    const informerOptions = { ...options.informers, clock, onError };
    this.#caches = new ManagerCaches(clients.reads, informerOptions, readsOwnWrites ? tracker : undefined);
    this.recorder = new EventRecorder({ client: clients.writes, controller: name, clock, onError });
    const onFailure = (error: Error): void => this.#fail(error);
    this.#always = new RunnableGroup(this.#abandon.signal, onFailure);
    this.#leading = new RunnableGroup(this.#abandon.signal, onFailure);
    this.#election = this.#newElection();
    this.#observers = new Observers({ name, onError });
    for (const part of [clients.reads, clients.writes, clients.election, clients.fence, this.#election])
      if (part?.observe !== undefined) this.#observers.include(part as Observable);
    this.#observers.include(this.#caches);
    this.#observers.include(this.#intents);
    this.#counting = options.metrics?.observe(this);
    this.#addDefaultChecks();
  }

  /** Connects to the server. Nothing is sent yet. */
  static async create(options: ManagerOptions): Promise<Manager> {
    checkNames(options);
    return new Manager(options, await connectManager(options));
  }

  /** The manager's informers: `new SharedInformerFactory(manager)`, of any generated code, shares them. */
  get informerFactory(): BaseSharedInformerFactory {
    return this.#caches.factory;
  }

  /** Those of metadata alone: `new MetadataSharedInformerFactory(manager)` shares them. */
  get metadataInformerFactory(): BaseSharedInformerFactory {
    return this.#caches.metadataFactory;
  }

  /** Where probes are answered; undefined before the start, and without `http`. */
  get httpPort(): number | undefined {
    return this.#server?.port;
  }

  /** Resolves when this process leads, or at the start without an election. Rejects with the signal's reason. */
  whenElected(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    return this.#elected.wait(options.signal);
  }

  /** Begins to say what a controller of this resource does. */
  controller<T extends KubernetesObject>(resource: Resource<T>, options: ControllerOptions = {}): ControllerBuilder<T> {
    return new ControllerBuilder<T>(this.#host(), resource, options);
  }

  /** Runs something beside the controllers. What it throws ends the manager. */
  add(runnable: Runnable): void {
    if (this.#stop.signal.aborted || this.#phase === 'stopping' || this.#phase === 'stopped')
      throw new InformerError('Stopped', `${runnable.name}: the manager stops, and starts nothing any more`);
    (runnable.needsLeader === false ? this.#always : this.#leading).add(runnable);
  }

  /** Adds a check to `/healthz`: one that fails gets the process restarted. */
  addHealthCheck(name: string, check: HealthCheck): void {
    this.#healthz.add(name, check);
  }

  /** Adds a check to `/readyz`: one that fails takes the process out of service. */
  addReadyCheck(name: string, check: HealthCheck): void {
    this.#readyz.add(name, check);
  }

  listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ListerWatcherOptions & KeepsManagedFields,
  ): ListerWatcher<WithManagedFields<T>>;
  listerWatcher<T extends KubernetesObject>(resource: Resource<T>, options?: ListerWatcherOptions): ListerWatcher<T>;
  listerWatcher<T extends KubernetesObject>(resource: Resource<T>, options?: ListerWatcherOptions): ListerWatcher<T> {
    return this.#clients.reads.listerWatcher(resource, options);
  }

  /**
   * Tells the observer of everything that the manager does, and of what it makes later: its requests, informers, queues,
   * controllers and its election, until what is returned is disposed of.
   *
   * @example
   * using _observing = manager.observe({ reconcileEnded: ({ name }, { key, result }) => console.log(name, key, result) });
   */
  observe(observer: Observer): Disposable {
    return this.#observers.observe(observer);
  }

  /**
   * What the manager is made of and where it stands: what `@informer-gen/runtime/inspect` shows.
   *
   * @example
   * for (const { name, queue } of manager.inspect().controllers) console.log(name, queue.length);
   */
  inspect(): ManagerState {
    return {
      name: this.name,
      phase: this.#phase,
      informers: this.#caches.informers(),
      controllers: [...this.#loops.values()],
      election: this.#election?.state(),
    };
  }

  /** What the controllers have to do now, and next. Of one that does not lead: nothing, whatever its queues hold. */
  activity(): ManagerActivity {
    const loops = this.#elected.isOpen ? [...this.#loops.values()] : [];
    const queues = loops.map(({ queue }) => queue);
    const times = queues.flatMap(({ nextReadyAt }) => nextReadyAt ?? []);
    return {
      busy: queues.reduce((sum, queue) => sum + queue.length + queue.processingLength, 0),
      nextReadyAt: times.length === 0 ? undefined : Math.min(...times),
    };
  }

  /**
   * Runs until a signal ends it and everything has stopped. Rejects when something failed, with a
   * {@link LeaderElectionLostError} when leadership was lost. It never ends the process.
   */
  async run({ signal, signals = ['SIGTERM', 'SIGINT'] }: ManagerRunOptions = {}): Promise<void> {
    if (this.#phase !== 'new') throw new InformerError('AlreadyStarted', 'the manager runs already, or has run');
    this.#phase = 'running';
    const forget = onAbort(signal, () => this.#stop.abort(toError(signal?.reason)));
    const onSignal = (name: NodeJS.Signals): void => this.#stop.abort(new Error(name));
    for (const name of signals) process.once(name, onSignal);
    try {
      await this.#start();
      await new Promise<void>((resolve) => void onAbort(this.#stop.signal, resolve));
    } catch (thrown) {
      if (!this.#stop.signal.aborted) this.#failures.push(toError(thrown));
    } finally {
      forget();
      for (const name of signals) process.off(name, onSignal);
      await this.#end();
    }
    if (this.#failures.length === 1) throw this.#failures[0];
    if (this.#failures.length > 1) throw new AggregateError(this.#failures, 'the manager failed, and so did its end');
  }

  /** Ends it if it runs, and closes its connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new InformerError('Stopped', 'the manager was disposed of'));
    if (this.#phase === 'new') await this.#end();
    await this.#ended.wait();
    this.#counting?.[Symbol.dispose]();
    await this.#clients[Symbol.asyncDispose]();
  }

  readonly #ended = new Latch();

  async #start(): Promise<void> {
    const { signal } = this.#stop;
    const { http, metrics } = this.#options;
    if (http !== undefined) {
      const page = metrics && { metrics: () => metrics.text(), metricsContentType: metrics.contentType };
      this.#server = await HealthServer.start({ ...page, ...http }, { healthz: this.#healthz, readyz: this.#readyz });
    }
    const isCold = this.#election !== undefined && this.#electionOptions().standby === 'cold';
    if (!isCold) await this.#startCaches();
    this.#always.start();
    if (!isCold) await raceWithAbort(this.#leading.warmUp(), signal);
    if (this.#election === undefined) return this.#lead();
    this.#election.start();
    if (!isCold) return;
    await this.#elected.wait(signal);
    await this.#startCaches();
    this.#leading.start();
  }

  async #startCaches(): Promise<void> {
    this.#caches.start(this.#abandon.signal);
    const { cacheSyncTimeoutMs: timeoutMs = 120_000 } = this.#options;
    await withTimeout((signal) => this.#caches.waitForSync(signal), {
      signal: this.#stop.signal,
      timeoutMs,
      clock: this.#clock,
      timedOut: () => this.#notSynced(timeoutMs),
    });
  }

  #notSynced(timeoutMs: number): Error {
    const { reasons } = checkHealth(this.#caches.informers(), { clock: this.#clock });
    const problem = `caches did not sync within ${timeoutMs / 1000} s: ${reasons.join('; ')}`;
    return new InformerError('CacheSync', problem);
  }

  #lead(): void {
    if (this.#stop.signal.aborted) return;
    this.#elected.open();
    if (this.#electionOptions().standby !== 'cold') this.#leading.start();
  }

  async #end(): Promise<void> {
    this.#phase = 'stopping';
    // One that does not lead must not begin to while it ends.
    if (!this.#elected.isOpen) await this.#election?.stop();
    const { gracePeriodMs = 30_000 } = this.#options;
    const isLost = this.#failures.some((error) => error instanceof LeaderElectionLostError);
    try {
      await this.#endWithin(isLost ? 0 : gracePeriodMs);
    } catch (thrown) {
      this.#failures.push(toError(thrown));
    } finally {
      this.#abandon.abort(new InformerError('Stopped', 'the manager has stopped'));
      await this.#caches.shutdown();
      await this.#server?.[Symbol.asyncDispose]();
      // Last: until here, everything was done under the lease.
      await this.#election?.stop();
      this.#phase = 'stopped';
      this.#ended.open();
    }
  }

  async #endWithin(graceMs: number): Promise<void> {
    if (graceMs === 0) {
      this.#abandon.abort(new InformerError('Stopped', 'the manager ends at once'));
      void this.#always.stop();
      void this.#leading.stop();
      void this.recorder[Symbol.asyncDispose]();
      return;
    }
    const timedOut = (): Error =>
      new InformerError('Stopped', `the manager did not end within ${graceMs} ms: something did not finish`);
    const end = async (): Promise<void> => {
      await this.#always.stop();
      await this.#leading.stop();
      await this.recorder[Symbol.asyncDispose]();
    };
    const limits = { timeoutMs: graceMs < 0 ? undefined : graceMs, clock: this.#clock, timedOut };
    await withTimeout((limit) => raceWithAbort(end(), limit), limits);
  }

  #fail(error: Error): void {
    if (this.#phase === 'stopping' || this.#phase === 'stopped') {
      safeOnError(this.#options.onError)(error, { stage: 'reconcile', resource: this.name });
      return;
    }
    this.#failures.push(error);
    this.#stop.abort(error);
  }

  #newElection(): ElectionRunner | undefined {
    const { leaderElection = false, onError } = this.#options;
    if (leaderElection === false) return undefined;
    const { election: client, writes, fence } = this.#clients;
    return new ElectionRunner({
      managerName: this.name,
      election: this.#electionOptions(),
      client,
      writes,
      fence,
      clock: this.#clock,
      onError,
      onElected: () => this.#lead(),
      onLost: () => this.#fail(new LeaderElectionLostError()),
    });
  }

  #electionOptions(): LeaderElectionOptions {
    const { leaderElection } = this.#options;
    return typeof leaderElection === 'object' ? leaderElection : {};
  }

  #addDefaultChecks(): void {
    this.#healthz.add('ping', () => {});
    if (this.#election !== undefined) this.#healthz.add('leader-election', () => this.#election?.check());
    this.#readyz.add('caches', () => {
      const isStandby = this.#electionOptions().standby === 'cold' && !this.#elected.isOpen;
      const { ready, reasons } = checkHealth(this.#caches.informers(), { clock: this.#clock });
      if (!ready && !isStandby) throw new Error(reasons.join('; '));
    });
  }

  #host(): ControllerHost {
    const { fieldManager = this.name, readYourWrites = {}, onReconciled, onError, log = logOnStderr } = this.#options;
    return {
      clock: this.#clock,
      onError,
      log,
      client: this.client,
      observers: this.#observers,
      fieldManager,
      intents: this.#intents,
      readYourWrites,
      onReconciled,
      informer: (resource, selection) => this.#caches.informer(resource, selection),
      existingInformer: (resource) => this.#caches.existing(resource),
      record: (resource, object, note) => this.recorder.record(resource, object, note),
      addLoop: (loop, options) => this.#addLoop(loop, options),
    };
  }

  #addLoop(loop: ReconcileLoop, { warmUp = false }: LoopOptions): void {
    if (this.#loops.has(loop.name))
      throw new InformerError(
        'Configuration',
        `there is a controller ${loop.name} already: give this one another name`,
      );
    this.#loops.set(loop.name, loop);
    this.#observers.include(loop);
    this.add({
      name: loop.name,
      run: (options) => loop.run(options),
      ...(warmUp && { warmUp: (options) => loop.warmUp(options) }),
    });
  }
}
