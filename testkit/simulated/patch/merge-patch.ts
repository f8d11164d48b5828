import { copyJson, isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';

/** Applies a JSON merge patch (RFC 7396): objects are merged, null removes, anything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return copyJson(patch);
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete merged[field];
    else merged[field] = mergePatch(merged[field], value);
  }
  return merged;
}
