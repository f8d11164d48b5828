import { canonicalDefinition } from '../definitions/decode-definition.js';
import type { Clock } from '@informer-gen/runtime';
import { crdSpecOf } from '../definitions/crd-spec.js';
import {
  conditionOf,
  isConditionTrue,
  withAcceptedNames,
  withCondition,
  withEstablished,
  withStoredVersion,
} from '../definitions/crd-status.js';
import type { ConvertObject } from '../definitions/crd-versions.js';
import type { ApiObject } from '../objects/api-object.js';
import { collectionOfCrd, resourcesOfCrd } from '../resources/custom-resource-definition.js';
import type { ResourceRegistry } from '../resources/resource-registry.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { ObjectStates } from './object-states.js';
import type { ObjectWriter } from './object-writer.js';
import { fieldManagerFor } from './field-managers.js';
import { rfc3339 } from './time.js';
import type { Storage } from './storage.js';
import type { StoredObject } from './stored-object.js';
import { cacheFault } from './unreadable-objects.js';

const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';
const CRDS = 'customresourcedefinitions.apiextensions.k8s.io';

/** What the controllers of CRDs work with. */
export interface CrdParts {
  readonly storage: Storage;
  readonly registry: ResourceRegistry;
  readonly states: ObjectStates;
  readonly writer: ObjectWriter;
  readonly clock: Clock;
  readonly convert: ConvertObject | undefined;
  /** Called with a resource that is no longer served, after its objects are gone, or whose CRD has other versions. */
  readonly closeWatches: (name: string) => void;
}

/** What the controllers of a real API server do when CRDs change, done at once. */
export class CrdEffects {
  readonly #parts: CrdParts;
  /** The names of all versions of each CRD, served or not. */
  readonly #versions = new Map<string, string>();

  constructor(parts: CrdParts) {
    this.#parts = parts;
  }

  /** The CRD as it is stored: with a status, and its storage version noted. */
  beforePut(crd: ApiObject): ApiObject {
    return withStoredVersion(canonicalDefinition(crd));
  }

  /** Accepts the names, establishes the CRD and serves it; each step is a change of its own, as watchers expect. */
  afterPut(resource: ServedResource, stored: StoredObject): void {
    const named = this.#change(resource, stored, (crd, now) => withAcceptedNames(crd, this.#othersOf(crd), now));
    const established = this.#change(resource, named, withEstablished);
    this.#serve(established.object);
    // Objects that could not be read may be readable now.
    if (conditionOf(established.object, 'Terminating')?.['reason'] === FAILED.reason)
      this.#finishDeletion(resource, established);
  }

  /**
   * Begins the deletion: the CRD stays, terminating, until its last object is gone. Returns the state that the answer
   * shows; undefined if the deletion has begun before.
   */
  beforeRemove(resource: ServedResource, stored: StoredObject): StoredObject {
    if (stored.object.metadata.deletionTimestamp !== undefined) return stored;
    const { object: crd } = stored;
    const now = rfc3339(this.#parts.clock);
    const finalizers = [...(crd.metadata.finalizers ?? []), CLEANUP_FINALIZER];
    const metadata = { ...crd.metadata, deletionTimestamp: now, finalizers };
    // The deletion itself says so, and nobody manages that.
    const pending = withCondition({ ...crd, metadata }, PENDING, now);
    const marked = this.#parts.states.putAsIs(resource, stored.key, pending);
    this.#finishDeletion(resource, marked);
    return marked;
  }

  /** Deletes the objects and then the CRD; one object that cannot be read keeps all of them. */
  #finishDeletion(resource: ServedResource, marked: StoredObject): void {
    const inProgress = this.#change(resource, marked, (one, at) => withCondition(one, IN_PROGRESS, at));
    this.#serve(inProgress.object);
    const { registry, storage } = this.#parts;
    const name = collectionOfCrd(inProgress.object);
    const [instances] = registry.versionsOf(name);
    const fault = instances && cacheFault(instances, storage.collection(name));
    if (fault !== undefined) {
      const failed = { ...FAILED, message: `could not list instances: ${fault}` };
      this.#change(resource, inProgress, (one, at) => withCondition(one, failed, at));
      return;
    }
    this.#deleteInstances(inProgress.object);
    this.#removeIfEmpty(resource, marked.key);
  }

