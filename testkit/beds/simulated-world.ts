import { countTurns } from '@informer-gen/runtime/client-go';
import type { Manager, ManagerOptions } from '@informer-gen/runtime/controller';
import { FakeClient } from '../fakes/fake-client.js';
import type { FakeClientOptions } from '../fakes/fake-client.js';
import { FakeClock, settle } from '../fakes/fake-clock.js';
import type { BedObjects, BedWorld, BedWorldOptions } from './bed-world.js';
import { clientOfRole } from './role-client.js';

/** How long, in real time, the controllers may be at work before `idle` gives up. */
const BUSY_LIMIT_MS = 10_000;
/** After how long without any progress what is worked on is taken to wait for virtual time. */
const STALLED_AFTER_MS = 1000;
/** So many looks in a row must find nothing to do: an event may still be on its way to a queue. */
const QUIET_ROUNDS = 3;
/** A key that runs so often while no time passes wakes itself. */
const MAX_RUNS_AT_ONCE = 1000;

/** A simulated API server in this process, on virtual time. */
export class SimulatedWorld implements BedWorld {
  readonly kind = 'simulated';
  readonly clock: FakeClock = new FakeClock();
  readonly server: FakeClient;
  readonly objects: BedObjects;
  readonly managerOptions: Pick<ManagerOptions, 'client' | 'clock'>;
  readonly refused: string[] = [];
  /** Turns of the event loop must not depend on the speed of the machine. */
  readonly #counting: Disposable = countTurns();

  constructor({ role, ...options }: BedWorldOptions & Omit<FakeClientOptions, 'crds' | 'objects' | 'clock'>) {
    const { clock } = this;
    this.server = new FakeClient({ ...options, clock });
    const client = role === undefined ? this.server : clientOfRole(this.server, role, this.refused);
    this.managerOptions = { client, clock };
    const { direct } = this.server;
    this.objects = {
      create: (resource, object) => direct.create(resource, object) as never,
      patch: (resource, name, change) => direct.patch(resource, name, change),
      delete: (resource, name) => direct.delete(resource, name),
      get: (resource, name) => direct.get(resource, name),
      list: (resource, namespace) => direct.objects(resource, namespace),
    };
  }

  async idle(manager: Manager, withinMs: number): Promise<void> {
    const end = this.clock.now() + withinMs;
    const begun = performance.now();
    let last = { progress: '', at: begun };
    const runs = new RunsAtOnce(this.clock);
    using _counting = manager.observe({ reconcileEnded: ({ name }, { key }) => runs.count(`${name} of ${key}`) });
    for (let quiet = 0; quiet < QUIET_ROUNDS;) {
      await settle();
      if (this.refused.length > 0) throw new Error(`the role does not grant: ${this.refused.join(', ')}`);
      const { busy, nextReadyAt = Infinity } = manager.activity();
      quiet = busy === 0 && nextReadyAt > end ? quiet + 1 : 0;
      if (quiet === 0) await this.#goOn(busy > 0 ? undefined : nextReadyAt, end);
      if (runs.restless !== undefined)
        throw new Error(`the controllers do not come to rest: ${runs.restless} ran ${MAX_RUNS_AT_ONCE} times at once`);
      const now = performance.now();
      const progress = [busy, this.clock.now(), this.server.requests.length].join();
      if (progress !== last.progress) last = { progress, at: now };
      if (busy > 0 && now - last.at > STALLED_AFTER_MS) this.#refuseToWait(busy, end);
      if (now - begun > BUSY_LIMIT_MS)
        throw new Error(`the controllers do not come to rest: ${busy} keys are queued or worked on`);
    }
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advanceAsync(ms);
  }

  async outlast(end: Promise<unknown>): Promise<void> {
    const state = { over: false };
    const ended = end.finally(() => {
      state.over = true;
    });
    // Whoever awaits it below is told of its failure.
    ended.catch(() => {});
    await settle();
    while (!state.over) await this.clock.advanceAsync(this.clock.nextTimerInMs ?? 0);
    await ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#counting[Symbol.dispose]();
    return Promise.resolve();
  }

  /** Says so where only time that may not pass can make an end of what is worked on; else it may be at work outside. */
  #refuseToWait(busy: number, end: number): void {
    const dueInMs = this.clock.nextTimerInMs;
    if (dueInMs === undefined || this.clock.now() + dueInMs <= end) return;
    const open = this.server.requests
      .filter(({ done, verb }) => !done && verb !== 'watch')
      .map(({ verb, path }) => `${verb} ${path}`);
    const asked = open.length === 0 ? '' : ` (without an answer: ${open.join(', ')})`;
    throw new Error(
      `the controllers wait for virtual time: ${busy === 1 ? '1 key is' : `${busy} keys are`} queued or worked on${asked}, and the next timer is due in ` +
        `${dueInMs} ms; let time pass by idle({ withinMs: ${dueInMs} }) or advance(${dueInMs})`,
    );
  }

  /** Moves time to the next timer, if that is not too late. */
  async #goOn(nextReadyAt: number | undefined, end: number): Promise<void> {
    const timerInMs = this.clock.nextTimerInMs ?? Infinity;
    const dueInMs = nextReadyAt === undefined ? timerInMs : Math.max(0, nextReadyAt - this.clock.now());
    if (this.clock.now() + dueInMs <= end) await this.clock.advanceAsync(dueInMs);
  }
}

/** Counts the runs of each key between two movements of time. */
class RunsAtOnce {
  readonly #clock: FakeClock;
  readonly #runs = new Map<string, number>();
  #at = NaN;
  /** The first that ran too often. */
  restless: string | undefined;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  count(what: string): void {
    if (this.#clock.now() !== this.#at) this.#runs.clear();
    this.#at = this.#clock.now();
    const runs = (this.#runs.get(what) ?? 0) + 1;
    this.#runs.set(what, runs);
    if (runs >= MAX_RUNS_AT_ONCE) this.restless ??= what;
  }
}
