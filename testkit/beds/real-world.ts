import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '@informer-gen/runtime';
import type { ApiClient } from '@informer-gen/runtime';
import type { Manager, ManagerOptions } from '@informer-gen/runtime/controller';
import { BlockingRequests } from '../real/blocking-requests.js';
import { RealApiServer } from '../servers/real-api-server.js';
import type { BedWorld, BedWorldOptions } from './bed-world.js';
import { RealObjects } from './real-objects.js';
import { grantRole, refusedOf, ROLE_USER } from './real-role.js';
import { WatchedClient } from './watched-client.js';

/** How long the controllers may be at work before `idle` gives up. */
const BUSY_LIMIT_MS = 10_000;
/** So many looks in a row must find nothing to do. */
const QUIET_ROUNDS = 2;
const LOOK_EVERY_MS = 20;
/** Longer waits are a mistake: a test of hours runs on virtual time. */
const MAX_ADVANCE_MS = 10_000;

/** A real API server of its own, on the time of the machine. */
export class RealWorld implements BedWorld {
  readonly kind = 'real';
  readonly objects: RealObjects;
  readonly managerOptions: Pick<ManagerOptions, 'client' | 'clock'>;
  readonly refused: string[] = [];
  readonly #server: RealApiServer;
  readonly #requests: BlockingRequests;
  readonly #client: ApiClient;
  readonly #watched: WatchedClient;
  readonly #hasRole: boolean;

  private constructor(server: RealApiServer, client: ApiClient, hasRole: boolean) {
    const { url, caPem: ca, adminToken: token } = server.server;
    this.#server = server;
    this.#client = client;
    this.#hasRole = hasRole;
    this.#requests = new BlockingRequests({ url, ca, token });
    this.objects = new RealObjects(this.#requests);
    this.#watched = new WatchedClient(client);
    this.managerOptions = { client: this.#watched.client };
  }

  static async start({ crds, objects, role }: BedWorldOptions): Promise<RealWorld> {
    const server = await RealApiServer.start({ crds, audit: role !== undefined });
    const { url, caPem: ca, adminToken } = server.server;
    if (role !== undefined) await grantRole(server.server, role);
    const token = role === undefined ? adminToken : server.server.tokenFor(ROLE_USER);
    const world = new RealWorld(server, await connect({ server: url, ca, token }), role !== undefined);
    try {
      for (const object of objects) world.objects.seed(object);
      return world;
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }

  async idle(manager: Manager, withinMs: number): Promise<void> {
    const end = now() + withinMs;
    const giveUpAt = end + BUSY_LIMIT_MS;
    for (let quiet = 0; quiet < QUIET_ROUNDS;) {
      await wait(LOOK_EVERY_MS);
      await this.#lookForRefusals();
      const { busy, nextReadyAt = Infinity } = manager.activity();
      const isQuiet = busy === 0 && nextReadyAt > end && (await this.#watched.isAtRest(manager));
      quiet = isQuiet ? quiet + 1 : 0;
      if (now() > giveUpAt)
        throw new Error(
          `the controllers do not come to rest: ${busy} keys are queued or worked on, or caches are behind`,
        );
    }
  }

  async outlast(end: Promise<unknown>): Promise<void> {
    await end;
  }

  async advance(ms: number): Promise<void> {
    if (ms > MAX_ADVANCE_MS)
      throw new Error(
        `advance(${ms}): a bed on a real server has no virtual time, and does not wait longer than ${MAX_ADVANCE_MS} ms: ` +
          'run this test on the simulated one',
      );
    await wait(ms);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
    await this.#requests[Symbol.asyncDispose]();
    await this.#server.stop();
  }

  async #lookForRefusals(): Promise<void> {
    if (!this.#hasRole) return;
    for (const each of await refusedOf(this.#server.server)) if (!this.refused.includes(each)) this.refused.push(each);
    if (this.refused.length > 0) throw new Error(`the role does not grant: ${this.refused.join(', ')}`);
  }
}

/** As the manager's clock has it. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
