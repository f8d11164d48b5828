import type { Clock } from '@informer-gen/runtime';
import type { ConvertObject } from '../definitions/crd-versions.js';
import type { ApiObject } from '../objects/api-object.js';
import { CrdEffects } from './crd-effects.js';
import type { ObjectWriter, WriteEffects } from './object-writer.js';
import type { ResourceRegistry } from '../resources/resource-registry.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { Storage } from './storage.js';
import type { StoredObject } from './stored-object.js';
import { rfc3339 } from './time.js';

/** What the effects work with. */
export interface ClusterParts {
  readonly storage: Storage;
  readonly registry: ResourceRegistry;
  readonly writer: ObjectWriter;
  readonly clock: Clock;
  readonly convert: ConvertObject | undefined;
  /** Called when a resource is no longer served, after its objects are gone. */
  readonly onUnserved: (name: string) => void;
}

/**
 * What controllers of a real cluster do when namespaces and CRDs change, done at once: a CRD is established and served, a
 * deleted CRD takes its objects along, a deleted namespace goes when it is empty.
 */
export function clusterEffects(parts: ClusterParts): WriteEffects {
  const crds = new CrdEffects(parts);
  return {
    beforePut: (resource, object) => (isCrd(resource) ? crds.beforePut(object) : object),
    afterPut(resource, stored) {
      if (isCrd(resource)) crds.afterPut(resource, stored);
    },
    beforeRemove(resource, stored) {
      if (isCrd(resource)) return crds.beforeRemove(resource, stored);
      if (!isNamespace(resource)) return false;
      terminateNamespace(parts, resource, stored);
      return true;
    },
    afterRemove(resource, removed) {
      if (isCrd(resource)) crds.afterRemove(resource, removed.object);
      else if (!resource.builtIn) crds.afterInstanceRemoved(groupResource(resource));
      const { namespace } = removed.object.metadata;
      if (resource.namespaced && namespace !== undefined) removeIfEmpty(parts, namespace);
    },
  };
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
