import type { DynamicObject, KubernetesObject, Resource } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import type { LogEntry, ManagerOptions } from '@informer-gen/runtime/controller';
import { FakeClient } from '../fakes/fake-client.js';
import type { FakeClientOptions } from '../fakes/fake-client.js';
import { FakeClock, settle } from '../fakes/fake-clock.js';
import type { ApiObject, JsonObject } from '../simulated/objects/api-object.js';
import type { ObjectInput, ObjectRef } from '../simulated/cluster/direct-access.js';
import { readCrds } from './crd-files.js';
import { clientOfRole } from './role-client.js';

/** What a bed begins with. */
export interface ControllerBedOptions {
  /** Adds the controllers under test. */
  readonly setUp: (manager: Manager) => void | Promise<void>;
  /** CustomResourceDefinitions: a file or folder, or objects. Default: none. */
  readonly crds?: string | readonly unknown[] | undefined;
  /** Objects that are there before the controllers are; each names its kind. Default: none. */
  readonly objects?: readonly object[] | undefined;
  /**
   * What the controllers may do: a file with the manifest of a Role or ClusterRole, or manifests. What it does not grant is
   * answered with 403, and {@link ControllerBed.idle} rejects. Default: everything.
   */
  readonly role?: string | object | readonly object[] | undefined;
  /** Further options of the simulated cluster. Default: an empty one. */
  readonly cluster?: Omit<FakeClientOptions, 'crds' | 'objects' | 'clock'> | undefined;
  /** Further options of the manager. Default: none. */
  readonly manager?: Omit<Partial<ManagerOptions>, 'client' | 'connect' | 'clock' | 'onError' | 'log'> | undefined;
}

/** How long, in real time, the controllers may be at work before `idle` gives up. */
const BUSY_LIMIT_MS = 10_000;
/** So many looks in a row must find nothing to do: an event may still be on its way to a queue. */
const QUIET_ROUNDS = 3;

/**
 * A manager with its controllers on a simulated API server, in this process and on virtual time: for tests that create
 * objects, wait until nothing is left to do, and look.
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
  readonly clock: FakeClock;
  /** The simulated cluster: its faults, its requests, and a client of the test's own. */
  readonly server: FakeClient;
  readonly manager: Manager;
  /** What reconciles threw, and other errors without a caller, in order. */
  readonly errors: Error[];
  /** What reconciles logged. */
  readonly logs: LogEntry[];
  /** What the role did not grant, in order, each once: `patch websites.web.acme.dev/status`. */
  readonly refused: readonly string[];
  readonly #running: Promise<void>;

  private constructor(parts: Pick<ControllerBed, 'clock' | 'server' | 'manager' | 'errors' | 'logs' | 'refused'>) {
    this.clock = parts.clock;
    this.server = parts.server;
    this.manager = parts.manager;
    this.errors = parts.errors;
    this.logs = parts.logs;
    this.refused = parts.refused;
    this.#running = this.manager.run({ signals: [] });
    this.#running.catch((error: Error) => this.errors.push(error));
  }

  /** Starts the manager and waits until there is nothing to do. */
  static async start(options: ControllerBedOptions): Promise<ControllerBed> {
    const { crds = [], objects = [], setUp } = options;
    const clock = new FakeClock();
    const [errors, logs]: [Error[], LogEntry[]] = [[], []];
    const definitions = typeof crds === 'string' ? readCrds(crds) : crds;
    const server = new FakeClient({ ...options.cluster, clock, crds: definitions, objects });
    const refused: string[] = [];
    const manager = await Manager.create({
      name: 'bed',
      ...options.manager,
      client: options.role === undefined ? server : clientOfRole(server, options.role, refused),
      clock,
      onError: (error) => void errors.push(error),
      log: (entry) => void logs.push(entry),
    });
    await setUp(manager);
    const bed = new ControllerBed({ clock, server, manager, errors, logs, refused });
    try {
      await bed.idle();
      return bed;
    } catch (error) {
      await bed[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Creates an object as a test may: with its status, and in the namespace `default` unless it names another. */
  create<T extends KubernetesObject, O extends ObjectInput>(resource: Resource<T>, object: O): T & ApiObject {
    return this.server.direct.create(resource, object) as unknown as T & ApiObject;
  }

  /** Merges into an object, status included: null removes. */
  patch<T extends KubernetesObject>(resource: Resource<T>, name: ObjectRef, change: JsonObject): T & ApiObject {
    return this.server.direct.patch(resource, name, change);
  }

  /** Deletes an object as a request does: finalizers hold it. */
  delete(resource: Resource, name: ObjectRef): void {
    this.server.direct.delete(resource, name);
  }

  /** What the server has, by `name`, in `default`, or `namespace/name`. */
  get<T extends KubernetesObject>(resource: Resource<T>, name: ObjectRef): (T & ApiObject) | undefined {
    return this.server.direct.get(resource, name);
  }

  list<T extends KubernetesObject>(resource: Resource<T>, namespace?: string): (T & ApiObject)[] {
    return this.server.direct.objects(resource, namespace);
  }

  /** The events that were recorded, as `reason: note`. */
  events(): string[] {
    const events: Resource<DynamicObject> = {
      group: 'events.k8s.io',
      version: 'v1',
      kind: 'Event',
      plural: 'events',
      namespaced: true,
    };
    return this.list(events).map(({ reason, note }) => `${String(reason)}: ${String(note)}`);
  }

  /**
   * Resolves when no key is queued or worked on, and none becomes due within this much virtual time, which passes as far as
   * it is needed. Rejects when the controllers did what their role does not grant, and when they do not come to rest.
   */
  async idle({ withinMs = 1000 }: { readonly withinMs?: number } = {}): Promise<void> {
    const end = this.clock.now() + withinMs;
    const giveUpAt = performance.now() + BUSY_LIMIT_MS;
    for (let quiet = 0; quiet < QUIET_ROUNDS;) {
      await settle();
      if (this.refused.length > 0) throw new Error(`the role does not grant: ${this.refused.join(', ')}`);
      const { busy, nextReadyAt = Infinity } = this.manager.activity();
      quiet = busy === 0 && nextReadyAt > end ? quiet + 1 : 0;
      if (quiet === 0) await this.#goOn(busy > 0 ? undefined : nextReadyAt, end);
      if (performance.now() > giveUpAt)
        throw new Error(`the controllers do not come to rest: ${busy} keys are queued or worked on`);
    }
  }

  /** Lets virtual time pass, and everything that falls due happen; then as {@link idle} with no further time. */
  async advance(ms: number): Promise<void> {
    await this.clock.advanceAsync(ms);
    await this.idle({ withinMs: 0 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.manager[Symbol.asyncDispose]();
    await this.#running.catch(() => {});
  }

  /** Moves time to the next timer, if that is not too late. */
  async #goOn(nextReadyAt: number | undefined, end: number): Promise<void> {
    const timerInMs = this.clock.nextTimerInMs ?? Infinity;
    const dueInMs = nextReadyAt === undefined ? timerInMs : Math.max(0, nextReadyAt - this.clock.now());
    if (this.clock.now() + dueInMs <= end) await this.clock.advanceAsync(dueInMs);
  }
}
