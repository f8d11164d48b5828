import { copyJson, emptyObject, isJsonObject } from '../objects/api-object.js';

/** Applies a JSON merge patch (RFC 7396): objects are merged, null removes, anything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  // The server's library leaves what takes the place of an object as it is.
  if (!isJsonObject(patch)) return isJsonObject(target) ? copyJson(patch) : withoutNulls(patch);
  const merged = Object.assign(emptyObject(), isJsonObject(target) ? target : undefined);
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete merged[field];
    else merged[field] = mergePatch(merged[field], value);
  }
  return merged;
}

/** A copy without the fields that are null, of objects in lists too; elements of lists stay. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => (element === null ? null : withoutNulls(element)));
  return isJsonObject(value) ? mergePatch(undefined, value) : value;
}
