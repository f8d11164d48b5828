import type { KubernetesObject } from '@informer-gen/runtime';
import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { explainingOverflow } from '../objects/too-deep.js';
import { copyForReaders, isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import type { Cluster } from './cluster.js';
import type { ObjectAddress } from '../storage/object-address.js';
import { mergePatch } from '../patch/merge-patch.js';
import type { ResourceRef } from '../resources/resource-registry.js';
import type { ServedResource } from '../resources/served-resource.js';

/**
 * Names an object: `name`, `namespace/name`, `{ namespace, name }` as calls of clients have it, or anything with metadata.
 * A namespaced name without one is in `default`.
 */
export type ObjectRef =
  | string
  | { readonly name: string; readonly namespace?: string | undefined }
  | { readonly metadata?: { readonly name?: string | undefined; readonly namespace?: string | undefined } | undefined };

/** What {@link DirectAccess.create} and `update` take: any object with metadata. */
export interface ObjectInput {
  readonly metadata?: object | undefined;
}

/**
 * Reads and writes without a request, by the same rules but with all rights: the status is written along with the rest,
 * and given uids and creation times are retained. Objects come back as copies.
 *
 * @example
 * const { direct } = new FakeClient();
 * direct.create(podResource, { metadata: { name: 'a' } }); // nothing is checked, nothing is counted as a request
 * direct.objects(podResource).length; // → 1
 */
export class DirectAccess {
  readonly #cluster: Cluster;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  create<T extends ObjectInput>(ref: ResourceRef, object: T): T & ApiObject {
    const resource = this.#resource(ref);
    const namespace = resource.namespaced ? (metadataOf(object)['namespace'] ?? 'default') : undefined;
    const typed = typedAs(resource, object);
    const { writer } = this.#cluster;
    return explainingOverflow(() => {
      const stored = writer.create(resource, namespace as string | undefined, typed, privileged);
      return copyForReaders(stored.as(resource)) as T & ApiObject;
    });
  }

  /** Replaces an object; a resourceVersion in it has to be the present one. */
  update<T extends ObjectInput>(ref: ResourceRef, object: T): T & ApiObject {
    const resource = this.#resource(ref);
    const typed = typedAs(resource, object);
    const address = addressOf(resource, { metadata: metadataOf(object) });
    return explainingOverflow(() => {
      const { stored } = this.#cluster.writer.update(address, typed, privileged);
      return copyForReaders(stored.as(resource)) as T & ApiObject;
    });
  }

  /** Merges into an object by the rules of JSON merge patch: null removes. */
  patch<T extends KubernetesObject>(ref: ResourceRef<T>, name: ObjectRef, change: JsonObject): T & ApiObject {
    const resource = this.#resource(ref);
    const address = addressOf(resource, name);
    return explainingOverflow(() => {
      const stored = this.#cluster.writer.patch(address, (present) => patched(present, change), privileged);
      return copyForReaders(stored.as(resource)) as T & ApiObject;
    });
  }

  delete(ref: ResourceRef, name: ObjectRef): void {
    this.#cluster.writer.delete(addressOf(this.#resource(ref), name), { gracePeriodSeconds: 0 });
  }

  get<T extends KubernetesObject>(ref: ResourceRef<T>, name: ObjectRef): (T & ApiObject) | undefined {
    const resource = this.#resource(ref);
    const stored = this.#cluster.states.find(addressOf(resource, name));
    return stored && (copyForReaders(stored.as(resource)) as T & ApiObject);
  }

  /** All objects of a resource, in the order of their keys. */
  objects<T extends KubernetesObject>(ref: ResourceRef<T>, namespace?: string): (T & ApiObject)[] {
    const resource = this.#resource(ref);
    const all = [...this.#cluster.collection(resource).all()];
    return all
      .filter(({ object }) => namespace === undefined || object.metadata.namespace === namespace)
      .map((stored) => copyForReaders(stored.as(resource)) as T & ApiObject);
  }

  #resource(ref: ResourceRef): ServedResource {
    return this.#cluster.registry.find(ref);
  }
}

/** Tests write everything, under a name of their own. */
const privileged = { privileged: true, manager: 'test' } as const;

/** Tests need not say what they write: the resource does. */
function typedAs(resource: ServedResource, object: object): JsonObject {
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, ...object };
}

function patched({ metadata, ...present }: ApiObject, change: JsonObject): unknown {
  const { resourceVersion: _any, ...unversioned } = metadata;
  return mergePatch({ ...present, metadata: unversioned }, change);
}

function addressOf(resource: ServedResource, ref: ObjectRef): ObjectAddress {
  const { name = '', namespace = 'default' } = namedBy(ref);
  return { resource, namespace: resource.namespaced ? namespace : undefined, name };
}

/** The name and the namespace that a reference says. */
export function namedBy(ref: ObjectRef): {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
} {
  if (typeof ref !== 'string') return 'name' in ref ? ref : (ref.metadata ?? {});
  const [first = '', second] = ref.split('/');
  return { name: second ?? first, namespace: second && first };
}

function metadataOf(object: object): JsonObject {
  const metadata = (object as JsonObject)['metadata'];
  return isJsonObject(metadata) ? metadata : {};
}
