import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { mergeKeyOf } from './merge-keys.js';

/** Fields as `managedFields` holds them: `{"f:spec":{"f:replicas":{}}}`; list elements as `k:{"name":"a"}`. */
export interface FieldSet {
  [element: string]: FieldSet;
}

/** What identifies an object is owned by nobody. */
const unowned: ReadonlySet<string> = new Set(['apiVersion', 'kind']);
const unownedMetadata: ReadonlySet<string> = new Set(['name', 'namespace', 'managedFields', 'uid', 'resourceVersion']);

/** The fields that an applied configuration names. */
export function fieldSetOf(config: JsonObject): FieldSet {
  const set: FieldSet = {};
  for (const [field, value] of Object.entries(config)) {
    if (unowned.has(field)) continue;
    const own = field === 'metadata' && isJsonObject(value) ? withoutFields(value, unownedMetadata) : value;
    if (field === 'metadata' && Object.keys(own as object).length === 0) continue;
    set[`f:${field}`] = setOfValue(field, own);
  }
  return set;
}

/** The fields of `a` that `b` does not have. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  const rest: FieldSet = {};
  for (const [element, inner] of Object.entries(a)) {
    const other = b[element];
    if (other === undefined) rest[element] = inner;
    else {
      const innerRest = difference(inner, other);
      if (Object.keys(innerRest).length > 0) rest[element] = innerRest;
    }
  }
  return rest;
}

/** Takes the fields of `set` out of a value, and what they leave empty. */
export function withoutSet(value: unknown, set: FieldSet): unknown {
  if (Array.isArray(value)) return value.flatMap((element: unknown) => elementWithout(element, set));
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const [field, inner] of Object.entries(value)) {
    const removed = set[`f:${field}`];
    if (removed === undefined) result[field] = inner;
    else if (!isLeaf(removed)) result[field] = withoutSet(inner, removed);
  }
  return result;
}

/** The fields that both have, and for which `differs` says that their values in the two objects are not the same. */
export function conflictingPaths(a: FieldSet, b: FieldSet, differs: (path: readonly string[]) => boolean): string[] {
  const found: string[] = [];
  const walk = (left: FieldSet, right: FieldSet, path: readonly string[]): void => {
    for (const [element, inner] of Object.entries(left)) {
      const other = right[element];
      if (other === undefined || element === '.') continue;
      const here = [...path, element];
      if (!isLeaf(inner) && !isLeaf(other)) walk(inner, other, here);
      else if (differs(here))
        found.push(here.map((step) => (step.startsWith('f:') ? `.${step.slice(2)}` : `[${step.slice(2)}]`)).join(''));
    }
  };
  walk(a, b, []);
  return found;
}

/** The value at a path of set elements. */
export function valueAtElements(value: unknown, path: readonly string[]): unknown {
  let here: unknown = value;
  for (const element of path) {
    if (element.startsWith('f:')) here = isJsonObject(here) ? here[element.slice(2)] : undefined;
    else here = Array.isArray(here) ? here.find((item: unknown) => matchesKey(item, element)) : undefined;
  }
  return here;
}

function setOfValue(field: string, value: unknown): FieldSet {
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([name, inner]) => [`f:${name}`, setOfValue(name, inner)] as const);
    return Object.fromEntries(entries);
  }
  if (!Array.isArray(value)) return {};
  const key = mergeKeyOf(field, value);
  if (key === undefined) return {};
  const elements = value.filter(isJsonObject).map((element) => {
    const entries = Object.entries(element).map(([name, inner]) => [`f:${name}`, setOfValue(name, inner)] as const);
    return [`k:${JSON.stringify({ [key]: element[key] })}`, { '.': {}, ...Object.fromEntries(entries) }] as const;
  });
  return Object.fromEntries(elements);
}

function elementWithout(element: unknown, set: FieldSet): unknown[] {
  const name = Object.keys(set).find((candidate) => candidate.startsWith('k:') && matchesKey(element, candidate));
  const removed = name === undefined ? undefined : set[name];
  if (removed === undefined) return [element];
  // Who owned the element as such takes it along.
  return '.' in removed ? [] : [withoutSet(element, removed)];
}

function matchesKey(element: unknown, name: string): boolean {
  const key = JSON.parse(name.slice(2)) as JsonObject;
  return isJsonObject(element) && Object.entries(key).every(([field, value]) => element[field] === value);
}

function isLeaf(set: FieldSet): boolean {
  return Object.keys(set).every((element) => element === '.');
}

function withoutFields(object: JsonObject, fields: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.has(field)));
}
