import { copyJson, isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { failure, ApiStatusError } from '../objects/api-status.js';
import { goJsonSize } from '../objects/json-text.js';

/** A JSON patch may not have more operations. */
const MAX_OPERATIONS = 10_000;

/** The values that one JSON patch copies may not be larger in all: `JSONPatchMaxCopyBytes` of an API server. */
const MAX_COPIED_BYTES = 3 * 1024 * 1024;

type Container = JsonObject | unknown[];

/**
 * Applies a JSON patch (RFC 6902) as the API server does, which is more lenient than the RFC: `test` for null holds where
 * there is nothing, `replace` may add a field, indexes may count from the end. Throws 422 where it does not fit, 413 for
 * too many operations.
 */
export function jsonPatch(document: unknown, patch: readonly unknown[]): unknown {
  if (patch.length > MAX_OPERATIONS) {
    const text = `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${patch.length}`;
    throw new ApiStatusError(failure(413, { message: `Request entity too large: ${text}` }));
  }
  // The document is wrapped, so that the empty pointer has a parent too.
  const root: JsonObject = { '': copyJson(document) };
  let copiedBytes = 0;
  for (const operation of patch) {
    const { op, path, from, value = null }: JsonObject = isJsonObject(operation) ? operation : {};
    if (typeof path !== 'string') throw misfit();
    if (op === 'copy') {
      const copied = copyJson(read(root, pointer(from)) ?? null);
      copiedBytes += goJsonSize(copied);
      if (copiedBytes > MAX_COPIED_BYTES) throw misfit();
      add(root, path, copied);
    } else apply(root, { op, path, from, value });
  }
  return root[''];
}

interface Operation {
  readonly op: unknown;
  readonly path: string;
  readonly from: unknown;
  readonly value: unknown;
}

function apply(root: JsonObject, { op, path, from, value }: Operation): void {
  switch (op) {
    case 'add':
      return add(root, path, copyJson(value));
    case 'remove':
      return void remove(root, path);
    case 'replace':
      return replace(root, path, copyJson(value));
    case 'move':
      return add(root, path, remove(root, pointer(from)));
    case 'test':
      if (!sameJson(read(root, path) ?? null, value)) throw misfit();
      return;
    default:
      throw misfit();
  }
}

function pointer(from: unknown): string {
  if (typeof from !== 'string') throw misfit();
  return from;
}

function add(root: JsonObject, path: string, value: unknown): void {
  const { parent, key } = locate(root, path);
  if (!Array.isArray(parent)) parent[key] = value;
  else parent.splice(key === '-' ? parent.length : indexIn(key, parent.length + 1), 0, value);
}

function replace(root: JsonObject, path: string, value: unknown): void {
  const { parent, key } = locate(root, path);
  if (Array.isArray(parent)) parent[indexIn(key, parent.length)] = value;
  else parent[key] = value;
}

function remove(root: JsonObject, path: string): unknown {
  const { parent, key } = locate(root, path);
  if (Array.isArray(parent)) return parent.splice(indexIn(key, parent.length), 1)[0];
  // The whole document cannot go.
  if (path === '' || !Object.hasOwn(parent, key)) throw misfit();
  const value = parent[key];
  delete parent[key];
  return value;
}

/** Undefined where a field is not there; an index has to be. */
function read(root: JsonObject, path: string): unknown {
  const { parent, key } = locate(root, path);
  if (Array.isArray(parent)) return parent[indexIn(key, parent.length)];
  return Object.hasOwn(parent, key) ? parent[key] : undefined;
}

/** Negative indexes count from the end. */
function indexIn(key: string, limit: number): number {
  if (!/^[-+]?\d+$/.test(key)) throw misfit();
  const index = Number(key) < 0 ? Number(key) + limit : Number(key);
  if (index < 0 || index >= limit) throw misfit();
  return index;
}

function locate(root: JsonObject, path: string): { readonly parent: Container; readonly key: string } {
  const keys = path.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  // What is before the first slash does not matter, but for a pointer that has none.
  if (keys.length > 1) keys[0] = '';
  else if (path !== '') throw misfit();
  const key = keys.pop() ?? '';
  let parent: unknown = root;
  for (const step of keys) {
    if (Array.isArray(parent)) parent = parent[indexIn(step, parent.length)];
    else if (isJsonObject(parent)) parent = Object.hasOwn(parent, step) ? parent[step] : undefined;
  }
  if (!Array.isArray(parent) && !isJsonObject(parent)) throw misfit();
  return { parent, key };
}

/** The API server says no more than this. */
function misfit(): ApiStatusError {
  const message = 'the server rejected our request due to an error in our request';
  return new ApiStatusError(failure(422, { message, details: {} }));
}
