import { copyJson, emptyObject, isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { badRequest, failure, ApiStatusError } from '../objects/api-status.js';
import { goText } from '../rules/go-text.js';
import type { FieldType, MapType, MergeType } from '../types/merge-type.js';
import { resolveType } from '../types/merge-type.js';
import { inOrder } from './element-order.js';

/**
 * Applies a strategic merge patch: like a JSON merge patch, but lists are merged by the key that their type names, and
 * the directives `$patch`, `$retainKeys`, `$deleteFromPrimitiveList/…` and `$setElementOrder/…` are obeyed.
 */
export function strategicMergePatch(target: unknown, patch: JsonObject, type: MergeType | undefined): unknown {
  const directive = patch['$patch'];
  if (directive === 'replace') return copyJson(plainFields(patch));
  if (directive === 'delete') return {};
  if (directive !== undefined) throw unknownDirective(patch);
  const map = type && mapTypeOf(type, patch);
  const merged = Object.assign(emptyObject(), isJsonObject(target) ? target : undefined);
  retainKeys(merged, patch);
  for (const [field, value] of Object.entries(patch)) {
    if (field.startsWith('$')) continue;
    const next = value === null ? undefined : mergedField(merged[field], value, fieldOf(map, field));
    if (next === undefined) delete merged[field];
    else merged[field] = next;
  }
  applyListDirectives(merged, patch, { target: isJsonObject(target) ? target : {}, map });
  return merged;
}

function mapTypeOf(type: MergeType, value: unknown): MapType | undefined {
  const resolved = resolveType(type, value);
  return resolved.type === 'map' ? resolved : undefined;
}

/** Values of maps are merged like fields without a rule of their own. */
function fieldOf(map: MapType | undefined, name: string): FieldType | undefined {
  return map?.fields.get(name) ?? (map?.element && { type: map.element });
}

/** Undefined: there is no such field any more. */
function mergedField(present: unknown, value: unknown, field: FieldType | undefined): unknown {
  if (Array.isArray(value)) return Array.isArray(present) ? mergeList(present, value, field) : withoutDirectives(value);
  if (!isJsonObject(value) || !isJsonObject(present) || field?.patch?.replace) return withoutDirectives(value);
  return strategicMergePatch(present, value, field?.type);
}

/** What a patch adds where nothing is: without nulls, and without everything that only says how to merge. */
function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutDirectives).filter((element) => element !== undefined);
  }
  if (!isJsonObject(value)) return value;
  if ('$patch' in value) return undefined;
  const plain = emptyObject();
  for (const [field, inner] of Object.entries(value)) {
    const kept = field.startsWith('$') || inner === null ? undefined : withoutDirectives(inner);
    if (kept !== undefined) plain[field] = kept;
  }
  return plain;
}

function retainKeys(merged: JsonObject, patch: JsonObject): void {
  const keys = patch['$retainKeys'];
  if (!Array.isArray(keys)) return;
  for (const field of Object.keys(patch)) {
    if (!field.startsWith('$') && patch[field] !== null && !keys.includes(field)) {
      throw badRequest('invalid patch format of retainKeys');
    }
  }
  for (const field of Object.keys(merged)) if (!keys.includes(field)) delete merged[field];
}

function elementType(field: FieldType | undefined): MergeType | undefined {
  return field?.type.type === 'list' ? field.type.element : undefined;
}

function mergeList(old: readonly unknown[], patch: readonly unknown[], field: FieldType | undefined): unknown {
  const key = field?.patch?.mergeKey;
  const elements = patch.filter((element) => !isJsonObject(element) || element['$patch'] !== 'replace');
  if (key === undefined || elements.length < patch.length) {
    return copyJson(elements);
  }
  const kinds = new Set([...old, ...elements].map(jsonKind));
  if (kinds.size > 1) throw unexpected(`list element types are not identical: ${goText([old, elements])}`);
  if (key === '') return inOrder([...new Set([...old, ...patch])], { key: undefined, order: patch, before: old });
  const keyed = elements.filter(isJsonObject);
  for (const element of keyed) {
    checkDirective(element);
    if (!Object.hasOwn(element, key)) throw noMergeKey(element, key);
  }
  // What is deleted goes first, all of it.
  const [gone, kept] = [keyed.filter(isDeletion), keyed.filter((element) => !isDeletion(element))];
  const merged = old.filter((one) => !isJsonObject(one) || gone.every((element) => element[key] !== one[key]));
  for (const element of kept) {
    const index = merged.findIndex((candidate) => isJsonObject(candidate) && candidate[key] === element[key]);
    if (index >= 0) merged[index] = strategicMergePatch(merged[index], element, elementType(field));
    else merged.push(withoutDirectives(element) ?? {});
  }
  const order = elements.filter((element) => !isJsonObject(element) || element['$patch'] !== 'delete');
  return inOrder(merged, { key, order, before: old });
}

