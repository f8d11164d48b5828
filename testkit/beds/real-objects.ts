import { resourceName } from '@informer-gen/runtime';
import type { KubernetesObject, Resource } from '@informer-gen/runtime';
import type { BlockingRequests } from '../real/blocking-requests.js';
import { namedBy } from '../simulated/cluster/direct-access.js';
import type { ObjectInput, ObjectRef } from '../simulated/cluster/direct-access.js';
import type { ApiObject, JsonObject } from '../simulated/objects/api-object.js';
import type { BedObjects } from './bed-world.js';

/** Where the objects of a kind are. */
type ResourcePlace = Pick<Resource, 'group' | 'version' | 'plural' | 'namespaced' | 'kind'>;

const MERGE = 'application/merge-patch+json';

/**
 * The objects of a real server as a test sees those of a simulated one. A status is written by a request of its own; a
 * namespace is made when something is created in it; uids and times are the server's.
 */
export class RealObjects implements BedObjects {
  readonly #requests: BlockingRequests;

  constructor(requests: BlockingRequests) {
    this.#requests = requests;
  }

  create<T extends KubernetesObject, O extends ObjectInput>(resource: Resource<T>, object: O): T & ApiObject {
    return this.#create(resource, object) as T & ApiObject;
  }

  /** Creates an object that names its kind. */
  seed(object: object): void {
    this.#create(this.#placeOf(object), object);
  }

  patch<T extends KubernetesObject>(resource: Resource<T>, name: ObjectRef, change: JsonObject): T & ApiObject {
    const path = pathOf(resource, name);
    const { status, ...rest } = change;
    let answer: ApiObject | undefined;
    if (Object.keys(rest).length > 0 || status === undefined) answer = this.#send('PATCH', path, rest, MERGE);
    if (status !== undefined) answer = this.#writeStatus(path, status);
    return typed(resource, answer) as T & ApiObject;
  }

  delete(resource: Resource, name: ObjectRef): void {
    this.#send('DELETE', `${pathOf(resource, name)}?gracePeriodSeconds=0`);
  }

  get<T extends KubernetesObject>(resource: Resource<T>, name: ObjectRef): (T & ApiObject) | undefined {
    const found = this.#find(pathOf(resource, name));
    return found && (typed(resource, found) as T & ApiObject);
  }

  list<T extends KubernetesObject>(resource: Resource<T>, namespace?: string): (T & ApiObject)[] {
    const { items } = this.#send('GET', collectionOf(resource, namespace)) as unknown as { items: ApiObject[] };
    return items.map((item) => typed(resource, item) as T & ApiObject);
  }

  #create(resource: ResourcePlace, object: ObjectInput): ApiObject {
    const { name, namespace = 'default' } = (object.metadata ?? {}) as { name?: string; namespace?: string };
    const metadata = { ...object.metadata, ...(resource.namespaced && { namespace }) };
    const whole: ApiObject = { apiVersion: apiVersion(resource), kind: resource.kind, ...object, metadata };
    const collection = collectionOf(resource, namespace);
    if (resource.namespaced && this.#find(`/api/v1/namespaces/${namespace}`) === undefined)
      this.#send('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
    const created = this.#send('POST', collection, whole);
    if (whole['status'] === undefined || name === undefined) return created;
    return this.#writeStatus(`${collection}/${name}`, whole['status']);
  }

  /** By the subresource, or along with the rest where the kind has none. */
  #writeStatus(path: string, status: unknown): ApiObject {
    const answer = this.#requests.send({
      method: 'PATCH',
      path: `${path}/status`,
      body: { status },
      contentType: MERGE,
    });
    return answer.status === 404 ? this.#send('PATCH', path, { status }, MERGE) : this.#parsed('PATCH', path, answer);
  }

  #placeOf({ apiVersion: of = '', kind = '' }: Partial<ApiObject>): ResourcePlace {
    const [first = '', second] = of.split('/');
    const [group, version] = second === undefined ? ['', first] : [first, second];
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const { resources } = this.#send('GET', path) as unknown as {
      resources: { name: string; kind: string; namespaced: boolean }[];
    };
    const found = resources.find((each) => each.kind === kind && !each.name.includes('/'));
    if (found === undefined) throw new Error(`the server has no kind ${kind} in ${of}: is its CRD among \`crds\`?`);
    return { group, version, kind, plural: found.name, namespaced: found.namespaced };
  }

  #find(path: string): ApiObject | undefined {
    const answer = this.#requests.send({ method: 'GET', path });
    return answer.status === 404 ? undefined : this.#parsed('GET', path, answer);
  }

  #send(method: string, path: string, body?: unknown, contentType?: string): ApiObject {
    return this.#parsed(
      method,
      path,
      this.#requests.send({ method, path, body, contentType: contentType ?? 'application/json' }),
    );
  }

  #parsed(
    method: string,
    path: string,
    { status, text }: { readonly status: number; readonly text: string },
  ): ApiObject {
    if (status >= 200 && status <= 299) return JSON.parse(text) as ApiObject;
    throw new Error(`${method} ${path}: ${status} ${text.trim()}`);
  }
}

function apiVersion({ group, version }: ResourcePlace): string {
  return group === '' ? version : `${group}/${version}`;
}

function collectionOf(resource: ResourcePlace, namespace: string | undefined): string {
  const root = resource.group === '' ? '/api' : '/apis';
  const scope = resource.namespaced && namespace !== undefined ? `/namespaces/${namespace}` : '';
  return `${root}/${apiVersion(resource)}${scope}/${resource.plural}`;
}

function pathOf(resource: Resource, ref: ObjectRef): string {
  const { name = '', namespace } = namedBy(ref);
  if (name === '') throw new Error(`${resourceName(resource)}: an object without a name`);
  return `${collectionOf(resource, namespace ?? 'default')}/${name}`;
}

/** Items of lists do not say what they are. */
function typed(resource: ResourcePlace, object: ApiObject | undefined): ApiObject {
  return { apiVersion: apiVersion(resource), kind: resource.kind, ...(object as ApiObject) };
}
