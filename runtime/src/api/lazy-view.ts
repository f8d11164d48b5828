import type { FieldPath } from './field-path.js';
import type { ObjectIdentity } from './identity.js';

/** What an object that is decoded on first read can tell without being decoded. */
export interface LazyView extends ObjectIdentity {
  readonly key: string;
  /** Its type, where that is known without decoding it. */
  readonly type: { readonly apiVersion: string; readonly kind: string } | undefined;
  /** How many bytes it has. */
  readonly bytes: number;
  /** The scalar at a path, as text; decodes only where the path was not declared beforehand. */
  textAt(path: FieldPath): string | undefined;
}

/** Under this symbol, objects that are not decoded yet have their {@link LazyView}; others have nothing there. */
export const lazyView: unique symbol = Symbol('view of a lazily decoded object');

/** Under this symbol, lazily decoded objects have what they are decoded to, which decodes them. */
export const lazyContent: unique symbol = Symbol('what a lazily decoded object is decoded to');

/**
 * Returns the view of an object that is not decoded yet; undefined for any other. For this folder alone: the functions of
 * `identity`, `key` and `field-path` answer for every object, so that nobody else needs to know whether it is decoded.
 */
export function lazyViewOf(object: unknown): LazyView | undefined {
  return (object as { readonly [lazyView]?: LazyView } | null | undefined)?.[lazyView];
}

/** Returns what a lazily decoded object is decoded to; undefined for any other. The same one each time. */
export function lazyContentOf(object: unknown): object | undefined {
  return (object as { readonly [lazyContent]?: object } | null | undefined)?.[lazyContent];
}
