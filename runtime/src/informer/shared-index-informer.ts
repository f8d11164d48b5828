import type { ResourceEventHandler } from '../api/handler.js';
import { InformerError } from '../api/informer-error.js';
import type { KubernetesObject } from '../api/object.js';
import type { ErrorStage } from '../api/on-error.js';
import type { Resource } from '../api/resource.js';
import { resourceName } from '../api/resource.js';
import { safeOnError } from '../api/safe-on-error.js';
import { withEitherSignal } from '../async/abort.js';
import { realClock } from '../async/clock.js';
import type { ListerWatcher } from '../source/lister-watcher.js';
import type { Observer } from '../observe/observer.js';
import type { TransformFunc } from '../queue/queue.js';
import type { WatchErrorHandler } from '../reflector/reflector-options.js';
import { checkReflectorNumbers } from '../reflector/reflector-options.js';
import type { ReflectorStatus } from '../reflector/reflector-status.js';
import { metaNamespaceIndexFunc, namespaceIndex, ObjectIndexer } from '../store/indexer.js';
import type { IndexReader, Indexers, StoreReader } from '../store/store.js';
import { EventHandlers } from '../delivery/event-handlers.js';
import { InformerObservation } from './informer-observation.js';
import type { SharedIndexInformerOptions } from './informer-options.js';
import type { Pipeline, PipelineParts } from './pipeline.js';
import { newPipeline } from './pipeline.js';
import type { InformerStatus } from './informer-status.js';
import { InformerWaits } from './waits.js';
import { CacheMutationDetector, mutationDetectionFromEnv } from './mutation-detector.js';
import { NamespacedSource } from './namespaced-source.js';
import { OverlaidReader } from './read-overlay.js';
import { StatusCallbacks } from './status-callbacks.js';
import type { ControllerView, SharedIndexInformer, SharedInformer, WaitOptions } from './shared-informer.js';
import type { AddEventHandlerOptions, ResourceEventHandlerRegistration } from '../delivery/event-handlers.js';

/** A {@link SharedIndexInformer} that owns the stages of a pipeline, from its start to its end. */
class PipelineInformer<T extends KubernetesObject> implements SharedIndexInformer<T> {
  readonly #parts: PipelineParts<T>;
  readonly #reader: IndexReader<T>;
  readonly #statusCallbacks: StatusCallbacks;
  #transform: TransformFunc<T> | undefined;
  #watchErrorHandler: WatchErrorHandler | undefined;
  #pipeline: Pipeline<T> | undefined;
  #proveWithinMs = Infinity;
  #stopped = false;

