import type { Clock } from '@informer-gen/runtime';
import { sameJson } from '../objects/api-object.js';
import type { ApiObject } from '../objects/api-object.js';
import {
  alreadyExists,
  badRequest,
  conflict,
  failure,
  forbidden,
  notFound,
  ApiStatusError,
} from '../objects/api-status.js';
import type { Collection } from './collection.js';
import { checkByKind, readByKind, ruledBy } from './kind-checks.js';
import { checkedCopy, completeNew, settleIdentity, updated } from './object-rules.js';
import type { RuleContext, WriteScope } from './object-rules.js';
import type { FieldValidation } from '../rules/field-validation.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { Storage } from './storage.js';
import { StoredObject } from './stored-object.js';
import { rfc3339 } from './time.js';

/** Where an object is, or is to be. */
export interface ObjectAddress {
  readonly resource: ServedResource;
  /** Undefined for cluster-scoped resources. */
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** How a write is made. */
export interface WriteOptions extends WriteScope {
  /** Default false. True: everything is checked, nothing is stored. */
  readonly dryRun?: boolean | undefined;
  /** What is done about unknown fields. Default: they go without a word. */
  readonly fields?: FieldValidation | undefined;
}

/** What a deletion may demand of the object. */
export interface DeleteOptions {
  readonly dryRun?: boolean | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Runs when a write changes what is served or contained: CRDs and namespaces. */
export interface WriteEffects {
  /** May change an object on its way into the store, and refuse it by throwing. */
  beforePut(resource: ServedResource, object: ApiObject): ApiObject;
  afterPut(resource: ServedResource, stored: StoredObject): void;
  /** True: the effect removes the object itself, later or now. A state: it does, and this is what the answer shows. */
  beforeRemove(resource: ServedResource, stored: StoredObject): boolean | StoredObject;
  afterRemove(resource: ServedResource, removed: StoredObject): void;
}

/** What an {@link ObjectWriter} works with. */
export interface ObjectWriterOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: () => number;
  /** Whether a namespaced object needs its namespace to exist. */
  readonly requireNamespaces: boolean;
}

/** Writes objects by Kubernetes' rules: identity, conflicts, generations, finalizers. */
export class ObjectWriter {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #requireNamespaces: boolean;
  #effects: WriteEffects | undefined;

  constructor(options: ObjectWriterOptions) {
    this.#storage = options.storage;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#requireNamespaces = options.requireNamespaces;
  }

  /** Effects may write in turn, so they come after construction. */
  setEffects(effects: WriteEffects): void {
    this.#effects = effects;
  }

  /** The object at an address, or 404. */
  get(address: ObjectAddress): StoredObject {
    const stored = this.#collection(address.resource).get(keyOf(address));
    if (stored === undefined) throw notFound(address.resource, address.name);
    return stored;
  }

  find(address: ObjectAddress): StoredObject | undefined {
    return this.#collection(address.resource).get(keyOf(address));
  }

  create(
    resource: ServedResource,
    namespace: string | undefined,
    value: unknown,
    options: WriteOptions = {},
  ): StoredObject {
    const object = checkedCopy(resource, value);
    readByKind(ruledBy(resource, options), object, options.fields);
    const context = this.#context();
    settleIdentity(resource, object, { ...context, namespace });
    this.#checkNamespace(resource, object);
    const name = object.metadata.name ?? '';
    if (resource.createRefusal !== undefined) throw forbidden(resource, name, resource.createRefusal);
    const key = keyOf({ resource, namespace: object.metadata.namespace, name });
    const collection = this.#collection(resource);
    const complete = completeNew(resource, object, { ...context, privileged: options.privileged });
    checkByKind(ruledBy(resource, options), { object: complete }, options.fields);
    if (collection.get(key) !== undefined) throw alreadyExists(resource, name);
    return this.#put(resource, key, complete, options);
  }

  update(address: ObjectAddress, value: unknown, options: WriteOptions = {}): StoredObject {
    const { resource } = address;
    const sent = checkedCopy(resource, value);
    readByKind(ruledBy(resource, options), sent, options.fields);
    sent.metadata.name ??= address.name;
    if (sent.metadata.name !== address.name) {
      throw badRequest(
        `the name of the object (${sent.metadata.name}) does not match the name on the URL (${address.name})`,
      );
    }
    const present = this.get(address);
    const before = present.as(resource);
    const next = updated(resource, before, sent, options);
    checkByKind(ruledBy(resource, options), { object: next, before, subresource: options.subresource }, options.fields);
    const { deletionTimestamp, finalizers } = next.metadata;
    if (deletionTimestamp !== undefined && (finalizers ?? []).length === 0 && !isTerminatingNamespace(resource, next)) {
      if (!options.dryRun) this.#remove(resource, present);
      // The event shows the last stored state, the answer what the client asked for.
      return new StoredObject(present.key, present.revision, next);
    }
    // A write that changes nothing is no write: it gets no new version and no event.
    const stored = resource.versions?.toStorage(next) ?? next;
    const { apiVersion, kind } = stored;
    if (sameJson(stored, { ...present.object, apiVersion, kind })) return present;
    return this.#put(resource, present.key, next, options);
  }