const jsonKind = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

const isDeletion = (element: JsonObject): boolean => element['$patch'] === 'delete';

/** Elements of lists may be deleted; what may replace all of them is dealt with by then. */
function checkDirective(element: JsonObject): void {
  const directive = element['$patch'];
  if (directive === 'merge') throw unexpected('merging lists cannot yet be specified in the patch');
  if (directive !== undefined && directive !== 'delete') throw unknownDirective(element);
}

function unknownDirective(patch: JsonObject): ApiStatusError {
  return unexpected(`unknown patch type: ${String(patch['$patch'])} in map: ${goText(patch)}`);
}

/** What the server does not tell from a fault of its own. */
function unexpected(message: string): ApiStatusError {
  return new ApiStatusError(failure(500, { reason: '', message }));
}

function noMergeKey(element: JsonObject, key: string): ApiStatusError {
  return unexpected(`map: ${goText(element)} does not contain declared merge key: ${key}`);
}

/** Directives that name a list behind a slash, with what messages call it. */
const LIST_DIRECTIVES: Readonly<Record<string, string>> = {
  $deleteFromPrimitiveList: 'primitive list',
  $setElementOrder: 'setElementOrder list',
};

function applyListDirectives(
  merged: JsonObject,
  patch: JsonObject,
  { target, map }: { readonly target: JsonObject; readonly map: MapType | undefined },
): void {
  for (const [directive, value] of Object.entries(patch)) {
    const [name = '', field = ''] = directive.split('/');
    const unnamed = Object.keys(LIST_DIRECTIVES).find((prefix) => name.startsWith(prefix));
    if (unnamed !== undefined && (name !== unnamed || !directive.includes('/'))) {
      throw badRequest(`invalid patch format of ${LIST_DIRECTIVES[unnamed] ?? ''}`);
    }
    const list = merged[field];
    const before = Object.hasOwn(target, field) ? target[field] : undefined;
    if (name === '$setElementOrder' && Array.isArray(value)) {
      checkOrder(patch[field], value, map?.fields.get(field)?.patch?.mergeKey);
    }
    if (!Array.isArray(value) || !Array.isArray(list)) continue;
    if (name === '$deleteFromPrimitiveList') {
      merged[field] = (list as unknown[]).filter((element) => !value.includes(element));
    }
    if (name === '$setElementOrder') {
      const key = map?.fields.get(field)?.patch?.mergeKey || undefined;
      const old: readonly unknown[] = Array.isArray(before) ? before : [];
      merged[field] = inOrder(list, { key, order: value, before: afterDeletions(old, patch[field], key) });
    }
  }
}

/**
 * The old list as the order is decided by. The server merges in place: elements that the patch adds take the places at
 * the end that those have left which it deletes, and count as old from there on.
 */
function afterDeletions(old: readonly unknown[], listed: unknown, key: string | undefined): readonly unknown[] {
  if (key === undefined || !Array.isArray(listed)) return old;
  const keyed = listed.filter(isJsonObject);
  const has = (elements: readonly unknown[], one: unknown): boolean =>
    isJsonObject(one) && elements.some((element) => isJsonObject(element) && element[key] === one[key]);
  const gone = keyed.filter(isDeletion);
  const kept = old.filter((one) => !has(gone, one));
  const added = keyed.filter((element) => !isDeletion(element) && !has(kept, element));
  return [...kept, ...added.slice(0, old.length - kept.length)];
}

/** What a patch lists has to be in the order that it states, all of it. */
function checkOrder(listed: unknown, order: readonly unknown[], key: string | undefined): void {
  if (!Array.isArray(listed)) return;
  const identity = (one: unknown): unknown => (key && isJsonObject(one) ? one[key] : one);
  const kept = listed.filter((one) => !isJsonObject(one) || one['$patch'] === undefined);
  let at = 0;
  for (const one of order) if (at < kept.length && identity(kept[at]) === identity(one)) at += 1;
  if (at >= kept.length) return;
  const message = `The order in patch list:\n${goText(listed)}\n doesn't match $setElementOrder list:\n${goText(order)}\n`;
  throw new ApiStatusError(failure(500, { reason: '', message }));
}

function plainFields(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !field.startsWith('$')));
}
