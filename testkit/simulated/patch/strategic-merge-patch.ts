import { copyJson, isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { isSet, mergeKeyOf } from './merge-keys.js';

/**
 * Applies a strategic merge patch: like a JSON merge patch, but well-known lists are merged by their key, and the
 * directives `$patch`, `$retainKeys`, `$deleteFromPrimitiveList/…` and `$setElementOrder/…` are obeyed.
 */
export function strategicMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return copyJson(patch);
  if (patch['$patch'] === 'replace') return without(patch, '$patch');
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {};
  retainKeys(merged, patch['$retainKeys']);
  for (const [field, value] of Object.entries(patch)) {
    if (field.startsWith('$')) continue;
    if (value === null) delete merged[field];
    else
      merged[field] = Array.isArray(value)
        ? mergeList(field, merged[field], value)
        : strategicMergePatch(merged[field], value);
  }
  applyListDirectives(merged, patch, isJsonObject(target) ? target : {});
  return merged;
}

function retainKeys(merged: JsonObject, keys: unknown): void {
  if (!Array.isArray(keys)) return;
  for (const field of Object.keys(merged)) if (!keys.includes(field)) delete merged[field];
}

function mergeList(field: string, present: unknown, patch: readonly unknown[]): unknown {
  const old = Array.isArray(present) ? (present as unknown[]) : [];
  if (isSet(field)) return [...new Set([...old, ...patch])];
  const elements = patch.filter((element) => !isJsonObject(element) || element['$patch'] !== 'replace');
  const key = mergeKeyOf(field, elements) ?? mergeKeyOf(field, old);
  if (key === undefined || elements.length < patch.length) return copyJson(elements);
  const merged = [...old];
  for (const element of elements.filter(isJsonObject)) {
    const index = merged.findIndex((candidate) => isJsonObject(candidate) && candidate[key] === element[key]);
    if (element['$patch'] === 'delete') {
      if (index >= 0) merged.splice(index, 1);
    } else if (index >= 0) merged[index] = strategicMergePatch(merged[index], element);
    else merged.push(strategicMergePatch({}, element));
  }
  return ordered(merged, { key, order: elements, before: old });
}

function applyListDirectives(merged: JsonObject, patch: JsonObject, target: JsonObject): void {
  for (const [directive, value] of Object.entries(patch)) {
    const [name, field = ''] = directive.split('/');
    const list = merged[field];
    const before = target[field];
    if (!Array.isArray(value) || !Array.isArray(list)) continue;
    if (name === '$deleteFromPrimitiveList')
      merged[field] = (list as unknown[]).filter((element) => !value.includes(element));
    if (name === '$setElementOrder') {
      const key = mergeKeyOf(field, value);
      merged[field] = ordered(list, { key, order: value, before: Array.isArray(before) ? before : [] });
    }
  }
}

interface Order {
  /** The field that distinguishes elements; undefined for plain values. */
  readonly key: string | undefined;
  /** What the patch says about the order. */
  readonly order: readonly unknown[];
  /** The list before the patch. */
  readonly before: readonly unknown[];
}

/**
 * Elements that the patch names come in its order; each other one stays before those named ones that it was before, and
 * else comes after them.
 */
function ordered(list: readonly unknown[], { key, order, before }: Order): unknown[] {
  const identity = (element: unknown): unknown => (key !== undefined && isJsonObject(element) ? element[key] : element);
  const rankIn = (among: readonly unknown[]): ((element: unknown) => number) => {
    const ranks = new Map(among.map((element, index) => [identity(element), index]));
    return (element) => ranks.get(identity(element)) ?? -1;
  };
  const [inOrder, inBefore] = [rankIn(order), rankIn(before)];
  const named = list.filter((element) => inOrder(element) >= 0).sort((a, b) => inOrder(a) - inOrder(b));
  const others = list.filter((element) => inOrder(element) < 0);
  const result: unknown[] = [];
  for (const element of named) {
    while (others.length > 0 && inBefore(others[0]) < inBefore(element)) result.push(others.shift());
    result.push(element);
  }
  return [...result, ...others];
}

function without(object: JsonObject, field: string): JsonObject {
  const copy = copyJson(object);
  delete copy[field];
  return copy;
}
