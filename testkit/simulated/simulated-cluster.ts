import type { Status } from '@informer-gen/runtime';
import type { ClusterSettings } from './cluster/cluster.js';
import type { DirectAccess } from './cluster/direct-access.js';
import { restoreSnapshot, takeSnapshot } from './cluster/snapshot.js';
import type { ClusterSnapshot } from './cluster/snapshot.js';
import { matchesRequest } from './faults/faults.js';
import type { FaultRule, RequestInterceptor, RequestMatch } from './faults/faults.js';
import * as watchFaults from './faults/watch-faults.js';
import type { InterceptorError } from './faults/interceptor-error.js';
import type { CutMode, WatchMatch } from './faults/watch-faults.js';
import type { RequestRecord } from './requests/request-log.js';
import type { ResourceRef } from './resources/resource-registry.js';
import type { Simulation } from './simulation.js';

/**
 * A cluster in this process: what a test sees of it, and every fault that a test can cause, whether requests come over
 * sockets (`SimulatedApiServer`) or by calls (`FakeClient`).
 *
 * @example
 * const grant = server.deny({ verb: 'delete', resource: 'pods' }); // what servers and fakes have in common
 * const reason = await client.delete(podResource, { namespace: 'default', name: 'web' }).catch((thrown: unknown) => thrown);
 * isForbidden(reason); // → true
 * grant();
 */
export abstract class SimulatedCluster {
  /** Reads and writes objects without a request, at once and with all rights. */
  readonly direct: DirectAccess;
  readonly #simulation: Simulation;
  #errorsRead = 0;

  protected constructor(simulation: Simulation) {
    this.direct = simulation.direct;
    this.#simulation = simulation;
  }

  /** What tests change while it runs: WatchList mode, bookmarks, chunking, watch cache. */
  get settings(): ClusterSettings {
    return this.#simulation.cluster.settings;
  }

  // Versions and history.