  /** Goes on with the deletion of a CRD whose object has gone. */
  afterInstanceRemoved(collection: string): void {
    const resource = this.#parts.registry.get('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
    if (resource) this.#removeIfEmpty(resource, collection);
  }

  /** Serves the CRD no longer; others of its group may have waited for its names. */
  afterRemove(resource: ServedResource, crd: ApiObject): void {
    const { registry, closeWatches, storage } = this.#parts;
    const name = collectionOfCrd(crd);
    for (const served of registry.versionsOf(name)) registry.remove(served);
    closeWatches(name);
    for (const other of this.#othersOf(crd)) {
      const stored = storage.collection(CRDS).get(other.metadata.name ?? '');
      if (stored) this.afterPut(resource, stored);
    }
  }

  #serve(crd: ApiObject): void {
    if (!isConditionTrue(crd, 'NamesAccepted') && !isConditionTrue(crd, 'Established')) return;
    const { registry, storage, convert } = this.#parts;
    const name = collectionOfCrd(crd);
    const present = registry.versionsOf(name);
    for (const old of present) registry.remove(old);
    this.#closeOutdatedWatches(name, crd);
    // The watch cache of a new resource begins here: versions from before, also of a namesake, are expired.
    if (present.length === 0) storage.collection(name).compact(storage.revision);
    for (const resource of resourcesOfCrd(crd, { convert })) registry.add(resource);
  }

  /** Watches convert objects by the CRD of their start: like the API server, ends them when versions are added or removed. */
  #closeOutdatedWatches(name: string, crd: ApiObject): void {
    const versions = crdSpecOf(crd)
      .versions.map((version) => version.name)
      .join();
    const before = this.#versions.get(name);
    this.#versions.set(name, versions);
    if (before !== undefined && before !== versions) this.#parts.closeWatches(name);
  }

  #deleteInstances(crd: ApiObject): void {
    const { registry, storage, writer } = this.#parts;
    const name = collectionOfCrd(crd);
    const [resource] = registry.versionsOf(name);
    if (resource === undefined) return;
    // A copy, as deleting changes what is walked through.
    for (const { object } of Array.from(storage.collection(name).unsorted())) {
      const { namespace, name: objectName = '' } = object.metadata;
      writer.delete({ resource, namespace, name: objectName });
    }
  }

  #removeIfEmpty(resource: ServedResource, key: string): void {
    const { storage, states } = this.#parts;
    const stored = storage.collection(CRDS).get(key);
    if (stored?.object.metadata.deletionTimestamp === undefined) return;
    if (storage.collection(collectionOfCrd(stored.object)).size > 0) return;
    const { finalizers = [] } = stored.object.metadata;
    if (!finalizers.includes(CLEANUP_FINALIZER)) return;
    const left = finalizers.filter((name) => name !== CLEANUP_FINALIZER);
    if (left.length === 0) states.remove(resource, stored);
    else {
      this.#change(resource, stored, (crd, now) => {
        const metadata = { ...crd.metadata, finalizers: left };
        return withCondition({ ...crd, metadata }, COMPLETED, now);
      });
    }
  }

  #change(
    resource: ServedResource,
    stored: StoredObject,
    change: (crd: ApiObject, now: string) => ApiObject,
  ): StoredObject {
    const now = rfc3339(this.#parts.clock);
    const next = change(stored.object, now);
    if (next === stored.object) return stored;
    const manager = fieldManagerFor({ resource, subresource: 'status', now, versionOf: () => undefined });
    return this.#parts.states.putAsIs(resource, stored.key, manager.update(stored.object, next, 'kube-apiserver'));
  }

  #othersOf(crd: ApiObject): ApiObject[] {
    const { group } = crdSpecOf(crd);
    return Array.from(this.#parts.storage.collection(CRDS).unsorted())
      .map(({ object }) => object)
      .filter((other) => other.metadata.name !== crd.metadata.name && crdSpecOf(other).group === group);
  }
}

const PENDING = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionPending',
  message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
} as const;

const IN_PROGRESS = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
} as const;

const FAILED = { type: 'Terminating', status: 'True', reason: 'InstanceDeletionFailed' } as const;

const COMPLETED = {
  type: 'Terminating',
  status: 'False',
  reason: 'InstanceDeletionCompleted',
  message: 'removed all instances',
} as const;
