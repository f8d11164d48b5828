import type { ResourceEventHandler } from '../../api/handler.js';
import { identityOf } from '../../api/identity.js';
import { metaNamespaceKeyFunc } from '../../api/key.js';
import type { KubernetesObject } from '../../api/object.js';
import { toError } from '../../api/on-error.js';
import { mustKeep } from '../../api/projection.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import type { ResourceEventHandlerRegistration } from '../../delivery/event-handlers.js';
import type { WorkCause } from '../../observe/events.js';
import { LOW_PRIORITY } from '../../workqueue/priority-queue.js';
import type { PriorityAddOptions } from '../../workqueue/priority-queue.js';
import { keysOf, mappingName } from './mapping.js';
import type { KeyMapping } from './mapping.js';
import type { Predicate } from './predicates.js';

/** Takes the keys that events wake. */
export interface KeySink {
  /** Somebody wants to know why keys are added. Default: nobody does. */
  readonly isObserved?: boolean | undefined;
  addWithOptions(options: PriorityAddOptions, ...keys: readonly string[]): void;
}

/** Where a controller's events come from. */
export interface EventSource {
  /** For messages: `deployments.apps`. */
  readonly description: string;
  /** Begins to put keys into the sink. */
  start(sink: KeySink): void | Promise<void>;
  /** Resolves when everything that was there at the start has been put into the sink. */
  whenSynced(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Puts nothing into the sink any more. */
  stop(): void;
}

/** What an {@link InformerSource} is made of. */
export interface InformerSourceOptions<T extends KubernetesObject> {
  /** Names the source in messages. */
  readonly description: string;
  /** Whose source it is: names its handler, `controller website`. Default: `controller of`, and the description. */
  readonly controller?: string | undefined;
  /** Whose events these are. */
  readonly informer: SharedIndexInformer<T>;
  /** Which keys an object wakes. */
  readonly mapping: KeyMapping<T>;
  /** The object's own key is woken by its deletion, also when its last state is not known. Default false. */
  readonly mapsToItself?: boolean | undefined;
  /** All must let an event through. Default: every event. */
  readonly predicate?: Predicate<T> | undefined;
}

/**
 * The events of an informer, filtered and mapped to keys.
 *
 * @example
 * const source = new InformerSource({ description: 'pods', informer: pods, mapping: toItself });
 * const loop = new ReconcileLoop({ name: 'pods', reconcile: async ({ key }) => console.log(key) });
 * loop.watch(source);
 */
export class InformerSource<T extends KubernetesObject> implements EventSource {
  readonly description: string;
  readonly #options: InformerSourceOptions<T>;
  #registration: ResourceEventHandlerRegistration | undefined;

  constructor(options: InformerSourceOptions<T>) {
    this.description = options.description;
    this.#options = options;
    for (const names of options.predicate?.reads ?? [])
      mustKeep(options.informer.indexer.projection, names, `a predicate of ${options.description}`);
  }

  start(sink: KeySink): void {
    this.#registration ??= this.#options.informer.addEventHandler(eventHandler(this.#options, sink), {
      name: `controller ${this.#options.controller ?? `of ${this.description}`}`,
    });
  }

  async whenSynced(options: { readonly signal: AbortSignal }): Promise<void> {
    // The handler's own sync, not the informer's: its keys are in the queue only then.
    await this.#registration?.whenSynced(options);
  }

  stop(): void {
    this.#registration?.remove();
  }
}

/**
 * Puts the keys of events into the sink: what was there before, and resyncs, with low priority. A predicate that throws has not said
 * no: the event passes. What a mapping throws costs the keys of that object alone. Both are told of as errors of the handler.
 */
export function eventHandler<T extends KubernetesObject>(
  options: Omit<InformerSourceOptions<T>, 'description' | 'informer'> & { readonly description?: string | undefined },
  sink: KeySink,
): ResourceEventHandler<T> {
  const { mapping, predicate = {}, mapsToItself = false, description: resource } = options;
  const way = mappingName(mapping);
  const put = (keys: Iterable<string>, isUrgent: boolean, cause: WorkCause | undefined): void =>
    sink.addWithOptions({ ...(isUrgent ? {} : { priority: LOW_PRIORITY }), ...(cause && { cause }) }, ...keys);
  const why = (type: WorkCause['type'], object: string | T): WorkCause | undefined => {
    if (sink.isObserved !== true) return undefined;
    return { type, resource, mapping: way, object: typeof object === 'string' ? object : metaNamespaceKeyFunc(object) };
  };
  return {
    onAdd(object, isInInitialList) {
      const thrown: unknown[] = [];
      if (!passes(() => predicate.create?.(object), thrown)) return;
      put(keysOf(mapping, [object], thrown), !isInInitialList, why('add', object));
      throwAll(thrown);
    },
    onUpdate(before, after) {
      const thrown: unknown[] = [];
      if (!passes(() => predicate.update?.(before, after), thrown)) return;
      const isResync = identityOf(before)?.resourceVersion === identityOf(after)?.resourceVersion;
      // Whoever the object belonged to hears of its loss.
      put(keysOf(mapping, [before, after], thrown), !isResync, why(isResync ? 'resync' : 'update', after));
      throwAll(thrown);
    },
    onDelete(deleted) {
      const thrown: unknown[] = [];
      if (!passes(() => predicate.delete?.(deleted), thrown)) return;
      const cause = why('delete', deleted.key);
      if (mapsToItself) put([deleted.key], true, cause);
      else if (deleted.lastKnown !== undefined) put(keysOf(mapping, [deleted.lastKnown], thrown), true, cause);
      throwAll(thrown);
    },
  };
}

function passes(ask: () => boolean | undefined, thrown: unknown[]): boolean {
  try {
    return ask() ?? true;
  } catch (error) {
    thrown.push(error);
    return true;
  }
}

function throwAll(thrown: readonly unknown[]): void {
  if (thrown.length === 1) throw toError(thrown[0]);
  if (thrown.length > 1) throw new AggregateError(thrown, thrown.map((each) => toError(each).message).join('; '));
}
