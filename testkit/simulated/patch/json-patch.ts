import { copyJson, isJsonObject, sameJson } from '../objects/api-object.js';
import { badRequest, failure, ApiStatusError } from '../objects/api-status.js';

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** Applies a JSON patch (RFC 6902). Throws 400 for what is no patch, 422 for one that does not fit the document. */
export function jsonPatch(document: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw badRequest('a JSON patch is an array of operations');
  // The document is wrapped, so that the empty pointer has a parent too.
  const root = { document: copyJson(document) };
  for (const operation of patch as unknown[]) apply(root, checked(operation));
  return root.document;
}

function checked(operation: unknown): Operation {
  if (isJsonObject(operation) && typeof operation['op'] === 'string' && typeof operation['path'] === 'string') {
    return operation as unknown as Operation;
  }
  throw badRequest('an operation of a JSON patch needs "op" and "path"');
}

function apply(root: object, { op, path, from, value }: Operation): void {
  switch (op) {
    case 'add':
      return add(root, path, copyJson(value));
    case 'remove':
      return void remove(root, path);
    case 'replace':
      remove(root, path);
      return add(root, path, copyJson(value));
    case 'move':
      return add(root, path, remove(root, from ?? ''));
    case 'copy':
      return add(root, path, copyJson(read(root, from ?? '')));
    case 'test':
      if (!sameJson(read(root, path), value)) throw misfit(`testing ${path} failed`);
      return;
    default:
      throw badRequest(`unknown operation "${op}" in a JSON patch`);
  }
}

function add(root: object, pointer: string, value: unknown): void {
  const { parent, key } = parentOf(root, pointer);
  if (!Array.isArray(parent)) {
    Object.assign(parent, { [key]: value });
    return;
  }
  const index = key === '-' ? parent.length : Number(key);
  if (!Number.isInteger(index) || index < 0 || index > parent.length)
    throw misfit(`no index ${key} to add at in ${pointer}`);
  parent.splice(index, 0, value);
}

function remove(root: object, pointer: string): unknown {
  const { parent, key } = parentOf(root, pointer);
  const value = read(root, pointer);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
  return value;
}

function read(root: object, pointer: string): unknown {
  const { parent, key } = parentOf(root, pointer);
  if (!Object.hasOwn(parent, key)) throw misfit(`there is nothing at ${pointer}`);
  return (parent as Record<string, unknown>)[key];
}

function parentOf(root: object, pointer: string): { readonly parent: object; readonly key: string } {
  if (pointer !== '' && !pointer.startsWith('/')) throw badRequest(`"${pointer}" is no JSON pointer`);
  const keys = [
    'document',
    ...pointer
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
  ];
  const last = keys.pop() ?? 'document';
  let parent: unknown = root;
  for (const key of keys) {
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, key))
      throw misfit(`there is nothing at ${pointer}`);
    parent = (parent as Record<string, unknown>)[key];
  }
  if (typeof parent !== 'object' || parent === null) throw misfit(`there is nothing at ${pointer}`);
  return { parent, key: last };
}

function misfit(message: string): ApiStatusError {
  return new ApiStatusError(failure(422, { message: `the JSON patch does not fit the object: ${message}` }));
}
