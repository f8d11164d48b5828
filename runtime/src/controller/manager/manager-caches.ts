import { InformerError } from '../../api/informer-error.js';
import type { KubernetesObject } from '../../api/object.js';
import { cacheKey, resourceKey, resourceName } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import { sourceOf } from '../../factory/new-resource-informer.js';
import { BaseSharedInformerFactory } from '../../factory/shared-informer-factory.js';
import type { SharedInformerFactoryOptions } from '../../factory/shared-informer-factory.js';
import { newSharedIndexInformer } from '../../informer/shared-index-informer.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import type { Client } from '../../lister-watcher/lister-watcher.js';
import type { Observable, Observer } from '../../observe/observer.js';
import type { WatchSelection } from '../reconcilers/controller-host.js';

/** The informers of a manager: those of whole objects, which generated factories share, and those of metadata alone. */
export class ManagerCaches implements Observable {
  readonly factory: BaseSharedInformerFactory;
  readonly #metadata: BaseSharedInformerFactory;
  /** By resource and projection: the informers that controllers asked for first, but those of metadata alone. */
  readonly #byResource = new Map<string, SharedIndexInformer<KubernetesObject>>();
  /** By resource alone. */
  readonly #whole = new Set<string>();
  readonly #metadataOnly = new Set<string>();
  #signal: AbortSignal | undefined;

  constructor(client: Client, options: SharedInformerFactoryOptions) {
    this.factory = new BaseSharedInformerFactory(client, options);
    const { overlayFor: _overlayFor, ...plain } = options;
    this.#metadata = new BaseSharedInformerFactory(client, plain);
  }

  observe(observer: Observer): Disposable {
    const observing = [this.factory, this.#metadata].map((factory) => factory.observe(observer));
    return {
      [Symbol.dispose]: () => {
        for (const each of observing) each[Symbol.dispose]();
      },
    };
  }

  /** Every informer, for probes. */
  informers(): readonly SharedIndexInformer<KubernetesObject>[] {
    return [...this.factory.informers(), ...this.#metadata.informers()];
  }

  /** The informer of a selection, shared; it runs at once where the others do. */
  informer<T extends KubernetesObject>(resource: Resource<T>, selection: WatchSelection): SharedIndexInformer<T> {
    const { metadataOnly = false, ...selected } = selection;
    const key = resourceKey(resource);
    if (metadataOnly ? this.#whole.has(key) : this.#metadataOnly.has(key))
      throw new InformerError(
        'Configuration',
        `${resourceName(resource)}: watched whole and as metadata alone: the two caches would drift apart`,
      );
    const informer = metadataOnly
      ? this.#metadataInformer(resource)
      : this.factory.variant(resource, selected).informer();
    if (metadataOnly) this.#metadataOnly.add(key);
    else this.#remember(resource, informer);
    if (this.#signal !== undefined) this.start(this.#signal);
    return informer;
  }

  existing<T extends KubernetesObject>(resource: Resource<T>): SharedIndexInformer<T> | undefined {
    return this.#byResource.get(cacheKey(resource)) as unknown as SharedIndexInformer<T> | undefined;
  }

  /** Starts those that do not run. */
  start(signal: AbortSignal): void {
    this.#signal = signal;
    for (const factory of [this.factory, this.#metadata]) factory.start({ signal });
  }

  async waitForSync(signal: AbortSignal): Promise<void> {
    await Promise.all([this.factory, this.#metadata].map((factory) => factory.waitForCacheSync({ signal })));
  }

  async shutdown(): Promise<void> {
    await Promise.all([this.factory, this.#metadata].map((factory) => factory.shutdown()));
  }

  #remember<T extends KubernetesObject>(resource: Resource<T>, informer: SharedIndexInformer<T>): void {
    this.#whole.add(resourceKey(resource));
    const key = cacheKey(resource);
    // The key names the resource and its projection, whose objects have one type.
    if (!this.#byResource.has(key)) this.#byResource.set(key, informer);
  }

  #metadataInformer<T extends KubernetesObject>(resource: Resource<T>): SharedIndexInformer<T> {
    return this.#metadata.informerFor(resource, (client, defaults) => {
      const source = sourceOf(client, resource, { ...defaults, metadataOnly: true });
      return newSharedIndexInformer(source, resource, defaults);
    });
  }
}
