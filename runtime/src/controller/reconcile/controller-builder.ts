import { InformerError } from '../../api/informer-error.js';
import type { KubernetesObject, PartialObjectMetadata } from '../../api/object.js';
import { resourceName } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import type { StatusOf } from '../helpers/status-types.js';
import type { ReconcileLoopOptions } from './reconcile-loop.js';
import { ReconcileLoop } from './reconcile-loop.js';
import type { KeyMapping } from '../sources/mapping.js';
import { toItself, toOwners } from '../sources/mapping.js';
import type { EventSource } from '../sources/informer-source.js';
import { InformerSource } from '../sources/informer-source.js';
import type { Predicate } from '../sources/predicates.js';
import { and, or } from '../sources/predicates.js';
import type { ControllerHost, LoopOptions, WatchSelection } from './controller-host.js';
import type { Cleanup, KeyReconciler, ObjectReconcilerOptions, Reconciler } from './object-reconciler.js';
import { ObjectReconciler } from './object-reconciler.js';

/** How the objects of a controller are watched. */
export interface ControllerOptions extends Omit<WatchSelection, 'namespace' | 'metadataOnly'> {
  /** Unique in the manager. Default: the kind in lower case. */
  readonly name?: string | undefined;
  /** Default: the manager's, or all. */
  readonly namespaces?: readonly string[] | undefined;
}

/** How a controller works. */
export interface ReconcileOptions
  extends
    Pick<ReconcileLoopOptions, 'workers' | 'timeoutMs' | 'cacheSyncTimeoutMs' | 'rateLimiter' | 'metricsProvider'>,
    LoopOptions {}

/** How another resource is watched. */
export interface WatchOptions<T extends KubernetesObject> extends WatchSelection {
  /** Which of its events wake the controller. Default: all. */
  readonly predicate?: Predicate<T> | undefined;
}

/** How the objects that a controller owns are watched. */
export interface OwnsOptions extends WatchOptions<KubernetesObject> {
  /** Every owner of the kind is woken, not only the controller among them. Default false. */
  readonly everyOwner?: boolean | undefined;
}

/** A controller that was built. */
export interface BuiltController<T extends KubernetesObject> {
  readonly name: string;
  readonly loop: ReconcileLoop;
  /** Watches another resource from now on; the function returned ends that. */
  watch<C extends KubernetesObject>(
    resource: Resource<C>,
    mapping: KeyMapping<C>,
    options?: WatchOptions<C>,
  ): () => void;
  /** Wakes an object by its key. */
  enqueue(object: T | string): void;
}

/**
 * Says what a controller watches and does. Nothing happens before `reconcile` is called, and nothing runs before the manager
 * does. `S` is the type of the status, which is that of the whole object if `T` is projected.
 *
 * @example
 * manager
 *   .controller(widgetResource)
 *   .owns(configMapResource)
 *   .reconcile(async (widget, { apply }) => {
 *     await apply(configMapResource, { data: { color: widget.spec.color } });
 *   });
 */
export class ControllerBuilder<T extends KubernetesObject, S = StatusOf<T>> {
  readonly #host: ControllerHost;
  readonly #resource: Resource<T>;
  readonly #options: ControllerOptions;
  readonly #sources: EventSource[] = [];
  readonly #finalizers = new Map<string, Cleanup<T, S>>();
  #predicate: Predicate<T> | undefined;

  constructor(host: ControllerHost, resource: Resource<T>, options: ControllerOptions = {}) {
    this.#host = host;
    this.#resource = resource;
    this.#options = options;
  }

