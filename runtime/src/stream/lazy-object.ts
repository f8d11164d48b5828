import { lazyView, type LazyView } from '../api/identity.js';
import { textAt } from '../api/index-by-path.js';
import { scanIdentity } from './identity-scanner.js';
import type { TypeMeta } from './object-decoder.js';
import type { PackedVersion } from './packed-version.js';

/** The bytes of an object were no JSON after all; found out when it was first read. */
export class MalformedObjectError extends Error {
  override readonly name = 'MalformedObjectError';

  constructor(key: string, cause: unknown) {
    super(`the object ${key} cannot be decoded: the server sent malformed JSON`, { cause });
  }
}

/** What lazily decoded objects have in common; one for many of them. */
export interface LazyForm {
  /** For objects that do not say their type. */
  readonly stamp: TypeMeta | undefined;
  /** The paths whose values are known without decoding. */
  readonly paths: readonly string[];
}

/** The texts at the form's paths: the text itself where there is one path, which saves an array. */
export type PathValues = string | undefined | readonly (string | undefined)[];

/** What is known of an object before it is decoded. */
export interface LazyParts {
  readonly form: LazyForm;
  readonly key: string;
  readonly version: PackedVersion;
  readonly values: PathValues;
  /** The object as JSON; nobody else may write there. */
  readonly bytes: ArrayBuffer;
}

/** What stands behind the proxy. Caches hold very many: every field costs. */
class LazyObject implements LazyView {
  readonly key: string;
  readonly version: PackedVersion;
  readonly form: LazyForm;
  readonly values: PathValues;
  /** Its bytes, and from the first read on what they said. */
  content: ArrayBuffer | object;

  constructor({ form, key, version, values, bytes }: LazyParts) {
    this.key = key;
    this.version = version;
    this.form = form;
    this.values = values;
    this.content = bytes;
  }

  get isDecoded(): boolean {
    return !(this.content instanceof ArrayBuffer);
  }

  get name(): string {
    return this.key.slice(this.key.indexOf('/') + 1);
  }

  get namespace(): string | undefined {
    const slash = this.key.indexOf('/');
    return slash === -1 ? undefined : this.key.slice(0, slash);
  }

  get resourceVersion(): string {
    return String(this.version);
  }

  /** Seldom asked for, and long: it is not kept apart from the bytes. */
  get uid(): string | undefined {
    if (this.content instanceof ArrayBuffer) return scanIdentity(Buffer.from(this.content))?.uid;
    return (this.content as { readonly metadata?: { readonly uid?: string } }).metadata?.uid;
  }

  decode(): object {
    if (this.content instanceof ArrayBuffer) this.content = this.#parse(this.content);
    return this.content;
  }

  valueAt(path: string): string | undefined {
    const { paths } = this.form;
    const declared = paths.indexOf(path);
    if (declared === -1) return textAt(this.decode(), path.split('.'));
    return typeof this.values === 'object' ? this.values[declared] : this.values;
  }

  #parse(bytes: ArrayBuffer): object {
    const { stamp } = this.form;
    try {
      const object = JSON.parse(Buffer.from(bytes).toString()) as { readonly kind?: string };
      return stamp && object.kind === undefined ? { ...stamp, ...object } : object;
    } catch (error) {
      throw new MalformedObjectError(this.key, error);
    }
  }
}

/** An object that is decoded when it is first read, and from then on reads like what it was decoded to. */
export function newLazyObject<T extends object>(parts: LazyParts): T {
  return new Proxy(new LazyObject(parts), handler) as unknown as T;
}

/** The type is known without decoding; `then` is asked by every `await`; nothing inspects by symbol what is not read yet. */
function answerWithoutDecoding(lazy: LazyObject, property: string | symbol): unknown {
  if (property === 'kind' || property === 'apiVersion') return lazy.form.stamp?.[property] ?? undecided;
  return property === 'then' || typeof property === 'symbol' ? undefined : undecided;
}

const undecided = Symbol('only the object itself can tell');

const handler: ProxyHandler<LazyObject> = {
  get(lazy, property) {
    if (property === lazyView) return lazy;
    if (!lazy.isDecoded) {
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
