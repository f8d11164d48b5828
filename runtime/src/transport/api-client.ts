import { ApiError } from '../api/api-error.js';
import type { RequestSummary } from '../api/api-error.js';
import type { ListOptions } from '../api/list-options.js';
import type { KubernetesObject, WithManagedFields } from '../api/object.js';
import { apiVersionOf, resourceKey, resourceName } from '../api/resource.js';
import type { Resource } from '../api/resource.js';
import type { Client, KeepsManagedFields, ListerWatcher, ListResult } from '../lister-watcher/lister-watcher.js';
import { WatchListMemory } from '../lister-watcher/watch-list-memory.js';
import { sleep } from '../async/clock.js';
import { HttpListerWatcher } from './http-lister-watcher.js';
import type { HttpListerWatcherOptions } from './http-lister-watcher.js';
import { MAX_ANSWER_BYTES } from './limits.js';
import { readBody } from './read-body.js';
import type { RequestSender } from './request-sender.js';
import { queryString, resourcePath } from './resource-path.js';
import type { ObjectPath, Query } from './resource-path.js';

/** A request of the caller's own making. */
export interface RawRequest {
  /** Default GET. */
  readonly method?: string;
  /** Begins with `/`: `/version`, `/api/v1/namespaces`. */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. Default: none. */
  readonly body?: unknown;
  /** Default: none beyond the client's. */
  readonly headers?: { readonly [name: string]: string };
  readonly signal?: AbortSignal | undefined;
  /** How often to try again when the server says 429 or 503 and when to come back. Default 3. */
  readonly retries?: number;
}

/** Options of the calls about one object. */
export interface CallOptions {
  /** Default: the namespace of the object, where one is given. */
  readonly namespace?: string | undefined;
  /** Such as `status`. Default: the object itself. */
  readonly subresource?: string | undefined;
  /** Such as `{ fieldManager: 'me', dryRun: 'All' }`. Default: none. */
  readonly query?: Query;
  readonly signal?: AbortSignal | undefined;
}

/** How a patch is meant. */
export type PatchType = 'merge' | 'json' | 'strategic' | 'apply';

const patchTypes: { readonly [type in PatchType]: string } = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** Which object a call is about. */
export interface NamespacedName {
  readonly namespace?: string | undefined;
  readonly name: string;
}

const never: AbortSignal = new AbortController().signal;

/**
 * A connection to one API server: what informers list and watch through, and plain calls for everything else. All calls
 * reject with an {@link ApiError} when the server refuses. Disposing of it ends what is under way and closes all sockets.
 */
export class ApiClient implements Client, AsyncDisposable {
  readonly #sender: RequestSender;
  /** By resource: whether this server does WatchList for it. */
  readonly #watchListMemories = new Map<string, WatchListMemory>();

  /** Use `connect`. */
  constructor(sender: RequestSender) {
    this.#sender = sender;
  }

