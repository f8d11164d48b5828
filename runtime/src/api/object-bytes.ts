import { lazyViewOf } from './lazy-view.js';

const VALUE_BYTES = 8;
const STRING_BYTES = 16;
const OBJECT_BYTES = 24;
/** So many values of one object are counted: no object may hold up the event loop. */
const MAX_VALUES = 20_000;

/** Estimates what an object takes on the heap. One that is not decoded yet is not decoded for that. */
export function objectBytes(object: unknown): number {
  const undecoded = lazyViewOf(object)?.bytes;
  if (undecoded !== undefined) return OBJECT_BYTES + undecoded;
  let bytes = 0;
  let left = MAX_VALUES;
  const rest: unknown[] = [object];
  while (rest.length > 0 && left > 0) {
    const value = rest.pop();
    left -= 1;
    bytes += VALUE_BYTES;
    if (typeof value === 'string') bytes += STRING_BYTES + value.length;
    else if (typeof value === 'object' && value !== null) {
      bytes += OBJECT_BYTES;
      // Names of fields are shared by all objects of a shape.
      for (const each of Object.values(value)) rest.push(each);
    }
  }
  return bytes;
}
