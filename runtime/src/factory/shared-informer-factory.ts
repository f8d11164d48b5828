import { InformerError } from '../api/informer-error.js';
import type { TweakListOptions } from '../api/list-options.js';
import type { KubernetesObject, WithManagedFields } from '../api/object.js';
import type { OnError } from '../api/on-error.js';
import { toError } from '../api/on-error.js';
import type { Resource, ResourceSpec } from '../api/resource.js';
import { cacheKey, resourceKey } from '../api/resource.js';
import { safeOnError } from '../api/safe-on-error.js';
import type { ReadOverlay } from '../informer/read-overlay.js';
import type { MutationDetection } from '../informer/mutation-detector.js';
import type { SharedIndexInformer, WaitOptions } from '../informer/shared-informer.js';
import { waitForCacheSync } from '../informer/wait-for-cache-sync.js';
import type { Client, KeepsManagedFields, ManagedFieldsOption } from '../source/lister-watcher.js';
import type { Observable, Observer } from '../observe/observer.js';
import { Observers } from '../observe/observers.js';
import type { TransformFunc } from '../queue/queue.js';
import type { Clock, Timer } from '../async/clock.js';
import { realClock } from '../async/clock.js';
import { withEitherSignal } from '../async/abort.js';
import { newGenericLister } from '../lister/listers.js';
import type {
  FactoryDefaults,
  GenericInformer,
  InformerHost,
  NewInformerFunc,
  VariantOptions,
} from './informer-host.js';
import { newResourceInformer } from './new-resource-informer.js';
import type { ResourceInformerOptions } from './new-resource-informer.js';
import type { InformerSelection } from './selection.js';
import { otherThan, selectionKey, tweakOf } from './selection.js';
import { noneNegative } from '../async/check-number.js';

/** Options of a factory. */
export interface SharedInformerFactoryOptions {
  /** How often handlers get an update for everything cached. Default 0: never. */
  readonly resyncPeriodMs?: number | undefined;
  /** Other periods for some resources: `[[podResource, 60_000]]`. Default: none. */
  readonly customResync?: Iterable<readonly [Pick<ResourceSpec, 'group' | 'version' | 'plural'>, number]> | undefined;
  /** Changes the options of every request. Default: none. */
  readonly tweakListOptions?: TweakListOptions | undefined;
  /** One namespace or several. Default: all. Resources without namespaces are cached whole. */
  readonly namespace?: string | readonly string[] | undefined;
  /** Of the objects of every resource. Default: all. */
  readonly labelSelector?: string | undefined;
  /** Of the objects of every resource: `metadata.name=a`. Default: all. */
  readonly fieldSelector?: string | undefined;
  /** Keep objects as bytes and decode each when it is first read. Default false. */
  readonly lazy?: InformerSelection['lazy'];
  /** Changes every object before it is cached. Default: none. */
  readonly transform?: TransformFunc<KubernetesObject> | undefined;
  /**
   * `keep`: every object has its `metadata.managedFields`. The types of `informerFor` and of generated listers do not show
   * them; those of {@link BaseSharedInformerFactory.variant} do. Default `drop`.
   */
  readonly managedFields?: ManagedFieldsOption | undefined;
  /** Takes errors that have no caller. Default: one line on stderr. */
  readonly onError?: OnError | undefined;
  /** Default: what INFORMER_MUTATION_DETECTOR says, or `off`. */
  readonly mutationDetection?: MutationDetection | undefined;
  /** Tells the time. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Returns numbers in [0, 1): for timeouts of watches and waits before retries. Default: Math.random. */
  readonly random?: (() => number) | undefined;
  /** What reads by key of an informer's cache show beyond it: asked once for each informer. Default: nothing. */
  readonly overlayFor?: OverlayFor | undefined;
}

/** A client whose owner has informers already, as a manager has: every factory over it shares those. */
export interface SharingClient extends Client {
  readonly informerFactory: BaseSharedInformerFactory;
  /** The same for informers of metadata alone. Default: a factory of those has its own. */
  readonly metadataInformerFactory?: BaseSharedInformerFactory | undefined;
}

/** Makes the overlay of an informer that caches these objects, and what its transform makes of each. */
export type OverlayFor = <T extends KubernetesObject>(
  resource: Resource<T>,
  selection: VariantOptions<T>,
) => ReadOverlay<T> | undefined;

interface Entry {
  readonly informer: SharedIndexInformer<KubernetesObject>;
  running?: Promise<void>;
  /** Set while it waits for a start although the factory has been started. */
  late?: Timer;
}

/** How long an informer may be asked for and not started, in a factory that has been, before that is reported. */
const LATE_START_MS = 5000;

/**
 * Makes informers and shares them: one for each resource, for the factory's own namespace, selectors and transform, and
 * one for each variant that is asked for.
 *
 * @example
 * await using factory = new BaseSharedInformerFactory(client);
 * const pods = factory.informerFor(podResource);
 * factory.start({ signal });
 * await factory.waitForCacheSync({ signal });
 * pods.indexer.listKeys(); // → ['default/web']
 */
