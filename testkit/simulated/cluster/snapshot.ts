import { sameJson } from '../objects/api-object.js';
import type { ApiObject } from '../objects/api-object.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { Cluster } from './cluster.js';

/**
 * All objects of a cluster at one moment. Only the cluster that it was taken of can use it.
 *
 * @example
 * const clean: ClusterSnapshot = server.snapshot();
 * server.delete('pods', 'web');
 * server.restore(clean);
 * server.get('pods', 'web')?.metadata.name; // → 'web'
 */
export class ClusterSnapshot {
  /** By collection, then by key. */
  readonly #collections: ReadonlyMap<string, ReadonlyMap<string, ApiObject>>;

  constructor(collections: ReadonlyMap<string, ReadonlyMap<string, ApiObject>>) {
    this.#collections = collections;
  }

  /** The objects of a collection, by key. */
  objects(collection: string): ReadonlyMap<string, ApiObject> {
    return this.#collections.get(collection) ?? new Map();
  }
}

/** Takes a snapshot. */
export function takeSnapshot(cluster: Cluster): ClusterSnapshot {
  const { storage } = cluster;
  // Also those that nobody has asked for yet may have objects from the start.
  for (const resource of onePerCollection(cluster)) cluster.collection(resource);
  const collections = [...storage.all()].map(
    ([name, collection]) =>
      [name, new Map(Array.from(collection.unsorted(), ({ key, object }) => [key, object] as const))] as const,
  );
  return new ClusterSnapshot(new Map(collections));
}

/**
 * Makes the objects of a cluster those of a snapshot, as writes that watches see. What is changed back gets a new version:
 * versions never go back. CRDs come first, so that what they define is served again.
 */
export function restoreSnapshot(cluster: Cluster, snapshot: ClusterSnapshot): void {
  const definitions = cluster.registry.find('customresourcedefinitions');
  restoreCollection(cluster, definitions, snapshot);
  for (const resource of onePerCollection(cluster)) {
    if (resource.plural !== definitions.plural) restoreCollection(cluster, resource, snapshot);
  }
}

function onePerCollection({ registry }: Cluster): ServedResource[] {
  return [...new Map(registry.all().map((resource) => [groupResource(resource), resource])).values()];
}

function restoreCollection(cluster: Cluster, resource: ServedResource, snapshot: ClusterSnapshot): void {
  const wanted = snapshot.objects(groupResource(resource));
  // A copy, as removing changes what is walked through.
  for (const stored of Array.from(cluster.collection(resource).unsorted())) {
    if (!wanted.has(stored.key)) cluster.states.remove(resource, stored);
  }
  for (const [key, object] of wanted) {
    const present = cluster.collection(resource).get(key);
    if (present === undefined || !sameJson(present.object, object)) cluster.states.restore(resource, key, object);
  }
}
