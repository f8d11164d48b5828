import type { JsonObject } from '../objects/api-object.js';
import { indexed, objectsIn, textIn } from './checks.js';
import { requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { downwardFileFaults } from './field-references.js';
import { fileMode, volumePath } from './path-checks.js';

/** What is wrong with what a volume is made of. */
export type SourceCheck = (source: JsonObject, path: string) => FieldCause[];

/** Demands texts in some fields. */
export function required(...fields: readonly string[]): SourceCheck {
  return (source, path) =>
    fields.flatMap((field) => (textIn(source, field) === '' ? [requiredValue(`${path}.${field}`)] : []));
}

/** What is wrong with files of keys. */
export function filesFaults(source: JsonObject, path: string): FieldCause[] {
  return [
    ...fileMode(`${path}.defaultMode`, source['defaultMode']),
    ...indexed(objectsIn(source, 'items'), `${path}.items`).flatMap(([item, at]) => itemFaults(item, at)),
  ];
}

/** What is wrong with one file of a key. */
export function itemFaults(item: JsonObject, path: string): FieldCause[] {
  return [
    ...required('key', 'path')(item, path),
    ...volumePath(`${path}.path`, textIn(item, 'path')),
    ...fileMode(`${path}.mode`, item['mode']),
  ];
}

/** What is wrong with one file that shows a field of the pod. */
export function downwardItemFaults(file: JsonObject, path: string): FieldCause[] {
  const pathFaults = [...required('path')(file, path), ...volumePath(`${path}.path`, textIn(file, 'path'))];
  return [...downwardFileFaults(path, file, pathFaults), ...fileMode(`${path}.mode`, file['mode'])];
}
