import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { ApiObject } from '../objects/api-object.js';

/** The new state, with the times of its managers put back where they are all that would change. */
export function withoutNewTimes(next: ApiObject, present: ApiObject): ApiObject {
  const managers = present.metadata['managedFields'];
  if (!sameJson(timeless(next.metadata['managedFields']), timeless(managers))) return next;
  const metadata = { ...next.metadata, ...(managers === undefined ? {} : { managedFields: managers }) };
  const unchanged = { ...next, metadata };
  return sameJson(unchanged, present) ? unchanged : next;
}

function timeless(managedFields: unknown): unknown {
  if (!Array.isArray(managedFields)) return managedFields;
  const entries = managedFields.map((entry: unknown) => (isJsonObject(entry) ? { ...entry, time: undefined } : entry));
  // Their order depends on their times.
  return entries.map((entry) => JSON.stringify(entry)).sort();
}
