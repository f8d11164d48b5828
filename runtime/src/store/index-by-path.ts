import { parseFieldPath, textReader } from '../api/field-path.js';
import type { KubernetesObject } from '../api/object.js';

/**
 * An index function for the value at a path: text, number or boolean; other values, and none, are not indexed. With lazily
 * decoded objects whose paths were declared it reads the value without decoding the object. A position in an array is
 * written `spec.containers[0].image`, a name with dots `metadata.labels['app.kubernetes.io/name']`.
 *
 * @example
 * newResourceInformer(client, pods, { lazy: { paths: ['spec.nodeName'] }, indexers: { byNode: indexByPath('spec.nodeName') } });
 */
export function indexByPath(path: string): (object: KubernetesObject) => readonly string[] {
  const read = textReader(parseFieldPath(path));
  return (object) => {
    const value = read(object);
    return value === undefined ? none : [value];
  };
}

const none: readonly string[] = Object.freeze([]);