  /** The newest resourceVersion. */
  get resourceVersion(): string {
    return String(this.#simulation.cluster.storage.revision);
  }

  /** Moves the version counter, as writes to other resources do. */
  advanceResourceVersion(by = 1): string {
    return String(this.#simulation.cluster.storage.advance(by));
  }

  /**
   * Forgets history: versions older than `resourceVersion` are expired. Without one, the counter moves on and every
   * version that a client has seen so far is expired. Open watches go on.
   */
  compact(resourceVersion?: string): void {
    const { storage } = this.#simulation.cluster;
    storage.compact(resourceVersion === undefined ? storage.advance(1) : Number(resourceVersion));
  }

  /** Makes reads at resourceVersion `'0'` lag behind by so many changes of a resource; 0: not at all. */
  lagWatchCache(resource: ResourceRef, changes: number): void {
    const { cluster } = this.#simulation;
    cluster.lags.set(cluster.collection(cluster.registry.find(resource)), changes);
  }

  /**
   * Remembers all objects, for {@link restore}.
   *
   * @example
   * const clean = server.snapshot();
   * afterEach(() => server.restore(clean));
   */
  snapshot(): ClusterSnapshot {
    return takeSnapshot(this.#simulation.cluster);
  }

  /** Makes the objects those of a snapshot again, by writes that watches see and that raise versions. */
  restore(snapshot: ClusterSnapshot): void {
    restoreSnapshot(this.#simulation.cluster, snapshot);
  }

  // Faults of requests.

  /** The next request that matches fails (or is slow, or breaks); the function returned takes the fault back. */
  failNext(rule: FaultRule): () => void {
    return this.#simulation.faults.add(rule);
  }

  /** Every request that matches fails, until the function returned is called. */
  failAlways(rule: FaultRule): () => void {
    return this.#simulation.faults.add({ ...rule, times: Number.POSITIVE_INFINITY });
  }

  /**
   * Sees every request before it is answered, and may decide its fate. If it throws, the request has no answer, and the error is
   * in {@link errors}.
   */
  onRequest(interceptor: RequestInterceptor): () => void {
    return this.#simulation.faults.intercept(interceptor);
  }

  /** Takes back all faults and interceptors. */
  clearFaults(): void {
    this.#simulation.faults.clear();
  }

  /** Answers matching requests with 403, until the function returned grants them. */
  deny(match: RequestMatch): () => void {
    return this.#simulation.access.deny(match);
  }

  /** What `kubectl logs` shows of a container of a pod (`name` or `namespace/name`). Default: nothing. */
  setLogs(pod: string, container: string, text: string): void {
    const [first = '', second] = pod.split('/');
    const name = second ?? first;
    const namespace = second === undefined ? 'default' : first;
    this.#simulation.cluster.logs.set(`${namespace}/${name}/${container}`, text);
  }

  // Watches and their faults.

  /** How many watches are open. */
  openWatches(match: WatchMatch = {}): number {
    return watchFaults.matchingWatches(this.#simulation.cluster, match).length;
  }

  /** Sends a bookmark now to open watches that allow them. */
  sendBookmarks(match: WatchMatch = {}, options: { readonly endOfInitialEvents?: boolean } = {}): void {
    const { endOfInitialEvents = false } = options;
    watchFaults.sendBookmarks(this.#simulation.cluster, match, { endOfInitialEvents });
  }

  /** Ends open watches. Default: properly. */
  cutWatches(how: CutMode = 'close', match: WatchMatch = {}): void {
    watchFaults.cutWatches(this.#simulation.cluster, how, match);
  }

  /** Stops writing to open watches and leaves them open; the function returned lets what was held back go. */
  freezeWatches(match: WatchMatch = {}): () => void {
    const frozen = watchFaults.matchingWatches(this.#simulation.cluster, match);
    for (const session of frozen) session.wire.freeze();
    return () => {
      for (const session of frozen) session.wire.thaw();
    };
  }

  /** Sends an ERROR event to open watches and ends them. */
  failWatches(status: Status, match: WatchMatch = {}): void {
    watchFaults.failWatches(this.#simulation.cluster, status, match);
  }

  /** The same with 410 Expired. */
  expireWatches(match: WatchMatch = {}): void {
    const { cluster } = this.#simulation;
    watchFaults.failWatches(cluster, watchFaults.expiredStatus(cluster), match);
  }

  /** Writes any text into open watches: garbage lines, half events. */
  writeToWatches(text: string, match: WatchMatch = {}): void {
    for (const session of watchFaults.matchingWatches(this.#simulation.cluster, match)) session.wire.writeRaw(text);
  }

  /** Sends the last changes of their resource to open watches again. */
  replayChanges(count: number, match: WatchMatch = {}): void {
    watchFaults.replayChanges(this.#simulation.cluster, count, match);
  }

  // What has happened.

  /** Every request so far, oldest first. */
  get requests(): readonly RequestRecord[] {
    return this.#simulation.records;
  }

  /**
   * The requests so far that match, oldest first: for assertions.
   *
   * @example
   * expect(server.requestsOf({ verb: 'patch', resource: 'widgets' })).toHaveLength(1);
   */
  requestsOf(match: RequestMatch): RequestRecord[] {
    return this.#simulation.records.filter((record) => matchesRequest(match, record));
  }

  /**
   * Errors that functions of the test threw while a request was handled: interceptors of {@link onRequest}, and `when` of rules.
   * They are errors of the test and never an answer. A call of `FakeClient` rejects with the same error; a client over HTTP gets a
   * broken connection.
   */
  get errors(): readonly InterceptorError[] {
    this.#errorsRead = this.#simulation.errors.length;
    return this.#simulation.errors;
  }

  /** Errors that came after the test last read {@link errors}. */
  protected get unreadErrors(): readonly InterceptorError[] {
    return this.#simulation.errors.slice(this.#errorsRead);
  }

  clearRequests(): void {
    this.#simulation.clearRecords();
  }

  /**
   * Resolves once `condition` holds; asked again whenever a request, a response, a watch or a connection begins or ends.
   * Rejects with the signal's reason.
   *
   * @example
   * await server.until(() => server.openWatches({ resource: 'pods' }) === 1);
   */
  until(condition: () => boolean, options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    return this.#simulation.waiters.until(condition, options.signal);
  }
}
