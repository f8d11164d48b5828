import type { KubernetesObject } from '../api/object.js';
import type { Resource } from '../api/resource.js';
import type { SharedIndexInformer } from '../informer/shared-informer.js';
import type { Client } from '../lister-watcher/lister-watcher.js';
import type { IndexReader } from '../store/store.js';
import type { FilteredInformerOptions, NewResourceInformerOptions } from './new-resource-informer.js';
import { newResourceInformer } from './new-resource-informer.js';
import type { InformerHost } from './shared-informer-factory.js';

/** The shared informer of a resource, and the lister that reads its cache (shared, read-only objects). */
export interface ResourceInformer<T extends KubernetesObject, L> {
  /** Registers the resource with the factory on the first call; later calls share that informer. */
  informer(): SharedIndexInformer<T>;
  /** Reads what the informer has cached, never the server. */
  lister(): L;
}

/** Binds a resource to a factory. */
export function resourceInformer<T extends KubernetesObject, L>(
  host: InformerHost,
  resource: Resource<T>,
  newLister: (indexer: IndexReader<T>) => L,
): ResourceInformer<T, L> {
  const informer = (): SharedIndexInformer<T> => host.informerFor(resource);
  return { informer, lister: () => newLister(informer().indexer) };
}

/** Makes an informer of its own, shared with no factory: the caller runs it. */
export interface NewInformer<T extends KubernetesObject> {
  (client: Client, options?: NewResourceInformerOptions<T>): SharedIndexInformer<T>;
}

/** The same with selectors, whose fields are `F`. */
export interface NewFilteredInformer<T extends KubernetesObject, F extends string = string> {
  (client: Client, options: FilteredInformerOptions<T, F>): SharedIndexInformer<T>;
}

/** The constructor of a resource's informers. */
export function informerConstructor<T extends KubernetesObject>(resource: Resource<T>): NewInformer<T> {
  return (client, options) => newResourceInformer<T>(client, resource, options);
}

/** The constructor of a resource's informers with selectors. */
export function filteredInformerConstructor<T extends KubernetesObject, F extends string>(
  resource: Resource<T, F>,
): NewFilteredInformer<T, F> {
  return (client, options) => newResourceInformer<T, F>(client, resource, options);
}
