import type { ApiObject } from '../objects/api-object.js';
import { typePrefix } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';

/** One state of one object, never changed after it was made. Its JSON is written once and retained. */
export class StoredObject {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** The resourceVersion as a number. */
  readonly revision: number;
  readonly object: ApiObject;
  #body: string | undefined;

  constructor(key: string, revision: number, object: ApiObject) {
    this.key = key;
    this.revision = revision;
    this.object = object;
  }

  /** Everything but kind and apiVersion, which depend on the version served. */
  get body(): string {
    if (this.#body === undefined) {
      const { kind: _kind, apiVersion: _apiVersion, ...rest } = this.object;
      this.#body = JSON.stringify(rest);
    }
    return this.#body;
  }

  /** The whole object as the given resource serves it. */
  json(resource: ServedResource): string {
    return typePrefix(resource) + this.body.slice(1);
  }

  /** As an item of a list: built-in lists leave kind and apiVersion to the list, those of custom resources do not. */
  itemJson(resource: ServedResource): string {
    return resource.builtIn ? this.body : this.json(resource);
  }

  /** The same state under another resourceVersion, as DELETED events carry it. */
  withRevision(revision: number): StoredObject {
    const metadata = { ...this.object.metadata, resourceVersion: String(revision) };
    return new StoredObject(this.key, revision, { ...this.object, metadata });
  }
}
