import type { Clock } from '@informer-gen/runtime';
import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { alreadyExists, conflict, forbidden, notFound } from '../objects/api-status.js';
import type { KindSurroundings } from '../rules/kind-rules.js';
import type { FieldManager } from '../managed-fields/field-manager.js';
import type { ServedResource } from '../resources/served-resource.js';
import { appliedObject } from './applied-object.js';
import { decodeObject, decodePatched } from './decode-object.js';
import { checkPreconditions, deletionStep, withPolicy } from './deletion.js';
import type { DeleteOptions } from './deletion.js';
import { fieldManagerFor } from './field-managers.js';
import { checkByKind, readApplied, readByKind, readPatched, ruledBy } from './kind-checks.js';
import { changedMetadataFaults, newMetadataFaults } from './metadata-rules.js';
import { keyOf } from './object-address.js';
import type { ObjectAddress } from './object-address.js';
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
import type { RuleContext } from './object-rules.js';
import type { ObjectStates } from './object-states.js';
import { allowsCreateOnUpdate } from './resource-policy.js';
import { StoredObject } from './stored-object.js';
import { refuseImmortal, terminatingNamespace } from './terminating-namespace.js';
import { rfc3339 } from './time.js';
import { withoutNewTimes } from './unchanged.js';
import { checkReadable, isReadable } from './unreadable-objects.js';
import { WriteAdmission } from './write-admission.js';
import type { VersionOf } from './write-admission.js';
import { warn } from './write-options.js';
import type { Change, WriteOptions, Written } from './write-options.js';

/** What an {@link ObjectWriter} works with. */
export interface ObjectWriterOptions {
  readonly states: ObjectStates;
  readonly clock: Clock;
  readonly random: () => number;
  /** Whether a namespaced object needs its namespace to exist. */
  readonly requireNamespaces: boolean;
  readonly versionOf: VersionOf;
}

/** How often a generated name that is taken is generated again. */
const NAME_ATTEMPTS = 8;

/** Writes objects by Kubernetes' rules, in the order in which the API server applies them. */
export class ObjectWriter {
  readonly #options: ObjectWriterOptions;
  readonly #states: ObjectStates;
  readonly #admission: WriteAdmission;
  /** New objects that the next update stores even where it changes nothing. */
  readonly #unsettled = new WeakSet<StoredObject>();

