import { managedFieldsIn } from './managed-fields.js';
import { jsonDecoder } from './decoder.js';
import type { OutlinedDecoder } from './decoder.js';
import { ObjectOutline } from './object-outline.js';
import { CUT_OUT, FieldSetCutter } from './field-set-cutter.js';
import type { CutFieldSet } from './field-set-cutter.js';

interface Managed {
  readonly metadata?: { readonly managedFields?: ({ fieldsV1?: unknown } | null)[] | null } | null;
}

/**
 * A decoder that keeps everything, for objects that nobody changes. What `managedFields` say most of, the fields that each manager
 * owns, is the same in all objects of one template: it is parsed once, and shared by them as a frozen value. That is often a
 * third of an object.
 */
export function sharingDecoder<T extends object>(): OutlinedDecoder<T> {
  const json = jsonDecoder<T>();
  const cutter = new FieldSetCutter();
  const own = new ObjectOutline();
  return {
    strict: true,
    decode(bytes, stamp, outline = own) {
      if (outline === own) own.read(bytes);
      const range = managedFieldsIn(outline);
      const rest = range && cutter.cut(bytes, range);
      if (rest === undefined) return json.decode(bytes, stamp);
      const object = json.decode(rest, stamp);
      return putBack(object, cutter.found) ? object : json.decode(bytes, stamp);
    },
  };
}

/** False where the values do not belong there: an object may say its metadata twice, and then the last ones count. */
function putBack({ metadata }: Managed, found: readonly CutFieldSet[]): boolean {
  for (const { position, value } of found) {
    const entry = metadata?.managedFields?.[position];
    if (entry?.fieldsV1 !== CUT_OUT) return false;
    entry.fieldsV1 = value;
  }
  return true;
}