  /** Deletes, or marks as deleted where finalizers hold it. `gone` says which. */
  delete(
    address: ObjectAddress,
    options: DeleteOptions = {},
  ): { readonly stored: StoredObject; readonly gone: boolean } {
    const { resource } = address;
    const present = this.get(address);
    this.#checkPreconditions(resource, present, options);
    const { metadata } = present.object;
    if ((metadata.finalizers ?? []).length > 0) {
      if (metadata.deletionTimestamp !== undefined || options.dryRun) return { stored: present, gone: false };
      return { stored: this.#markDeleted(resource, present), gone: false };
    }
    if (options.dryRun) return { stored: present, gone: true };
    const held = this.#effects?.beforeRemove(resource, present);
    if (held instanceof StoredObject) return { stored: held, gone: false };
    if (held) {
      const left = this.find(address);
      return { stored: left ?? present, gone: left === undefined };
    }
    return { stored: this.#remove(resource, present), gone: true };
  }

  /** Marks an object as being deleted; it stays until who holds it lets go. */
  #markDeleted(resource: ServedResource, present: StoredObject): StoredObject {
    const { metadata } = present.object;
    const generation = metadata.generation === undefined ? {} : { generation: metadata.generation + 1 };
    const marked = {
      ...metadata,
      ...generation,
      deletionTimestamp: this.#context().now,
      deletionGracePeriodSeconds: 0,
    };
    return this.#put(resource, present.key, { ...present.object, metadata: marked }, {});
  }

  /** Removes an object whatever holds it. */
  remove(resource: ServedResource, stored: StoredObject): StoredObject {
    return this.#remove(resource, stored);
  }

  /** Stores a state as it is: for effects, which have their own rules. */
  put(resource: ServedResource, key: string, object: ApiObject): StoredObject {
    return this.#storage.put(this.#collection(resource), key, object);
  }

  #put(resource: ServedResource, key: string, object: ApiObject, options: WriteOptions): StoredObject {
    const final = this.#effects?.beforePut(resource, object) ?? object;
    if (options.dryRun) {
      const present = this.#collection(resource).get(key);
      return new StoredObject(key, present?.revision ?? 0, final);
    }
    const stored = this.#storage.put(this.#collection(resource), key, resource.versions?.toStorage(final) ?? final);
    this.#effects?.afterPut(resource, stored);
    return stored;
  }

  #remove(resource: ServedResource, stored: StoredObject): StoredObject {
    const removed = this.#storage.remove(this.#collection(resource), stored);
    this.#effects?.afterRemove(resource, removed);
    return removed;
  }

  #checkPreconditions(
    resource: ServedResource,
    { object }: StoredObject,
    { uid, resourceVersion }: DeleteOptions,
  ): void {
    const { metadata } = object;
    // Here, and only here, the server names the kind where it names the resource elsewhere.
    const named = { ...resource, plural: resource.kind };
    const differs = (what: string, asked: string, real: unknown): ApiStatusError =>
      conflict(
        named,
        metadata.name ?? '',
        `the ${what} in the precondition (${asked}) does not match the ${what} in record (${String(real)})`,
      );
    if (uid !== undefined && uid !== metadata.uid) throw differs('UID', uid, metadata.uid);
    if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
      throw differs('ResourceVersion', resourceVersion, metadata.resourceVersion);
    }
  }

  #checkNamespace(resource: ServedResource, object: ApiObject): void {
    const { namespace } = object.metadata;
    if (!this.#requireNamespaces || !resource.namespaced || namespace === undefined) return;
    const stored = this.#storage.collection('namespaces.').get(namespace);
    if (stored === undefined) throw notFound({ group: '', plural: 'namespaces', kind: 'Namespace' }, namespace);
    if (stored.object.metadata.deletionTimestamp !== undefined) {
      const message = `unable to create new content in namespace ${namespace} because it is being terminated`;
      throw new ApiStatusError(failure(403, { message }));
    }
  }

  #collection(resource: ServedResource): Collection {
    return this.#storage.collection(groupResource(resource));
  }

  #context(): RuleContext {
    return { now: rfc3339(this.#clock), random: this.#random };
  }
}

/** `namespace/name`, or `name`. */
function keyOf({ resource, namespace, name }: ObjectAddress): string {
  return resource.namespaced ? `${namespace ?? ''}/${name}` : name;
}

/** A namespace is held by what is in it, not by metadata.finalizers. */
function isTerminatingNamespace(resource: ServedResource, object: ApiObject): boolean {
  return resource.group === '' && resource.plural === 'namespaces' && object.metadata.deletionTimestamp !== undefined;
}
