import type { ApiObject } from '../objects/api-object.js';

/** How the objects of a kind are stored in one version and read in all of them. */
export interface KindVersions {
  /** The object, which is in some version, in the version that is stored. */
  toStorage(object: ApiObject): ApiObject;
  /** A stored object, read as of now: with the defaults and without the fields that the schemas say, in this version. */
  fromStorage(object: ApiObject, version: string): ApiObject;
  /** Returns why a stored object cannot be read; undefined where it can. Missing: all can. */
  unreadable?(object: ApiObject): string | undefined;
  /** Whether an object that was just read in this version is the same when it is read from the store. Missing: it may not be. */
  isSettled?(object: ApiObject, version: string): boolean;
}
