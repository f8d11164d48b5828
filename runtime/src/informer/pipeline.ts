import type { KubernetesObject } from '../api/object.js';
import type { ErrorStage, OnError } from '../api/on-error.js';
import type { Resource } from '../api/resource.js';
import type { Clock } from '../async/clock.js';
import type { ListerWatcher } from '../source/lister-watcher.js';
import type { Deltas } from '../queue/delta.js';
import type { Queue, TransformFunc } from '../queue/queue.js';
import { Reflector } from '../reflector/reflector.js';
import type { ReflectorOptions, WatchErrorHandler } from '../reflector/reflector-options.js';
import type { ReflectorStatus } from '../reflector/reflector-status.js';
import type { ObjectIndexer } from '../store/indexer.js';
import { Controller } from './cache-controller.js';
import type { EventHandlers } from '../delivery/event-handlers.js';
import { GatedSource } from './gated-source.js';
import type { InformerObservation, ObservedReflector } from './informer-observation.js';
import type { SharedIndexInformerOptions } from './informer-options.js';
import type { InformerWaits } from './waits.js';
import type { CacheMutationDetector } from './mutation-detector.js';
import type { InformerReflector } from './namespaced-source.js';
import { NamespacedSource } from './namespaced-source.js';
import { newQueue } from './new-queue.js';
import type { ProcessContext } from './process-context.js';
import { processDeltas, processInBatch } from './process-deltas.js';

/** What the stages of an informer are made of. */
export interface PipelineParts<T extends KubernetesObject> {
  readonly source: ListerWatcher<T> | NamespacedSource<T>;
  readonly resource: Resource<T>;
  readonly options: SharedIndexInformerOptions<T>;
  readonly name: string;
  readonly clock: Clock;
  readonly onError: OnError;
  readonly report: (error: Error, stage: ErrorStage, key?: string) => void;
  readonly indexer: ObjectIndexer<T>;
  readonly detector: CacheMutationDetector<T>;
  readonly handlers: EventHandlers<T>;
  readonly observation: InformerObservation;
  readonly waits: InformerWaits;
}

/** Settings that may change until the informer starts, and the receiver of status changes. */
export interface PipelineSettings<T extends KubernetesObject> {
  readonly transform: TransformFunc<T> | undefined;
  readonly watchErrorHandler: WatchErrorHandler | undefined;
  /** Called when the phase or the error of the reflector changes, or of one namespace's reflector. */
  readonly onStatus: (status: ReflectorStatus, namespace?: string) => void;
}

/** The stages of an informer that runs. */
export interface Pipeline<T extends KubernetesObject> {
  readonly queue: Queue<T> & { readonly length: number };
  readonly reflector: InformerReflector;
  readonly controller: Controller<T>;
}

/** Connects source → reflector → queue → controller → cache and handlers. */
export function newPipeline<T extends KubernetesObject>(
  parts: PipelineParts<T>,
  settings: PipelineSettings<T>,
): Pipeline<T> {
  const { options, indexer, report } = parts;
  const queue = newQueue<T>({
    indexer,
    kind: options.queue,
    transform: guarded(parts.detector, settings.transform),
    onTransformError: (error) => report(error, 'transform', error.key),
  });
  const reflector = newReflector(parts, settings, queue);
  return { queue, reflector, controller: newController(parts, queue, reflector) };
}

function guarded<T extends KubernetesObject>(
  detector: CacheMutationDetector<T>,
  transform: TransformFunc<T> | undefined,
): TransformFunc<T> | undefined {
  if (detector.isOff) return transform;
  return (object) => detector.guard(transform ? transform(object) : object);
}

function newReflector<T extends KubernetesObject>(
  { source, resource, options, name, clock, onError, handlers, observation }: PipelineParts<T>,
  { watchErrorHandler, onStatus }: PipelineSettings<T>,
  queue: Queue<T>,
): InformerReflector {
  const reflectorOptions: ReflectorOptions<T> = {
    ...options.reflector,
    name,
    resource,
    clock,
    onError,
    resyncPeriodMs: handlers.resyncCheckPeriodMs,
    shouldResync: () => handlers.processor.shouldResync(),
    watchErrorHandler,
  };
  const gated = (inner: ListerWatcher<T>, of: ObservedReflector): ListerWatcher<T> =>
    new GatedSource(observation.source(inner, of), handlers.gate);
  if (source instanceof NamespacedSource) return source.attach({ queue, options: reflectorOptions, gated, onStatus });
  const reflector: Reflector<T> = new Reflector<T>(gated(source, { relists: () => reflector.status.relists }), queue, {
    ...reflectorOptions,
    onStatus: (status) => onStatus(status),
  });
  const lastSyncResourceVersion = (): string => reflector.lastSyncResourceVersion();
  return {
    run: (runOptions) => reflector.run(runOptions),
    lastSyncResourceVersion,
    versionIn: lastSyncResourceVersion,
    proveWithin: (maxStaleMs) => reflector.proveWithin(maxStaleMs),
    size: 1,
    get status() {
      return { ...reflector.status, resource: name, synced: false };
    },
  };
}

function newController<T extends KubernetesObject>(
  { name, onError, report, indexer, handlers, observation, waits }: PipelineParts<T>,
  queue: Queue<T>,
  reflector: InformerReflector,
): Controller<T> {
  const context: ProcessContext<T> = {
    indexer,
    distribute: (notifications, known) => {
      const changes = known?.changes ?? notifications;
      if (changes.length > 0) observation.observers.on?.eventsTold?.(observation.subject, changes);
      return handlers.processor.distribute(notifications, known);
    },
    onSkipped: (error, key) => report(error, 'store', key),
  };
  const stored = (deltas: Deltas<T>, startedAt: number | undefined): void => {
    observation.stored(deltas, startedAt);
    waits.storeChanged();
  };
  const observed = (deltas: Deltas<T>, process: () => void | Promise<void>): void | Promise<void> => {
    const startedAt = observation.begin();
    const pending = process();
    return pending ? pending.then(() => stored(deltas, startedAt)) : stored(deltas, startedAt);
  };
  return new Controller<T>({
    queue,
    reflector,
    process: (deltas, isInInitialList) => observed(deltas, () => processDeltas(context, deltas, isInInitialList)),
    processBatch: (deltas, isInInitialList, keys) =>
      observed(deltas, () => processInBatch(context, deltas, isInInitialList, keys)),
    onError,
    name,
  });
}
