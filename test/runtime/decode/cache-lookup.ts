import { ObjectDigest } from '../../../runtime/src/decode/object-digest.js';
import type { CacheLookup } from '../../../runtime/src/source/lister-watcher.js';

/** A cache of these objects, which came as the bytes that `JSON.stringify` makes of them. */
export function cacheOf<T>(objects: ReadonlyMap<string, T>): CacheLookup<T> {
  const digest = new ObjectDigest({ leavesOutManagedFields: false });
  const keys = [...objects.keys()];
  const values = [...objects.values()];
  const digests = values.map((object) => digest.of(Buffer.from(JSON.stringify(object))));
  return {
    find: (key) => keys.indexOf(key),
    objectAt: (position) => values[position] as T,
    digestAt: (position) => digests[position] as number,
  };
}
