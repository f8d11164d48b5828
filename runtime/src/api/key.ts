import { InformerError } from './informer-error.js';
import type { DeletedFinalStateUnknown, DeletedObject } from './deleted.js';
import { identityOf } from './identity.js';
import { lazyViewOf } from './lazy-view.js';
import type { KubernetesObject } from './object.js';
import { toError } from './on-error.js';

/**
 * A key function could not name an object. `object` is the one at fault, `cause` what the key function threw.
 *
 * @example
 * if (error instanceof KeyError) console.log(error.object);
 */
export class KeyError extends InformerError {
  override readonly name = 'KeyError';
  readonly object: unknown;

  constructor(object: unknown, cause: unknown) {
    super('Key', `cannot make a key for ${describe(object)}: ${toError(cause).message}`, { cause });
    this.object = object;
  }
}

/**
 * A key that is neither `name` nor `namespace/name`.
 *
 * @example
 * if (error instanceof KeyFormatError) console.log(error.key);
 */
export class KeyFormatError extends InformerError {
  override readonly name = 'KeyFormatError';
  readonly key: string;

  constructor(key: string) {
    super('KeyFormat', `unexpected key format ${JSON.stringify(key)}: a key is "name" or "namespace/name"`);
    this.key = key;
  }
}

/** Names an object of a kind that is known from elsewhere. `namespace` is `''` for cluster-scoped objects. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
  /** `namespace/name`, or `name` without a namespace: what {@link metaNamespaceKeyFunc} returns. */
  toString(): string;
}

/** What a key can be made of: an object, or the key itself for callers that hold nothing else. */
export type Keyable = KubernetesObject | string;

/** What a deletion hands out: the object, its key, or one of the two forms of a tombstone. */
export type DeletionKeyable = Keyable | DeletedFinalStateUnknown<unknown> | DeletedObject<unknown>;

/**
 * The key under which caches hold an object: `namespace/name`, or `name` without a namespace. A string is taken to be
 * the key already. Throws a {@link KeyError} when the object has no `metadata.name`.
 *
 * @example
 * metaNamespaceKeyFunc({ metadata: { namespace: 'default', name: 'web' } }); // → 'default/web'
 */
export function metaNamespaceKeyFunc(object: Keyable): string {
  if (typeof object === 'string') return object;
  const lazy = lazyViewOf(object);
  if (lazy) return lazy.key;
  const metadata = object?.metadata;
  const name = metadata?.name;
  if (typeof name !== 'string') throw noName(object);
  const namespace = metadata?.namespace;
  return namespace ? `${namespace}/${name}` : name;
}

/**
 * The same for what a deletion hands out: a tombstone knows its key even when the object is lost.
 *
 * @example
 * deletionHandlingMetaNamespaceKeyFunc(pod); // → 'default/web'
 * deletionHandlingMetaNamespaceKeyFunc(new DeletedFinalStateUnknown('default/gone', undefined)); // → 'default/gone'
 */
export function deletionHandlingMetaNamespaceKeyFunc(object: DeletionKeyable): string {
  return lazyViewOf(object)?.key ?? tombstoneKey(object) ?? metaNamespaceKeyFunc(object as Keyable);
}

/**
 * Takes a key apart. Throws a {@link KeyFormatError} when it has more than one slash.
 *
 * @example
 * const { namespace, name } = splitMetaNamespaceKey('node-1');
 * [namespace, name]; // → ['', 'node-1']
 */
export function splitMetaNamespaceKey(key: string): ObjectName {
  const slash = key.indexOf('/');
  if (slash === -1) return newObjectName('', key);
  if (key.includes('/', slash + 1)) throw new KeyFormatError(key);
  return newObjectName(key.slice(0, slash), key.slice(slash + 1));
}

/**
 * A name from its parts; `namespace` is `''` for cluster-scoped objects.
 *
 * @example
 * newObjectName('default', 'web').toString(); // → 'default/web'
 */
export function newObjectName(namespace: string, name: string): ObjectName {
  return { namespace, name, toString: nameToString };
}

/**
 * The name of an object, or what a key says. Throws as {@link metaNamespaceKeyFunc} and {@link splitMetaNamespaceKey} do.
 *
 * @example
 * objectName(pod).namespace; // → 'default'
 */
export function objectName(object: Keyable): ObjectName {
  if (typeof object === 'string') return splitMetaNamespaceKey(object);
  const { name, namespace = '' } = identityOf(object) ?? {};
  if (typeof name !== 'string') throw noName(object);
  return newObjectName(namespace, name);
}

/**
 * The same for what a deletion hands out.
 *
 * @example
 * deletionHandlingObjectName(new DeletedFinalStateUnknown('default/gone', undefined)).name; // → 'gone'
 */
export function deletionHandlingObjectName(object: DeletionKeyable): ObjectName {
  const key = lazyViewOf(object)?.key ?? tombstoneKey(object);
  return key === undefined ? objectName(object as Keyable) : splitMetaNamespaceKey(key);
}

/**
 * The key of an object, of a tombstone, or of a `DeletedObject`: one function for every handler.
 *
 * @example
 * objectKey(pod); // → 'default/web'
 */
export const objectKey: (object: DeletionKeyable) => string = deletionHandlingMetaNamespaceKeyFunc;

/**
 * Takes a key apart: the short name of {@link splitMetaNamespaceKey}.
 *
 * @example
 * const { namespace, name } = splitKey('default/web');
 * [namespace, name]; // → ['default', 'web']
 */
export const splitKey: (key: string) => ObjectName = splitMetaNamespaceKey;

/** By shape and not by class: a tombstone may come from another copy of this package. */
function tombstoneKey(object: DeletionKeyable): string | undefined {
  if (typeof object !== 'object' || object === null || 'metadata' in object) return undefined;
  return 'key' in object && typeof object.key === 'string' ? object.key : undefined;
}

function nameToString(this: ObjectName): string {
  return this.namespace === '' ? this.name : `${this.namespace}/${this.name}`;
}

function noName(object: unknown): KeyError {
  const hasMetadata = typeof object === 'object' && object !== null && 'metadata' in object;
  return new KeyError(object, new Error(hasMetadata ? 'metadata.name is missing' : 'it has no metadata'));
}

function describe(object: unknown): string {
  if (typeof object !== 'object' || object === null) return String(object);
  const { apiVersion, kind } = object as KubernetesObject;
  return kind === undefined ? 'an object' : `an object of kind ${[apiVersion, kind].filter(Boolean).join('/')}`;
}
