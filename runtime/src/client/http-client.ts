import type { RequestSummary } from '../api/api-error.js';
import { toJson } from '../api/deep-json.js';
import { InformerError } from '../api/informer-error.js';
import type { KubernetesObject, WithManagedFields } from '../api/object.js';
import { resourceKey } from '../api/resource.js';
import type { Resource } from '../api/resource.js';
import type { KeepsManagedFields, ListerWatcher } from '../source/lister-watcher.js';
import { WatchListMemory } from '../source/watch-list-memory.js';
import type { Observable, Observer } from '../observe/observer.js';
import type { RequestRetried } from '../observe/requests.js';
import { HttpListerWatcher } from '../transport/http-lister-watcher.js';
import type { HttpListerWatcherOptions } from '../transport/http-lister-watcher.js';
import { MAX_ANSWER_BYTES } from '../transport/limits.js';
import { readBody } from '../transport/read-body.js';
import type { RequestSender } from '../transport/request-sender.js';
import { queryString, resourcePath } from '../transport/resource-path.js';
import type { Query } from '../transport/resource-path.js';
import type { CallOptions } from './call-options.js';
import { summaryOf } from './call-body.js';
import type { CallRequest } from './call-body.js';
import { ResourceCalls } from './calls.js';
import { DEFAULT_RETRIES, withRetries } from './interceptor.js';
import type { WriteDefaults } from './write-defaults.js';

/** A request of the caller's own making. */
export interface RawRequest extends CallOptions {
  /** Default GET. */
  readonly method?: string;
  /** Begins with `/`: `/version`, `/api/v1/namespaces`. */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. Default: none. */
  readonly body?: unknown;
  /** Default: none beyond the client's. */
  readonly headers?: { readonly [name: string]: string };
}

/** A request whose body is text already. */
interface TextRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: { readonly [name: string]: string };
  readonly signal: AbortSignal;
}

const never: AbortSignal = new AbortController().signal;

/**
 * A connection to one API server: what informers list and watch through, and the calls of `ResourceCaller`. Disposing of it
 * ends what is under way and closes all sockets.
 *
 * @example
 * const api: ApiClient = client; // what `connect()` returns
 * const { items } = await api.list(podResource, { namespace: 'default' });
 * await api.request({ method: 'GET', path: '/version' }); // anything else that the server answers
 * items.length; // → 1
 */
export class ApiClient extends ResourceCalls implements Observable, AsyncDisposable {
  readonly #sender: RequestSender;
  /** By resource: whether this server does WatchList for it. */
  readonly #watchListMemories = new Map<string, WatchListMemory>();

  /** Use `connect`. */
  constructor(sender: RequestSender, defaults: WriteDefaults = {}) {
    super(sender.clock, defaults);
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

  /**
   * Sends a request and parses the answer as JSON; an empty answer is undefined. `R` is the caller's promise.
   *
   * @example
   * const { gitVersion } = await client.request<{ gitVersion: string }>({ path: '/version' });
   */
  async request<R = unknown>({ method = 'GET', path, query = {}, body, headers, ...options }: RawRequest): Promise<R> {
    const { signal = never, retries = DEFAULT_RETRIES, userAgent } = options;
    // A proxy would take `http://…` as an address of its own.
    if (!path.startsWith('/'))
      throw new TypeError(`the path of a request must begin with "/": ${JSON.stringify(path)}`);
    const request = {
      method,
      path: path + queryString(query),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
        ...headers,
      },
      body: body === undefined ? undefined : toJson(body),
      signal,
    };
    const isRepeatable = method === 'GET' || method === 'HEAD';
    const attempt = (): Promise<R> => this.#send(request, { verb: method, resource: path });
    const onRetry = (code: number | undefined): void => this.retried({ verb: method, method, code });
    return withRetries(attempt, { retries, isRepeatable, clock: this.#sender.clock, signal, onRetry });
  }

  /**
   * Tells the observer of every request, informers' included, from now until what is returned is disposed of.
   *
   * @example
   * client.observe({ requestAnswered: (_client, { request, code }) => console.log(request.verb, request.resource, code) });
   */
  observe(observer: Observer): Disposable {
    return this.#sender.observers.observe(observer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sender[Symbol.asyncDispose]();
  }

  protected exchange<R>(request: CallRequest): Promise<R> {
    const { method, resource, at, query, body, contentType = 'application/json', userAgent, signal } = request;
    const path = resourcePath(resource, at) + queryString(query);
    const headers = {
      ...(body !== undefined && { 'content-type': contentType }),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
    };
    return this.#send({ method, path, headers, body, signal }, summaryOf(request));
  }

  protected override retried(retry: RequestRetried): void {
    this.#sender.retried(retry);
  }

  #watchListMemoryOf(resource: Resource): WatchListMemory {
    const key = resourceKey(resource);
    const memory = this.#watchListMemories.get(key) ?? new WatchListMemory({ clock: this.#sender.clock });
    this.#watchListMemories.set(key, memory);
    return memory;
  }

  async #send<R>(request: TextRequest, place: RequestSummary): Promise<R> {
    const response = await this.#sender.send({ ...request, place });
    const chunks: Buffer[] = [];
    await readBody(response, {
      clock: this.#sender.clock,
      use: (chunk) => void chunks.push(chunk),
      maxBytes: MAX_ANSWER_BYTES,
    });
    const text = Buffer.concat(chunks).toString('utf8');
    const isJson = String(response.headers['content-type'] ?? 'application/json').includes('json');
    return (text === '' ? undefined : isJson ? parseAnswer(text, place) : text) as R;
  }
}

/** A parser's own error quotes what it read, which may be a Secret: it is not passed on. */
function parseAnswer(text: string, { verb, resource }: RequestSummary): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InformerError('MalformedObject', `${verb} ${resource}: the server answered with malformed JSON`);
  }
}
