import { InformerError } from '../api/informer-error.js';
import { textAt } from '../api/field-path.js';
import type { FieldPath } from '../api/field-path.js';
import type { KubernetesObject } from '../api/object.js';
import { lazyContent, lazyView } from '../api/lazy-view.js';
import type { LazyView } from '../api/lazy-view.js';
import { stampObject } from './decoder.js';
import type { TypeMeta } from './decoder.js';
import type { PackedVersion } from './packed-version.js';

/**
 * The bytes of an object were no JSON after all; found out when it was first read.
 *
 * @example
 * if (error instanceof MalformedObjectError) console.log(error.message);
 */
export class MalformedObjectError extends InformerError {
  override readonly name = 'MalformedObjectError';

  /** The parser's own error quotes the object, which may be a Secret: it is not passed on. */
  constructor(key: string) {
    super('MalformedObject', `the object ${key} cannot be decoded: the server sent malformed JSON`);
  }
}

/** What lazily decoded objects have in common; one for many of them. */
export interface LazyForm {
  /** For objects that do not say their type. */
  readonly stamp: TypeMeta | undefined;
  /** What they say their type is; undefined where that was not found without decoding. */
  readonly type: TypeMeta | undefined;
  /** The paths whose values are known without decoding. */
  readonly paths: readonly FieldPath[];
  /** Takes the error of one that cannot be decoded, once. */
  readonly onMalformed: (error: Error) => void;
  /** Told of each that was decoded. */
  readonly onDecoded: () => void;
}

/** The texts at the form's paths: the text itself where there is one path, which saves an array. */
export type PathValues = string | undefined | readonly (string | undefined)[];

/** What is known of an object before it is decoded. */
export interface LazyParts {
  readonly form: LazyForm;
  readonly key: string;
  readonly version: PackedVersion;
  readonly values: PathValues;
  /**
   * The object as JSON, its UTF-8 bytes one character each. Nothing holds bytes in less memory, and memory of their own
   * would cost more time: to allocate it, and because it drives the collector to start over and over again.
   */
  readonly text: string;
  /** Where in the text its uid begins. It has no escapes. */
  readonly uidAt: number;
}

const beyondAscii = /[\u0080-\u00ff]/;

function decodeUtf8(text: string): string {
  return beyondAscii.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
}

/** Those that could not be decoded, and why. */
const malformed = new WeakMap<LazyView, MalformedObjectError>();

/**
 * What stands behind the proxy. Caches hold very many: every field costs. They are private, so that freezing the proxy,
 * which freezes this, leaves them alone.
 */
class LazyObject implements LazyView {
  readonly #key: string;
  readonly #version: PackedVersion;
  readonly #form: LazyForm;
  readonly #values: PathValues;
  readonly #uidAt: number;
  /** Its text, and from the first read on what that said. */
  #content: string | object;

  constructor({ form, key, version, values, text, uidAt }: LazyParts) {
    this.#key = key;
    this.#version = version;
    this.#form = form;
    this.#values = values;
    this.#uidAt = uidAt;
    this.#content = text;
  }

  static isDecoded(lazy: LazyObject): boolean {
    return typeof lazy.#content === 'object';
  }

