import { ApiError, sleep } from '@informer-gen/runtime';
import type {
  ApiClient,
  CallOptions,
  Client,
  Clock,
  KubernetesObject,
  ListerWatcher,
  ListerWatcherOptions,
  ListResult,
  NamespacedName,
  Resource,
  WithManagedFields,
} from '@informer-gen/runtime';
import { apiVersionOf } from '@informer-gen/runtime/client-go';
import type {
  KeepsManagedFields,
  ListRequest,
  PatchOptions,
  PatchType,
  Sendable,
} from '@informer-gen/runtime/client-go';
import type { SimulatedClusterOptions } from '../simulated/simulated-cluster-options.js';
import { SimulatedCluster } from '../simulated/simulated-cluster.js';
import { Simulation } from '../simulated/simulation.js';
import { InProcessListerWatcher } from './in-process-lister-watcher.js';
import { InProcessTransport } from './in-process-transport.js';
import type { InProcessRequest } from './in-process-transport.js';

type Calls = Pick<ApiClient, 'create' | 'get' | 'update' | 'patch' | 'delete' | 'list'>;

const PATCH_CONTENT_TYPES: { readonly [type in PatchType]: string } = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** A call that the server asks to send again later is sent so often again, as `ApiClient` does. */
const RETRIES = 3;

const never: AbortSignal = new AbortController().signal;

/**
 * The storage and the rules of `SimulatedApiServer` without sockets, for unit tests: a client whose lists, watches and
 * writes are answered in this process, with the same versions, selectors, pages, bookmarks and errors. Resources need
 * not be declared: each is served from when its constant is first used. Namespaces need not exist.
 *
 * @example
 * const client = new FakeClient({ clock: new FakeClock() });
 * client.direct.create(podResource, { metadata: { name: 'a' }, status: { phase: 'Running' } });
 * const factory = new SharedInformerFactory(client);
 * await client.patch(podResource, { namespace: 'default', name: 'a' }, { metadata: { labels: { app: 'web' } } });
 */
export class FakeClient extends SimulatedCluster implements Client, Calls {
  readonly #transport: InProcessTransport;
  readonly #clock: Clock;

  constructor(options: SimulatedClusterOptions = {}) {
    const simulation = new Simulation({ requireNamespaces: false, ...options }, { serveOnUse: true });
    super(simulation);
    this.#clock = simulation.cluster.clock;
    this.#transport = new InProcessTransport(simulation);
  }

  listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ListerWatcherOptions & KeepsManagedFields,
  ): ListerWatcher<WithManagedFields<T>>;
  listerWatcher<T extends KubernetesObject>(resource: Resource<T>, options?: ListerWatcherOptions): ListerWatcher<T>;
  listerWatcher<T extends KubernetesObject>(resource: Resource<T>, options?: ListerWatcherOptions): ListerWatcher<T> {
    return new InProcessListerWatcher(this.#transport, resource, options);
  }

  /** Creates an object by a request, as `ApiClient` does: by the server's rules, so without its status. */
  create<T extends KubernetesObject, S extends Sendable>(
    resource: Resource<T>,
    object: S,
    options: CallOptions = {},
  ): Promise<WithManagedFields<T>> {
    const namespace = object.metadata?.namespace;
    const name = options.subresource === undefined ? undefined : object.metadata?.name;
    return this.#call<WithManagedFields<T>>(
      { verb: 'create', method: 'POST', resource, namespace, name, body: typed(resource, object, options) },
      options,
    );
  }

  /** Reads an object. */
  get<T extends KubernetesObject>(
    resource: Resource<T>,
    name: NamespacedName,
    options: CallOptions = {},
  ): Promise<WithManagedFields<T>> {
    return this.#call<WithManagedFields<T>>({ verb: 'get', method: 'GET', resource, ...name }, options);
  }

  /** Replaces an object; its resourceVersion, where set, must be the current one. */
  update<T extends KubernetesObject, S extends Sendable>(
    resource: Resource<T>,
    object: S,
    options: CallOptions = {},
  ): Promise<WithManagedFields<T>> {
    const { namespace, name } = object.metadata ?? {};
    if (name === undefined) throw new TypeError('the object to update has no metadata.name');
    return this.#call<WithManagedFields<T>>(
      { verb: 'update', method: 'PUT', resource, namespace, name, body: typed(resource, object, options) },
      options,
    );
  }

  /** Changes parts of an object; default: a JSON merge patch. */
  patch<T extends KubernetesObject>(
    resource: Resource<T>,
    name: NamespacedName,
    patch: unknown,
    { type = 'merge', ...options }: PatchOptions = {},
  ): Promise<WithManagedFields<T>> {
    const headers = { 'content-type': PATCH_CONTENT_TYPES[type] };
    const body = type === 'apply' && isObject(patch) ? typed(resource, patch, options) : patch;
    return this.#call<WithManagedFields<T>>(
      { verb: 'patch', method: 'PATCH', resource, ...name, body, headers },
      options,
    );
  }

  /** Deletes an object. Returns what the server answers: the object while it has finalizers, else a Status. */
  delete<T extends KubernetesObject>(
    resource: Resource<T>,
    name: NamespacedName,
    options: CallOptions = {},
  ): Promise<KubernetesObject> {
    return this.#call<KubernetesObject>({ verb: 'delete', method: 'DELETE', resource, ...name }, options);
  }

  /** One page of a list, or all of it: as `options` say. Items carry `apiVersion` and `kind`. */
  list<T extends KubernetesObject>(
    resource: Resource<T>,
    { namespace, signal = never, ...options }: ListRequest = {},
  ): Promise<ListResult<WithManagedFields<T>>> {
    return this.listerWatcher(resource, { namespace, managedFields: 'keep' }).list(options, { signal });
  }

  async #call<R>(request: Omit<InProcessRequest, 'signal'>, options: CallOptions): Promise<R> {
    const { namespace = request.namespace, subresource, query = {}, signal = never } = options;
    for (let retry = 0; ; retry += 1) {
      try {
        const { text } = await this.#transport.send({ ...request, namespace, subresource, query, signal });
        return JSON.parse(text) as R;
      } catch (error) {
        const waitMs = askedToWait(error);
        if (waitMs === undefined || retry >= RETRIES) throw error;
        await sleep(waitMs, { clock: this.#clock, signal });
        signal.throwIfAborted();
      }
    }
  }
}

/** The server did not do what was asked, and says when it might. */
function askedToWait(error: unknown): number | undefined {
  return error instanceof ApiError && (error.statusCode === 429 || error.statusCode === 503)
    ? error.retryAfterMs
    : undefined;
}

/** Fills in what the server asks of every object and the resource knows. A subresource has a type of its own. */
function typed(resource: Resource, object: object, { subresource }: CallOptions): object {
  const isOfResource = subresource === undefined || subresource === 'status';
  return isOfResource ? { apiVersion: apiVersionOf(resource), kind: resource.kind, ...object } : object;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
