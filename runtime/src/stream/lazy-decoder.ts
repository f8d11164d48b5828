import { isAscii } from 'node:buffer';
import { lazyView, type LazyView } from '../api/identity.js';
import { textAt } from '../api/index-by-path.js';
import { scanIdentity, scanText } from './identity-scanner.js';
import { ByteCutter, findManagedFields } from './managed-fields.js';
import type { ObjectDecoder, TypeMeta } from './object-decoder.js';
import { strippingDecoder } from './stripping-decoder.js';

/** Options of {@link lazyDecoder}. */
export interface LazyDecoderOptions {
  /** Paths such as `spec.nodeName` whose values are read from the bytes at once. Default: none. */
  readonly paths?: readonly string[] | undefined;
  /** Default true: it would be kept as bytes for nothing. */
  readonly dropManagedFields?: boolean | undefined;
}

/** The bytes of an object were no JSON after all; found out when it was first read. */
export class MalformedObjectError extends Error {
  override readonly name = 'MalformedObjectError';

  constructor(key: string, cause: unknown) {
    super(`the object ${key} cannot be decoded: the server sent malformed JSON`, { cause });
  }
}

/**
 * A decoder that keeps an object's bytes and decodes them when it is first read; from then on it is that object. Its key,
 * uid, version and declared paths are known without.
 */
export function lazyDecoder<T extends object>(options: LazyDecoderOptions = {}): ObjectDecoder<T> {
  const eager = strippingDecoder<T>();
  const cutter = new ByteCutter();
  const paths = options.paths ?? [];
  const names = paths.map((path) => path.split('.'));
  const texts = new TextPool();
  const cutsManagedFields = options.dropManagedFields ?? true;
  return {
    decode(bytes, stamp) {
      const range = cutsManagedFields ? findManagedFields(bytes) : undefined;
      const kept = range ? cutter.cut(bytes, range) : bytes;
      const identity = scanIdentity(kept);
      if (!identity) return eager.decode(bytes, stamp);
      const { name, namespace, uid, resourceVersion } = identity;
      const lazy = new LazyObject(kept.toString('latin1'), {
        key: namespace ? `${namespace}/${name}` : name,
        uid,
        resourceVersion,
      });
      lazy.isAscii = isAscii(kept);
      lazy.stamp = stamp;
      lazy.dropsManagedFields = cutsManagedFields && range === undefined;
      if (paths.length > 0) {
        lazy.paths = paths;
        lazy.values = names.map((path) => texts.shared(scanText(kept, path)));
      }
      return new Proxy(lazy, handler) as unknown as T;
    },
  };
}

/** Values at declared paths are few and repeat (nodes, phases): one string for each saves memory, and finds indexes faster. */
class TextPool {
  readonly #texts = new Map<string, string>();

  shared(text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    // Values that do not repeat after all must not be kept for good.
    if (this.#texts.size >= 10_000) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }
}

/** What stands behind the proxy. */
class LazyObject implements LazyView {
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The object's UTF-8 bytes, one character each: the densest thing that can hold them. `''` once decoded. */
  text: string;
  isAscii = true;
  stamp: TypeMeta | undefined;
  /** They could not be cut out of the bytes, if there are any. */
  dropsManagedFields = false;
  /** The declared paths, and the value at each. */
  paths: readonly string[] | undefined;
  values: readonly (string | undefined)[] | undefined;
  decoded: object | undefined;

  constructor(
    text: string,
    identity: { readonly key: string; readonly uid: string; readonly resourceVersion: string },
  ) {
    this.text = text;
    this.key = identity.key;
    this.uid = identity.uid;
    this.resourceVersion = identity.resourceVersion;
  }

  get name(): string {
    return this.key.slice(this.key.indexOf('/') + 1);
  }

  get namespace(): string | undefined {
    const slash = this.key.indexOf('/');
    return slash === -1 ? undefined : this.key.slice(0, slash);
  }

  decode(): object {
    return (this.decoded ??= this.#parse());
  }

  valueAt(path: string): string | undefined {
    const declared = this.paths?.indexOf(path) ?? -1;
    return declared === -1 ? textAt(this.decode(), path.split('.')) : this.values?.[declared];
  }

  #parse(): object {
    try {
      const text = this.isAscii ? this.text : Buffer.from(this.text, 'latin1').toString('utf8');
      const object = JSON.parse(text) as { kind?: string; metadata?: { managedFields?: unknown } };
      if (this.dropsManagedFields && object.metadata) delete object.metadata.managedFields;
      const typed = this.stamp && object.kind === undefined ? { ...this.stamp, ...object } : object;
      this.text = '';
      return typed;
    } catch (error) {
      throw new MalformedObjectError(this.key, error);
    }
  }
}

/** The type is known without decoding; `then` is asked by every `await`; nothing inspects by symbol what is not read yet. */
function answerWithoutDecoding(lazy: LazyObject, property: string | symbol): unknown {
  if (property === 'kind' || property === 'apiVersion') return lazy.stamp?.[property] ?? undecided;
  return property === 'then' || typeof property === 'symbol' ? undefined : undecided;
}

const undecided = Symbol('only the object itself can tell');

const handler: ProxyHandler<LazyObject> = {
  get(lazy, property) {
    if (property === lazyView) return lazy;
    if (!lazy.decoded) {
      const answer = answerWithoutDecoding(lazy, property);
      if (answer !== undecided) return answer;
    }
    return Reflect.get(lazy.decode(), property) as unknown;
  },
  has: (lazy, property) => Reflect.has(lazy.decode(), property),
  ownKeys: (lazy) => Reflect.ownKeys(lazy.decode()),
  getOwnPropertyDescriptor(lazy, property) {
    const descriptor = Reflect.getOwnPropertyDescriptor(lazy.decode(), property);
    // A proxy may call only that frozen which its target has frozen too.
    return descriptor && { ...descriptor, configurable: true };
  },
  getPrototypeOf: () => Object.prototype,
  set: (lazy, property, value) => Reflect.set(lazy.decode(), property, value),
  defineProperty: (lazy, property, descriptor) => Reflect.defineProperty(lazy.decode(), property, descriptor),
  deleteProperty: (lazy, property) => Reflect.deleteProperty(lazy.decode(), property),
};
