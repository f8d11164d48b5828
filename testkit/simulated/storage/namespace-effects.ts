import type { Clock } from '@informer-gen/runtime';
import type { ApiObject } from '../objects/api-object.js';
import type { ResourceRegistry } from '../resources/resource-registry.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { ObjectStates } from './object-states.js';
import type { ObjectWriter } from './object-writer.js';
import type { Storage } from './storage.js';
import type { StoredObject } from './stored-object.js';
import { terminatingNamespace } from './terminating-namespace.js';
import { rfc3339 } from './time.js';
import { isReadable } from './unreadable-objects.js';

/** What the deletion of namespaces works with. */
export interface NamespaceParts {
  readonly storage: Storage;
  readonly registry: ResourceRegistry;
  readonly states: ObjectStates;
  readonly writer: ObjectWriter;
  readonly clock: Clock;
  readonly controllers: { readonly namespaces?: boolean | undefined };
}

/** The deletion of namespaces: they are terminating until somebody has emptied them, which the controller does at once. */
export class NamespaceEffects {
  readonly #parts: NamespaceParts;

  constructor(parts: NamespaceParts) {
    this.#parts = parts;
  }

  /** Returns the state that the answer shows. */
  beforeRemove(resource: ServedResource, stored: StoredObject): StoredObject {
    const { states, clock, controllers } = this.#parts;
    const { name = '', deletionTimestamp } = stored.object.metadata;
    let marked = stored;
    if (deletionTimestamp === undefined) {
      marked = states.putAsIs(resource, stored.key, terminatingNamespace(stored.object, rfc3339(clock)));
    }
    if (controllers.namespaces) this.#empty(name);
    return marked;
  }

  /** Goes on with the deletion of a namespace that something has just left. */
  afterRemove(resource: ServedResource, removed: StoredObject): void {
    const { namespace } = removed.object.metadata;
    if (this.#parts.controllers.namespaces && resource.namespaced && namespace !== undefined) {
      this.#removeIfEmpty(namespace);
    }
  }

  #empty(name: string): void {
    // A copy, as deleting changes what is walked through. There is no node that pods could need time on.
    for (const { resource, object } of Array.from(this.#contentsOf(name))) {
      const address = { resource, namespace: name, name: object.metadata.name ?? '' };
      const stored = this.#parts.states.find(address);
      // What cannot be read cannot be deleted, and keeps the namespace.
      if (stored && isReadable(resource, stored)) this.#parts.writer.delete(address, { gracePeriodSeconds: 0 });
    }
    this.#removeIfEmpty(name);
  }

  #removeIfEmpty(name: string): void {
    const { registry, states } = this.#parts;
    const namespaces = registry.get('', 'v1', 'namespaces');
    const stored = namespaces && states.find({ resource: namespaces, name });
    if (!namespaces || stored?.object.metadata.deletionTimestamp === undefined) return;
    if (!this.#contentsOf(name).next().done || (stored.object.metadata.finalizers ?? []).length > 0) return;
    states.remove(namespaces, stored);
  }

  *#contentsOf(
    namespace: string,
  ): Generator<{ readonly resource: ServedResource; readonly object: ApiObject }, void, undefined> {
    const { registry, storage } = this.#parts;
    const seen = new Set<string>();
    for (const resource of registry.all()) {
      const name = groupResource(resource);
      if (!resource.namespaced || seen.has(name)) continue;
      seen.add(name);
      for (const { key, object } of storage.collection(name).unsorted()) {
        if (key.startsWith(`${namespace}/`)) yield { resource, object };
      }
    }
  }
}
