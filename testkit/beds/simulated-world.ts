import { countTurns } from '@informer-gen/runtime/client-go';
import { FakeClient } from '../fakes/fake-client.js';
import type { FakeClientOptions } from '../fakes/fake-client.js';
import { settle } from '../fakes/fake-clock.js';
import { BedClock } from './bed-clock.js';
import type { BedObjects, BedWorld, BedWorldOptions } from './bed-world.js';
import { clientOfRole } from './role-client.js';
import { RunTracker } from './run-tracker.js';
import { WatchedClient } from './watched-client.js';

/** A simulated API server in this process. Server, transport and informers are on virtual time as well. */
export class SimulatedWorld implements BedWorld {
  readonly kind = 'simulated';
  readonly patienceMs = 4000;
  readonly clock: BedClock = new BedClock();
  readonly tracker: RunTracker = new RunTracker(() => this.clock.now());
  readonly server: FakeClient;
  readonly objects: BedObjects;
  readonly requests: WatchedClient;
  readonly informerOptions: BedWorld['informerOptions'] = {};
  readonly refused: string[] = [];
  /** Turns of the event loop must not depend on the speed of the machine. */
  readonly #counting: Disposable = countTurns();

  constructor({ role, ...options }: BedWorldOptions & Omit<FakeClientOptions, 'crds' | 'objects' | 'clock'>) {
    this.server = new FakeClient({ ...options, clock: this.clock });
    const client = role === undefined ? this.server : clientOfRole(this.server, role, this.refused);
    this.requests = new WatchedClient(client, { authors: this.tracker.authors });
    const { direct } = this.server;
    this.objects = {
      create: (resource, object) => direct.create(resource, object) as never,
      patch: (resource, name, change) => direct.patch(resource, name, change),
      delete: (resource, name) => direct.delete(resource, name),
      get: (resource, name) => direct.get(resource, name),
      list: (resource, namespace) => direct.objects(resource, namespace),
    };
  }

  turn(): Promise<void> {
    return settle();
  }

  /** The server hands each change to its watches before a write returns, and the informers read in the same process. */
  resourcesBehind(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  idleBegins(): void {}

  timeHasPassed(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#counting[Symbol.dispose]();
    return Promise.resolve();
  }
}
