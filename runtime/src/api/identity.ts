import type { KubernetesObject } from './object.js';

/** What tells objects and their states apart. */
export interface ObjectIdentity {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** What an object that is decoded on first read can tell without that. */
export interface LazyView extends ObjectIdentity {
  readonly key: string;
  /** Its type, where that is known without decoding it. */
  readonly type: { readonly apiVersion: string; readonly kind: string } | undefined;
  /** The scalar at a path, as text; decodes only where the path was not declared beforehand. */
  valueAt(path: string): string | undefined;
  /** The object itself; the same one each time. */
  decode(): object;
}

/** Under this, lazily decoded objects give their {@link LazyView}; others have nothing there. */
export const lazyView: unique symbol = Symbol('view of a lazily decoded object');

/** The view of a lazily decoded object; undefined for any other. */
export function lazyViewOf(object: unknown): LazyView | undefined {
  return (object as { readonly [lazyView]?: LazyView } | null | undefined)?.[lazyView];
}

/** The same object in the same state: uid and resourceVersion are known, and equal. */
export function isSameState(a: ObjectIdentity | undefined, b: ObjectIdentity | undefined): boolean {
  const version = a?.resourceVersion;
  if (version === undefined || version !== b?.resourceVersion) return false;
  const uid = a?.uid;
  return uid !== undefined && uid === b.uid;
}

/** Name, namespace, uid and version of an object. Does not decode one that is not decoded yet. */
export function identityOf(object: KubernetesObject): ObjectIdentity | undefined {
  return lazyViewOf(object) ?? object.metadata;
}