  static decode(lazy: LazyObject): object {
    if (typeof lazy.#content === 'string') lazy.#content = lazy.#parse(lazy.#content);
    return lazy.#content;
  }

  /** Whether an object that is not decoded may have a member of this name. */
  static mayHave(lazy: LazyObject, name: string): boolean {
    const text = lazy.#content;
    return typeof text !== 'string' || text.includes(`"${name}"`) || text.includes('\\');
  }

  get key(): string {
    return this.#key;
  }

  get bytes(): number {
    return typeof this.#content === 'string' ? this.#content.length : 0;
  }

  /** An object that says nothing of its type before its metadata may do so behind it. */
  get type(): TypeMeta | undefined {
    const { type, stamp } = this.#form;
    if (type !== undefined || stamp === undefined) return type;
    return LazyObject.mayHave(this, 'kind') || LazyObject.mayHave(this, 'apiVersion') ? undefined : stamp;
  }

  get name(): string {
    return this.#key.slice(this.#key.indexOf('/') + 1);
  }

  get namespace(): string | undefined {
    const slash = this.#key.indexOf('/');
    return slash === -1 ? undefined : this.#key.slice(0, slash);
  }

  get resourceVersion(): string {
    return String(this.#version);
  }

  /** Seldom asked for, and long: it is not stored apart from the text. One that cannot be decoded is nothing that anybody has. */
  get uid(): string | undefined {
    const text = this.#content;
    if (typeof text !== 'string') return (text as KubernetesObject).metadata?.uid;
    return malformed.has(this) ? undefined : decodeUtf8(text.slice(this.#uidAt, text.indexOf('"', this.#uidAt)));
  }

  textAt(path: FieldPath): string | undefined {
    const declared = this.#form.paths.findIndex(({ id }) => id === path.id);
    if (declared === -1 || LazyObject.isDecoded(this)) return textAt(LazyObject.decode(this), path.names);
    return this.#valueAt(declared);
  }

  /** What Node prints: the object, not what stands behind it. */
  [Symbol.for('nodejs.util.inspect.custom')](): unknown {
    try {
      return (this as unknown as { readonly [lazyContent]: object })[lazyContent];
    } catch (error) {
      return `[${(error as Error).message}]`;
    }
  }

  #parse(text: string): object {
    const { stamp, onMalformed, onDecoded } = this.#form;
    const known = malformed.get(this);
    if (known) throw known;
    try {
      const object = JSON.parse(decodeUtf8(text)) as KubernetesObject;
      this.#mustBe(object);
      onDecoded();
      return stamp ? stampObject(object, stamp) : object;
    } catch {
      const error = new MalformedObjectError(this.#key);
      malformed.set(this, error);
      onMalformed(error);
      throw error;
    }
  }

  /** A field that comes twice counts the last time: then it is not the object that it was taken for, and filed as. */
  #mustBe(object: KubernetesObject): void {
    const { name, namespace = '', uid, resourceVersion } = object.metadata ?? {};
    const isSame = name === this.name && namespace === (this.namespace ?? '') && uid === this.uid;
    if (!isSame || resourceVersion !== this.resourceVersion) throw new TypeError('its metadata contradicts itself');
    this.#form.paths.forEach(({ names }, at) => {
      if (textAt(object, names) !== this.#valueAt(at)) throw new TypeError('its fields contradict themselves');
    });
  }

  #valueAt(path: number): string | undefined {
    return typeof this.#values === 'object' ? this.#values[path] : this.#values;
  }
}

/** An object that is decoded when it is first read, and from then on reads like what it was decoded to. */
export function newLazyObject<T extends object>(parts: LazyParts): T {
  return new Proxy(new LazyObject(parts), handler) as unknown as T;
}

/** The type is known without decoding; `then` is asked by every `await`; nothing inspects by symbol what is not read yet. */
function answerWithoutDecoding(lazy: LazyObject, property: string | symbol): unknown {
  if (property === 'kind' || property === 'apiVersion') return lazy.type?.[property] ?? undecided;
  if (property === 'then') return LazyObject.mayHave(lazy, property) ? undecided : undefined;
  return typeof property === 'symbol' ? undefined : undecided;
}

const undecided = Symbol('only the object itself can tell');

/** Makes the target of the proxy like the object, as a proxy must be whose target cannot change any more. */
function settle(lazy: LazyObject): boolean {
  const object = LazyObject.decode(lazy);
  Object.defineProperties(lazy, Object.getOwnPropertyDescriptors(object));
  Object.setPrototypeOf(lazy, Object.prototype);
  return Reflect.preventExtensions(object) && Reflect.preventExtensions(lazy);
}

const handler: ProxyHandler<LazyObject> = {
  get(lazy, property) {
    const isDecoded = LazyObject.isDecoded(lazy);
    if (property === lazyView) return isDecoded ? undefined : lazy;
    if (property === lazyContent) return LazyObject.decode(lazy);
    if (!isDecoded) {
      const answer = answerWithoutDecoding(lazy, property);
      if (answer !== undecided) return answer;
    }
    return Reflect.get(LazyObject.decode(lazy), property) as unknown;
  },
  has: (lazy, property) => Reflect.has(LazyObject.decode(lazy), property),
  ownKeys: (lazy) => Reflect.ownKeys(LazyObject.decode(lazy)),
  getOwnPropertyDescriptor(lazy, property) {
    const descriptor = Reflect.getOwnPropertyDescriptor(LazyObject.decode(lazy), property);
    // A proxy may call only that final which is final in its target too.
    return descriptor && Reflect.isExtensible(lazy) ? { ...descriptor, configurable: true } : descriptor;
  },
  getPrototypeOf: () => Object.prototype,
  preventExtensions: settle,
  set: (lazy, property, value) => change(lazy, (object) => Reflect.set(object, property, value)),
  defineProperty: (lazy, property, descriptor) =>
    change(lazy, (object) => Reflect.defineProperty(object, property, descriptor)),
  deleteProperty: (lazy, property) => change(lazy, (object) => Reflect.deleteProperty(object, property)),
};

/** Changes the object and, where the target has become like it, the target. */
function change(lazy: LazyObject, apply: (object: object) => boolean): boolean {
  if (!apply(LazyObject.decode(lazy))) return false;
  return Reflect.isExtensible(lazy) || apply(lazy);
}
