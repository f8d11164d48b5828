import type { Clock } from '@informer-gen/runtime';
import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { chargeOf, quotasOf } from '../builtin/quota-charge.js';
import { podSecurityWarnings } from '../pod-security/pod-security-admission.js';
import { alreadyExists, conflict, forbidden, notFound } from '../objects/api-status.js';
import type { FieldValidation } from '../rules/field-validation.js';
import type { KindChange, KindSurroundings } from '../rules/kind-rules.js';
import type { FieldManager } from '../managed-fields/field-manager.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import { appliedObject } from './applied-object.js';
import type { Collection } from './collection.js';
import { decodeObject, decodePatched } from './decode-object.js';
import { checkPreconditions, deletionStep, withPolicy } from './deletion.js';
import type { DeleteOptions } from './deletion.js';
import { fieldManagerFor } from './field-managers.js';
import { checkByKind, readApplied, readByKind, readPatched, ruledBy } from './kind-checks.js';
import { changedMetadataFaults, newMetadataFaults } from './metadata-rules.js';
import {
  AFTER_ADMISSION,
  checkNameOnUrl,
  checkUid,
  checkVersion,
  completeNew,
  dedupeOwners,
  finalizerWarnings,
  generatedName,
  isNamespaces,
  preparedUpdate,
  settleNamespace,
  wipeSystemFields,
} from './object-rules.js';
import type { RuleContext, WriteScope } from './object-rules.js';
import { allowsCreateOnUpdate } from './resource-policy.js';
import type { Storage } from './storage.js';
import { StoredObject } from './stored-object.js';
import { refuseImmortal, terminatingNamespace } from './terminating-namespace.js';
import { rfc3339 } from './time.js';
import { withoutNewTimes } from './unchanged.js';

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
  /** Who writes, for `metadata.managedFields`. Default `unknown`. */
  readonly manager?: string | undefined;
  /** Default false. True: the value is the writer's own, which it may keep and change instead of a copy. */
  readonly owned?: boolean | undefined;
  /** What is done about unknown fields, and told to the client. Default: they go without a word. */
  readonly fields?: FieldValidation | undefined;
}

/** What became of a write that may create. */
export interface Written {
  readonly stored: StoredObject;
  readonly created: boolean;
}

/** Makes the object to store of the present one. */
export type Change = (present: ApiObject) => unknown;

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
  /** The resource of this name in another version; undefined where it is not served. */
  readonly versionOf: (resource: GroupResource, apiVersion: string) => ServedResource | undefined;
}

/** A write that is valid. */
type AdmittedChange = KindChange & { readonly object: ApiObject };
type GroupResource = Pick<ServedResource, 'group' | 'plural'>;

/** How often a generated name that is taken is generated again. */
const NAME_ATTEMPTS = 8;

