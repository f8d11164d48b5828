import { InformerError } from '../api/informer-error.js';
import { typeOf } from '../api/identity.js';
import type { KubernetesObject } from '../api/object.js';
import { apiVersionOf } from '../api/resource.js';
import type { Resource } from '../api/resource.js';

/**
 * Tells which objects of a watch are not of this resource. One whose kind is `''` takes every kind, as does no resource at
 * all; an object that does not say what it is, is taken for the right one.
 */
export function wrongKind<T extends KubernetesObject>(
  resource: Resource<T> | undefined,
): (object: T) => Error | undefined {
  const apiVersion = resource && apiVersionOf(resource);
  return (object) => {
    const { kind, apiVersion: actual } = typeOf(object);
    if (kind === 'Table') return new InformerError('WrongKind', 'a watch event holds a Table, which cannot be cached');
    if (!resource || resource.kind === '' || kind === undefined || kind === 'PartialObjectMetadata') return undefined;
    if (kind === resource.kind && actual === apiVersion) return undefined;
    return new InformerError('WrongKind', `expected ${apiVersion} ${resource.kind}, the watch sent ${actual} ${kind}`);
  };
}