export class BaseSharedInformerFactory implements InformerHost, Observable, AsyncDisposable {
  readonly client: Client;
  readonly #options: SharedInformerFactoryOptions;
  readonly #customResync: ReadonlyMap<string, number>;
  /** By resource and projection, for the factory's own; by selection, or name, too for variants. */
  readonly #entries = new Map<string, Entry>();
  readonly #stop = new AbortController();
  /** {@link start} was called. */
  #started = false;
  /** Whose informers these are, where they are not the factory's own: it starts and stops them. */
  readonly #owner: BaseSharedInformerFactory | undefined;
  readonly #observers: Observers;

  /** Over a manager of `@informer-gen/runtime/controller`, the factory shares the manager's informers and takes no options. */
  constructor(client: Client | SharingClient, options: SharedInformerFactoryOptions = {}) {
    this.client = client;
    this.#owner = 'informerFactory' in client ? client.informerFactory : undefined;
    if (this.#owner !== undefined && Object.keys(options).length > 0)
      throw new InformerError('Configuration', 'a factory over a manager has its informers: give the options to it');
    noneNegative(options, 'resyncPeriodMs');
    this.#options = options;
    this.#observers = new Observers({ name: 'factory', onError: options.onError });
    this.#customResync = new Map(
      [...(options.customResync ?? [])].map(([resource, periodMs]) => [resourceKey(resource), periodMs]),
    );
  }

  /**
   * The one informer of this resource; a projected resource has one of its own. The first call makes it, by `newFunc` if
   * given; every later one shares it, whatever it passes. It runs after the next {@link start}.
   */
  informerFor<T extends KubernetesObject>(resource: Resource<T>, newFunc?: NewInformerFunc<T>): SharedIndexInformer<T> {
    if (this.#owner !== undefined) return this.#owner.informerFor(resource, newFunc);
    const make = newFunc ?? ((_client, defaults) => this.newInformer(resource, defaults));
    return this.#shared(cacheKey(resource), () => {
      const defaults = this.#defaultsFor(resource);
      return make(this.client, { ...defaults, overlay: this.#options.overlayFor?.(resource, defaults) });
    });
  }

  /**
   * The informer and lister of another part of a resource: another namespace or several, other selectors, another
   * transform. Shared among those who ask for the same; who asks for what the factory has anyway gets that. The factory's
   * own selectors and tweak of requests come first, so that the variant's win. It runs after the next {@link start}.
   *
   * @example
   * const system = factory.variant(podResource, { namespace: 'kube-system', labelSelector: 'tier=control-plane' });
   * system.lister().byNamespace('kube-system').get('etcd-0');
   */
  variant<T extends KubernetesObject, F extends string = string>(
    resource: Resource<T, F>,
    options: VariantOptions<WithManagedFields<T>, F> & KeepsManagedFields,
  ): GenericInformer<WithManagedFields<T>>;
  variant<T extends KubernetesObject, F extends string = string>(
    resource: Resource<T, F>,
    options: VariantOptions<T, F>,
  ): GenericInformer<T>;
  variant<T extends KubernetesObject, F extends string = string>(
    resource: Resource<T, F>,
    options: VariantOptions<T, F>,
  ): GenericInformer<T> {
    const informer = this.#variantOf(resource, options);
    return { informer: () => informer, lister: () => newGenericLister(informer.getIndexer()) };
  }

  #variantOf<T extends KubernetesObject, F extends string>(
    resource: Resource<T, F>,
    options: VariantOptions<T, F>,
  ): SharedIndexInformer<T> {
    if (this.#owner !== undefined) return this.#owner.#variantOf(resource, options);
    const { name, ...selection } = otherThan(this.#options, options);
    if (!resource.namespaced) delete selection.namespace;
    if (name === undefined && Object.keys(selection).length === 0) return this.informerFor(resource);
    const key = `${cacheKey(resource)} ${name === undefined ? selectionKey(selection) : `named ${name}`}`;
    return this.#shared(key, () => {
      const defaults = this.#defaultsFor<T>(resource);
      const tweakListOptions = bothTweaks(defaults.tweakListOptions, tweakOf(selection));
      const { labelSelector: _labels, fieldSelector: _fields, ...rest } = selection;
      const overlay = this.#options.overlayFor?.(resource, { ...defaults, ...selection });
      return this.newInformer(resource, { ...defaults, ...rest, tweakListOptions, overlay });
    });
  }

