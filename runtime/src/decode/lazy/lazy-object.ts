import { InformerError } from '../../api/informer-error.js';
import { textAt } from '../../api/field-path.js';
import { lazyView } from '../../api/lazy-view.js';
import type { LazyView } from '../../api/lazy-view.js';
import type { TypeMeta } from '../json/object-decoder.js';
import type { PackedVersion } from './packed-version.js';

/** The bytes of an object were no JSON after all; found out when it was first read. */
export class MalformedObjectError extends InformerError {
  override readonly name = 'MalformedObjectError';

  constructor(key: string, cause: unknown) {
    super('MalformedObject', `the object ${key} cannot be decoded: the server sent malformed JSON`, { cause });
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

/** What stands behind the proxy. Caches hold very many: every field costs. */
class LazyObject implements LazyView {
  readonly key: string;
  readonly version: PackedVersion;
  readonly form: LazyForm;
  readonly values: PathValues;
  readonly uidAt: number;
  /** Its text, and from the first read on what that said. */
  content: string | object;

  constructor({ form, key, version, values, text, uidAt }: LazyParts) {
    this.key = key;
    this.version = version;
    this.form = form;
    this.values = values;
    this.uidAt = uidAt;
    this.content = text;
  }

  get isDecoded(): boolean {
    return typeof this.content === 'object';
  }

  get bytes(): number | undefined {
    return typeof this.content === 'string' ? this.content.length : undefined;
  }

  get type(): TypeMeta | undefined {
    return this.isDecoded ? undefined : this.form.stamp;
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

  /** Seldom asked for, and long: it is not stored apart from the text. */
  get uid(): string | undefined {
    const { content } = this;
    if (typeof content === 'string') return decodeUtf8(content.slice(this.uidAt, content.indexOf('"', this.uidAt)));
    return (content as { readonly metadata?: { readonly uid?: string } }).metadata?.uid;
  }

  decode(): object {
    if (typeof this.content === 'string') this.content = this.#parse(this.content);
    return this.content;
  }

  textAt(path: string): string | undefined {
    const { paths } = this.form;
    const declared = paths.indexOf(path);
    if (declared === -1) return textAt(this.decode(), path.split('.'));
    return typeof this.values === 'object' ? this.values[declared] : this.values;
  }

  #parse(text: string): object {
    const { stamp } = this.form;
    try {
      const object = JSON.parse(decodeUtf8(text)) as { readonly kind?: string };
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
