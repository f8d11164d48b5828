import type { ObjectIdentity } from './identity.js';

/** What an object that is decoded on first read can tell without being decoded. */
export interface LazyView extends ObjectIdentity {
  readonly key: string;
  /** Its type, where that is known without decoding it. */
  readonly type: { readonly apiVersion: string; readonly kind: string } | undefined;
  /** How many bytes it has; undefined once it is decoded. */
  readonly bytes: number | undefined;
  /** The scalar at a path, as text; decodes only where the path was not declared beforehand. */
  textAt(path: string): string | undefined;
  /** The object itself; the same one each time. */
  decode(): object;
}

/** Under this symbol, lazily decoded objects have their {@link LazyView}; others have nothing there. */
export const lazyView: unique symbol = Symbol('view of a lazily decoded object');

/**
 * Returns the view of a lazily decoded object; undefined for any other. For this folder alone: the functions of
 * `identity`, `key` and `field-path` answer for every object, so that nobody else needs to know whether it is decoded.
 */
export function lazyViewOf(object: unknown): LazyView | undefined {
  return (object as { readonly [lazyView]?: LazyView } | null | undefined)?.[lazyView];
}