  /** Makes every informer that no {@link NewInformerFunc} makes: the factory's own, and variants. */
  protected newInformer<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ResourceInformerOptions<T>,
  ): SharedIndexInformer<T> {
    return newResourceInformer(this.client, resource, options);
  }

  /**
   * Starts every informer that has not been started. Call it again after asking for more, also for a lister: one that is
   * not started within five seconds is reported to `onError`. Nothing after {@link shutdown}.
   */
  start(options: { signal?: AbortSignal } = {}): void {
    if (this.#owner !== undefined) {
      // The owner starts them all with itself, and those that come later now.
      if (this.#owner.#started) this.#owner.start();
      return;
    }
    if (this.#stop.signal.aborted) return;
    this.#started = true;
    for (const entry of this.#entries.values()) {
      entry.late?.cancel();
      entry.running ??= this.#run(entry.informer, options.signal);
    }
  }

  /**
   * Resolves when every started informer has synced. Rejects with the signal's reason, or on `timeoutMs` with an error that
   * names each that has not, and why: `pods: 403 forbidden: …`; after {@link shutdown}, unless all had synced before.
   */
  async waitForCacheSync(options: WaitOptions = {}): Promise<void> {
    if (this.#owner !== undefined) return this.#owner.waitForCacheSync(options);
    const informers = this.informers();
    if (informers.length === 0 || !informers.every((informer) => informer.hasSynced()))
      this.#stop.signal.throwIfAborted();
    const started = [...this.#entries.values()]
      .filter((entry) => entry.running !== undefined)
      .map((entry) => entry.informer);
    const clock = this.#options.clock ?? realClock;
    await withEitherSignal([this.#stop.signal, options.signal], (signal) =>
      waitForCacheSync(started, { ...options, signal, clock }),
    );
  }

  /** Stops every informer and resolves when all have ended. The factory starts nothing any more. */
  async shutdown(): Promise<void> {
    this.#stop.abort(new InformerError('Stopped', 'the informer factory was shut down'));
    for (const entry of this.#entries.values()) entry.late?.cancel();
    await Promise.all([...this.#entries.values()].flatMap((entry) => entry.running ?? []));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.shutdown();
  }

  /**
   * Tells the observer of every informer, those that are made later included, until what is returned is disposed of.
   *
   * @example
   * using _observing = factory.observe({ listEnded: ({ name }, { reason }) => console.log(name, reason) });
   */
  observe(observer: Observer): Disposable {
    return this.#owner === undefined ? this.#observers.observe(observer) : this.#owner.observe(observer);
  }

  /** Every informer made so far, for status pages and probes. */
  informers(): readonly SharedIndexInformer<KubernetesObject>[] {
    if (this.#owner !== undefined) return this.#owner.informers();
    return [...this.#entries.values()].map((entry) => entry.informer);
  }

  async #run(informer: SharedIndexInformer<KubernetesObject>, signal: AbortSignal | undefined): Promise<void> {
    try {
      await withEitherSignal([this.#stop.signal, signal], (either) => informer.run({ signal: either }));
    } catch (thrown) {
      // Nobody awaits a start.
      safeOnError(this.#options.onError)(toError(thrown), { stage: 'process', resource: informer.status.resource });
    }
  }

  #shared<T extends KubernetesObject>(key: string, make: () => SharedIndexInformer<T>): SharedIndexInformer<T> {
    const known = this.#entries.get(key);
    // The key names the resource and its projection, which have one type of object: nothing else could be under it.
    if (known) return known.informer as unknown as SharedIndexInformer<T>;
    const informer = make();
    const entry: Entry = { informer };
    this.#entries.set(key, entry);
    // One that another version of this package made may not be observable.
    if ('observe' in informer) this.#observers.include(informer);
    if (this.#started && !this.#stop.signal.aborted) this.#expectStart(entry);
    return informer;
  }

  /** Whoever reads its cache would find it empty for ever, and no error. */
  #expectStart(entry: Entry): void {
    const { clock = realClock, onError } = this.#options;
    entry.late = clock.after(LATE_START_MS, () => {
      const { resource } = entry.informer.status;
      const error = new InformerError(
        'NotStarted',
        `${resource}: its informer or lister was asked for after start() and stays empty: call start() again`,
      );
      safeOnError(onError)(error, { stage: 'process', resource });
    });
    entry.late.unref?.();
  }

  #defaultsFor<T extends KubernetesObject>(resource: Resource<T>): FactoryDefaults<T> {
    const {
      resyncPeriodMs = 0,
      namespace,
      transform,
      managedFields,
      lazy,
      onError,
      mutationDetection,
      clock,
      random,
    } = this.#options;
    return {
      resyncPeriodMs: this.#customResync.get(resourceKey(resource)) ?? resyncPeriodMs,
      tweakListOptions: tweakOf(this.#options),
      namespace: resource.namespaced ? namespace : undefined,
      transform: transform as unknown as TransformFunc<T> | undefined,
      managedFields,
      lazy,
      onError,
      mutationDetection,
      clock,
      reflector: { random },
    };
  }
}

function bothTweaks(first?: TweakListOptions, second?: TweakListOptions): TweakListOptions | undefined {
  if (!first || !second) return first ?? second;
  return (options) => {
    first(options);
    second(options);
  };
}
