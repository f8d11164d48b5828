import type { Clock } from '@informer-gen/runtime';
import type { ConvertObject } from '../definitions/crd-versions.js';
import { CrdEffects } from './crd-effects.js';
import { GarbageCollector } from './garbage-collector.js';
import { NamespaceEffects } from './namespace-effects.js';
import { isNamespaces } from './object-rules.js';
import type { ObjectStates, WriteEffects } from './object-states.js';
import type { ObjectWriter } from './object-writer.js';
import type { ResourceRegistry } from '../resources/resource-registry.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { Storage } from './storage.js';

/** Controllers of a cluster that the API server is without; each does its work at once, within the write. */
export interface ClusterControllers {
  /** Deletes what is in a deleted namespace, and then the namespace. Default false: it stays terminating. */
  readonly namespaces?: boolean | undefined;
  /** Deletes objects whose owners are gone, and obeys the policies Foreground and Orphan. Default false. */
  readonly garbageCollector?: boolean | undefined;
}

/** What the effects work with. */
export interface ClusterParts {
  readonly storage: Storage;
  readonly registry: ResourceRegistry;
  readonly states: ObjectStates;
  readonly writer: ObjectWriter;
  readonly clock: Clock;
  readonly convert: ConvertObject | undefined;
  readonly controllers: ClusterControllers;
  /** Called with a resource that is no longer served, after its objects are gone, or whose CRD has other versions. */
  readonly closeWatches: (name: string) => void;
}

/**
 * What follows from writes: a CRD is established and served, a deleted CRD takes its objects along, a deleted namespace is
 * terminating; and what the controllers that are switched on do about it.
 */
export function clusterEffects(parts: ClusterParts): WriteEffects {
  const crds = new CrdEffects(parts);
  const namespaces = new NamespaceEffects(parts);
  const collector = parts.controllers.garbageCollector ? new GarbageCollector(parts) : undefined;
  return {
    beforePut: (resource, object) => (isCrd(resource) ? crds.beforePut(object) : object),
    afterPut(resource, stored) {
      if (isCrd(resource)) crds.afterPut(resource, stored);
      collector?.afterPut(resource, stored);
    },
    beforeRemove(resource, stored) {
      if (isCrd(resource)) return crds.beforeRemove(resource, stored);
      return isNamespaces(resource) ? namespaces.beforeRemove(resource, stored) : false;
    },
    afterRemove(resource, removed) {
      if (isCrd(resource)) crds.afterRemove(resource, removed.object);
      else if (!resource.builtIn) crds.afterInstanceRemoved(groupResource(resource));
      namespaces.afterRemove(resource, removed);
      collector?.afterRemove(removed);
    },
  };
}

function isCrd(resource: ServedResource): boolean {
  return groupResource(resource) === 'customresourcedefinitions.apiextensions.k8s.io';
}
