import type { ListOptions } from '../../api/list-options.js';
import type { KubernetesObject } from '../../api/object.js';
import type { Clock } from '../../async/clock.js';
import { cacheKey } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import type {
  BaseSharedInformerFactory,
  OverlayFor,
  SharedInformerFactoryOptions,
} from '../../factory/shared-informer-factory.js';
import { tweakOf } from '../../factory/selection.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import type { Client } from '../../source/lister-watcher.js';
import type { Observable, Observer } from '../../observe/observer.js';
import type { TransformFunc } from '../../queue/queue.js';
import { cachedForm } from '../consistency/cached-form.js';
import type { VersionTracker } from '../consistency/version-tracker.js';
import type { WatchSelection } from '../reconcile/controller-host.js';
import { CachedForms, ManagerInformerFactory, ManagerMetadataFactory } from './manager-factories.js';

/** What all its informers are told. */
export interface ManagerCachesOptions extends Omit<SharedInformerFactoryOptions, 'overlayFor'> {
  readonly clock: Clock;
}

/** The informers of a manager: those of whole objects, which generated factories share, and those of metadata alone. */
export class ManagerCaches implements Observable {
  readonly factory: ManagerInformerFactory;
  readonly metadataFactory: ManagerMetadataFactory;
  /** The clock of the informers. */
  readonly clock: Clock;
  /** By resource and projection: all that controllers asked for, but those of metadata alone. */
  readonly #byResource = new Map<string, Set<SharedIndexInformer<KubernetesObject>>>();
  /** Those with selectors: an object that they lack may exist. */
  readonly #selective = new WeakSet();
  readonly #options: ManagerCachesOptions;
  #signal: AbortSignal | undefined;

  /** @param tracker Knows what this process wrote and its caches lack; undefined where nobody asks for that. */
  constructor(client: Client, options: ManagerCachesOptions, tracker: VersionTracker | undefined) {
    this.#options = options;
    this.clock = options.clock;
    const forms = new CachedForms();
    const whole: OverlayFor = (resource, selection) => tracker?.viewFor(resource, selection);
    const metadata: OverlayFor = (resource, selection) => tracker?.viewFor(resource, selection, { metadataOnly: true });
    this.factory = new ManagerInformerFactory(client, { ...options, overlayFor: whole }, forms);
    this.metadataFactory = new ManagerMetadataFactory(client, { ...options, overlayFor: metadata }, forms);
  }

  observe(observer: Observer): Disposable {
    const observing = this.#factories.map((factory) => factory.observe(observer));
    return {
      [Symbol.dispose]: () => {
        for (const each of observing) each[Symbol.dispose]();
      },
    };
  }

  /** Every informer, for probes. */
  informers(): readonly SharedIndexInformer<KubernetesObject>[] {
    return this.#factories.flatMap((factory) => factory.informers());
  }

  get #factories(): readonly BaseSharedInformerFactory[] {
    return [this.factory, this.metadataFactory];
  }

  /** The informer of a selection, shared; it runs at once where the others do. */
  informer<T extends KubernetesObject>(resource: Resource<T>, selection: WatchSelection): SharedIndexInformer<T> {
    const { metadataOnly = false, ...selected } = selection;
    const informer = (metadataOnly ? this.metadataFactory : this.factory).variant(resource, selected).informer();
    if (!metadataOnly) this.#remember(resource, informer);
    const { labelSelector, fieldSelector } = this.selectorsOf(selected);
    if (labelSelector || fieldSelector) this.#selective.add(informer);
    if (this.#signal !== undefined) this.start(this.#signal);
    return informer;
  }

  /** Returns true for an informer that selects objects by labels or fields: an object that it lacks may exist. */
  isSelective(informer: object): boolean {
    return this.#selective.has(informer);
  }

  /** The selectors that requests of an informer of this selection carry. */
  selectorsOf(selection: WatchSelection): Pick<ListOptions, 'labelSelector' | 'fieldSelector'> {
    const request: ListOptions = {};
    tweakOf(this.#options)?.(request);
    tweakOf(selection)?.(request);
    return request;
  }

  /** Returns an object of the server as an informer of whole objects would cache it; undefined if the transform fails. */
  toCached<T extends KubernetesObject>(resource: Resource<T>, object: T): T | undefined {
    const transform = this.#options.transform as TransformFunc<T> | undefined;
    return cachedForm(resource, { transform })(object);
  }

  /**
   * The informer to read a resource from: the one that has all of it, also where only a factory over the manager asked for that,
   * else the first whose selection a controller watches. Undefined where none has synced.
   */
  existing<T extends KubernetesObject>(resource: Resource<T>): SharedIndexInformer<T> | undefined {
    const whole = this.factory.existing(resource);
    if (whole?.hasSynced() === true) return whole;
    const selected = [...(this.#byResource.get(cacheKey(resource)) ?? [])].find((each) => each.hasSynced());
    return selected as unknown as SharedIndexInformer<T> | undefined;
  }

  /** Starts those that do not run. */
  start(signal: AbortSignal): void {
    this.#signal = signal;
    for (const factory of this.#factories) factory.start({ signal });
  }

  async waitForSync(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#factories.map((factory) => factory.waitForCacheSync({ signal })));
  }

  async shutdown(): Promise<void> {
    await Promise.all(this.#factories.map((factory) => factory.shutdown()));
  }

  #remember<T extends KubernetesObject>(resource: Resource<T>, informer: SharedIndexInformer<T>): void {
    const key = cacheKey(resource);
    this.#byResource.set(key, (this.#byResource.get(key) ?? new Set()).add(informer));
  }
}
