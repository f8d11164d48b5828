import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { FieldSet } from './field-set.js';
import { TypedValueError } from './path-element.js';

/** Who wrote, and by what. */
export interface ManagerIdentity {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  /** `''` for the object itself. */
  readonly subresource: string;
}

/** The fields of one manager. */
export interface ManagedEntry extends ManagerIdentity {
  readonly fields: FieldSet;
  /** RFC 3339; undefined for ownership that came without a change of the object. */
  readonly time: string | undefined;
}

/** All managers of an object, by {@link managerKey}. */
export type Managers = Map<string, ManagedEntry>;

/** Updates in another version are another entry, applies are not. */
export function managerKey({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  const version = operation === 'Apply' ? {} : { apiVersion };
  return JSON.stringify({ manager, operation, ...version, ...(subresource === '' ? {} : { subresource }) });
}

const decoded = new WeakMap<object, FieldSet>();

/** Reads `metadata.managedFields`; undefined for what the API server would not understand. */
export function decodeManagers(managedFields: unknown): Managers | undefined {
  const managers: Managers = new Map();
  if (!Array.isArray(managedFields)) return managers;
  for (const value of managedFields as unknown[]) {
    const entry = isJsonObject(value) ? decodeEntry(value) : undefined;
    if (entry === undefined) return undefined;
    managers.set(managerKey(entry), entry);
  }
  return managers;
}

function decodeEntry(value: JsonObject): ManagedEntry | undefined {
  const { operation, apiVersion, fieldsType, fieldsV1, manager, subresource, time } = value;
  if ((operation !== 'Apply' && operation !== 'Update') || fieldsType !== 'FieldsV1') return undefined;
  if (typeof apiVersion !== 'string' || apiVersion === '') return undefined;
  const fields = decodeFields(fieldsV1);
  if (fields === undefined) return undefined;
  return {
    manager: typeof manager === 'string' ? manager : '',
    operation,
    apiVersion,
    subresource: typeof subresource === 'string' ? subresource : '',
    time: typeof time === 'string' ? time : undefined,
    fields,
  };
}

/** Stored objects never change, so each set is read once. Undefined for what is not a set. */
function decodeFields(fieldsV1: unknown): FieldSet | undefined {
  if (!isJsonObject(fieldsV1)) return new FieldSet();
  let fields = decoded.get(fieldsV1);
  if (fields === undefined) {
    try {
      fields = FieldSet.fromJson(fieldsV1);
    } catch (error) {
      if (error instanceof TypedValueError) return undefined;
      throw error;
    }
    decoded.set(fieldsV1, fields);
  }
  return fields;
}

/** As `metadata.managedFields`, in the order of the API server; undefined where there are none. */
export function encodeManagers(managers: Managers): JsonObject[] | undefined {
  if (managers.size === 0) return undefined;
  return [...managers.values()].sort(byOrder).map((entry) => {
    const fieldsV1 = jsonOf(entry.fields);
    return {
      manager: entry.manager,
      operation: entry.operation,
      apiVersion: entry.apiVersion,
      ...(entry.time === undefined ? {} : { time: entry.time }),
      fieldsType: 'FieldsV1',
      fieldsV1,
      ...(entry.subresource === '' ? {} : { subresource: entry.subresource }),
    };
  });
}

const encoded = new WeakMap<FieldSet, JsonObject>();

/** Sets do not change any more once they are in an entry, so each is written once. */
function jsonOf(fields: FieldSet): JsonObject {
  let json = encoded.get(fields);
  if (json === undefined) {
    json = fields.toJson();
    encoded.set(fields, json);
    decoded.set(json, fields);
  }
  return json;
}

function byOrder(a: ManagedEntry, b: ManagedEntry): number {
  return (
    order(a.operation, b.operation) ||
    order(a.time ?? '', b.time ?? '') ||
    order(a.manager, b.manager) ||
    order(a.apiVersion, b.apiVersion) ||
    order(a.subresource, b.subresource)
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Update entries beyond this number are merged, the oldest first. */
const MAX_UPDATERS = 10;
const MERGED_UPDATER = 'ancient-changes';

/** Merges the oldest updates of a version into one entry until there are few enough. */
export function capUpdaters(managers: Managers): void {
  if (managers.size <= MAX_UPDATERS) return;
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update');
  updaters.sort(([a, { time: timeA = '' }], [b, { time: timeB = '' }]) => order(timeA, timeB) || order(a, b));
  const firsts = new Map<string, string>();
  let count = updaters.length;
  for (const [key, entry] of updaters) {
    if (count <= MAX_UPDATERS) return;
    const first = firsts.get(entry.apiVersion);
    if (first === undefined) {
      firsts.set(entry.apiVersion, key);
      continue;
    }
    const bucket = {
      manager: MERGED_UPDATER,
      operation: 'Update',
      apiVersion: entry.apiVersion,
      subresource: '',
    } as const;
    const bucketKey = managerKey(bucket);
    const merged = managers.get(bucketKey) ?? managers.get(first);
    if (!managers.has(bucketKey)) managers.delete(first);
    managers.delete(key);
    managers.set(bucketKey, {
      ...bucket,
      time: entry.time,
      fields: entry.fields.union(merged?.fields ?? new FieldSet()),
    });
    count -= 1;
  }
}
