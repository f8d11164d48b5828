import { identityOf, isSameState } from '../api/identity.js';
import type { ObjectIdentity } from '../api/identity.js';
import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import { scanIdentity } from './json/identity-scanner.js';
import type { Identity } from './json/identity-scanner.js';

/** Looks an object up by its key, `namespace/name` or `name`. */
export type KnownLookup<T> = (key: string) => T | undefined;

/**
 * Finds the object that the cache holds already instead of an equal new one: same key, uid and resourceVersion.
 *
 * After a hit the next object's identity is read from its bytes, which saves parsing it; after a miss it is parsed
 * first, because then the next one is most likely new too. The answer is the same both ways.
 */
export class KnownObjects<T> {
  readonly #lookup: KnownLookup<T>;
  #lastWasKnown = true;

  constructor(lookup: KnownLookup<T>) {
    this.#lookup = lookup;
  }

  /** The next object is most likely known too, so its bytes should be looked at before they are parsed. */
  get expectsHit(): boolean {
    return this.#lastWasKnown;
  }

  /** The known object with the identity that these bytes state; undefined means: parse, then ask {@link instead}. */
  fromBytes(bytes: Buffer): T | undefined {
    if (!this.#lastWasKnown) return undefined;
    const identity = scanIdentity(bytes);
    if (identity === undefined) this.#lastWasKnown = false;
    return identity && this.#find(keyOf(identity), identity);
  }

  /** The known object that equals this one, else this one. */
  instead(object: T): T {
    const identity = identityOf(object as KubernetesObject);
    if (typeof identity?.name !== 'string') return object;
    return this.#find(metaNamespaceKeyFunc(object as KubernetesObject), identity) ?? object;
  }

  #find(key: string, identity: ObjectIdentity): T | undefined {
    const known = this.#lookup(key);
    this.#lastWasKnown = known !== undefined && isSameState(identityOf(known), identity);
    return this.#lastWasKnown ? known : undefined;
  }
}

function keyOf({ name, namespace }: Identity): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}