  constructor(
    source: ListerWatcher<T> | NamespacedSource<T>,
    resource: Resource<T>,
    options: SharedIndexInformerOptions<T>,
  ) {
    if (source instanceof NamespacedSource && options.queue === 'DeltaFIFO')
      throw new TypeError('an informer of several namespaces needs the RealFIFO queue: leave `queue` out');
    checkReflectorNumbers({ ...options.reflector, resyncPeriodMs: options.resyncPeriodMs });
    this.#transform = options.transform;
    this.#watchErrorHandler = options.watchErrorHandler;
    this.#parts = this.#newParts(source, resource, options);
    const { indexer, clock, report } = this.#parts;
    this.#statusCallbacks = new StatusCallbacks({
      clock,
      status: () => this.status,
      onError: (error) => report(error, 'handler'),
    });
    this.#reader = options.overlay ? new OverlaidReader<T>(indexer, options.overlay) : indexer;
    options.overlay?.attach(this, (namespace) => this.#versionIn(namespace));
  }

  get indexer(): IndexReader<T> {
    return this.#reader;
  }

  getIndexer(): IndexReader<T> {
    return this.#reader;
  }

  getStore(): StoreReader<T> {
    return this.#parts.indexer;
  }

  getController(): ControllerView {
    return this;
  }

  get status(): InformerStatus {
    const { processor, gate } = this.#parts.handlers;
    const { heldUp } = gate;
    return {
      ...(this.#pipeline?.reflector.status ?? this.#idleStatus()),
      synced: this.hasSynced(),
      queued: this.#pipeline?.queue.length ?? 0,
      handlers: processor.statuses,
      ...(heldUp && { heldUp }),
    };
  }

  onStatus(callback: (status: InformerStatus) => void): () => void {
    return this.#statusCallbacks.add(callback);
  }

  observe(observer: Observer): Disposable {
    return this.#parts.observation.observers.observe(observer);
  }

  async run({ signal }: { signal: AbortSignal }): Promise<void> {
    const { report, handlers, detector, waits } = this.#parts;
    if (this.#pipeline !== undefined)
      return report(
        new InformerError('AlreadyStarted', 'the informer runs already, or has run; it runs only once'),
        'process',
      );
    const { queue, reflector, controller } = (this.#pipeline = this.#newPipeline());
    reflector.proveWithin(this.#proveWithinMs);
    const stopListening = queue.onSynced(() => {
      waits.synced();
      handlers.processor.upstreamHasSynced();
    });
    handlers.processor.start();
    try {
      await withEitherSignal([signal], (linked) => controller.run({ signal: linked }));
    } finally {
      this.#stopped = true;
      stopListening();
      detector.stop();
      this.#statusCallbacks.flush();
      const reason = waits.end();
      // Only now: until the controller has ended it may still have something to tell.
      await handlers.processor.stop(reason);
    }
  }

  hasSynced(): boolean {
    return this.#parts.waits.hasSynced;
  }

  whenSynced(options: WaitOptions = {}): Promise<void> {
    return this.#parts.waits.whenSynced(options);
  }

  lastSyncResourceVersion(): string {
    return this.#pipeline?.reflector.lastSyncResourceVersion() ?? '';
  }

  lastStoreSyncResourceVersion(): string {
    return this.#parts.indexer.lastStoreSyncResourceVersion();
  }

  waitForResourceVersion(resourceVersion: string, options: WaitOptions = {}): Promise<void> {
    return this.#parts.waits.forResourceVersion(resourceVersion, options);
  }

  waitForStore(condition: () => boolean, options: WaitOptions = {}): Promise<void> {
    return this.#parts.waits.forStore(condition, options);
  }

  proveWithin(maxStaleMs: number): void {
    this.#proveWithinMs = Math.min(this.#proveWithinMs, maxStaleMs);
    this.#pipeline?.reflector.proveWithin(maxStaleMs);
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
    this.#mustNotHaveStopped('addIndexers');
    this.#parts.indexer.addIndexers(indexers);
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
    this.#mustNotHaveStopped('addEventHandler');
    const { handlers, indexer } = this.#parts;
    const hasStarted = this.#pipeline !== undefined;
    const cached = hasStarted ? indexer.list() : [];
    return handlers.add(handler, options, { cached, hasStarted, hasSynced: this.hasSynced() });
  }

  removeEventHandler(registration: ResourceEventHandlerRegistration): void {
    this.#parts.handlers.own(registration).remove();
  }

  shutDownEventHandler(registration: ResourceEventHandlerRegistration): Promise<void> {
    return this.#parts.handlers.own(registration)[Symbol.asyncDispose]();
  }

  #newParts(
    source: ListerWatcher<T> | NamespacedSource<T>,
    resource: Resource<T>,
    options: SharedIndexInformerOptions<T>,
  ): PipelineParts<T> {
    const { name = resourceName(resource), clock = realClock, resyncPeriodMs = 0 } = options;
    const onError = safeOnError(options.onError);
    const report = (error: Error, stage: ErrorStage, key?: string): void =>
      onError(error, { stage, resource: name, key });
    const indexer = new ObjectIndexer<T>(
      { [namespaceIndex]: metaNamespaceIndexFunc, ...options.indexers },
      { onIndexError: (error) => report(error, 'index', error.key), projection: resource.projection },
    );
    const detector = new CacheMutationDetector<T>({
      mode: options.mutationDetection ?? mutationDetectionFromEnv(process.env),
      keyOf: (object) => indexer.keyOf(object),
      onMutation: (error) => report(error, 'mutation', error.key),
      clock,
    });
    const status = (): InformerStatus => this.status;
    const storeVersion = (): string => indexer.lastStoreSyncResourceVersion();
    const observation = new InformerObservation({
      name,
      resource,
      clock,
      onError,
      status,
      size: () => indexer.size,
      queued: () => this.#pipeline?.queue.length ?? 0,
      storeResourceVersion: storeVersion,
    });
    const handlers = new EventHandlers<T>({
      name,
      clock,
      observation,
      resyncPeriodMs,
      onError: (error, handler) => onError(error, { stage: 'handler', resource: name, handler }),
    });
    const waits = new InformerWaits({ name, clock, status, storeVersion });
    return {
      source,
      resource,
      options,
      name,
      clock,
      onError,
      report,
      indexer,
      detector,
      handlers,
      observation,
      waits,
    };
  }

  #newPipeline(): Pipeline<T> {
    return newPipeline(this.#parts, {
      transform: this.#transform,
      watchErrorHandler: this.#watchErrorHandler,
      onStatus: (status, namespace) => this.#reportStatus(status, namespace),
    });
  }

  /** The version that the cache has reached in a namespace; undefined while changes are queued. */
  #versionIn(namespace: string): string | undefined {
    const { queue, reflector } = this.#pipeline ?? {};
    return queue !== undefined && queue.length > 0 ? undefined : (reflector?.versionIn(namespace) ?? '');
  }

  #reportStatus(changed: ReflectorStatus, namespace: string | undefined): void {
    const { observation } = this.#parts;
    if (!this.#pipeline) return;
    if (observation.observers.on !== undefined) observation.statusChanged(changed, namespace);
    this.#statusCallbacks.changed(this.#pipeline.reflector.size);
  }

  #idleStatus(): InformerStatus {
    const { clock, name } = this.#parts;
    return { phase: 'idle', since: clock.now(), resourceVersion: '', relists: {}, resource: name, synced: false };
  }

  #mustNotHaveStarted(method: string): void {
    if (this.#pipeline !== undefined)
      throw new InformerError('AlreadyStarted', `${this.#parts.name}: ${method}: the informer has already started`);
  }

  #mustNotHaveStopped(method: string): void {
    if (this.#stopped) throw new InformerError('Stopped', `${this.#parts.name}: ${method}: the informer has stopped`);
  }
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
