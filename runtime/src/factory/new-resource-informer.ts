import type { KubernetesObject, WithManagedFields } from '../api/object.js';
import type { Resource } from '../api/resource.js';
import { resourceName } from '../api/resource.js';
import type { SharedIndexInformerOptions } from '../informer/informer-options.js';
import { NamespacedSource } from '../informer/namespaced-source.js';
import { newSharedIndexInformer } from '../informer/shared-index-informer.js';
import type { SharedIndexInformer } from '../informer/shared-informer.js';
import type { Client, KeepsManagedFields, ListerWatcher, ListerWatcherOptions } from '../source/lister-watcher.js';
import type { InformerSelection } from './selection.js';
import { tweakOf } from './selection.js';

/** Options of an informer that no factory shares: what it caches, in which form, and how it runs. */
export type ResourceInformerOptions<
  T extends KubernetesObject,
  F extends string = string,
> = SharedIndexInformerOptions<T> & InformerSelection<F>;

/**
 * An informer of a resource that no factory knows of: the caller runs it.
 *
 * @example
 * const web = newResourceInformer(client, podResource, { namespace: 'web', labelSelector: 'app=shop' });
 * void web.run({ signal });
 * await web.whenSynced({ signal });
 */
export function newResourceInformer<T extends KubernetesObject, F extends string = string>(
  client: Client,
  resource: Resource<T, F>,
  options: ResourceInformerOptions<WithManagedFields<NoInfer<T>>, F> & KeepsManagedFields,
): SharedIndexInformer<WithManagedFields<T>>;
export function newResourceInformer<T extends KubernetesObject, F extends string = string>(
  client: Client,
  resource: Resource<T, F>,
  options?: ResourceInformerOptions<NoInfer<T>, F>,
): SharedIndexInformer<T>;
export function newResourceInformer<T extends KubernetesObject>(
  client: Client,
  resource: Resource<T>,
  options: ResourceInformerOptions<T> = {},
): SharedIndexInformer<T> {
  return newSharedIndexInformer(sourceOf(client, resource, options), resource, options);
}

/** Where the objects of a selection come from: one list and watch, or one for each of several namespaces. */
export function sourceOf<T extends KubernetesObject>(
  client: Client,
  resource: Resource<T>,
  selection: InformerSelection & Pick<ListerWatcherOptions, 'metadataOnly'>,
): ListerWatcher<T> | NamespacedSource<T> {
  const { namespace, managedFields, lazy, metadataOnly } = selection;
  const options = { managedFields, lazy, metadataOnly, tweakListOptions: tweakOf(selection) };
  const listerWatcher = (one?: string): ListerWatcher<T> =>
    client.listerWatcher<T>(resource, { ...options, namespace: one });
  if (typeof namespace !== 'object') return listerWatcher(namespace);
  if (namespace.length === 0)
    throw new TypeError(`${resourceName(resource)}: no namespace is given: for all of them, leave \`namespace\` out`);
  return new NamespacedSource<T>(listerWatcher, namespace);
}
