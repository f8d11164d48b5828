import { copyJson, isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';

/** Applies a JSON merge patch (RFC 7396): objects are merged, null removes, anything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (Array.isArray(patch)) return isJsonObject(target) ? copyJson(patch) : patch.map(withoutNulls);
  if (!isJsonObject(patch)) return patch;
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete merged[field];
    else merged[field] = mergePatch(merged[field], value);
  }
  return merged;
}

/** Null removes in the objects of lists, too, though there is nothing to remove it from. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  return isJsonObject(value) ? mergePatch(undefined, value) : value;
}
