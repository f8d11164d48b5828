import { setTimeout as wait } from 'node:timers/promises';
import { connect, realClock } from '@informer-gen/runtime';
import type { ApiClient, KubernetesObject } from '@informer-gen/runtime';
import type { Manager } from '@informer-gen/runtime/controller';
import { settle } from '../fakes/fake-clock.js';
import { BlockingRequests } from '../real/blocking-requests.js';
import { RealApiServer } from '../servers/real-api-server.js';
import { BedClock } from './bed-clock.js';
import type { BedObjects, BedWorld, BedWorldOptions } from './bed-world.js';
import { RealObjects } from './real-objects.js';
import { grantRole, refusalIn, ROLE_USER } from './real-role.js';
import { RunTracker } from './run-tracker.js';
import { WatchedClient } from './watched-client.js';
import { WatchedSources } from './watched-sources.js';

/** Machine time between two looks at what is under way. */
const TURN_MS = 2;

/**
 * A real API server of its own. Server, transport and informers are on the machine's time; queues, timeouts, events and `now()` of
 * the manager are on virtual time, which begins at the machine's.
 */
export class RealWorld implements BedWorld {
  readonly kind = 'real';
  readonly patienceMs = 30_000;
  readonly clock: BedClock = new BedClock(Date.now());
  readonly tracker: RunTracker = new RunTracker(() => this.clock.now());
  readonly objects: BedObjects;
  readonly requests: WatchedClient;
  readonly informerOptions: BedWorld['informerOptions'] = { clock: realClock };
  readonly refused: string[] = [];
  readonly #server: RealApiServer;
  readonly #blocking: BlockingRequests;
  readonly #client: ApiClient;
  readonly #sources: WatchedSources;
  /** Writes at the last time when the caches were found to be current; undefined after an action of the test. */
  #currentAt: number | undefined;
  /** The latest time of creation that the server has written: a whole second of the machine. */
  #createdAt = 0;

  private constructor(server: RealApiServer, client: ApiClient) {
    const { url, caPem: ca, adminToken: token } = server.server;
    this.#server = server;
    this.#client = client;
    this.#blocking = new BlockingRequests({ url, ca, token });
    const onFailed = (error: unknown): void => {
      const refusal = refusalIn(error);
      if (refusal !== undefined && !this.refused.includes(refusal)) this.refused.push(refusal);
    };
    this.#sources = new WatchedSources(client, onFailed);
    this.requests = new WatchedClient(client, {
      onFailed,
      authors: this.tracker.authors,
      listerWatcher: this.#sources.listerWatcher,
      onWritten: (resource, answer) => {
        this.#createdAt = Math.max(this.#createdAt, creationTimeOf(answer));
        this.#sources.written(resource, answer);
      },
    });
    this.objects = this.#watchedObjects(new RealObjects(this.#blocking));
  }

  static async start({ crds, objects, role }: BedWorldOptions): Promise<RealWorld> {
    const server = await RealApiServer.start({ crds });
    const { url, caPem: ca, adminToken } = server.server;
    if (role !== undefined) await grantRole(server.server, role);
    const token = role === undefined ? adminToken : server.server.tokenFor(ROLE_USER);
    const world = new RealWorld(server, await connect({ server: url, ca, token }));
    try {
      const seeds = new RealObjects(world.#blocking);
      for (const object of objects) seeds.seed(object);
      return world;
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Does not wait for events that the server is about to send: {@link resourcesBehind} checks those. */
  async turn(): Promise<void> {
    await (this.requests.open.length > 0 ? wait(TURN_MS) : settle());
  }

  /** Asks the server only where something was written since it was last asked. */
  async resourcesBehind(manager: Manager): Promise<readonly string[]> {
    const { writes } = this.requests;
    if (this.#currentAt === writes) return [];
    const behind = await this.#sources.behind(manager);
    if (behind.length === 0) this.#currentAt = writes;
    return behind;
  }

  /** The test may have written, also by a client of its own. */
  idleBegins(): void {
    this.#currentAt = undefined;
  }

  /**
   * The server writes the machine's time into objects, in whole seconds. Where a second of virtual time has passed since an object was
   * created, this waits for the machine's next second, so that the next object has a later time of creation.
   */
  async timeHasPassed(fromMs: number): Promise<void> {
    if (secondOf(fromMs) === secondOf(this.clock.now())) return;
    const leftMs = this.#createdAt + 1000 - Date.now();
    if (leftMs > 0) await wait(leftMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
    await this.#blocking[Symbol.asyncDispose]();
    await this.#server.stop();
  }

  #watchedObjects(objects: RealObjects): BedObjects {
    return {
      create: (resource, object) => {
        const created = objects.create(resource, object);
        this.#sources.written(resource, created);
        this.#created(created);
        return created;
      },
      patch: (resource, name, change) => {
        const changed = objects.patch(resource, name, change);
        this.#sources.written(resource, changed);
        return changed;
      },
      delete: (resource, name) => objects.delete(resource, name),
      get: (resource, name) => objects.get(resource, name),
      list: (resource, namespace) => objects.list(resource, namespace),
    };
  }

  /** Nothing is created in the future: virtual time follows the times that the server writes. */
  #created(object: KubernetesObject): void {
    const createdAt = creationTimeOf(object);
    this.#createdAt = Math.max(this.#createdAt, createdAt);
    if (createdAt > this.clock.now()) this.clock.advance(createdAt - this.clock.now());
  }
}

/** In milliseconds since the epoch; 0 where the object has none. */
function creationTimeOf({ metadata }: KubernetesObject): number {
  return Date.parse(metadata?.creationTimestamp ?? '') || 0;
}

function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}
