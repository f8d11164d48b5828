import { lazyViewOf } from '../api/identity.js';
import type { KubernetesObject } from '../api/object.js';

/**
 * An index function for the value at a path: text, number or boolean; other values, and none, are not indexed. With lazily
 * decoded objects whose paths were declared it reads the value without decoding the object.
 *
 * @example
 * newResourceInformer(client, pods, { lazy: { paths: ['spec.nodeName'] }, indexers: { byNode: indexByPath('spec.nodeName') } });
 */
export function indexByPath(path: string): (object: KubernetesObject) => readonly string[] {
  const names = path.split('.');
  return (object) => {
    const lazy = lazyViewOf(object);
    const value = lazy ? lazy.valueAt(path) : textAt(object, names);
    return value === undefined ? none : [value];
  };
}

const none: readonly string[] = Object.freeze([]);

/** The text of the scalar at a path. */
export function textAt(object: unknown, names: readonly string[]): string | undefined {
  let value = object;
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as { readonly [name: string]: unknown })[name];
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
