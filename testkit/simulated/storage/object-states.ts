import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { notFound } from '../objects/api-status.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { Collection } from './collection.js';
import { keyOf } from './object-address.js';
import type { ObjectAddress } from './object-address.js';
import type { Storage } from './storage.js';
import { storable } from './stored-size.js';
import type { EncodeStored } from './stored-size.js';
import { StoredObject } from './stored-object.js';

/** Runs when a write changes what is served or contained: CRDs and namespaces. */
export interface WriteEffects {
  /** May change an object on its way into the store, and refuse it by throwing. */
  beforePut(resource: ServedResource, object: ApiObject): ApiObject;
  afterPut(resource: ServedResource, stored: StoredObject): void;
  /** True: the effect removes the object itself, later or now. A state: it does, and this is what the answer shows. */
  beforeRemove(resource: ServedResource, stored: StoredObject): boolean | StoredObject;
  afterRemove(resource: ServedResource, removed: StoredObject): void;
}

/** How a state is stored. */
export interface PutOptions {
  /** Default false. */
  readonly dryRun?: boolean | undefined;
  /** A test writes, which may store objects that are too large for etcd. Default false. */
  readonly privileged?: boolean | undefined;
  /** It was applied, so that its managed fields must stay. Default false. */
  readonly isApply?: boolean | undefined;
}

/** The states of all objects, and what follows from a change of them. It has no rules: those are {@link ObjectWriter}'s. */
export class ObjectStates {
  readonly #storage: Storage;
  readonly #encode: EncodeStored;
  #effects: WriteEffects | undefined;

  constructor(storage: Storage, encode: EncodeStored) {
    this.#storage = storage;
    this.#encode = encode;
  }

  /** Effects may write in turn, so they come after construction. */
  setEffects(effects: WriteEffects): void {
    this.#effects = effects;
  }

  /** The object at an address, or 404. */
  get(address: ObjectAddress): StoredObject {
    const stored = this.find(address);
    if (stored === undefined) throw notFound(address.resource, address.name);
    return stored;
  }

  find(address: ObjectAddress): StoredObject | undefined {
    return this.#collection(address.resource).get(keyOf(address));
  }

  /** The objects of a collection by its name, such as `pods.` or `deployments.apps`. */
  readonly all = (name: string): Iterable<JsonObject> => {
    const collection = this.#storage.collection(name);
    return collection.size === 0 ? [] : Array.from(collection.unsorted(), ({ object }) => object);
  };

  /** The object of a collection by its key. */
  readonly findIn = (collection: string, key: string): JsonObject | undefined =>
    this.#storage.collection(collection).get(key)?.object;

  /** Stores a state, with what follows from it. A dry run stores nothing, and shows what it would be. */
  put(resource: ServedResource, key: string, object: ApiObject, options: PutOptions = {}): StoredObject {
    const final = this.#effects?.beforePut(resource, object) ?? object;
    const state = resource.versions?.toStorage(final) ?? final;
    const present = this.#collection(resource).get(key);
    if (options.dryRun === true) return new StoredObject(key, present?.revision ?? 0, state);
    const stored = this.#storage.put(
      this.#collection(resource),
      key,
      options.privileged === true
        ? state
        : storable({ resource, key, object: state, replaces: present?.revision ?? 0, encode: this.#encode }, options),
    );
    this.#effects?.afterPut(resource, stored);
    return stored;
  }

  /** Removes an object whatever holds it. */
  remove(resource: ServedResource, stored: StoredObject): StoredObject {
    const removed = this.#storage.remove(this.#collection(resource), stored);
    this.#effects?.afterRemove(resource, removed);
    return removed;
  }

  /** Removes an object that nothing in its metadata holds, unless an effect does. */
  release(address: ObjectAddress, present: StoredObject): { readonly stored: StoredObject; readonly gone: boolean } {
    const held = this.#effects?.beforeRemove(address.resource, present);
    if (held instanceof StoredObject) return { stored: held, gone: false };
    if (held) {
      const left = this.find(address);
      return { stored: left ?? present, gone: left === undefined };
    }
    return { stored: this.remove(address.resource, present), gone: true };
  }

  /** Stores a state as it is: for effects, which have their own rules. */
  putAsIs(resource: ServedResource, key: string, object: ApiObject): StoredObject {
    return this.#storage.put(this.#collection(resource), key, object);
  }

  /** Stores a state as it was stored before, with what follows from it. */
  restore(resource: ServedResource, key: string, object: ApiObject): void {
    this.#effects?.afterPut(resource, this.putAsIs(resource, key, object));
  }

  #collection(resource: ServedResource): Collection {
    return this.#storage.collection(groupResource(resource));
  }
}
