import { InformerError } from '../api/informer-error.js';
import type { KubernetesObject } from '../api/object.js';
import type { ErrorStage, OnError } from '../api/on-error.js';
import { callSafely } from '../api/call-safely.js';
import type { Resource } from '../api/resource.js';
import { resourceName } from '../api/resource.js';
import { safeOnError } from '../api/safe-on-error.js';
import { Controller } from './controller.js';
import { InformerObservation } from './informer-observation.js';
import { newQueue } from './new-queue.js';
import { NotificationOfEach } from './notification.js';
import type { Notification } from './notification.js';
import type { ProcessContext } from './process-deltas.js';
import { processDeltas, processInBatch } from './process-deltas.js';
import type { ListerWatcher } from '../lister-watcher/lister-watcher.js';
import type { Observer } from '../observe/observer.js';
import type { Deltas } from '../queue/delta.js';
import type { Queue, TransformFunc } from '../queue/queue.js';
import { Reflector } from '../reflector/reflector.js';
import type { ReflectorOptions, WatchErrorHandler } from '../reflector/reflector-options.js';
import { checkReflectorNumbers } from '../reflector/reflector-options.js';
import { metaNamespaceIndexFunc, namespaceIndex, ObjectIndexer } from '../store/indexer.js';
import type { IndexReader, Indexers, StoreReader } from '../store/store.js';
import { compareResourceVersions, isWellFormedResourceVersion } from '../api/resource-version.js';
import { OverlaidReader } from './read-overlay.js';
import { StoreWaiters } from './store-waiters.js';
import type { Clock } from '../async/clock.js';
import { realClock } from '../async/clock.js';
import { withEitherSignal } from '../async/abort.js';
import { Latch } from '../async/latch.js';
import { withTimeout } from '../async/with-timeout.js';
import type { ResourceEventHandler } from '../api/event-handler.js';
import type { SharedIndexInformerOptions } from './informer-options.js';
import type { InformerStatus } from './informer-status.js';
import { describeUnsynced } from './informer-status.js';
import { behind } from './behind.js';
import { backlogLimits } from './backlog-options.js';
import { GatedSource } from './gated-source.js';
import { ReadingGate } from './reading-gate.js';
import { CacheMutationDetector, mutationDetectionFromEnv } from './mutation-guard.js';
import type { InformerReflector } from './namespaced-source.js';
import { NamespacedSource } from './namespaced-source.js';
import { HandlerRegistration } from './handler-registration.js';
import { ProcessorListener } from './processor-listener.js';
import type {
  AddEventHandlerOptions,
  ControllerView,
  ResourceEventHandlerRegistration,
  SharedIndexInformer,
  SharedInformer,
  WaitOptions,
} from './shared-informer.js';
import { effectiveResyncPeriodMs, SharedProcessor } from './shared-processor.js';
import { noneNegative } from '../async/not-negative.js';

const MIN_RESYNC_PERIOD_MS = 1000;

/** A {@link SharedIndexInformer} that makes the stages of the pipeline, connects them and owns them. */
class PipelineInformer<T extends KubernetesObject> implements SharedIndexInformer<T> {
  readonly #source: ListerWatcher<T> | NamespacedSource<T>;
  readonly #resource: Resource<T>;
  readonly #options: SharedIndexInformerOptions<T>;
  readonly #name: string;
  readonly #clock: Clock;
  readonly #onError: OnError;
  readonly #indexer: ObjectIndexer<T>;
  readonly #processor: SharedProcessor<T>;
  readonly #detector: CacheMutationDetector<T>;
  readonly #gate = new ReadingGate();
  readonly #observation: InformerObservation;
  readonly #reader: IndexReader<T>;
  readonly #storeWaiters = new StoreWaiters();
  readonly #synced = new Latch();
  readonly #statusCallbacks = new Set<(status: InformerStatus) => unknown>();
  readonly #defaultResyncPeriodMs: number;
  #transform: TransformFunc<T> | undefined;
  #watchErrorHandler: WatchErrorHandler | undefined;
  /** How often the reflector asks whether a handler is due: the shortest period of all, until the start. */
  #resyncCheckPeriodMs: number;
  #reflector: InformerReflector | undefined;
  #queue: { readonly length: number } | undefined;
  #proveWithinMs = Infinity;
  #started = false;
  #stopped = false;
  /** Aborts when it has stopped: it will not sync any more. */
  readonly #end = new AbortController();

