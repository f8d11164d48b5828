import type { KubernetesObject, WithManagedFields } from '../../api/object.js';
import type { Resource } from '../../api/resource.js';
import type { UnknownViews, WriteViews } from '../../api/write-views.js';
import type { Clock } from '../../async/clock.js';
import { calendarTime, realClock } from '../../async/clock.js';
import type { ResourceCaller } from '../../client/api-client.js';
import type { BaseSharedInformerFactory, SharingClient } from '../../factory/shared-informer-factory.js';
import type { KeepsManagedFields, ListerWatcher, ListerWatcherOptions } from '../../source/lister-watcher.js';
import type { Observable, Observer } from '../../observe/observer.js';
import { Observers } from '../../observe/observers.js';
import { TrackedClient } from '../consistency/track-writes.js';
import { VersionTracker } from '../consistency/version-tracker.js';
import { EventRecorder } from '../events/event-recorder.js';
import { IntentMemory } from '../helpers/apply-if-changed.js';
import type { StatusOf, WholeOf } from '../helpers/status-types.js';
import { KnownChildren } from '../reconcile/child-memory.js';
import { ControllerBuilder } from '../reconcile/controller-builder.js';
import type { ControllerOptions } from '../reconcile/controller-builder.js';
import type { ControllerHost } from '../reconcile/controller-host.js';
import { errorsTo } from '../reconcile/log.js';
import { logOnStderr } from '../reconcile/log-sinks.js';
import { ElectionRunner } from './election-runner.js';
import type { HealthCheck } from './health-checks.js';
import { ManagerCaches } from './manager-caches.js';
import type { ManagerClients } from './manager-clients.js';
import { connectManager } from './manager-clients.js';
import { ManagerControllers } from './manager-controllers.js';
import type { ManagerActivity } from './manager-controllers.js';
import { ManagerLifecycle } from './manager-lifecycle.js';
import type { LivingParts, ManagerRunOptions } from './manager-lifecycle.js';
import type { LeaderElectionOptions, ManagerOptions } from './manager-options.js';
import { checkOptions } from './manager-options.js';
import { ManagerProbes } from './manager-probes.js';
import type { ManagerState } from './manager-state.js';
import type { Runnable } from './runnable-group.js';

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
  readonly #intents = new IntentMemory();
  readonly #children = new KnownChildren();
  readonly #observers: Observers;
  readonly #counting: Disposable | undefined;
  readonly #election: ElectionRunner | undefined;
  readonly #probes: ManagerProbes;
  readonly #controllers: ManagerControllers;
  readonly #lifecycle: ManagerLifecycle;
  readonly #parts: LivingParts;

  private constructor(given: ManagerOptions, clients: ManagerClients) {
    const { log } = given;
    // Who takes the log takes errors with it, unless told otherwise.
    const options = { ...given, onError: given.onError ?? (log && errorsTo(log)) };
    const { name, clock = realClock, random, onError } = options;
    this.name = name;
    this.#options = options;
    this.#clock = clock;
    this.#clients = clients;
    const tracker = new VersionTracker();
    this.client = new TrackedClient(clients.writes, tracker, clients.fence);
    const readsOwnWrites = options.readYourWrites !== false;
    const informerOptions = { ...options.informers, clock: options.informers?.clock ?? clock, random, onError };
    this.#caches = new ManagerCaches(clients.reads, informerOptions, readsOwnWrites ? tracker : undefined);
    this.recorder = new EventRecorder({ client: clients.events, controller: name, clock, random, onError });
    this.#lifecycle = this.#newLifecycle();
    this.#election = this.#newElection();
    this.#probes = this.#newProbes();
    this.#parts = { caches: this.#caches, election: this.#election, recorder: this.recorder, probes: this.#probes };
    this.#observers = this.#newObservers();
    this.#controllers = new ManagerControllers(this.#observers, (runnable) => this.add(runnable));
    this.#counting = options.metrics?.observe(this);
  }

  /** Connects to the server. Nothing is sent yet. */
  static async create(options: ManagerOptions): Promise<Manager> {
    checkOptions(options);
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
    return this.#probes.port;
  }

  /**
   * Returns the time of the manager's clock in milliseconds since the epoch, as `Date.now()` does for the machine's: virtual time in tests.
   */
  now(): number {
    return calendarTime(this.#clock);
  }

  /** Resolves when this process leads, or at the start without an election. Rejects with the signal's reason. */
  whenElected(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    return this.#lifecycle.elected.wait(options.signal);
  }

  /** Begins to say what a controller of this resource does. */
  controller<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    options: ControllerOptions = {},
  ): ControllerBuilder<T, StatusOf<WholeOf<T, W>>> {
    return new ControllerBuilder<T, StatusOf<WholeOf<T, W>>>(this.#host(), resource, options);
  }

  /** Runs something beside the controllers. What it throws ends the manager. */
  add(runnable: Runnable): void {
    this.#lifecycle.add(runnable);
  }

  /** Adds a check to `/healthz`: one that fails gets the process restarted. */
  addHealthCheck(name: string, check: HealthCheck): void {
    this.#probes.healthz.add(name, check);
  }

  /** Adds a check to `/readyz`: one that fails takes the process out of service. */
  addReadyCheck(name: string, check: HealthCheck): void {
    this.#probes.readyz.add(name, check);
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
      phase: this.#lifecycle.phase,
      informers: this.#caches.informers(),
      controllers: this.#controllers.loops,
      election: this.#election?.state(),
    };
  }

  /** What the controllers have to do now, and next. Of one that does not lead: nothing, whatever its queues hold. */
  activity(): ManagerActivity {
    if (!this.#lifecycle.elected.isOpen) return { busy: 0, nextReadyAt: undefined };
    return this.#controllers.activity();
  }

  /**
   * Runs until a signal ends it and everything has stopped. Rejects when something failed, with a
   * {@link LeaderElectionLostError} when leadership was lost. It never ends the process.
   */
  run(options: ManagerRunOptions = {}): Promise<void> {
    return this.#lifecycle.run(this.#parts, options);
  }

  /** Ends it if it runs, and closes its connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lifecycle.stop(this.#parts);
    this.#counting?.[Symbol.dispose]();
    await this.#clients[Symbol.asyncDispose]();
  }

  #newLifecycle(): ManagerLifecycle {
    const { cacheSyncTimeoutMs = 120_000, gracePeriodMs = 30_000, onError } = this.#options;
    const isCold = this.#electionOptions()?.standby === 'cold';
    const clock = this.#clock;
    return new ManagerLifecycle({
      managerName: this.name,
      isCold,
      cacheSyncTimeoutMs,
      gracePeriodMs,
      clock,
      onError,
    });
  }

  #newElection(): ElectionRunner | undefined {
    const election = this.#electionOptions();
    if (election === undefined) return undefined;
    const { election: client, events, fence } = this.#clients;
    return new ElectionRunner({
      managerName: this.name,
      election,
      client,
      events,
      fence,
      clock: this.#clock,
      random: this.#options.random,
      onError: this.#options.onError,
      onElected: () => this.#lifecycle.lead(),
      onLost: (why) => this.#lifecycle.lose(why),
    });
  }

  /** Undefined where nobody is elected. */
  #electionOptions(): LeaderElectionOptions | undefined {
    const { leaderElection = false } = this.#options;
    if (leaderElection === false) return undefined;
    return leaderElection === true ? {} : leaderElection;
  }

  #newProbes(): ManagerProbes {
    const { http, metrics } = this.#options;
    const isCold = this.#electionOptions()?.standby === 'cold';
    return new ManagerProbes({
      http,
      metrics,
      caches: this.#caches,
      election: this.#election,
      isColdStandby: () => isCold && !this.#lifecycle.elected.isOpen,
      clock: this.#clock,
    });
  }

  #newObservers(): Observers {
    const { reads, writes, election, fence } = this.#clients;
    const observers = new Observers({ name: this.name, onError: this.#options.onError });
    for (const part of [reads, writes, election, fence, this.#election])
      if (part?.observe !== undefined) observers.include(part as Observable);
    observers.include(this.#caches);
    observers.include(this.#intents);
    return observers;
  }

  #host(): ControllerHost {
    const { fieldManager = this.name, readYourWrites = {}, onReconciled, onError, log = logOnStderr } = this.#options;
    return {
      clock: this.#clock,
      random: this.#options.random,
      onError,
      log,
      client: this.client,
      observers: this.#observers,
      fieldManager,
      intents: this.#intents,
      children: this.#children,
      readYourWrites,
      onReconciled,
      informer: (resource, selection) => this.#caches.informer(resource, selection),
      selectorsOf: (selection) => this.#caches.selectorsOf(selection),
      isSelective: (informer) => this.#caches.isSelective(informer),
      toCached: (resource, object) => this.#caches.toCached(resource, object),
      existingInformer: (resource) => this.#caches.existing(resource),
      record: (resource, object, note) => this.recorder.record(resource, object, note),
      addLoop: (loop, options) => {
        this.#controllers.add(loop, options);
        this.#probes.watch(loop);
      },
    };
  }
}