/** Writes objects by Kubernetes' rules, in the order in which the API server applies them. */
export class ObjectWriter {
  readonly #options: ObjectWriterOptions;
  readonly #storage: Storage;
  /** New objects that the next update stores even where it changes nothing. */
  readonly #unsettled = new WeakSet<StoredObject>();
  #effects: WriteEffects | undefined;
  readonly #findObject = (collection: string, key: string): JsonObject | undefined =>
    this.#storage.collection(collection).get(key)?.object;
  readonly #allObjects = (name: string): Iterable<JsonObject> => {
    const collection = this.#storage.collection(name);
    return collection.size === 0 ? [] : Array.from(collection.unsorted(), ({ object }) => object);
  };

  constructor(options: ObjectWriterOptions) {
    this.#options = options;
    this.#storage = options.storage;
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

  create(
    resource: ServedResource,
    namespace: string | undefined,
    value: unknown,
    options: WriteOptions = {},
  ): StoredObject {
    this.#warnOfVersion(resource, value, options);
    const object = readByKind(ruledBy(resource, options), decodeObject(resource, value, options.owned), options.fields);
    settleNamespace(resource, object, namespace);
    wipeSystemFields(object, options.privileged === true);
    this.#warn(options, dedupeOwners(object));
    const managed = this.#manager(resource, options).update(undefined, object, options.manager ?? '');
    const stored = this.#insert(resource, managed, options);
    if (resource.versions?.isSettled?.(stored.object, resource.version)) stored.settle(resource);
    return stored;
  }

  /** Replaces an object; some kinds are created where there is none. */
  update(address: ObjectAddress, value: unknown, options: WriteOptions = {}): Written {
    const { resource, name } = address;
    const sent = readByKind(ruledBy(resource, options), decodeObject(resource, value, options.owned), options.fields);
    settleNamespace(resource, sent, address.namespace);
    delete sent.metadata.selfLink;
    if (options.privileged) sent.metadata.name ??= name;
    checkNameOnUrl(sent, name);
    this.#warn(options, dedupeOwners(sent));
    const present = this.find(address);
    if (present === undefined && !allowsCreateOnUpdate(resource)) throw notFound(resource, name);
    const where = { resource, key: keyOf(address), name, dryRun: options.dryRun };
    checkUid(where, sent.metadata.uid, present?.object.metadata.uid ?? '');
    if (present === undefined) {
      const { resourceVersion, ...metadata } = sent.metadata;
      const stored = this.create(resource, address.namespace, { ...sent, metadata }, options);
      // What is not stored gets no version, so that the one sent stays.
      if (options.dryRun && resourceVersion) stored.object.metadata.resourceVersion = resourceVersion;
      return { stored, created: true };
    }
    const managed = this.#manager(resource, options).update(this.#live(resource, present), sent, options.manager ?? '');
    return { stored: this.#replace(resource, present, managed, options), created: false };
  }

  /** Changes the present object. */
  patch(address: ObjectAddress, change: Change, options: WriteOptions = {}): StoredObject {
    const { resource, name } = address;
    const present = this.get(address);
    const live = this.#live(resource, present);
    const rules = ruledBy(resource, options);
    const patched = readPatched(rules, decodePatched(rules, change(live), options.fields), options.fields);
    settleNamespace(resource, patched, address.namespace);
    checkNameOnUrl(patched, name);
    this.#warn(options, dedupeOwners(patched, AFTER_ADMISSION));
    const managed = this.#manager(resource, options).update(live, patched, options.manager ?? '');
    return this.#replace(resource, present, managed, options);
  }

  /** Server-side apply: creates, or merges into the present object. */
  apply(address: ObjectAddress, config: JsonObject, options: WriteOptions & { readonly force: boolean }): Written {
    const { resource, name, namespace } = address;
    const present = this.find(address);
    const mayCreate = options.subresource === undefined || allowsCreateOnUpdate(resource);
    if (present === undefined && !mayCreate) throw notFound(resource, name);
    const live = present && this.#live(resource, present);
    const request = { live, config, manager: options.manager ?? '', force: options.force };
    const merged = appliedObject(resource, this.#manager(resource, options), request);
    const applied = readApplied(resource, decodePatched(resource, merged), config);
    if (present === undefined && applied.metadata.uid) {
      const why = `uid mismatch: the provided object specified uid ${applied.metadata.uid}, and no existing object was found`;
      throw conflict(resource, name, why);
    }
    settleNamespace(resource, applied, namespace);
    checkNameOnUrl(applied, name);
    this.#warn(options, dedupeOwners(applied, AFTER_ADMISSION));
    if (present !== undefined) return { stored: this.#replace(resource, present, applied, options), created: false };
    const { resourceVersion: _any, ...metadata } = applied.metadata;
    return { stored: this.#insert(resource, { ...applied, metadata }, options), created: true };
  }

  /** Deletes, or marks as deleted where something holds it. `gone` says which. */
  delete(
    address: ObjectAddress,
    options: DeleteOptions = {},
  ): { readonly stored: StoredObject; readonly gone: boolean } {
    const { resource } = address;
    if (isNamespaces(resource)) refuseImmortal(resource, address.name);
    const present = this.get(address);
    checkPreconditions(resource, present.object, options);
    // Namespaces are held by what is in them, whatever finalizers they have.
    if (isNamespaces(resource)) {
      const waiting = new StoredObject(present.key, present.revision, withPolicy(present.object, options));
      if (!options.dryRun) return this.#release(address, waiting);
      const marked = terminatingNamespace(waiting.object, this.#context().now);
      return { stored: new StoredObject(present.key, present.revision, marked), gone: false };
    }
    const step = deletionStep(resource, present.object, { ...options, nowMs: this.#options.clock.now() });
    if (step.type === 'unchanged') return { stored: present, gone: false };
    if (step.type === 'marked') {
      const marked = this.#put(resource, present.key, step.object, { dryRun: options.dryRun });
      if (!step.thenGone || options.dryRun) return { stored: marked, gone: step.thenGone };
      return { stored: this.#remove(resource, marked), gone: true };
    }
    return options.dryRun ? { stored: present, gone: true } : this.#release(address, present);
  }

  /** Removes an object that nothing in its metadata holds, unless an effect does. */
  #release(address: ObjectAddress, present: StoredObject): { readonly stored: StoredObject; readonly gone: boolean } {
    const held = this.#effects?.beforeRemove(address.resource, present);
    if (held instanceof StoredObject) return { stored: held, gone: false };
    if (held) {
      const left = this.find(address);
      return { stored: left ?? present, gone: left === undefined };
    }
    return { stored: this.#remove(address.resource, present), gone: true };
  }

  /** Removes an object whatever holds it. */
  remove(resource: ServedResource, stored: StoredObject): StoredObject {
    return this.#remove(resource, stored);
  }

  /** Stores a state as it is: for effects, which have their own rules. */
  put(resource: ServedResource, key: string, object: ApiObject): StoredObject {
    return this.#storage.put(this.#collection(resource), key, object);
  }

  /** Stores a state as it was once stored, with what follows from it. */
  restore(resource: ServedResource, key: string, object: ApiObject): void {
    this.#effects?.afterPut(resource, this.put(resource, key, object));
  }

  /** The present object in the version of the request. */
  #live(resource: ServedResource, stored: StoredObject): ApiObject {
    const object = stored.as(resource);
    const apiVersion = apiVersionOf(resource);
    return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
  }

  /** Stores a new object whose managers are known. */
  #insert(resource: ServedResource, object: ApiObject, options: WriteOptions): StoredObject {
    this.#checkNamespace(resource, object);
    if (resource.createRefusal !== undefined) {
      throw forbidden(resource, object.metadata.name ?? '', { why: resource.createRefusal });
    }
    const attempts = object.metadata.generateName && !object.metadata.name ? NAME_ATTEMPTS : 1;
    for (let attempt = 1; ; attempt += 1) {
      const named = this.#named(object);
      const complete = completeNew(resource, named, { ...this.#context(), privileged: options.privileged });
      const rules = ruledBy(resource, options);
      rules.rules?.prepare?.({ object: complete }, this.#surroundings());
      checkByKind(rules, newMetadataFaults(resource, complete), { object: complete }, options.fields);
      this.#checkAdmission(rules, { object: complete }, options);
      const isIncomplete = rules.rules?.readBack?.(complete) === true;
      const { namespace, name = '' } = complete.metadata;
      const present = this.find({ resource, namespace, name });
      if (present === undefined) {
        this.#warn(options, ...finalizerWarnings(resource, complete));
        const stored = this.#put(resource, keyOf({ resource, namespace, name }), complete, options);
        if (isIncomplete) this.#unsettled.add(stored);
        return stored;
      }
      const isDeleting = present.object.metadata.deletionTimestamp !== undefined;
      if (attempt >= attempts) throw alreadyExists(resource, name, { isDeleting });
    }
  }

  #named(object: ApiObject): ApiObject {
    const { name, generateName } = object.metadata;
    if (name || !generateName) return object;
    return { ...object, metadata: { ...object.metadata, name: generatedName(generateName, this.#options.random) } };
  }

  /** Stores an update whose managers are known. */
  #replace(resource: ServedResource, present: StoredObject, sent: ApiObject, options: WriteOptions): StoredObject {
    const live = this.#live(resource, present);
    checkVersion(resource, { next: sent, present: live }, options);
    const rules = ruledBy(resource, options);
    const prepared = preparedUpdate(resource, { present: live, sent }, options);
    const { subresource } = options;
    rules.rules?.prepare?.({ object: prepared, before: live, subresource }, this.#surroundings());
    const next = withoutNewTimes(prepared, live);
    const change = { object: next, before: live, subresource };
    checkByKind(rules, changedMetadataFaults(resource, next, live, subresource), change, options.fields);
    this.#checkAdmission(rules, change, options);
    rules.rules?.readBack?.(next);
    this.#warn(options, ...finalizerWarnings(resource, next, live));
    if (isReleased(resource, next, live)) {
      if (!options.dryRun) this.#remove(resource, present);
      // The event shows the last stored state, the answer what the client asked for.
      return new StoredObject(present.key, present.revision, next);
    }
    // A write that changes nothing is no write: it gets no new version and no event.
    const isStored = isStoredAs(resource, next, present.object) && !this.#unsettled.has(present);
    if (sameJson(next, live) && isStored) return present;
    return this.#put(resource, present.key, next, options);
  }

  #put(resource: ServedResource, key: string, object: ApiObject, options: WriteOptions): StoredObject {
    const final = this.#effects?.beforePut(resource, object) ?? object;
    const state = resource.versions?.toStorage(final) ?? final;
    if (options.dryRun) return new StoredObject(key, this.#collection(resource).get(key)?.revision ?? 0, state);
    const stored = this.#storage.put(this.#collection(resource), key, state);
    this.#effects?.afterPut(resource, stored);
    return stored;
  }

  #remove(resource: ServedResource, stored: StoredObject): StoredObject {
    const removed = this.#storage.remove(this.#collection(resource), stored);
    this.#effects?.afterRemove(resource, removed);
    return removed;
  }

  #checkNamespace(resource: ServedResource, object: ApiObject): void {
    const { namespace, name = '' } = object.metadata;
    if (!this.#options.requireNamespaces || !resource.namespaced || namespace === undefined) return;
    const stored = this.#storage.collection('namespaces.').get(namespace);
    if (stored === undefined) throw notFound({ group: '', plural: 'namespaces', kind: 'Namespace' }, namespace);
    if (stored.object.metadata.deletionTimestamp === undefined) return;
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
    const message = `namespace ${namespace} is being terminated`;
    const causes = [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }];
    throw forbidden(resource, name, { why, causes });
  }

  /** Refuses what is valid, but more than the namespace has for it. */
  #checkAdmission(resource: ServedResource, change: AdmittedChange, options: WriteOptions): void {
    const why = resource.rules?.admissionFault?.(change, this.#surroundings());
    if (why !== undefined) throw forbidden(resource, change.object.metadata.name ?? '', { why });
    if (options.privileged) return;
    if (resource.builtIn) this.#warn(options, ...podSecurityWarnings(resource, change, this.#surroundings()));
    if (resource.namespaced) this.#chargeQuotas(resource, change, options);
  }

  /** Refuses what a quota has no room for; what it has is used from then on, whatever becomes of the write. */
  #chargeQuotas(resource: ServedResource, change: AdmittedChange, options: WriteOptions): void {
    const { namespace, name = '' } = change.object.metadata;
    const quotas = quotasOf(this.#allObjects('resourcequotas.'), namespace ?? '');
    if (quotas.length === 0) return;
    const charge = chargeOf(groupResource(resource), change, quotas);
    if (charge.fault !== undefined) throw forbidden(resource, name, { why: charge.fault });
    const served = this.#options.versionOf({ group: '', plural: 'resourcequotas' }, 'v1');
    if (served === undefined || options.dryRun) return;
    for (const quota of charge.quotas) {
      const address = { resource: served, namespace, name: quota.name };
      const use = (present: ApiObject): unknown => ({
        ...present,
        status: { ...(present['status'] as JsonObject), used: quota.used },
      });
      this.patch(address, use, { subresource: 'status', manager: 'kube-apiserver', privileged: true });
    }
  }

  #manager(resource: ServedResource, options: WriteOptions): FieldManager {
    return fieldManagerFor({
      resource,
      subresource: options.subresource ?? '',
      now: this.#context().now,
      versionOf: (apiVersion) => this.#options.versionOf(resource, apiVersion),
    });
  }

  #warn({ fields }: WriteOptions, ...texts: readonly (string | undefined)[]): void {
    for (const text of texts) if (text !== undefined) fields?.warn(text);
  }

  /** Of an object in a version that is not served, no field is known. */
  #warnOfVersion(resource: ServedResource, value: unknown, { fields }: WriteOptions): void {
    if (resource.builtIn || fields?.mode !== 'Warn' || !isJsonObject(value)) return;
    const apiVersion = String(value['apiVersion']);
    if (apiVersion.split('/')[0] !== resource.group || this.#options.versionOf(resource, apiVersion)) return;
    const unknown = Object.keys(value).filter((field) => !['apiVersion', 'kind', 'metadata'].includes(field));
    for (const field of unknown) fields.warn(`unknown field "${field}"`);
  }

  #collection(resource: ServedResource): Collection {
    return this.#storage.collection(groupResource(resource));
  }

  #surroundings(): KindSurroundings {
    return { now: this.#context().now, find: this.#findObject, all: this.#allObjects };
  }

  #context(): RuleContext {
    return { now: rfc3339(this.#options.clock), random: this.#options.random };
  }
}

/** Whether an update lets go of an object that is being deleted. A namespace is held by what is in it. */
function isReleased(resource: ServedResource, next: ApiObject, present: ApiObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = present.metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds !== 0) return false;
  if ((next.metadata.finalizers ?? []).length > 0) return false;
  const spec = (next['spec'] ?? {}) as { readonly finalizers?: readonly string[] };
  return !isNamespaces(resource) || (spec.finalizers ?? []).length === 0;
}

/** `namespace/name`, or `name`. */
function keyOf({ resource, namespace, name }: ObjectAddress): string {
  return resource.namespaced ? `${namespace ?? ''}/${name}` : name;
}

/** Whether a write would store the same; defaults that are new are stored with the next write. */
function isStoredAs(resource: ServedResource, next: ApiObject, present: ApiObject): boolean {
  const { versions } = resource;
  if (versions === undefined) return true;
  const stored = versions.toStorage(next);
  const { apiVersion, kind } = stored;
  return sameJson(stored, {
    ...present,
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind === undefined ? {} : { kind }),
  });
}
