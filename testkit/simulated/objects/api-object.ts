/** A JSON object whose fields are not known here. */
export interface JsonObject {
  [field: string]: unknown;
}

/** An object that inherits nothing: a field of any name, `__proto__` and `constructor` too, is there only if it was set. */
class BareObject {
  [field: string]: unknown;
}
Object.setPrototypeOf(BareObject.prototype, null);
Reflect.deleteProperty(BareObject.prototype, 'constructor');

/**
 * Returns an empty object for fields whose names clients choose: it inherits nothing, so that no name means something else. As fast as
 * `{}`, which objects without a prototype are not.
 */
export function emptyObject(): JsonObject {
  return new BareObject();
}

/** Metadata as clients send it and the store keeps it; what the server sets is there once an object is stored. */
export interface ApiMetadata extends JsonObject {
  name?: string;
  namespace?: string;
  generateName?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  finalizers?: string[];
}

/** An object of any kind, as JSON. Objects in the store are never changed in place. */
export interface ApiObject extends JsonObject {
  apiVersion?: string;
  kind?: string;
  metadata: ApiMetadata;
}

/** True for `{…}`, false for arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for numbers, also for the large integers that only a bigint holds exactly. */
export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A deep copy of JSON data; several times as fast as structuredClone. What JSON leaves out (undefined) is left out. */
export function copyJson<T>(value: T): T {
  return copyValue(value, true) as T;
}

/** The same for what a test reads, with integers as a client would parse them: large ones without their last digits. */
export function copyForReaders<T>(value: T): T {
  return copyValue(value, false) as T;
}

function copyValue(value: unknown, exact: boolean): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' && !exact ? Number(value) : value;
  if (Array.isArray(value)) return copyList(value, exact);
  // Dates and the like are sent as their JSON.
  if ('toJSON' in value && typeof value.toJSON === 'function') return JSON.parse(JSON.stringify(value)) as unknown;
  const copy: JsonObject = exact ? emptyObject() : {};
  for (const field of Object.keys(value)) {
    const inner = (value as JsonObject)[field];
    if (inner === undefined) continue;
    const copied = typeof inner === 'string' ? inner : copyValue(inner, exact);
    if (exact || field !== '__proto__') copy[field] = copied;
    // A reader gets an ordinary object, of which this must not become the prototype.
    else Object.defineProperty(copy, field, { value: copied, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}

function copyList(list: readonly unknown[], exact: boolean): unknown[] {
  const copy: unknown[] = [];
  for (const item of list) copy.push(copyValue(item, exact));
  return copy;
}

/** Whether two JSON values are the same, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** The value at a dotted path, such as `.spec.nodeName`; undefined where the path leaves the object. */
export function valueAt(object: unknown, path: string): unknown {
  let value: unknown = object;
  for (const field of splitPath(path)) {
    if (Array.isArray(value)) value = value[Number(field)];
    else if (isJsonObject(value)) value = Object.hasOwn(value, field) ? value[field] : undefined;
    else return undefined;
  }
  return value;
}

/** Sets the value at a dotted path, making the objects on the way. */
export function setValueAt(object: JsonObject, path: string, value: unknown): void {
  const fields = splitPath(path);
  const last = fields.pop();
  if (last === undefined) return;
  let target = object;
  for (const field of fields) {
    const next = target[field];
    if (isJsonObject(next)) target = next;
    else target = target[field] = emptyObject();
  }
  target[last] = value;
}

/** Splits `.spec.containers[0].image` and `.metadata.annotations['a\.b']` alike. */
function splitPath(path: string): string[] {
  const fields: string[] = [];
  const pattern = /\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]|((?:[^.[\\]|\\.)+)/g;
  for (const match of path.matchAll(pattern)) {
    fields.push((match[1] ?? match[2] ?? match[3] ?? '').replaceAll(/\\(.)/g, '$1'));
  }
  return fields;
}
