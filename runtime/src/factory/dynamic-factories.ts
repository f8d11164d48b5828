import { InformerError } from '../api/informer-error.js';
import type { KubernetesObject, PartialObjectMetadata } from '../api/object.js';
import type { GroupVersionResource, Resource, WholeResource } from '../api/resource.js';
import { defineResource } from '../api/resource.js';
import { newGenericLister } from '../lister/listers.js';
import { newSharedIndexInformer } from '../informer/shared-index-informer.js';
import type { SharedIndexInformer } from '../informer/shared-informer.js';
import type { Client } from '../source/lister-watcher.js';
import { sourceOf } from './new-resource-informer.js';
import type { ResourceInformerOptions } from './new-resource-informer.js';
import type { GenericInformer, InformerHost } from './informer-host.js';
import { BaseSharedInformerFactory } from './shared-informer-factory.js';
import type { SharedInformerFactoryOptions, SharingClient } from './shared-informer-factory.js';

/**
 * Reads a resource through any factory, which runs it after its next start whether or not anybody asks for the informer.
 *
 * @example
 * genericInformer(factory, podResource).lister().byNamespace('default').get('web')?.metadata.name; // → 'web'
 */
export function genericInformer<T extends KubernetesObject>(
  host: InformerHost,
  resource: Resource<T>,
): GenericInformer<T> {
  const informer = host.informerFor(resource);
  return { informer: () => informer, lister: () => newGenericLister(informer.getIndexer()) };
}

/** An object of which nothing is known but what every object has. */
export interface DynamicObject extends KubernetesObject {
  readonly [field: string]: unknown;
}

/**
 * A factory for resources that are known only at run time.
 *
 * @example
 * await using factory = new DynamicSharedInformerFactory(client);
 * const widgets = factory.forResource({ group: 'example.com', version: 'v1', resource: 'widgets' });
 * widgets.informer();
 * factory.start({ signal });
 * await factory.waitForCacheSync({ signal });
 * widgets.lister().byNamespace('default').get('a')?.metadata?.name; // → 'a'
 */
export class DynamicSharedInformerFactory extends BaseSharedInformerFactory {
  /** @param options What to cache of each object: everything, or some paths. */
  forResource(gvr: GroupVersionResource, { project }: DynamicInformerOptions = {}): GenericInformer<DynamicObject> {
    const resource = resourceOf<DynamicObject>(gvr);
    return genericInformer(this, project === undefined ? resource : resource.project(...project));
  }
}

/** What a {@link DynamicSharedInformerFactory} caches of a resource. */
export interface DynamicInformerOptions {
  /** Only these paths of each object and its identity, as for `project` of a resource. Default: all of it. */
  readonly project?: readonly string[] | undefined;
}

/**
 * The same, but the server is asked for metadata alone: a fraction of the bytes and of the memory.
 *
 * @example
 * await using factory = new MetadataSharedInformerFactory(client);
 * const names = factory.forResource({ group: '', version: 'v1', resource: 'pods' });
 * names.informer();
 * factory.start({ signal });
 * await factory.waitForCacheSync({ signal });
 * names.lister().byNamespace('default').get('web')?.kind; // → 'PartialObjectMetadata'
 */
export class MetadataSharedInformerFactory extends BaseSharedInformerFactory {
  constructor(client: Client | SharingClient, options?: SharedInformerFactoryOptions) {
    super(withMetadataOnly(client), options);
  }

  forResource(gvr: GroupVersionResource): GenericInformer<PartialObjectMetadata> {
    return genericInformer(this, resourceOf<PartialObjectMetadata>(gvr));
  }

  protected override newInformer<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ResourceInformerOptions<T>,
  ): SharedIndexInformer<T> {
    const source = sourceOf(this.client, resource, { ...options, metadataOnly: true });
    return newSharedIndexInformer(source, resource, options);
  }
}

/** Of a manager, its informers of metadata are shared, and not those of whole objects. */
function withMetadataOnly(client: Client | SharingClient): Client | SharingClient {
  if (!('informerFactory' in client)) return client;
  const { metadataInformerFactory: informerFactory } = client;
  const plain: Client = { listerWatcher: client.listerWatcher.bind(client) };
  return informerFactory === undefined ? plain : { ...plain, informerFactory };
}

/** A kind of `''`: whatever the server says it is. */
function resourceOf<T extends KubernetesObject>({ group, version, resource }: GroupVersionResource): WholeResource<T> {
  return defineResource<T>({ group, version, plural: resource, kind: '', namespaced: true });
}

/**
 * A resource that the generated code does not know.
 *
 * @example
 * if (error instanceof UnknownResourceError) console.log(error.message);
 */
export class UnknownResourceError extends InformerError {
  override readonly name = 'UnknownResourceError';

  constructor(asked: string, known: readonly string[]) {
    const near = known.filter((each) => each.split('.')[0] === asked.split('.')[0]);
    const hint = near.length > 0 ? `; there is ${near.join(', ')}` : `; there are ${known.length} others`;
    super(
      'UnknownResource',
      `no informer was generated for ${asked}${hint}. A DynamicSharedInformerFactory takes any resource.`,
    );
  }
}

/** The error of `forResource` for something that is not there. */
export function unknownResourceError(gvr: GroupVersionResource, known: readonly string[]): Error {
  return new UnknownResourceError(`${gvr.resource}.${gvr.version}.${gvr.group}`, known);
}
