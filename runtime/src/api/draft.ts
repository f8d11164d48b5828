import { atAnyDepth, deepCopy, setOwn } from './deep-json.js';

/**
 * An object one may write to: the same fields, no longer read-only. It is a `T` again when it is done.
 *
 * @example
 * const draft: Draft<Widget> = mutableCopy(widget);
 * draft.spec.size = 3;
 */
export type Draft<T> = DraftOf<T>;

/** Primitives come first: `(string & {})` of an open enum is an object to a conditional type. */
type DraftOf<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends (...args: never[]) => unknown
    ? T
    : T extends readonly (infer E)[]
      ? DraftOf<E>[]
      : T extends object
        ? { -readonly [K in keyof T]: DraftOf<T[K]> }
        : T;

/**
 * Returns a deep copy that belongs to the caller. Works on frozen and guarded objects too, and at any depth that the API server
 * accepts.
 *
 * @example
 * const draft = mutableCopy(widget);
 * draft.spec.replicas = 3;
 * widget.spec.replicas; // → 1
 */
export function mutableCopy<T>(object: T): Draft<T> {
  return atAnyDepth(
    () => copy(object),
    () => deepCopy(object),
  ) as Draft<T>;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  const result: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value)) setOwn(result, name, copy(child));
  return result;
}
