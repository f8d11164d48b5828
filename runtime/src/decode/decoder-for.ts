import type { DecodeOptions } from '../lister-watcher/lister-watcher.js';
import { lazyDecoder } from './lazy/lazy-decoder.js';
import type { ObjectDecoder } from './json/object-decoder.js';
import { jsonDecoder } from './json/object-decoder.js';
import { strippingDecoder } from './json/stripping-decoder.js';

/** The decoder that the options ask for. */
export function decoderFor<T extends object>({ lazy, managedFields = 'drop' }: DecodeOptions): ObjectDecoder<T> {
  const dropManagedFields = managedFields === 'drop';
  if (lazy) return lazyDecoder<T>({ paths: typeof lazy === 'object' ? lazy.paths : [], dropManagedFields });
  return dropManagedFields ? strippingDecoder<T>() : jsonDecoder<T>();
}
