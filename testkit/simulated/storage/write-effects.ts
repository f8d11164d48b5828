import type { Clock } from '@informer-gen/runtime';
import type { ApiObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';
import { CrdError, resourcesOfCrd, withEstablishedStatus } from '../resources/custom-resource-definition.js';
import { rfc3339 } from './time.js';
import type { ObjectWriter, WriteEffects } from './object-writer.js';
import type { ResourceRegistry } from '../resources/resource-registry.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { Storage } from './storage.js';
import type { StoredObject } from './stored-object.js';

/** What the effects work with. */
export interface ClusterParts {
  readonly storage: Storage;
  readonly registry: ResourceRegistry;
  readonly writer: ObjectWriter;
  readonly clock: Clock;
  /** Called when a resource is no longer served, after its objects are gone. */
  readonly onUnserved: (name: string) => void;
}

/**
 * What controllers of a real cluster do when namespaces and CRDs change, done at once: a CRD is established and served, a
 * deleted CRD takes its objects along, a deleted namespace goes when it is empty.
 */
export function clusterEffects(parts: ClusterParts): WriteEffects {
  return {
    beforePut(resource, object) {
      if (!isCrd(resource)) return object;
      checkCrd(object);
      return withEstablishedStatus(object, rfc3339(parts.clock));
    },
    afterPut(resource, stored) {
      if (isCrd(resource)) serveCrd(parts, stored.object);
    },
    beforeRemove(resource, stored) {
      if (isCrd(resource)) removeObjectsOfCrd(parts, stored.object);
      if (!isNamespace(resource)) return false;
      terminateNamespace(parts, resource, stored);
      return true;
    },
    afterRemove(resource, removed) {
      if (isCrd(resource)) unserveCrd(parts, removed.object);
      const { namespace } = removed.object.metadata;
      if (resource.namespaced && namespace !== undefined) removeIfEmpty(parts, namespace);
    },
  };
}

function checkCrd(crd: ApiObject): void {
  try {
    resourcesOfCrd(crd);
  } catch (error) {
    if (error instanceof CrdError) throw badRequest(error.message);
    throw error;
  }
}

function serveCrd({ registry, storage }: ClusterParts, crd: ApiObject): void {
  const resources = resourcesOfCrd(crd);
  const name = resources[0] && groupResource(resources[0]);
  if (name !== undefined) {
    const served = registry.versionsOf(name);
    for (const old of served) registry.remove(old);
    // The watch cache of a new resource begins here: versions from before, also of a namesake, are expired.
    if (served.length === 0) storage.collection(name).compact(storage.revision);
  }
  for (const resource of resources) registry.add(resource);
}

function removeObjectsOfCrd({ storage, writer }: ClusterParts, crd: ApiObject): void {
  const resource = resourcesOfCrd(crd)[0];
  if (resource === undefined) return;
  // A copy, as removing changes what is walked through.
  const all = Array.from(storage.collection(groupResource(resource)).unsorted());
  for (const stored of all) writer.remove(resource, stored);
}

function unserveCrd({ registry, onUnserved }: ClusterParts, crd: ApiObject): void {
  const resources = resourcesOfCrd(crd);
  for (const resource of resources) registry.remove(resource);
  if (resources[0]) onUnserved(groupResource(resources[0]));
}

function terminateNamespace(parts: ClusterParts, resource: ServedResource, stored: StoredObject): void {
  const name = stored.object.metadata.name ?? '';
  if (stored.object.metadata.deletionTimestamp === undefined) {
    const metadata = { ...stored.object.metadata, deletionTimestamp: rfc3339(parts.clock) };
    parts.writer.put(resource, stored.key, { ...stored.object, metadata, status: { phase: 'Terminating' } });
  }
  const contents = Array.from(contentsOf(parts, name));
  for (const { resource: contained, object } of contents) {
    parts.writer.delete({ resource: contained, namespace: name, name: object.metadata.name ?? '' });
  }
  removeIfEmpty(parts, name);
}

/** Removes a namespace that is being deleted once nothing is left in it. */
function removeIfEmpty(parts: ClusterParts, name: string): void {
  const namespaces = parts.registry.get('', 'v1', 'namespaces');
  const stored = namespaces && parts.writer.find({ resource: namespaces, name });
  if (!namespaces || stored?.object.metadata.deletionTimestamp === undefined) return;
  if (!contentsOf(parts, name).next().done) return;
  parts.writer.remove(namespaces, stored);
}

function* contentsOf(
  { registry, storage }: ClusterParts,
  namespace: string,
): Generator<{ readonly resource: ServedResource; readonly object: ApiObject }> {
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

function isCrd(resource: ServedResource): boolean {
  return groupResource(resource) === 'customresourcedefinitions.apiextensions.k8s.io';
}

function isNamespace(resource: ServedResource): boolean {
  return groupResource(resource) === 'namespaces.';
}
