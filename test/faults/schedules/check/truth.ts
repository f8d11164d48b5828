import type { ResourceName } from '../write/write-log.js';
import { hashOfValue } from '../write/content.js';
import type { CachedObject } from '../read/report.js';

/** An object on the server in the end. */
export interface TrueObject extends Omit<CachedObject, 'hash'> {
  /** With managedFields, and without. */
  readonly hashes: { readonly full: string; readonly stripped: string };
}

/** What the server holds in the end, by a quorum read. */
export type Truth = { readonly [resource in ResourceName]: readonly TrueObject[] };

/** An object as an API server or a cache has it. */
export interface PlainObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly uid?: string | undefined;
    readonly resourceVersion?: string | undefined;
    readonly managedFields?: unknown;
  };
}

/** What tells an object of the server from others. */
export function trueObject(object: PlainObject): TrueObject {
  const { name, namespace = '', uid = '', resourceVersion = '' } = object.metadata;
  const hashes = { full: contentHash(object, true), stripped: contentHash(object, false) };
  return { key: `${namespace}/${name}`, uid, resourceVersion, hashes };
}

/** Of everything but type, which lists leave out of their items, and, where not wanted, managedFields. */
export function contentHash(object: PlainObject, withManagedFields: boolean): string {
  const { apiVersion: _version, kind: _kind, metadata, ...rest } = object as PlainObject & Record<string, unknown>;
  const { managedFields, ...others } = metadata;
  return hashOfValue({ ...rest, metadata: withManagedFields ? { ...others, managedFields } : others });
}
