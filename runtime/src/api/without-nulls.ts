import { atAnyDepth, deepCopy } from './deep-json.js';

/** `T` without `null`, at any depth: what an intent takes of an object that was read. */
export type WithoutNulls<T> = T extends string | number | boolean | undefined
  ? T
  : T extends null
    ? never
    : T extends readonly (infer E)[]
      ? readonly WithoutNulls<E>[]
      : T extends object
        ? { readonly [K in keyof T]: WithoutNulls<T[K]> }
        : T;

/**
 * Returns a part of an object that was read without the fields that the server sent as `null`, so that it fits into an
 * intent: some built-in kinds have such fields, and an intent has no `null` for them. Elements of lists stay where they are.
 *
 * @example
 * withoutNulls({ image: 'nginx', tty: null }); // → { image: 'nginx' }
 */
export function withoutNulls<T>(part: T): WithoutNulls<T> {
  return atAnyDepth(
    () => strip(part),
    () => deepCopy(part, { dropNulls: true }),
  ) as WithoutNulls<T>;
}

function strip(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(strip);
  const kept = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(kept.map(([name, child]) => [name, strip(child)]));
}
