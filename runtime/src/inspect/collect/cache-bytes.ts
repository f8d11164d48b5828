import { objectBytes } from '../../api/object-bytes.js';

/** So many objects are measured; the rest are taken to be like them. */
const SAMPLE = 24;
/** A measure is good for so long. */
const GOOD_FOR_MS = 5000;

/** Estimates what caches take on the heap, seldom and from samples. Objects that are not decoded are not decoded for that. */
export class CacheBytes {
  readonly #measured = new WeakMap<object, { readonly at: number; readonly perObject: number }>();

  /** `cache` is what the measure is remembered for. */
  of(cache: object, objects: readonly unknown[], now: number): number {
    let known = this.#measured.get(cache);
    if (known === undefined || now - known.at >= GOOD_FOR_MS) {
      known = { at: now, perObject: perObject(objects) };
      this.#measured.set(cache, known);
    }
    return Math.round(known.perObject * objects.length);
  }
}

function perObject(objects: readonly unknown[]): number {
  const { length } = objects;
  if (length === 0) return 0;
  const count = Math.min(length, SAMPLE);
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += objectBytes(objects[Math.floor((at * length) / count)]);
  return sum / count;
}
