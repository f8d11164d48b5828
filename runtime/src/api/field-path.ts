import { lazyViewOf } from './lazy-view.js';

/**
 * Returns a function that reads the text of the scalar at a path such as `spec.nodeName`; undefined where there is none. A
 * lazily decoded object is not decoded for a path that was declared.
 */
export function textReader(path: string): (object: unknown) => string | undefined {
  const names = path.split('.');
  return (object) => {
    const lazy = lazyViewOf(object);
    return lazy ? lazy.textAt(path) : textAt(object, names);
  };
}

/** Returns the text of the scalar (text, number or boolean) at a path of own fields; undefined where there is none. */
export function textAt(object: unknown, names: readonly string[]): string | undefined {
  let value = object;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as { readonly [name: string]: unknown })[name];
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
