import type { DynamicObject, KubernetesObject, Resource } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import type { LogEntry, ManagerOptions } from '@informer-gen/runtime/controller';
import type { FakeClient, FakeClientOptions } from '../fakes/fake-client.js';
import type { FakeClock } from '../fakes/fake-clock.js';
import { testServerKind } from '../servers/start-test-server.js';
import type { TestServerKind } from '../servers/test-server.js';
import type { ApiObject, JsonObject } from '../simulated/objects/api-object.js';
import type { ObjectInput, ObjectRef } from '../simulated/cluster/direct-access.js';
import { BedSeed } from './bed-seed.js';
import type { BedWorld } from './bed-world.js';
import { readCrds } from './crd-files.js';
import { RealWorld } from './real-world.js';
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
  readonly cluster?: Omit<FakeClientOptions, 'crds' | 'objects' | 'clock'> | undefined;
  /** Further options of the manager. Default: none. */
  readonly manager?: Omit<Partial<ManagerOptions>, 'client' | 'connect' | 'clock' | 'onError' | 'log'> | undefined;
}

/** By whom a kube-apiserver records events of its own: it checks the addresses of its service when it starts. */
const RECORDERS_OF_THE_SERVER: ReadonlySet<unknown> = new Set([
  'ipallocator-repair-controller',
  'portallocator-repair-controller',
  'kubernetes-service-cidr-controller',
]);

/** Errors that are printed beside the first. */
const MAX_PRINTED = 3;

/**
 * A manager with its controllers on an API server of their own: for tests that create objects, wait until nothing is left to
 * do, and look. On the simulated server, in this process and on virtual time; on a real kube-apiserver with `server: 'real'`, or
 * with `INFORMER_GEN_TEST_SERVER=real` for tests that do not say. There, time is the machine's and nobody collects garbage.
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
  readonly #seed: BedSeed;
  readonly #world: BedWorld;
  readonly #running: Promise<void>;
  readonly #errors: Error[];
  /** How many errors there were when the test last looked. */
  #errorsSeen = 0;

  private constructor(world: BedWorld, seed: BedSeed, parts: Pick<ControllerBed, 'manager' | 'errors' | 'logs'>) {
    this.#seed = seed;
    this.#world = world;
    this.manager = parts.manager;
    this.#errors = parts.errors;
    this.logs = parts.logs;
    this.#running = this.manager.run({ signals: [] });
    this.#running.catch((error: Error) => this.#errors.push(error));
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
    const world =
      server === 'real' ? await RealWorld.start(common) : new SimulatedWorld({ ...cluster, ...common, random });
    const [errors, logs]: [Error[], LogEntry[]] = [[], []];
    try {
      const manager = await Manager.create({
        name: 'bed',
        random,
        ...options.manager,
        ...world.managerOptions,
        onError: (error) => void errors.push(error),
        log: (entry) => void logs.push(entry),
      });
      await setUp(manager);
      const bed = new ControllerBed(world, seed, { manager, errors, logs });
      await bed.idle().catch(async (error: unknown) => {
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
   * What reconciles threw, and other errors without a caller, in order. They come again and are no reason for {@link idle} to
   * reject; those at which the test never looked are printed when the bed ends.
   */
  get errors(): Error[] {
    this.#errorsSeen = this.#errors.length;
    return this.#errors;
  }

  /** Which server it runs on. */
  get kind(): TestServerKind {
    return this.#world.kind;
  }

  /** The seed of this run: {@link ControllerBedOptions.seed}. */
  get seed(): number {
    return this.#seed.value;
  }

  /** Virtual time. A real server has none: then reading it throws. */
  get clock(): FakeClock {
    return this.#simulated("its time is the machine's").clock;
  }

  /** The simulated cluster: its faults, its requests, and a client of the test's own. Throws on a real server. */
  get server(): FakeClient {
    return this.#simulated('it has no faults to order, and no list of requests').server;
  }

  /** What the role did not grant, in order, each once: `patch websites.web.acme.dev/status`. */
  get refused(): readonly string[] {
    return this.#world.refused;
  }

  /** Creates an object as a test may: with its status, and in the namespace `default` unless it names another. */
  create<T extends KubernetesObject, O extends ObjectInput>(resource: Resource<T>, object: O): T & ApiObject {
    return this.#world.objects.create(resource, object);
  }

  /** Merges into an object, status included: null removes. */
  patch<T extends KubernetesObject>(resource: Resource<T>, name: ObjectRef, change: JsonObject): T & ApiObject {
    return this.#world.objects.patch(resource, name, change);
  }

  /** Deletes an object as a request does: finalizers hold it. */
  delete(resource: Resource, name: ObjectRef): void {
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
   * Resolves when no key is queued or worked on, and none becomes due within this much virtual time, which passes as far as
   * it is needed. Rejects when the controllers did what their role does not grant, when what they do waits for more time than
   * that, and when they do not come to rest. On a real server it waits: for what is due within that time, and until no
   * request is under way and the caches are the server's.
   */
  async idle({ withinMs = 1000 }: { readonly withinMs?: number } = {}): Promise<void> {
    if (typeof withinMs !== 'number' || Number.isNaN(withinMs))
      throw new RangeError(`withinMs is ${String(withinMs)}: it must be a number`);
    await this.#seeded(this.#world.idle(this.manager, withinMs));
  }

  /**
   * Lets virtual time pass, and everything that falls due happen; then as {@link idle} with no further time. On a real server it
   * waits, and refuses more than ten seconds.
   */
  async advance(ms: number): Promise<void> {
    await this.#seeded(this.#world.advance(ms));
    await this.idle({ withinMs: 0 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // What ending it leads to is nobody's mistake.
    const unseen = this.#errors.slice(this.#errorsSeen);
    await this.#end();
    await this.#world[Symbol.asyncDispose]();
    printUnseen(unseen);
  }

  /** Names the seed in what the test gets as an error. */
  async #seeded(wait: Promise<void>): Promise<void> {
    try {
      await wait;
    } catch (error) {
      this.#seed.addTo(error);
      throw error;
    }
  }

  async #end(): Promise<void> {
    await this.#world.outlast(this.manager[Symbol.asyncDispose]());
    await this.#running.catch(() => {});
  }

  #simulated(why: string): SimulatedWorld {
    if (this.#world instanceof SimulatedWorld) return this.#world;
    throw new Error(
      `this bed runs on a real API server: ${why}. Ask \`bed.kind\` first, or start it with { server: 'simulated' }`,
    );
  }
}

/** A test whose controller throws fails at what is missing then, which says nothing of why. */
function printUnseen(errors: readonly Error[]): void {
  const [first] = errors;
  if (first === undefined) return;
  const others = new Set(errors.map(String));
  others.delete(String(first));
  const more = [...others].slice(0, MAX_PRINTED).map((text) => `\n  ${text}`);
  const what = errors.length === 1 ? 'an error' : `${errors.length} errors`;
  // By the console, which test runners show beside the test.
  // oxlint-disable-next-line no-console
  console.error(`ControllerBed: ${what} at which the test did not look (bed.errors): ${first.stack}${more.join('')}`);
}
