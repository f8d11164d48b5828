import { parseFieldPath, textReader } from '../api/field-path.js';
import type { FieldPath } from '../api/field-path.js';
import type { KubernetesObject } from '../api/object.js';

/**
 * An index function for the value at a path: text, number or boolean; other values, and none, are not indexed. With lazily
 * decoded objects whose paths were declared it reads the value without decoding the object. A position in an array is
 * written `spec.containers[0].image`, a name with dots `metadata.labels['app.kubernetes.io/name']`.
 *
 * @example
 * newResourceInformer(client, podResource, {
 *   lazy: { paths: ['spec.nodeName'] },
 *   indexers: { byNode: indexByPath('spec.nodeName') },
 * });
 */
export function indexByPath(path: string): (object: KubernetesObject) => readonly string[] {
  const fieldPath = parseFieldPath(path);
  const read = textReader(fieldPath);
  const indexFunc = (object: KubernetesObject): readonly string[] => {
    const value = read(object);
    return value === undefined ? none : [value];
  };
  paths.set(indexFunc, fieldPath);
  return indexFunc;
}

const paths = new WeakMap<object, FieldPath>();

/** The path that {@link indexByPath} made this function for; undefined for any other function. */
export function indexedPath(indexFunc: object): FieldPath | undefined {
  return paths.get(indexFunc);
}

/** Returns true if two index functions are the same function, or were made for the same path. */
export function isSameIndex(a: object, b: object): boolean {
  if (a === b) return true;
  const path = indexedPath(a);
  return path !== undefined && path.id === indexedPath(b)?.id;
}

const none: readonly string[] = Object.freeze([]);
