import type { Status } from '@informer-gen/runtime';
import { realClock } from '@informer-gen/runtime';
import { AccessRules } from './faults/access.js';
import type { ApiObject, JsonObject } from './objects/api-object.js';
import { Cluster, defaultSettings } from './cluster/cluster.js';
import type { ClusterSettings } from './cluster/cluster.js';
import { DirectAccess } from './cluster/direct-access.js';
import type { ObjectInput, ObjectRef } from './cluster/direct-access.js';
import { FaultScript } from './faults/faults.js';
import type { FaultRule, RequestInterceptor, RequestMatch } from './faults/faults.js';
import { HttpListener } from './http/http-listener.js';
import { kubeconfigYaml } from '../credentials/kubeconfig.js';
import { RequestHandler } from './handlers/request-handler.js';
import type { OpenRecord, RequestRecord } from './requests/request-log.js';
import type { ResourceRef } from './resources/resource-registry.js';
import { ChangeWaiters } from './storage/change-waiters.js';
import type { SimulatedApiServerOptions } from './server-options.js';
import { servedResource } from './resources/served-resource.js';
import * as watchFaults from './faults/watch-faults.js';
import type { CutMode, WatchMatch } from './faults/watch-faults.js';

/**
 * An API server in this process, over real sockets: enough of Kubernetes for informers, controllers, client-node and
 * kubectl, with every fault a network or a server can have, on demand. It keeps client-visible behaviour (versions,
 * events, errors); it has no controllers, no schema validation and no admission.
 *
 * @example
 * await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
 * server.create('widgets', { metadata: { name: 'a' }, spec: { size: 1 } });
 * server.failNext({ verb: 'list', resource: 'widgets', status: 429, retryAfterSeconds: 1 });
 * const kubeConfig = new KubeConfig();
 * kubeConfig.loadFromString(server.kubeconfig());
 */
export class SimulatedApiServer implements AsyncDisposable {
  readonly #cluster: Cluster;
  readonly #listener: HttpListener;
  readonly #direct: DirectAccess;
  readonly #faults = new FaultScript();
  readonly #access = new AccessRules();
  readonly #records: OpenRecord[] = [];
  readonly #waiters = new ChangeWaiters();
  readonly #options: SimulatedApiServerOptions;
  #stopping = new AbortController();

