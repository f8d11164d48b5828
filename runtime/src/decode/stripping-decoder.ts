import { ByteCutter, managedFieldsIn } from './managed-fields.js';
import type { OutlinedDecoder } from './decoder.js';
import { jsonDecoder } from './decoder.js';
import { ObjectOutline } from './object-outline.js';

/**
 * A decoder that leaves out `metadata.managedFields`: often a third of an object. It is cut out of the bytes, so that it
 * costs neither parsing nor memory.
 */
export function strippingDecoder<T extends object>(): OutlinedDecoder<T> {
  const json = jsonDecoder<T>();
  const cutter = new ByteCutter();
  const own = new ObjectOutline();
  return {
    strict: true,
    decode(bytes, stamp, outline = own) {
      if (outline === own) own.read(bytes);
      const range = managedFieldsIn(outline);
      if (range) return json.decode(cutter.cut(bytes, range), stamp);
      const object = json.decode(bytes, stamp) as T & { metadata?: { managedFields?: unknown } };
      if (object?.metadata?.managedFields !== undefined) delete object.metadata.managedFields;
      return object;
    },
  };
}
