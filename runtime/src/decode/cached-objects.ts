import { identityOf, isSameState } from '../api/identity.js';
import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import type { CacheLookup } from '../source/lister-watcher.js';
import type { ByteRange, ObjectOutline } from './object-outline.js';
import { KeyReader } from './key-reader.js';

const MAX_ASCII = 0x7f;

/**
 * Finds the object that the cache holds already instead of an equal new one: same key, uid, resourceVersion and digest.
 *
 * After a hit the next object is looked up by its bytes, which saves parsing it; after a miss it is parsed first, because
 * then the next one is most likely new too. The answer is the same both ways.
 */
export class KnownObjects<T> {
  readonly #cache: CacheLookup<T>;
  readonly #keys = new KeyReader();
  #lastWasKnown = true;

  constructor(cache: CacheLookup<T>) {
    this.#cache = cache;
  }

  /** The next object is most likely known too, so its bytes should be looked at before they are parsed. */
  get expectsHit(): boolean {
    return this.#lastWasKnown;
  }

  /** The known object that an outline of these bytes found them to be; undefined means: parse, then ask {@link instead}. */
  fromOutline(bytes: Buffer, outline: ObjectOutline, digest: number): T | undefined {
    this.#lastWasKnown = false;
    const position = outline.hasIdentity ? this.#cache.find(this.#keys.read(bytes, outline)) : -1;
    if (position === -1 || this.#cache.digestAt(position) !== digest) return undefined;
    const known = this.#cache.objectAt(position);
    const { uid, resourceVersion } = identityOf(known as KubernetesObject) ?? {};
    this.#lastWasKnown = saysText(bytes, outline.resourceVersion, resourceVersion) && saysText(bytes, outline.uid, uid);
    return this.#lastWasKnown ? known : undefined;
  }

  /** The known object that equals this one, else this one. */
  instead(object: T, digest: number): T {
    this.#lastWasKnown = false;
    const identity = identityOf(object as KubernetesObject);
    if (typeof identity?.name !== 'string') return object;
    const position = this.#cache.find(metaNamespaceKeyFunc(object as KubernetesObject));
    if (position === -1 || this.#cache.digestAt(position) !== digest) return object;
    const known = this.#cache.objectAt(position);
    this.#lastWasKnown = isSameState(identityOf(known as KubernetesObject), identity);
    return this.#lastWasKnown ? known : object;
  }
}

/** Whether these bytes are that text, which is not empty. Text beyond ASCII is left to the parser: false. */
function saysText(bytes: Buffer, { start, end }: ByteRange, text: string | undefined): boolean {
  if (text === undefined || text === '' || end - start !== text.length) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = bytes[start + at] as number;
    if (code > MAX_ASCII || code !== text.charCodeAt(at)) return false;
  }
  return true;
}
