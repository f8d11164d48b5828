import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { failure, ApiStatusError } from '../objects/api-status.js';
import { conflictingPaths, difference, fieldSetOf, valueAtElements, withoutSet } from './field-set.js';
import type { FieldSet } from './field-set.js';
import { strategicMergePatch } from './strategic-merge-patch.js';

/** Who applies, and how. */
export interface ApplyOptions {
  readonly manager: string;
  /** Take over fields that other managers own. */
  readonly force: boolean;
  readonly apiVersion: string;
  readonly now: string;
}

interface ManagedEntry {
  readonly manager: string;
  readonly operation: string;
  readonly fieldsV1: FieldSet;
}

/**
 * Server-side apply, reduced to what field managers see: the configuration is merged in, fields that this manager applied
 * before and no longer names go unless someone else owns them, and fields that another manager applied conflict.
 */
export function applyPatch(present: ApiObject | undefined, config: JsonObject, options: ApplyOptions): JsonObject {
  const entries = present === undefined ? [] : managedEntries(present);
  const own = entries.find((entry) => entry.manager === options.manager);
  const others = entries.filter((entry) => entry !== own);
  const applied = fieldSetOf(config);
  const base: unknown = present ?? {};
  const merged = strategicMergePatch(base, config) as JsonObject;
  const taken = others.map((entry) => ({ entry, paths: conflicts(entry, applied, base, merged) }));
  const contested = taken.filter(({ paths }) => paths.length > 0);
  if (contested.length > 0 && !options.force) throw conflictStatus(contested);
  let dropped = own === undefined ? {} : difference(own.fieldsV1, applied);
  for (const entry of others) dropped = difference(dropped, entry.fieldsV1);
  const result = withoutSet(merged, dropped) as JsonObject;
  const time = { apiVersion: options.apiVersion, time: options.now, fieldsType: 'FieldsV1' };
  const entry = { manager: options.manager, operation: 'Apply', ...time, fieldsV1: applied };
  // Unchanged ownership keeps its time, so that applying the same again is no write.
  const retained = own !== undefined && sameJson(own.fieldsV1, applied) ? own : entry;
  const rest = others.map((other) => ({
    ...other,
    fieldsV1: difference(other.fieldsV1, contestedSet(contested, other, applied)),
  }));
  const metadata = isJsonObject(result['metadata']) ? result['metadata'] : {};
  return { ...result, metadata: { ...metadata, managedFields: [retained, ...rest] } };
}

function conflicts(other: ManagedEntry, applied: FieldSet, before: unknown, after: unknown): string[] {
  return conflictingPaths(
    applied,
    other.fieldsV1,
    (path) => !sameJson(valueAtElements(before, path), valueAtElements(after, path)),
  );
}

/** A forced apply takes what it contests away from its owner. */
function contestedSet(
  contested: readonly { readonly entry: ManagedEntry; readonly paths: readonly string[] }[],
  other: ManagedEntry,
  applied: FieldSet,
): FieldSet {
  return contested.some(({ entry }) => entry === other) ? applied : {};
}

function managedEntries(object: ApiObject): ManagedEntry[] {
  const entries = object.metadata['managedFields'];
  if (!Array.isArray(entries)) return [];
  return entries.filter(
    (entry): entry is ManagedEntry & JsonObject => isJsonObject(entry) && entry['operation'] === 'Apply',
  );
}

function conflictStatus(
  contested: readonly { readonly entry: ManagedEntry; readonly paths: readonly string[] }[],
): ApiStatusError {
  const causes = contested.flatMap(({ entry, paths }) =>
    paths.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with "${entry.manager}"`, field })),
  );
  const listed = causes.map(({ message, field }) => `${message}: ${field}`).join(', ');
  const many = causes.length === 1 ? '1 conflict' : `${causes.length} conflicts`;
  return new ApiStatusError(failure(409, { message: `Apply failed with ${many}: ${listed}`, details: { causes } }));
}
