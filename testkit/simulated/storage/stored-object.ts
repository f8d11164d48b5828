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

  /** The whole object as the given resource serves it. */
  json(resource: ServedResource): string {
    const prefix = typePrefix(resource);
    const written = this.#jsonFor(resource);
    return written.prefix === prefix ? written.text : prefix + written.text.slice(written.prefix.length);
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
      const whole: JsonObject = typeFields(resource);
      for (const field of Object.keys(view.object)) {
        if (field !== 'kind' && field !== 'apiVersion') whole[field] = view.object[field];
      }
      view.json = { prefix: typePrefix(resource), text: jsonText(whole) };
    }
    return view.json;
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
