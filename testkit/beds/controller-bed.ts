import type { DynamicObject, KubernetesObject, Resource } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import type { LogEntry, ManagerOptions } from '@informer-gen/runtime/controller';
import type { FakeClient, FakeClientOptions } from '../fakes/fake-client.js';
import type { FakeClock } from '../fakes/fake-clock.js';
import { testServerKind } from '../servers/start-test-server.js';
import type { TestServerKind } from '../servers/test-server.js';
import type { ApiObject, JsonObject } from '../simulated/objects/api-object.js';
import type { ObjectInput, ObjectRef } from '../simulated/cluster/direct-access.js';
import { BedErrors } from './bed-errors.js';
import { currentBedRun } from './bed-run.js';
import { BedSeed } from './bed-seed.js';
import type { BedWorld } from './bed-world.js';
import { readCrds } from './crd-files.js';
import { RealWorld } from './real-world.js';
import { Settling } from './settling.js';
import { SimulatedWorld } from './simulated-world.js';

/** What a bed begins with. */
export interface ControllerBedOptions {
  /** Adds the controllers under test. */
  readonly setUp: (manager: Manager) => void | Promise<void>;
  /** CustomResourceDefinitions: a file, a folder with those in it, whatever else they hold, or objects. Default: none. */
  readonly crds?: string | readonly unknown[] | undefined;
  /** Objects that are there before the controllers are; each names its kind. Default: none. */
  readonly objects?: readonly object[] | undefined;
  /**
   * What the controllers may do: a file with the manifest of a Role or ClusterRole, or manifests. What it does not grant is
   * answered with 403, and {@link ControllerBed.idle} rejects. Default: everything.
   */
  readonly role?: string | object | readonly object[] | undefined;
  /**
   * `simulated`: in this process, on virtual time. `real`: a kube-apiserver of its own, which takes a second or two to start.
   * Default: what `INFORMER_GEN_TEST_SERVER` says, or `simulated`.
   */
  readonly server?: TestServerKind | undefined;
  /**
   * Seed of all random numbers: names, uids, waits and timeouts. On the simulated server, a run with the same seed does the same in
   * the same order. A whole number from 0 to 4,294,967,295. Default: another one for each bed, which is named where a test fails.
   */
  readonly seed?: number | undefined;
  /** Further options of the simulated cluster. Default: an empty one. */
  readonly cluster?: Omit<FakeClientOptions, 'crds' | 'objects' | 'clock' | 'onInterceptorError'> | undefined;
  /** Further options of the manager. Default: none. */
  readonly manager?: Omit<Partial<ManagerOptions>, 'client' | 'connect' | 'clock' | 'onError' | 'log'> | undefined;
}

/** By whom a kube-apiserver records events of its own: it checks the addresses of its service when it starts. */
const RECORDERS_OF_THE_SERVER: ReadonlySet<unknown> = new Set([
  'ipallocator-repair-controller',
  'portallocator-repair-controller',
  'kubernetes-service-cidr-controller',
]);

/** Virtual time that may pass in {@link ControllerBed.idle} unless the test says otherwise. */
const IDLE_WITHIN_MS = 1000;

/** Parts of a bed that exist before its manager runs. */
interface BedParts {
  readonly world: BedWorld;
  readonly manager: Manager;
  readonly errors: BedErrors;
  readonly logs: LogEntry[];
  readonly seed: BedSeed;
}

/**
 * A manager with its controllers on an API server of their own: for tests that create objects, wait until nothing is left to
 * do, and look. Its time is virtual. It runs on the simulated server, in this process, or on a real kube-apiserver with `server: 'real'`, or
 * with `INFORMER_GEN_TEST_SERVER=real` for tests that do not say. There, nothing collects garbage.
 *
 * @example
 * await using bed = await ControllerBed.start({
 *   crds: './crds',
 *   setUp: (manager) =>
 *     void manager.controller(widgetResource).reconcile((widget, { status }) => {
 *       status.set({ readyReplicas: widget.spec.replicas });
 *     }),
 * });
 * bed.create(widgetResource, { metadata: { name: 'a' }, spec: { color: 'red', size: 'small' } });
 * await bed.idle();
 * bed.get(widgetResource, 'a')?.status?.readyReplicas; // → 1
 */
