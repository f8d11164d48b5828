import { objectBytes } from '../../api/object-bytes.js';

/** So many objects are measured; the rest are taken to be like them. */
const SAMPLE = 24;
/** A measure is good for so long. */
const GOOD_FOR_MS = 5000;

/** Estimates what caches take on the heap, seldom and from samples. Objects that are not decoded are not decoded for that. */
export class CacheBytes {
  readonly #measured = new WeakMap<object, { readonly at: number; readonly perObject: number }>();

  /** `cache` is what the measure is remembered for; its objects are asked for only where it is measured again. */
  of(cache: { readonly size: number; readonly of: object; list(): readonly unknown[] }, now: number): number {
    let known = this.#measured.get(cache.of);
    if (known === undefined || now - known.at >= GOOD_FOR_MS) {
      known = { at: now, perObject: perObject(cache.list()) };
      this.#measured.set(cache.of, known);
    }
    return Math.round(known.perObject * cache.size);
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
