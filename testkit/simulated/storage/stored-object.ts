import { copyForReaders, emptyObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { jsonText } from '../objects/json-text.js';
import { typeFields, typePrefix } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';

/** An object as one resource serves it, with its JSON once somebody has asked for it. */
interface View {
  readonly resource: ServedResource | undefined;
  readonly object: ApiObject;
  json: WrittenObject | undefined;
}

/** The JSON of an object, and how it begins: with what depends on the version served. */
interface WrittenObject {
  readonly prefix: string;
  readonly text: string;
}

/** One state of one object, never changed after it was made. Its JSON is written once and retained. */
export class StoredObject {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** The resourceVersion as a number. */
  readonly revision: number;
  /** As it is stored: of a kind with several versions, in one of them. */
  readonly object: ApiObject;
  #view: View | undefined;

  constructor(key: string, revision: number, object: ApiObject) {
    this.key = key;
    this.revision = revision;
    this.object = object;
  }

  /** The object in the version of this resource, read by the rules of now: what clients see. */
  as(resource: ServedResource): ApiObject {
    return this.#viewOf(resource).object;
  }

  /** Says that the rules of this resource have just read the object, and would read it the same from the store. */
  settle(resource: ServedResource): void {
    this.#view = { resource, object: this.object, json: undefined };
  }

  /** The whole object as the given resource serves it. */
  json(resource: ServedResource): string {
    const prefix = typePrefix(resource);
    const written = this.#jsonFor(resource);
    return written.prefix === prefix ? written.text : prefix + written.text.slice(written.prefix.length);
  }

  /** The same as {@link json}, parsed: for a reader in this process, whose own it is. */
  copy(resource: ServedResource): JsonObject {
    return copyForReaders(this.#whole(this.as(resource), resource));
  }

  /** As an item of a list: built-in lists leave kind and apiVersion to the list, those of custom resources do not. */
  itemJson(resource: ServedResource): string {
    if (!resource.builtIn) return this.json(resource);
    const { prefix, text } = this.#jsonFor(resource);
    return `{${text.slice(prefix.length)}`;
  }

  /** The same state under another resourceVersion, as DELETED events carry it. */
  withRevision(revision: number): StoredObject {
    const metadata = { ...this.object.metadata, resourceVersion: String(revision) };
    return new StoredObject(this.key, revision, { ...this.object, metadata });
  }

  /** Written in one piece with kind and apiVersion, because most are asked for in one version. */
  #jsonFor(resource: ServedResource): WrittenObject {
    const view = this.#viewOf(resource);
    if (view.json === undefined) {
      view.json = { prefix: typePrefix(resource), text: jsonText(this.#whole(view.object, resource)) };
    }
    return view.json;
  }

  /** With the type that the resource serves, which comes first. */
  #whole(object: ApiObject, resource: ServedResource): JsonObject {
    const whole = Object.assign(emptyObject(), typeFields(resource));
    for (const field of Object.keys(object)) {
      if (field !== 'kind' && field !== 'apiVersion') whole[field] = object[field];
    }
    return whole;
  }

  /** Retains the last view: clients mostly use one version. A changed CRD makes new resources, and so new views. */
  #viewOf(resource: ServedResource): View {
    const { versions } = resource;
    const key = versions && resource;
    if (this.#view === undefined || this.#view.resource !== key) {
      const object = versions?.fromStorage(this.object, resource.version) ?? this.object;
      this.#view = { resource: key, object, json: undefined };
    }
    return this.#view;
  }
}
