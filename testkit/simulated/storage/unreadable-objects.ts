import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { ApiStatusError, failure } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { Collection } from './collection.js';
import type { StoredObject } from './stored-object.js';

/** Returns true if a stored object can be read. */
export function isReadable({ versions }: ServedResource, { object }: StoredObject): boolean {
  return versions?.unreadable?.(object) === undefined;
}

/** Throws 500 where a stored object cannot be read: its version was removed from the CRD. */
export function checkReadable({ versions }: ServedResource, { object }: StoredObject): void {
  const why = versions?.unreadable?.(object);
  if (why !== undefined) throw new ApiStatusError(failure(500, { reason: '', message: why }));
}

/** Returns what the watch cache of a resource says that cannot be filled, because an object cannot be read; undefined where it can. */
export function cacheFault(resource: ServedResource, collection: Collection): string | undefined {
  const { versions, kind } = resource;
  if (versions?.unreadable === undefined) return undefined;
  for (const { object } of collection.unsorted()) {
    const why = versions.unreadable(object);
    if (why === undefined) continue;
    return `storage is (re)initializing: failed to list ${apiVersionOf(resource)}, Kind=${kind}: ${why}`;
  }
  return undefined;
}

/** Throws 429 where a read needs a watch cache that cannot be filled. Pages are read from the storage. */
export function checkWatchCache(resource: ServedResource, collection: Collection): void {
  const message = cacheFault(resource, collection);
  if (message !== undefined) throw new ApiStatusError(failure(429, { message, details: { retryAfterSeconds: 1 } }));
}