  constructor(
    source: ListerWatcher<T> | NamespacedSource<T>,
    resource: Resource<T>,
    options: SharedIndexInformerOptions<T>,
  ) {
    if (source instanceof NamespacedSource && options.queue === 'DeltaFIFO')
      throw new TypeError('an informer of several namespaces needs the RealFIFO queue: leave `queue` out');
    checkReflectorNumbers({ ...options.reflector, resyncPeriodMs: options.resyncPeriodMs });
    this.#source = source;
    this.#resource = resource;
    this.#options = options;
    this.#name = options.name ?? resourceName(resource);
    this.#clock = options.clock ?? realClock;
    this.#onError = safeOnError(options.onError);
    this.#transform = options.transform;
    this.#watchErrorHandler = options.watchErrorHandler;
    this.#defaultResyncPeriodMs = this.#resyncCheckPeriodMs = options.resyncPeriodMs ?? 0;
    this.#processor = new SharedProcessor(this.#clock);
    this.#observation = new InformerObservation({
      name: this.#name,
      resource,
      clock: this.#clock,
      onError: this.#onError,
      status: () => this.status,
      size: () => this.#indexer.size,
      queued: () => this.#queue?.length ?? 0,
      storeResourceVersion: () => this.lastStoreSyncResourceVersion(),
    });
    this.#indexer = new ObjectIndexer<T>(
      { [namespaceIndex]: metaNamespaceIndexFunc, ...options.indexers },
      { onIndexError: (error) => this.#report(error, 'index', error.key), projection: resource.projection },
    );
    this.#detector = new CacheMutationDetector<T>({
      mode: options.mutationDetection ?? mutationDetectionFromEnv(process.env),
      keyOf: (object) => this.#indexer.keyOf(object),
      onMutation: (error) => this.#report(error, 'mutation', error.key),
      clock: this.#clock,
    });
    this.#reader = options.overlay ? new OverlaidReader<T>(this.#indexer, options.overlay) : this.#indexer;
    options.overlay?.attach(this);
  }

  get indexer(): IndexReader<T> {
    return this.#reader;
  }

  getIndexer(): IndexReader<T> {
    return this.#reader;
  }

  getStore(): StoreReader<T> {
    return this.#indexer;
  }

  getController(): ControllerView {
    return this;
  }

  get status(): InformerStatus {
    const { heldUp } = this.#gate;
    return {
      ...(this.#reflector?.status ?? this.#idleStatus()),
      synced: this.hasSynced(),
      queued: this.#queue?.length ?? 0,
      handlers: this.#processor.statuses,
      ...(heldUp && { heldUp }),
    };
  }

  onStatus(callback: (status: InformerStatus) => void): () => void {
    const entry = (status: InformerStatus): unknown => callback(status);
    this.#statusCallbacks.add(entry);
    return () => void this.#statusCallbacks.delete(entry);
  }

  observe(observer: Observer): Disposable {
    return this.#observation.observers.observe(observer);
  }

  async run({ signal }: { signal: AbortSignal }): Promise<void> {
    if (this.#started)
      return this.#report(
        new InformerError('AlreadyStarted', 'the informer runs already, or has run; it runs only once'),
        'process',
      );
    this.#started = true;
    const queue = this.#newQueue();
    this.#queue = queue;
    const stopListening = queue.onSynced(() => {
      this.#synced.open();
      this.#processor.upstreamHasSynced();
    });
    const controller = this.#newController(queue);
    this.#processor.start();
    try {
      await withEitherSignal([signal], (linked) => controller.run({ signal: linked }));
    } finally {
      this.#stopped = true;
      stopListening();
      this.#detector.stop();
      const reason = new InformerError('CacheSync', `not synced: ${describeUnsynced(this.status)}`);
      this.#end.abort(reason);
      // Only now: until the controller has ended it may still have something to tell.
      await this.#processor.stop(reason);
    }
  }

  hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  whenSynced(options: WaitOptions = {}): Promise<void> {
    const timedOut = (): Error =>
      new InformerError(
        'CacheSync',
        `timed out after ${options.timeoutMs} ms waiting for ${describeUnsynced(this.status)}`,
      );
    return withEitherSignal([this.#end.signal, options.signal], (either) =>
      withTimeout((signal) => this.#synced.wait(signal), {
        timeoutMs: options.timeoutMs,
        signal: either,
        clock: this.#clock,
        timedOut,
      }),
    );
  }

  lastSyncResourceVersion(): string {
    return this.#reflector?.lastSyncResourceVersion() ?? '';
  }

  lastStoreSyncResourceVersion(): string {
    return this.#indexer.lastStoreSyncResourceVersion();
  }

  waitForResourceVersion(resourceVersion: string, options: WaitOptions = {}): Promise<void> {
    if (!isWellFormedResourceVersion(resourceVersion)) return Promise.resolve();
    let highest = '';
    return this.waitForStore(() => {
      const version = this.lastStoreSyncResourceVersion();
      if (!isWellFormedResourceVersion(version)) return false;
      if (highest !== '' && compareResourceVersions(version, highest) < 0) return true;
      highest = version;
      return compareResourceVersions(version, resourceVersion) >= 0;
    }, options);
  }

  waitForStore(condition: () => boolean, options: WaitOptions = {}): Promise<void> {
    const timedOut = (): Error =>
      new InformerError(
        'StaleCache',
        `${this.#name}: the cache is at version ${this.lastStoreSyncResourceVersion() || 'none'}, and did not reach what ` +
          `was waited for within ${options.timeoutMs} ms`,
      );
    return withEitherSignal([this.#end.signal, options.signal], (either) =>
      withTimeout((signal) => this.#storeWaiters.wait(condition, signal), {
        timeoutMs: options.timeoutMs,
        signal: either,
        clock: this.#clock,
        timedOut,
      }),
    );
  }

  proveWithin(maxStaleMs: number): void {
    this.#proveWithinMs = Math.min(this.#proveWithinMs, maxStaleMs);
    this.#reflector?.proveWithin(maxStaleMs);
  }

  isStopped(): boolean {
    return this.#stopped;
  }

  setTransform(transform: TransformFunc<T>): void {
    this.#mustNotHaveStarted('setTransform');
    this.#transform = transform;
  }

  setWatchErrorHandler(handler: WatchErrorHandler): void {
    this.#mustNotHaveStarted('setWatchErrorHandler');
    this.#watchErrorHandler = handler;
  }

  addIndexers(indexers: Indexers<T>): void {
    if (this.#stopped) throw new InformerError('Stopped', `${this.#name}: addIndexers: the informer has stopped`);
    this.#indexer.addIndexers(indexers);
  }

  addEventHandlerWithResyncPeriod(
    handler: ResourceEventHandler<T>,
    resyncPeriodMs: number,
  ): ResourceEventHandlerRegistration {
    return this.addEventHandler(handler, { resyncPeriodMs });
  }

  addEventHandler(
    handler: ResourceEventHandler<T>,
    options: AddEventHandlerOptions = {},
  ): ResourceEventHandlerRegistration {
    if (this.#stopped) throw new InformerError('Stopped', `${this.#name}: addEventHandler: the informer has stopped`);
    noneNegative(options, 'resyncPeriodMs', 'timeoutMs');
    const requestedMs = this.#requestedResyncPeriodMs(options.resyncPeriodMs ?? this.#defaultResyncPeriodMs);
    const listener = new ProcessorListener<T>(handler, {
      name: options.name ?? nameOf(handler, this.#processor.size),
      requestedResyncPeriodMs: requestedMs,
      resyncPeriodMs: effectiveResyncPeriodMs(requestedMs, this.#resyncCheckPeriodMs),
      clock: this.#clock,
      limits: backlogLimits(options.backlog),
      timeoutMs: options.timeoutMs,
      gate: this.#gate,
      observation: this.#observation,
      onError: (error, handlerName) => this.#reportHandler(error, handlerName),
      onBehind: (status) => this.#reportHandler(behind(status, this.#processor.statuses), status.name),
    });
    const cached = this.#started ? this.#indexer.list() : [];
    const add = (object: T): Notification<T> => ({ type: 'add', object, isInInitialList: true });
    this.#processor.add(listener, new NotificationOfEach(cached, add));
    if (this.hasSynced()) listener.upstreamHasSynced();
    return new HandlerRegistration(listener, this.#processor);
  }

  removeEventHandler(registration: ResourceEventHandlerRegistration): void {
    this.#own(registration).remove();
  }

  shutDownEventHandler(registration: ResourceEventHandlerRegistration): Promise<void> {
    return this.#own(registration)[Symbol.asyncDispose]();
  }

  #own(registration: ResourceEventHandlerRegistration): HandlerRegistration<T> {
    if (registration instanceof HandlerRegistration && registration.belongsTo(this.#processor))
      return registration as HandlerRegistration<T>;
    throw new InformerError('ForeignRegistration', `${this.#name}: that registration is not of this informer`);
  }

  /** A handler may shorten the informer's own period until that has started; afterwards the informer's is the limit. */
  #requestedResyncPeriodMs(wishedMs: number): number {
    if (wishedMs === 0) return 0;
    const requestedMs = Math.max(wishedMs, MIN_RESYNC_PERIOD_MS);
    if (requestedMs >= this.#resyncCheckPeriodMs) return requestedMs;
    if (this.#started) return this.#resyncCheckPeriodMs;
    this.#resyncCheckPeriodMs = requestedMs;
    this.#processor.resyncCheckPeriodChanged(requestedMs);
    return requestedMs;
  }

  #newQueue(): ReturnType<typeof newQueue<T>> {
    const transform = this.#transform;
    const detector = this.#detector;
    const guards = (this.#options.mutationDetection ?? mutationDetectionFromEnv(process.env)) !== 'off';
    const apply: TransformFunc<T> | undefined = guards
      ? (object) => detector.guard(transform ? transform(object) : object)
      : transform;
    return newQueue<T>({
      indexer: this.#indexer,
      kind: this.#options.queue,
      transform: apply,
      onTransformError: (error) => this.#report(error, 'transform', error.key),
    });
  }

  #newController(queue: Queue<T>): Controller<T> {
    const context: ProcessContext<T> = {
      indexer: this.#indexer,
      distribute: (notifications, known) => {
        const changes = known?.changes ?? notifications;
        if (changes.length > 0) this.#observation.observers.on?.eventsTold?.(this.#observation.subject, changes);
        return this.#processor.distribute(notifications, known);
      },
      onSkipped: (error, key) => this.#report(error, 'store', key),
    };
    this.#reflector = this.#newReflector(queue);
    this.#reflector.proveWithin(this.#proveWithinMs);
    return new Controller<T>({
      queue,
      reflector: this.#reflector,
      process: (deltas, isInInitialList) =>
        this.#observed(deltas, () => processDeltas(context, deltas, isInInitialList)),
      processBatch: (deltas, isInInitialList, keys) =>
        this.#observed(deltas, () => processInBatch(context, deltas, isInInitialList, keys)),
      onError: this.#onError,
      name: this.#name,
    });
  }

  #observed(deltas: Deltas<T>, process: () => void | Promise<void>): void | Promise<void> {
    const startedAt = this.#observation.begin();
    const pending = process();
    return pending ? pending.then(() => this.#stored(deltas, startedAt)) : this.#stored(deltas, startedAt);
  }

  #stored(deltas: Deltas<T>, startedAt: number | undefined): void {
    this.#observation.stored(deltas, startedAt);
    this.#storeWaiters.look();
  }

  #newReflector(queue: Queue<T>): InformerReflector {
    const options: ReflectorOptions<T> = {
      ...this.#options.reflector,
      name: this.#name,
      resource: this.#resource,
      clock: this.#clock,
      onError: this.#onError,
      resyncPeriodMs: this.#resyncCheckPeriodMs,
      shouldResync: () => this.#processor.shouldResync(),
      watchErrorHandler: this.#watchErrorHandler,
      onStatus: () => this.#reportStatus(),
    };
    const gated = (source: ListerWatcher<T>, namespace?: string): ListerWatcher<T> =>
      new GatedSource(this.#observation.source(source, namespace), this.#gate);
    if (this.#source instanceof NamespacedSource) return this.#source.attach(queue, options, gated);
    const reflector = new Reflector<T>(gated(this.#source), queue, options);
    const resource = this.#name;
    return {
      run: (runOptions) => reflector.run(runOptions),
      lastSyncResourceVersion: () => reflector.lastSyncResourceVersion(),
      proveWithin: (maxStaleMs) => reflector.proveWithin(maxStaleMs),
      get status() {
        return { ...reflector.status, resource, synced: false };
      },
    };
  }

  #reportStatus(): void {
    const isObserved = this.#observation.observers.on !== undefined;
    if (!this.#reflector || (this.#statusCallbacks.size === 0 && !isObserved)) return;
    const { status } = this;
    if (isObserved) this.#observation.statusChanged(status);
    for (const callback of this.#statusCallbacks) {
      callSafely(
        () => callback(status),
        (error) => this.#report(error, 'handler'),
      );
    }
  }

  #idleStatus(): InformerStatus {
    return {
      phase: 'idle',
      since: this.#clock.now(),
      resourceVersion: '',
      relists: {},
      resource: this.#name,
      synced: false,
    };
  }

  #mustNotHaveStarted(method: string): void {
    if (this.#started)
      throw new InformerError('AlreadyStarted', `${this.#name}: ${method}: the informer has already started`);
  }

  #reportHandler(error: Error, handler: string): void {
    this.#onError(error, { stage: 'handler', resource: this.#name, handler });
  }

  #report(error: Error, stage: ErrorStage, key?: string): void {
    this.#onError(error, { stage, resource: this.#name, key });
  }
}

function nameOf<T>(handler: ResourceEventHandler<T>, position: number): string {
  const constructorName = (handler.constructor as { name?: string } | undefined)?.name;
  return constructorName && constructorName !== 'Object' ? constructorName : `#${position}`;
}

/**
 * A shared informer for one resource. See {@link SharedIndexInformer} for what it promises.
 *
 * @example
 * const informer = newSharedIndexInformer(client.listerWatcher(podResource), podResource, {
 *   indexers: { byNode: (pod) => [pod.spec?.nodeName ?? ''] },
 * });
 * void informer.run({ signal });
 * await informer.whenSynced({ signal });
 * informer.indexer.byIndex('byNode', 'node-1').length; // → 1
 */
export function newSharedIndexInformer<T extends KubernetesObject>(
  source: ListerWatcher<T> | NamespacedSource<T>,
  resource: Resource<T>,
  options: SharedIndexInformerOptions<NoInfer<T>> = {},
): SharedIndexInformer<T> {
  return new PipelineInformer(source, resource, options);
}

/**
 * The same, seen without its indexes.
 *
 * @example
 * const informer = newSharedInformer(client.listerWatcher(podResource), podResource);
 * informer.addEventHandler({ onAdd: (pod) => console.log(pod.metadata.name) });
 * void informer.run({ signal });
 */
export function newSharedInformer<T extends KubernetesObject>(
  source: ListerWatcher<T>,
  resource: Resource<T>,
  options: SharedIndexInformerOptions<NoInfer<T>> = {},
): SharedInformer<T> {
  return new PipelineInformer(source, resource, options);
}
