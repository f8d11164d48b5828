import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import type { ResourceRegistry } from '../resources/resource-registry.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { ObjectStates } from './object-states.js';
import type { ObjectWriter } from './object-writer.js';
import type { Storage } from './storage.js';
import type { StoredObject } from './stored-object.js';
import { isReadable } from './unreadable-objects.js';

/** What a {@link GarbageCollector} works with. */
export interface GarbageCollectorParts {
  readonly storage: Storage;
  readonly registry: ResourceRegistry;
  readonly states: ObjectStates;
  readonly writer: ObjectWriter;
}

interface Dependent {
  readonly resource: ServedResource;
  readonly stored: StoredObject;
}

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** Deletes what nobody owns any more, at once. Looks at every object for each owner: made for tests, not for scale. */
export class GarbageCollector {
  readonly #parts: GarbageCollectorParts;

  constructor(parts: GarbageCollectorParts) {
    this.#parts = parts;
  }

  /** Obeys the policies of an object that is being deleted, and deletes one whose owners never were, or are gone. */
  afterPut(resource: ServedResource, stored: StoredObject): void {
    const { uid = '', deletionTimestamp, finalizers = [] } = stored.object.metadata;
    if (deletionTimestamp === undefined) return this.#deleteUnowned({ resource, stored });
    if (finalizers.includes(ORPHAN)) {
      for (const dependent of this.#dependentsOf(uid)) this.#disown(dependent, uid);
      this.#release(resource, stored, ORPHAN);
    } else if (finalizers.includes(FOREGROUND)) {
      for (const dependent of this.#dependentsOf(uid)) this.#delete(dependent, 'Foreground');
      this.#releaseIfAlone({ resource, stored });
    }
  }

  /** Deletes what the object owned, unless others own it too; goes on with owners that have waited for it. */
  afterRemove(removed: StoredObject): void {
    const { uid = '' } = removed.object.metadata;
    for (const dependent of this.#dependentsOf(uid)) this.#deleteUnowned(dependent);
    for (const owner of ownersOf(removed.object)) {
      const waiting = this.#find(String(owner['uid']));
      const { deletionTimestamp, finalizers = [] } = waiting?.stored.object.metadata ?? {};
      if (waiting && deletionTimestamp !== undefined && finalizers.includes(FOREGROUND)) this.#releaseIfAlone(waiting);
    }
  }

  #releaseIfAlone({ resource, stored }: Dependent): void {
    const { uid = '' } = stored.object.metadata;
    const blocked = this.#dependentsOf(uid).some(({ stored: { object } }) =>
      ownersOf(object).some((owner) => owner['uid'] === uid && owner['blockOwnerDeletion'] === true),
    );
    if (!blocked) this.#release(resource, stored, FOREGROUND);
  }

  /** Removes the collector's finalizer; the object goes when it was the last. */
  #release(resource: ServedResource, { object }: StoredObject, finalizer: string): void {
    const { namespace, name = '' } = object.metadata;
    const address = { resource, namespace, name };
    if (this.#parts.states.find(address) === undefined) return;
    this.#change(address, ({ finalizers = [] }) => ({ finalizers: finalizers.filter((each) => each !== finalizer) }));
  }

  /** Deletes an object that has owners, none of which exists; else forgets those that do not. */
  #deleteUnowned(dependent: Dependent): void {
    const owners = ownersOf(dependent.stored.object);
    const missing = owners.filter((owner) => this.#find(String(owner['uid'])) === undefined);
    if (missing.length === 0) return;
    if (missing.length === owners.length) this.#delete(dependent, 'Background');
    else for (const owner of missing) this.#disown(dependent, String(owner['uid']));
  }

  #disown({ resource, stored }: Dependent, uid: string): void {
    const { namespace, name = '' } = stored.object.metadata;
    this.#change({ resource, namespace, name }, (metadata) => {
      const owners = Array.isArray(metadata['ownerReferences']) ? metadata['ownerReferences'] : [];
      return { ownerReferences: owners.filter((owner) => !isJsonObject(owner) || owner['uid'] !== uid) };
    });
  }

  #delete({ resource, stored }: Dependent, propagationPolicy: string): void {
    const { namespace, name = '', uid } = stored.object.metadata;
    const address = { resource, namespace, name };
    if (this.#parts.states.find(address)?.object.metadata.uid !== uid || !isReadable(resource, stored)) return;
    this.#parts.writer.delete(address, { propagationPolicy });
  }

  #change(
    address: { readonly resource: ServedResource; readonly namespace: string | undefined; readonly name: string },
    change: (metadata: ApiObject['metadata']) => JsonObject,
  ): void {
    this.#parts.writer.patch(
      address,
      (present) => ({ ...present, metadata: { ...present.metadata, ...change(present.metadata) } }),
      { privileged: true, manager: 'kube-controller-manager' },
    );
  }

  #dependentsOf(uid: string): Dependent[] {
    return Array.from(this.#all()).filter(({ stored: { object } }) =>
      ownersOf(object).some((owner) => owner['uid'] === uid),
    );
  }

  #find(uid: string): Dependent | undefined {
    for (const found of this.#all()) if (found.stored.object.metadata.uid === uid) return found;
    return undefined;
  }

  *#all(): Generator<Dependent, void, undefined> {
    const { registry, storage } = this.#parts;
    const seen = new Set<string>();
    for (const resource of registry.all()) {
      const name = groupResource(resource);
      if (seen.has(name)) continue;
      seen.add(name);
      for (const stored of storage.collection(name).unsorted()) yield { resource, stored };
    }
  }
}

function ownersOf({ metadata }: ApiObject): JsonObject[] {
  const owners = metadata['ownerReferences'];
  return Array.isArray(owners) ? owners.filter(isJsonObject) : [];
}