  private constructor(options: SimulatedApiServerOptions) {
    this.#options = options;
    const onChange = (): void => this.#waiters.changed();
    const maxPageSize = options.maxPageSize ?? Number.POSITIVE_INFINITY;
    this.#cluster = new Cluster({
      clock: options.clock ?? realClock,
      random: options.random ?? Math.random,
      historyLimit: options.historyLimit ?? 100_000,
      bookmarkIntervalMs: options.bookmarkIntervalMs ?? 60_000,
      requireNamespaces: options.requireNamespaces ?? true,
      settings: { ...defaultSettings, maxPageSize },
      onWatchChange: onChange,
    });
    this.#direct = new DirectAccess(this.#cluster);
    const handler = new RequestHandler({
      cluster: this.#cluster,
      faults: this.#faults,
      access: this.#access,
      signal: () => this.#stopping.signal,
      onRecord: (record) => {
        this.#records.push(record);
        if (this.#records.length > (options.requestLogLimit ?? 100_000)) this.#records.shift();
        onChange();
      },
      onChange,
    });
    this.#listener = new HttpListener({
      host: options.host ?? '127.0.0.1',
      tls: options.tls,
      http2: options.http2 ?? true,
      maxConcurrentStreams: options.maxConcurrentStreams ?? 100,
      onRequest: (request, response) => void handler.handle(request, response),
      onChange,
    });
    for (const spec of options.resources ?? []) this.#cluster.registry.add(servedResource(spec));
    for (const crd of options.crds ?? []) this.create('customresourcedefinitions', crd as ObjectInput);
    for (const object of options.objects ?? []) this.create(String((object as ApiObject).kind), object);
  }

  /** Starts a server; it listens when the promise resolves. */
  static async start(options: SimulatedApiServerOptions = {}): Promise<SimulatedApiServer> {
    const server = new SimulatedApiServer(options);
    await server.#listener.start(options.port ?? 0);
    return server;
  }

  /** Such as `http://127.0.0.1:41234`. */
  get url(): string {
    const { tls, host = '127.0.0.1' } = this.#options;
    return `${tls ? 'https' : 'http'}://${host}:${this.#listener.port}`;
  }

  /** A kubeconfig for this server, for kubectl and `KubeConfig.loadFromString`. */
  kubeconfig(options: { readonly token?: string; readonly namespace?: string } = {}): string {
    const { tls } = this.#options;
    return kubeconfigYaml({ url: this.url, ca: tls && (tls.ca ?? tls.cert), ...options });
  }

  /** What tests change while the server runs: WatchList mode, bookmarks, chunking, watch cache. */
  get settings(): ClusterSettings {
    return this.#cluster.settings;
  }

  // Objects, without HTTP.

  /** Creates an object with all rights; a namespaced one without a namespace goes to `default`. */
  create<T extends ObjectInput>(resource: ResourceRef, object: T): T & ApiObject {
    return this.#direct.create(resource, object);
  }

  /** Replaces an object, status and all. */
  update<T extends ObjectInput>(resource: ResourceRef, object: T): T & ApiObject {
    return this.#direct.update(resource, object);
  }

  /** Merges into an object (JSON merge patch). */
  patch(resource: ResourceRef, name: ObjectRef, change: JsonObject): ApiObject {
    return this.#direct.patch(resource, name, change);
  }

  /** Merges into the status of an object. */
  patchStatus(resource: ResourceRef, name: ObjectRef, status: JsonObject): ApiObject {
    return this.#direct.patch(resource, name, { status });
  }

  /** Deletes an object, or marks it as deleted where finalizers hold it. */
  delete(resource: ResourceRef, name: ObjectRef): void {
    this.#direct.delete(resource, name);
  }

  get(resource: ResourceRef, name: ObjectRef): ApiObject | undefined {
    return this.#direct.get(resource, name);
  }

  /** Copies of all objects of a resource, in the order of their keys. */
  objects(resource: ResourceRef, namespace?: string): ApiObject[] {
    return this.#direct.objects(resource, namespace);
  }

  // Versions and history.

  /** The newest resourceVersion. */
  get resourceVersion(): string {
    return String(this.#cluster.storage.revision);
  }

  /** Moves the version counter, as writes to other resources do. */
  advanceResourceVersion(by = 1): string {
    return String(this.#cluster.storage.advance(by));
  }

  /**
   * Forgets history: versions older than `resourceVersion` are expired. Without one, the counter moves on and every
   * version that a client has seen so far is expired. Open watches go on.
   */
  compact(resourceVersion?: string): void {
    const { storage } = this.#cluster;
    storage.compact(resourceVersion === undefined ? storage.advance(1) : Number(resourceVersion));
  }

  /** Makes reads at resourceVersion `'0'` lag behind by so many changes of a resource; 0: not at all. */
  lagWatchCache(resource: ResourceRef, changes: number): void {
    this.#cluster.lags.set(this.#cluster.collection(this.#cluster.registry.find(resource)), changes);
  }

  /** Sends a bookmark now to open watches that allow them. */
  sendBookmarks(match: WatchMatch = {}, options: { readonly endOfInitialEvents?: boolean } = {}): void {
    watchFaults.sendBookmarks(this.#cluster, match, { endOfInitialEvents: options.endOfInitialEvents ?? false });
  }

  // Faults of requests.

  /** The next request that matches fails (or is slow, or breaks); the function returned takes the fault back. */
  failNext(rule: FaultRule): () => void {
    return this.#faults.add(rule);
  }

  /** Every request that matches fails, until the function returned is called. */
  failAlways(rule: FaultRule): () => void {
    return this.#faults.add({ ...rule, times: Number.POSITIVE_INFINITY });
  }

  /** Sees every request before it is answered, and may decide its fate. */
  onRequest(interceptor: RequestInterceptor): () => void {
    return this.#faults.intercept(interceptor);
  }

  /** Takes back all faults and interceptors. */
  clearFaults(): void {
    this.#faults.clear();
  }

  /** Answers matching requests with 403, until the function returned grants them. */
  deny(match: RequestMatch): () => void {
    return this.#access.deny(match);
  }

  /** Lets only bearers of these tokens in, others get 401; undefined lets everyone in. */
  requireTokens(tokens: readonly string[] | undefined): void {
    this.#access.requireTokens(tokens);
  }

  // Faults of watches.

  /** Ends open watches. Default: properly. */
  cutWatches(how: CutMode = 'close', match: WatchMatch = {}): void {
    watchFaults.cutWatches(this.#cluster, how, match);
  }

  /** Stops writing to open watches and keeps their sockets open; the function returned lets what was held back go. */
  freezeWatches(match: WatchMatch = {}): () => void {
    const frozen = watchFaults.matchingWatches(this.#cluster, match);
    for (const session of frozen) session.wire.freeze();
    return () => {
      for (const session of frozen) session.wire.thaw();
    };
  }

  /** Sends an ERROR event to open watches and ends them. */
  failWatches(status: Status, match: WatchMatch = {}): void {
    watchFaults.failWatches(this.#cluster, status, match);
  }

  /** The same with 410 Expired. */
  expireWatches(match: WatchMatch = {}): void {
    watchFaults.failWatches(this.#cluster, watchFaults.expiredStatus(this.#cluster), match);
  }

  /** Writes any text into open watches: garbage lines, half events. */
  writeToWatches(text: string, match: WatchMatch = {}): void {
    for (const session of watchFaults.matchingWatches(this.#cluster, match)) session.wire.writeRaw(text);
  }

  /** Sends the last changes of their resource to open watches again. */
  replayChanges(count: number, match: WatchMatch = {}): void {
    watchFaults.replayChanges(this.#cluster, count, match);
  }

  // Connections and life.

  /** Breaks every connection; the server goes on. */
  dropConnections(): void {
    this.#listener.dropConnections();
  }

  /** Asks HTTP/2 clients to move to a new connection; open streams go on. */
  sendGoAway(): void {
    this.#listener.sendGoAway();
  }

  /** Stops listening and breaks every connection. The data stays. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the simulated API server was stopped'));
    await this.#listener.stop();
  }

  /** Listens again on the same port, with the same data; a running server is stopped first. */
  async restart(): Promise<void> {
    await this.stop();
    this.#stopping = new AbortController();
    await this.#listener.start(this.#listener.port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Every request so far, oldest first. */
  get requests(): readonly RequestRecord[] {
    return this.#records;
  }

  clearRequests(): void {
    this.#records.length = 0;
  }

  get openConnections(): number {
    return this.#listener.connections;
  }

  /** How many watches are open. */
  openWatches(match: WatchMatch = {}): number {
    return watchFaults.matchingWatches(this.#cluster, match).length;
  }

  /**
   * Resolves once `condition` holds; asked again whenever a request, a response, a watch or a connection begins or ends.
   * Rejects with the signal's reason.
   *
   * @example
   * await server.until(() => server.openWatches({ resource: 'pods' }) === 1);
   */
  until(condition: () => boolean, options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    return this.#waiters.until(condition, options.signal);
  }
}