  /**
   * Objects of these resources wake the object that is their controller. Where the controller watches some namespaces, they are
   * watched there alone: that is where children can be.
   */
  owns(resource: Resource, options: OwnsOptions): this;
  owns(...resources: readonly Resource[]): this;
  owns(...given: readonly (Resource | OwnsOptions)[]): this {
    const resources = given.filter(isResource);
    const { everyOwner, ...options } = given.find((each): each is OwnsOptions => !isResource(each)) ?? {};
    for (const resource of resources) {
      const namespace = resource.namespaced && this.#resource.namespaced ? this.#namespaces : undefined;
      const mapping = toOwners(this.#resource, { everyOwner });
      this.watches(resource, mapping, { ...(namespace !== undefined && { namespace }), ...options });
    }
    return this;
  }

  /** Only events that pass wake the controller: of its own objects, not of other watches. Several must all pass. */
  where(...predicates: readonly Predicate<T>[]): this {
    this.#predicate = and(...(this.#predicate ? [this.#predicate] : []), ...predicates);
    return this;
  }

  /** Objects of another resource wake the keys that the mapping returns: for an update, those of both states. */
  watches(
    resource: Resource,
    mapping: KeyMapping<PartialObjectMetadata>,
    options: WatchOptions<PartialObjectMetadata> & { readonly metadataOnly: true },
  ): this;
  watches<C extends KubernetesObject>(resource: Resource<C>, mapping: KeyMapping<C>, options?: WatchOptions<C>): this;
  watches<C extends KubernetesObject>(
    resource: Resource<C>,
    mapping: KeyMapping<C>,
    options: WatchOptions<C> = {},
  ): this {
    const controller = this.#name;
    this.#sources.push(sourceOf(this.#host, resource, mapping, { ...options, controller }));
    return this;
  }

  /** Holds objects back from deletion until the cleanup has succeeded. Several are done in the order of these calls. */
  finalizer(name: string, cleanup: Cleanup<T, S>): this {
    if (!/^[^/]+\/[^/]+$/.test(name))
      throw new InformerError('Configuration', `finalizer ${name}: the server takes names such as example.com/cleanup`);
    if (this.#finalizers.has(name))
      throw new InformerError('Configuration', `finalizer ${name}: this controller has it already`);
    this.#finalizers.set(name, cleanup);
    return this;
  }

  /** What to do for each object. It is not called for one that is gone, or that is being deleted. */
  reconcile(reconciler: Reconciler<T, S>): BuiltController<T>;
  reconcile(options: ReconcileOptions, reconciler: Reconciler<T, S>): BuiltController<T>;
  reconcile(first: ReconcileOptions | Reconciler<T, S>, second?: Reconciler<T, S>): BuiltController<T> {
    const [options, reconcile] = typeof first === 'function' ? [{}, first] : [first, second];
    if (reconcile === undefined) throw new TypeError('reconcile() needs a function');
    return this.#build(options, { type: 'object', reconcile });
  }

  /** The same with the key alone, also for objects that are gone; finalizers and status are the caller's. */
  reconcileKeys(options: ReconcileOptions, reconcile: KeyReconciler<T, S>): BuiltController<T> {
    if (this.#finalizers.size > 0)
      throw new InformerError('Configuration', 'a reconcile of keys has no finalizers: they need the object');
    return this.#build(options, { type: 'key', reconcile });
  }

  #build({ warmUp, ...options }: ReconcileOptions, work: ObjectReconcilerOptions<T, S>['work']): BuiltController<T> {
    const host = this.#host;
    const resource = this.#resource;
    const name = this.#name;
    this.#checkSelection();
    const informer = this.#informer();
    const reconciler = new ObjectReconciler<T, S>({
      host,
      name,
      resource,
      informer,
      finalizers: this.#finalizers,
      work,
    });
    const { clock, random, onError, onReconciled } = host;
    const reconcile: ReconcileLoopOptions['reconcile'] = (call) => reconciler.reconcile(call);
    const loop = new ReconcileLoop({ ...options, name, resource, clock, random, onError, onReconciled, reconcile });
    loop.watch(this.#ownSource(informer));
    for (const source of this.#sources) loop.watch(source);
    host.addLoop(loop, { warmUp });
    return {
      name,
      loop,
      watch: (other, mapping, more = {}) => loop.watch(sourceOf(host, other, mapping, { ...more, controller: name })),
      enqueue: (object) => loop.queue.addWithOptions({}, ...(typeof object === 'string' ? [object] : toItself(object))),
    };
  }

  get #name(): string {
    return this.#options.name ?? this.#resource.kind.toLowerCase();
  }

  /** One namespace is watched as one: only then does the cache have a version. */
  get #namespaces(): string | readonly string[] | undefined {
    const { namespaces } = this.#options;
    return namespaces?.length === 1 ? namespaces[0] : namespaces;
  }

  #informer(): SharedIndexInformer<T> {
    const { labelSelector, fieldSelector } = this.#options;
    const namespace = this.#resource.namespaced ? this.#namespaces : undefined;
    return this.#host.informer(this.#resource, { labelSelector, fieldSelector, namespace });
  }

  /** An object that no longer matches is not watched any more: its finalizers would never be removed. */
  #checkSelection(): void {
    const { labelSelector, fieldSelector } = this.#host.selectorsOf(this.#options);
    if (this.#finalizers.size === 0 || !(labelSelector || fieldSelector)) return;
    const selector = labelSelector ? `labelSelector "${labelSelector}"` : `fieldSelector "${fieldSelector}"`;
    throw new InformerError(
      'Configuration',
      `controller ${this.#name}: ${selector} together with a finalizer: an object in deletion that no longer matches would keep ` +
        'the finalizer forever; watch all objects, and filter events with .where(matchesLabels(…)) or a predicate of your own',
    );
  }

  /** Cleanups must not depend on predicates: objects in deletion that carry a finalizer of this controller always pass. */
  #passing(predicate: Predicate<T>): Predicate<T> {
    if (this.#finalizers.size === 0) return predicate;
    const needsCleanup = ({ metadata }: T): boolean =>
      metadata?.deletionTimestamp !== undefined &&
      metadata.finalizers?.some((finalizer) => this.#finalizers.has(finalizer)) === true;
    return or(
      { create: needsCleanup, update: (_before, after) => needsCleanup(after), delete: () => false },
      predicate,
    );
  }

  #ownSource(informer: SharedIndexInformer<T>): EventSource {
    const description = resourceName(this.#resource);
    const mapping: KeyMapping<T> = toItself;
    return new InformerSource<T>({
      description,
      controller: this.#name,
      informer,
      mapping,
      mapsToItself: true,
      predicate: this.#predicate && this.#passing(this.#predicate),
    });
  }
}

function sourceOf<C extends KubernetesObject>(
  host: ControllerHost,
  resource: Resource<C>,
  mapping: KeyMapping<C>,
  { predicate, controller, ...selection }: WatchOptions<C> & { readonly controller: string },
): EventSource {
  const informer = host.informer(resource, selection);
  return new InformerSource<C>({ description: resourceName(resource), controller, informer, mapping, predicate });
}

function isResource(given: Resource | OwnsOptions): given is Resource {
  return 'plural' in given;
}