  constructor(options: ObjectWriterOptions) {
    this.#options = options;
    this.#states = options.states;
    this.#admission = new WriteAdmission({
      ...options,
      surroundings: () => this.#surroundings(),
      use: (quota, used) => {
        const change = (present: ApiObject): unknown => ({
          ...present,
          status: { ...(present['status'] as JsonObject), used },
        });
        this.patch(quota, change, { subresource: 'status', manager: 'kube-apiserver', privileged: true });
      },
    });
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
    warn(options, dedupeOwners(object));
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
    warn(options, dedupeOwners(sent));
    const present = this.#states.find(address);
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
    const present = this.#states.get(address);
    const live = this.#live(resource, present);
    const rules = ruledBy(resource, options);
    const patched = readPatched(rules, decodePatched(rules, change(live), options.fields), options.fields);
    settleNamespace(resource, patched, address.namespace);
    checkNameOnUrl(patched, name);
    warn(options, dedupeOwners(patched, AFTER_ADMISSION));
    const managed = this.#manager(resource, options).update(live, patched, options.manager ?? '');
    return this.#replace(resource, present, managed, options);
  }

  /** Server-side apply: creates, or merges into the present object. */
  apply(address: ObjectAddress, config: JsonObject, options: WriteOptions & { readonly force: boolean }): Written {
    const { resource, name, namespace } = address;
    const present = this.#states.find(address);
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
    warn(options, dedupeOwners(applied, AFTER_ADMISSION));
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
    const present = this.#states.get(address);
    checkReadable(resource, present);
    checkPreconditions(resource, present.object, options);
    // Namespaces are held by what is in them, whatever finalizers they have.
    if (isNamespaces(resource)) {
      const waiting = new StoredObject(present.key, present.revision, withPolicy(present.object, options));
      if (!options.dryRun) return this.#states.release(address, waiting);
      const marked = terminatingNamespace(waiting.object, this.#context().now);
      return { stored: new StoredObject(present.key, present.revision, marked), gone: false };
    }
    const step = deletionStep(resource, present.object, { ...options, nowMs: this.#options.clock.now() });
    if (step.type === 'unchanged') return { stored: present, gone: false };
    if (step.type === 'marked') {
      const marked = this.#states.put(resource, present.key, step.object, { dryRun: options.dryRun, privileged: true });
      if (!step.thenGone || options.dryRun) return { stored: marked, gone: step.thenGone };
      return { stored: this.#states.remove(resource, marked), gone: true };
    }
    return options.dryRun ? { stored: present, gone: true } : this.#states.release(address, present);
  }

  /** The present object in the version of the request. */
  #live(resource: ServedResource, stored: StoredObject): ApiObject {
    const object = stored.as(resource);
    const apiVersion = apiVersionOf(resource);
    return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
  }

  /** Stores a new object whose managers are known. */
  #insert(resource: ServedResource, object: ApiObject, options: WriteOptions): StoredObject {
    this.#admission.checkNamespace(resource, object);
    if (resource.createRefusal !== undefined) {
      throw forbidden(resource, object.metadata.name ?? '', { why: resource.createRefusal });
    }
    const attempts = object.metadata.generateName && !object.metadata.name ? NAME_ATTEMPTS : 1;
    for (let attempt = 1; ; attempt += 1) {
      const named = this.#named(object);
      const { privileged, dryRun } = options;
      const complete = completeNew(resource, named, { ...this.#context(), privileged, dryRun });
      const rules = ruledBy(resource, options);
      rules.rules?.prepare?.({ object: complete }, this.#surroundings());
      checkByKind(rules, newMetadataFaults(resource, complete), { object: complete }, options.fields);
      this.#admission.check(rules, { object: complete }, options);
      const isIncomplete = rules.rules?.readBack?.(complete) === true;
      const { namespace, name = '' } = complete.metadata;
      const present = this.#states.find({ resource, namespace, name });
      if (present === undefined || (dryRun === true && !isReadable(resource, present))) {
        warn(options, ...finalizerWarnings(resource, complete));
        const stored = this.#states.put(resource, keyOf({ resource, namespace, name }), complete, options);
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
    this.#admission.check(rules, change, options);
    rules.rules?.readBack?.(next);
    warn(options, ...finalizerWarnings(resource, next, live));
    if (isReleased(resource, next, live)) {
      if (!options.dryRun) this.#states.remove(resource, present);
      // The event shows the last stored state, the answer what the client asked for.
      return new StoredObject(present.key, present.revision, next);
    }
    // A write that changes nothing is no write: it gets no new version and no event.
    const isStored = isStoredAs(resource, next, present.object) && !this.#unsettled.has(present);
    if (sameJson(next, live) && isStored) return present;
    return this.#states.put(resource, present.key, next, options);
  }

  #manager(resource: ServedResource, options: WriteOptions): FieldManager {
    return fieldManagerFor({
      resource,
      subresource: options.subresource ?? '',
      now: this.#context().now,
      versionOf: (apiVersion) => this.#options.versionOf(resource, apiVersion),
    });
  }

  /** Of an object in a version that is not served, no field is known. */
  #warnOfVersion(resource: ServedResource, value: unknown, { fields }: WriteOptions): void {
    if (resource.builtIn || fields?.mode !== 'Warn' || !isJsonObject(value)) return;
    const apiVersion = String(value['apiVersion']);
    if (apiVersion.split('/')[0] !== resource.group || this.#options.versionOf(resource, apiVersion)) return;
    const unknown = Object.keys(value).filter((field) => !['apiVersion', 'kind', 'metadata'].includes(field));
    for (const field of unknown) fields.warn(`unknown field "${field}"`);
  }

  #surroundings(): KindSurroundings {
    return { now: this.#context().now, find: this.#states.findIn, all: this.#states.all };
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
