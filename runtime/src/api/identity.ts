import { lazyContentOf, lazyViewOf } from './lazy-view.js';
import type { KubernetesObject } from './object.js';

/** What tells objects and their states apart. */
export interface ObjectIdentity {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Returns name, namespace, uid and version of an object. Does not decode one that is not decoded yet. */
export function identityOf(object: KubernetesObject | null | undefined): ObjectIdentity | undefined {
  return lazyViewOf(object) ?? object?.metadata;
}

/** Whether it claims to be the same object in the same state: uid and resourceVersion are known, not empty, and equal. */
export function isSameState(a: ObjectIdentity | undefined, b: ObjectIdentity | undefined): boolean {
  const version = a?.resourceVersion;
  if (version === undefined || version === '' || version !== b?.resourceVersion) return false;
  const uid = a?.uid;
  return uid !== undefined && uid !== '' && uid === b.uid;
}

/** Returns what an object says its type is. Does not decode one whose type is known without that. */
export function typeOf(object: KubernetesObject): Pick<KubernetesObject, 'apiVersion' | 'kind'> {
  // One question instead of two: a lazily decoded object answers through a proxy.
  return lazyViewOf(object)?.type ?? object;
}

/** Returns the object itself, decoded, for one that is decoded when it is first read. */
export function decoded<T>(object: T): T {
  return (lazyContentOf(object) ?? object) as T;
}

/** Whether an object can be read without being decoded for that. */
export function isDecoded(object: unknown): boolean {
  return lazyViewOf(object) === undefined;
}
