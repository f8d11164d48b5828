import { parseFieldPath } from '../api/field-path.js';
import type { Projection } from '../api/projection.js';
import { mustKeep, projectionTree } from '../api/projection.js';
import type { DecodeOptions } from '../source/lister-watcher.js';
import { ObjectDigest } from './object-digest.js';
import type { Digester } from './object-digest.js';
import { lazyDecoder } from './lazy-decoder.js';
import type { ObjectDecoder } from './decoder.js';
import { jsonDecoder } from './decoder.js';
import { strippingDecoder } from './stripping-decoder.js';
import { ProjectingDecoder } from './projecting-decoder.js';
import { sharingDecoder } from './sharing-decoder.js';

/** The decoder that the options ask for. */
export function decoderFor<T extends object>(options: DecodeOptions, projection?: Projection): ObjectDecoder<T> {
  const { lazy, managedFields = 'drop' } = options;
  const dropManagedFields = managedFields === 'drop';
  if (projection !== undefined) {
    checkLazyPaths(lazy, projection);
    return new ProjectingDecoder<T>(projectionTree(projection, dropManagedFields ? [] : ['metadata.managedFields']));
  }
  if (lazy) return lazyDecoder<T>({ paths: typeof lazy === 'object' ? lazy.paths : [], dropManagedFields });
  return dropManagedFields ? strippingDecoder<T>() : jsonDecoder<T>();
}

/** The one for objects that nobody changes, see `RequestContext.isShareable`; undefined where {@link decoderFor} has it already. */
export function sharingDecoderFor<T extends object>(
  { lazy, managedFields }: DecodeOptions,
  projection?: Projection,
): ObjectDecoder<T> | undefined {
  return projection === undefined && !lazy && managedFields === 'keep' ? sharingDecoder<T>() : undefined;
}

/** What makes the digests of the objects of a decoder. */
export function digesterFor(decoder: object, options: { readonly leavesOutManagedFields: boolean }): Digester {
  return decoder instanceof ProjectingDecoder ? decoder : new ObjectDigest(options);
}

/** Projected objects are small and decoded at once, so there is nothing to declare; but what is declared must be there. */
function checkLazyPaths(lazy: DecodeOptions['lazy'], projection: Projection): void {
  for (const path of typeof lazy === 'object' ? lazy.paths : []) {
    mustKeep(projection, parseFieldPath(path).names, 'lazy decoding');
  }
}
