import { copyJson, isJsonObject } from './api-object.js';
import type { JsonObject } from './api-object.js';
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
  applyListDirectives(merged, patch);
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
  return merged;
}

function applyListDirectives(merged: JsonObject, patch: JsonObject): void {
  for (const [directive, value] of Object.entries(patch)) {
    const [name, field = ''] = directive.split('/');
    const list = merged[field];
    if (!Array.isArray(value) || !Array.isArray(list)) continue;
    if (name === '$deleteFromPrimitiveList')
      merged[field] = (list as unknown[]).filter((element) => !value.includes(element));
    if (name === '$setElementOrder') merged[field] = ordered(field, list, value);
  }
}

/** Elements that the order names come in that order, after them the others as they were. */
function ordered(field: string, list: readonly unknown[], order: readonly unknown[]): unknown[] {
  const key = mergeKeyOf(field, order);
  const identity = (element: unknown): unknown => (key !== undefined && isJsonObject(element) ? element[key] : element);
  const rank = (element: unknown): number => {
    const index = order.findIndex((other) => identity(other) === identity(element));
    return index < 0 ? order.length : index;
  };
  return [...list].sort((a, b) => rank(a) - rank(b));
}

function without(object: JsonObject, field: string): JsonObject {
  const copy = copyJson(object);
  delete copy[field];
  return copy;
}