  /** Lists and watches a resource, for informers. `managedFields` are dropped unless the options keep them. */
  listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options: HttpListerWatcherOptions<WithManagedFields<T>> & KeepsManagedFields,
  ): ListerWatcher<WithManagedFields<T>>;
  listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options?: HttpListerWatcherOptions<T>,
  ): ListerWatcher<T>;
  listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options?: HttpListerWatcherOptions<T>,
  ): ListerWatcher<T> {
    const watchListMemory = this.#watchListMemoryOf(resource);
    return new HttpListerWatcher(this.#sender, resource, { watchListMemory, ...options });
  }

  /** Sends a request and parses the answer as JSON; an empty answer is undefined. `R` is the caller's promise. */
  request<R = unknown>({ method = 'GET', ...rest }: RawRequest): Promise<R> {
    return this.#request<R>({ method, ...rest }, { verb: method, resource: rest.path });
  }

  /** Creates an object; returns it as the server made it. */
  create<T extends KubernetesObject, S extends Sendable>(
    resource: Resource<T>,
    object: S,
    options: CallOptions = {},
  ): Promise<WithManagedFields<T>> {
    const namespace = options.namespace ?? object.metadata?.namespace;
    const name = options.subresource === undefined ? undefined : object.metadata?.name;
    return this.#call<WithManagedFields<T>>(
      resource,
      { verb: 'create', method: 'POST', at: { namespace, name }, body: typed(resource, object, options) },
      options,
    );
  }

  /** Reads an object from the server. */
  get<T extends KubernetesObject>(
    resource: Resource<T>,
    name: NamespacedName,
    options: CallOptions = {},
  ): Promise<WithManagedFields<T>> {
    return this.#call<WithManagedFields<T>>(resource, { verb: 'get', method: 'GET', at: name }, options);
  }

  /** Replaces an object; its resourceVersion, where set, must be the current one. */
  update<T extends KubernetesObject, S extends Sendable>(
    resource: Resource<T>,
    object: S,
    options: CallOptions = {},
  ): Promise<WithManagedFields<T>> {
    const at = { namespace: options.namespace ?? object.metadata?.namespace, name: nameOf(object) };
    return this.#call<WithManagedFields<T>>(
      resource,
      { verb: 'update', method: 'PUT', at, body: typed(resource, object, options) },
      options,
    );
  }

  /**
   * Changes parts of an object.
   *
   * @example
   * await client.patch(pods, { namespace: 'default', name: 'a' }, { metadata: { labels: { app: 'x' } } });
   */
  patch<T extends KubernetesObject>(
    resource: Resource<T>,
    name: NamespacedName,
    patch: unknown,
    { type = 'merge', ...options }: PatchOptions = {},
  ): Promise<WithManagedFields<T>> {
    const headers = { 'content-type': patchTypes[type] };
    const body = type === 'apply' && isObject(patch) ? typed(resource, patch, options) : patch;
    return this.#call<WithManagedFields<T>>(
      resource,
      { verb: 'patch', method: 'PATCH', at: name, body, headers },
      options,
    );
  }

  /** Deletes an object. Returns what the server answers: the object while it has finalizers, else a Status. */
  delete<T extends KubernetesObject>(
    resource: Resource<T>,
    name: NamespacedName,
    options: CallOptions = {},
  ): Promise<KubernetesObject> {
    return this.#call<KubernetesObject>(resource, { verb: 'delete', method: 'DELETE', at: name }, options);
  }

  /** One page of a list, or all of it: as `options` say. Items carry `apiVersion` and `kind`. */
  list<T extends KubernetesObject>(
    resource: Resource<T>,
    { namespace, signal = never, ...options }: ListRequest = {},
  ): Promise<ListResult<WithManagedFields<T>>> {
    return this.listerWatcher(resource, { namespace, managedFields: 'keep' }).list(options, { signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sender[Symbol.asyncDispose]();
  }

  #watchListMemoryOf(resource: Resource): WatchListMemory {
    const key = resourceKey(resource);
    const memory = this.#watchListMemories.get(key) ?? new WatchListMemory({ clock: this.#sender.clock });
    this.#watchListMemories.set(key, memory);
    return memory;
  }

  #call<R>(
    resource: Resource,
    { verb, at, ...request }: Call,
    { namespace, subresource, query = {}, signal }: CallOptions,
  ): Promise<R> {
    const path = resourcePath(resource, { ...at, ...(namespace !== undefined && { namespace }), subresource });
    const place = {
      verb,
      resource: resourceName(resource),
      ...(at.namespace !== undefined && { namespace: at.namespace }),
    };
    return this.#request<R>({ ...request, path, query, signal }, place);
  }

  async #request<R>(request: RawRequest & { readonly method: string }, place: RequestSummary): Promise<R> {
    const { retries = 3, signal = never } = request;
    for (let retry = 0; ; retry += 1) {
      try {
        return await this.#requestOnce<R>(request, place);
      } catch (error) {
        const waitMs = askedToWait(error);
        if (waitMs === undefined || retry >= retries) throw error;
        await sleep(waitMs, { clock: this.#sender.clock, signal });
        signal.throwIfAborted();
      }
    }
  }

  async #requestOnce<R>(
    { method, path, query = {}, body, headers, signal = never }: RawRequest & { readonly method: string },
    place: RequestSummary,
  ): Promise<R> {
    const response = await this.#sender.send({
      method,
      path: path + queryString(query),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      place,
    });
    const chunks: Buffer[] = [];
    await readBody(response, {
      clock: this.#sender.clock,
      use: (chunk) => void chunks.push(chunk),
      maxBytes: MAX_ANSWER_BYTES,
    });
    const text = Buffer.concat(chunks).toString('utf8');
    const isJson = String(response.headers['content-type'] ?? 'application/json').includes('json');
    return (text === '' ? undefined : isJson ? JSON.parse(text) : text) as R;
  }
}

/** What may be sent: an object as the caller has it, complete or not. */
export interface Sendable {
  readonly metadata?:
    | {
        readonly name?: string | undefined;
        readonly generateName?: string | undefined;
        readonly namespace?: string | undefined;
      }
    | undefined;
}

/** How to patch. */
export interface PatchOptions extends CallOptions {
  /** Default `merge`. */
  readonly type?: PatchType;
}

/** What to list. */
export interface ListRequest extends ListOptions {
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Call {
  readonly verb: string;
  readonly method: string;
  readonly at: ObjectPath;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
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

function nameOf(object: Sendable): string {
  const name = object.metadata?.name;
  if (name === undefined) throw new TypeError('the object to update has no metadata.name');
  return name;
}
