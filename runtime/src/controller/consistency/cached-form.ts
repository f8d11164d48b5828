import { mutableCopy } from '../../api/draft.js';
import type { KubernetesObject } from '../../api/object.js';
import { projectObject } from '../../api/projection.js';
import type { Resource } from '../../api/resource.js';
import type { TransformFunc } from '../../queue/queue.js';
import { storable } from '../../queue/queue.js';

/** What an informer makes of each object before it caches it. */
export interface CachedFormOptions<T> {
  readonly transform?: TransformFunc<T> | undefined;
  /** The cache holds metadata alone. */
  readonly metadataOnly?: boolean | undefined;
}

/** Makes of a whole object what a cache holds of it; undefined where that cannot be told. */
export type CachedForm<T> = {
  // As a method, so that a view of a kind is also one of every kind that the objects fit.
  toCached(object: T): T | undefined;
}['toCached'];

/** Makes of a whole object, as a server answers it, what an informer would cache of it; undefined where that cannot be told. */
export function cachedForm<T extends KubernetesObject>(
  { projection }: Pick<Resource<T>, 'projection'>,
  { transform, metadataOnly = false }: CachedFormOptions<T>,
): CachedForm<T> {
  return (answer) => {
    const object = withoutManagedFields(answer);
    const cut = metadataOnly ? metadataOf(object) : projectObject(projection, object);
    if (transform === undefined) return cut;
    try {
      // A transform may change what it is given, and whoever wrote the object has it too.
      return storable(transform(mutableCopy(cut) as T));
    } catch {
      return undefined;
    }
  };
}

/** As the server sends an object of which only the metadata was asked for. */
function metadataOf<T extends KubernetesObject>({ metadata }: T): T {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata } as unknown as T;
}

function withoutManagedFields<T extends KubernetesObject>(object: T): T {
  if (object.metadata === undefined || !('managedFields' in object.metadata)) return object;
  const { managedFields: _managedFields, ...metadata } = object.metadata as { managedFields?: unknown };
  return { ...object, metadata };
}