export class ControllerBed implements AsyncDisposable {
  readonly manager: Manager;
  /** What reconciles logged. */
  readonly logs: LogEntry[];
  readonly #world: BedWorld;
  readonly #running: Promise<void>;
  readonly #errors: BedErrors;
  readonly #seed: BedSeed;
  readonly #settling: Settling;

  private constructor({ world, manager, errors, logs, seed }: BedParts) {
    this.#world = world;
    this.manager = manager;
    this.#errors = errors;
    this.#seed = seed;
    this.logs = logs;
    manager.observe(world.tracker.observer);
    manager.observe(errors.failures.observer);
    this.#settling = new Settling(world, manager);
    this.#running = manager.run({ signals: [] });
    this.#running.catch((error: Error) => errors.managerFailed(error));
  }

  /** Starts the manager and waits until there is nothing to do. */
  static async start(options: ControllerBedOptions): Promise<ControllerBed> {
    const { server = testServerKind(), cluster, crds = [], objects = [], role, setUp } = options;
    if (server === 'real' && cluster !== undefined)
      throw new Error('`cluster` has options of the simulated server: a bed on a real one takes none of them');
    const definitions = typeof crds === 'string' ? readCrds(crds) : crds;
    const seed = new BedSeed(options.seed);
    seed.printIfTestFails();
    const random = cluster?.random ?? seed.random;
    const common = { crds: definitions, objects, role };
    const errors = new BedErrors();
    const onInterceptorError = errors.interceptorFailed;
    const simulated = { ...cluster, ...common, random, onInterceptorError };
    const world = server === 'real' ? await RealWorld.start(common) : new SimulatedWorld(simulated);
    const logs: LogEntry[] = [];
    try {
      const manager = await Manager.create({
        name: 'bed',
        random,
        ...options.manager,
        client: world.requests.client,
        clock: world.clock,
        informers: { ...options.manager?.informers, ...world.informerOptions },
        onError: errors.onError,
        log: (entry) => void logs.push(entry),
      });
      await setUp(manager);
      const bed = new ControllerBed({ world, manager, errors, logs, seed });
      await bed.#settling.idle(IDLE_WITHIN_MS).catch(async (error: unknown) => {
        await bed.#end();
        throw error;
      });
      return bed;
    } catch (error) {
      seed.addTo(error);
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }

  /**
   * Errors thrown by reconciles, and other errors without a caller, in order. Reading it marks them as seen: {@link idle},
   * {@link advance} and the end of the bed then pass over them, and over the same error of the same key until a run of it succeeds.
   */
  get errors(): Error[] {
    this.#errors.markSeen();
    return this.#errors.all;
  }

  /** Which server it runs on. */
  get kind(): TestServerKind {
    return this.#world.kind;
  }

  /** The seed of this run: {@link ControllerBedOptions.seed}. */
  get seed(): number {
    return this.#seed.value;
  }

  /** Virtual time: that of the manager and, on the simulated server, of everything else. */
  get clock(): FakeClock {
    return this.#world.clock;
  }

  /** The simulated cluster: its faults, its requests, and a client of the test's own. Throws on a real server. */
  get server(): FakeClient {
    if (this.#world instanceof SimulatedWorld) return this.#world.server;
    throw new Error(
      'this bed runs on a real API server: it has no faults to order, and no list of requests; ' +
        "ask `bed.kind` first, or start it with { server: 'simulated' }",
    );
  }

  /** What the role did not grant, in order, each once: `patch websites.web.acme.dev/status`. */
  get refused(): readonly string[] {
    return this.#world.refused;
  }

  /** Creates an object as a test may: with its status, and in the namespace `default` unless it names another. */
  create<T extends KubernetesObject, O extends ObjectInput>(resource: Resource<T>, object: O): T & ApiObject {
    this.#actionTaken();
    return this.#world.objects.create(resource, object);
  }

  /** Merges into an object, status included: null removes. */
  patch<T extends KubernetesObject>(resource: Resource<T>, name: ObjectRef, change: JsonObject): T & ApiObject {
    this.#actionTaken();
    return this.#world.objects.patch(resource, name, change);
  }

  /** Deletes an object as a request does: finalizers hold it. */
  delete(resource: Resource, name: ObjectRef): void {
    this.#actionTaken();
    this.#world.objects.delete(resource, name);
  }

  /** What the server has, by `name`, in `default`, or `namespace/name`. */
  get<T extends KubernetesObject>(resource: Resource<T>, name: ObjectRef): (T & ApiObject) | undefined {
    return this.#world.objects.get(resource, name);
  }

  list<T extends KubernetesObject>(resource: Resource<T>, namespace?: string): (T & ApiObject)[] {
    return this.#world.objects.list(resource, namespace);
  }

  /** The events that were recorded, as `reason: note`; without those of a real API server about itself. */
  events(): string[] {
    const events: Resource<DynamicObject> = {
      group: 'events.k8s.io',
      version: 'v1',
      kind: 'Event',
      plural: 'events',
      namespaced: true,
    };
    const recorded = this.list(events).filter(({ reportingController }) => {
      return !RECORDERS_OF_THE_SERVER.has(reportingController);
    });
    return recorded.map(({ reason, note }) => `${String(reason)}: ${String(note)}`);
  }

  /**
   * Resolves when nothing is in transit: no event between server, caches and handlers, no key that is queued or becomes due within
   * `withinMs` of virtual time, no run, and no request. Virtual time passes only as far as that takes. Rejects
   *
   * - with the error of a key whose last run failed; several such errors are an AggregateError. One that a retry healed is only in
   *   {@link errors};
   * - when a key loops: its own runs have led to 100 runs of it, without an action of the test, time that passed or a change from outside;
   * - when a run waits for more virtual time than `withinMs`;
   * - when the role does not grant something that the controllers need.
   *
   * Each error is reported once: a later call rejects for it again only after the key has succeeded in between.
   */
  async idle({ withinMs = IDLE_WITHIN_MS }: { readonly withinMs?: number } = {}): Promise<void> {
    // Retries and requeues never end: without a limit, nor would the wait.
    if (!Number.isFinite(withinMs)) throw new RangeError(`withinMs is ${String(withinMs)}: it must be a finite number`);
    await this.#reporting(() => this.#settling.idle(withinMs));
  }

  /**
   * Lets virtual time pass. Whenever something becomes due, time stands still until nothing of what follows from it is in transit.
   * Rejects as {@link idle} does, but for runs that wait for more virtual time: they go on in the next call.
   */
  async advance(ms: number): Promise<void> {
    if (!(ms >= 0 && ms < Infinity))
      throw new RangeError(`advance(${String(ms)}): the time must be a number of milliseconds, 0 or more`);
    this.#world.tracker.actionTaken();
    await this.#reporting(() => this.#settling.advance(ms));
  }

  /** Ends the manager. Rejects with the error of a key that has failed, or looped, since the last {@link idle} or {@link advance}. */
  async [Symbol.asyncDispose](): Promise<void> {
    // Errors that follow from the end itself are expected.
    const problem = this.#world.tracker.unseenLoop ?? this.#errors.failures.take();
    const printUnchecked = this.#errors.unchecked();
    await this.#end();
    await this.#world[Symbol.asyncDispose]();
    printUnchecked();
    this.#seed.addTo(problem);
    if (problem !== undefined) throw problem;
  }

  /** The calls of a reconcile are part of its run, and no reason for further runs. */
  #actionTaken(): void {
    if (currentBedRun.getStore() === undefined) this.#world.tracker.actionTaken();
  }

  /** Reports what failed, also where the wait itself fails: nothing of it is left for the end of the bed. */
  async #reporting(wait: () => Promise<void>): Promise<void> {
    const { failures } = this.#errors;
    try {
      await wait();
    } catch (error) {
      const failure = failures.take();
      if (failure !== undefined && error instanceof Error) error.cause ??= failure;
      this.#seed.addTo(error);
      throw error;
    }
    const failure = failures.take();
    this.#seed.addTo(failure);
    if (failure !== undefined) throw failure;
  }

  async #end(): Promise<void> {
    await this.#settling.outlast(this.manager[Symbol.asyncDispose]());
    await this.#running.catch(() => {});
  }
}
