import type { KubernetesObject } from '../api/object.js';
import type { Resource } from '../api/resource.js';
import type { SharedIndexInformerOptions } from '../informer/informer-options.js';
import type { SharedIndexInformer } from '../informer/shared-informer.js';
import type { Client } from '../source/lister-watcher.js';
import type { GenericLister } from '../lister/lister.js';
import type { TransformFunc } from '../queue/queue.js';
import type { InformerSelection } from './selection.js';

/** What a {@link NewInformerFunc} is given: the factory's defaults for this resource. */
export type FactoryDefaults<T extends KubernetesObject> = SharedIndexInformerOptions<T> &
  Pick<InformerSelection, 'namespace' | 'tweakListOptions' | 'managedFields' | 'lazy'>;

/** Makes an informer for a factory to share. */
export type NewInformerFunc<T extends KubernetesObject> = (
  client: Client,
  defaults: FactoryDefaults<T>,
) => SharedIndexInformer<T>;

/** The informer and lister of a resource that is known by its name alone. */
export interface GenericInformer<T extends KubernetesObject = KubernetesObject> {
  /** The one informer that the factory has of the resource. */
  informer(): SharedIndexInformer<T>;
  lister(): GenericLister<T>;
}

/** Another part of a resource than the factory's own. */
export interface VariantOptions<T extends KubernetesObject, F extends string = string> extends InformerSelection<F> {
  /** Asks for a variant by a name: the first to use it says what it is. Default: by what is selected. */
  readonly name?: string | undefined;
  /** Changes objects before they are cached. Default: the factory's. */
  readonly transform?: TransformFunc<T> | undefined;
}

/** What generated code needs of a factory. Factories, of whatever version, are told apart by nothing else. */
export interface InformerHost {
  informerFor<T extends KubernetesObject>(resource: Resource<T>, newFunc?: NewInformerFunc<T>): SharedIndexInformer<T>;
  variant<T extends KubernetesObject>(resource: Resource<T>, options: VariantOptions<T>): GenericInformer<T>;
}
