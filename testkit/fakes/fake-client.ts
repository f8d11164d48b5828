import type {
  Client,
  KubernetesObject,
  ListerWatcher,
  ListerWatcherOptions,
  Resource,
  ResourceCaller,
  WithManagedFields,
} from '@informer-gen/runtime';
import type { KeepsManagedFields, OnWarning, WriteDefaults } from '@informer-gen/runtime/client-go';
import type { SimulatedClusterOptions } from '../simulated/simulated-cluster-options.js';
import { SimulatedCluster } from '../simulated/simulated-cluster.js';
import { Simulation } from '../simulated/simulation.js';
import { InProcessCalls } from './in-process-calls.js';
import { InProcessTransport } from './in-process-transport.js';

/** Options of {@link FakeClient}: those of the cluster that it simulates, and those that `connect` takes about writes. */
export interface FakeClientOptions extends SimulatedClusterOptions, WriteDefaults {
  /** Told what the server warns of: each text once. Default: nobody is told. */
  readonly onWarning?: OnWarning | undefined;
}

/**
 * The storage and the rules of `SimulatedApiServer` without sockets, for unit tests: a client whose lists, watches and
 * calls are answered in this process, with the same versions, selectors, pages, bookmarks and errors. Resources need
 * not be declared: each is served from when its constant is first used. Namespaces need not exist.
 *
 * @example
 * const fake = new FakeClient({ clock: new FakeClock() });
 * const name = { namespace: 'default', name: 'a' };
 * fake.direct.create(configMapResource, { metadata: name, data: { a: '1' } });
 * const { data } = await fake.patch(configMapResource, name, { data: { b: '2' } });
 * data; // → { a: '1', b: '2' }
 */
export class FakeClient extends SimulatedCluster implements Client, ResourceCaller {
  readonly #calls: InProcessCalls;
  readonly #callsOf: (user?: string) => InProcessCalls;

  constructor({ fieldManager, fieldValidation, onWarning, ...options }: FakeClientOptions = {}) {
    const simulation = new Simulation({ requireNamespaces: false, ...options }, { serveOnUse: true });
    super(simulation);
    const { clock } = simulation.cluster;
    this.#callsOf = (user) => {
      const transport = new InProcessTransport(simulation, { onWarning, user });
      return new InProcessCalls({ transport, clock, defaults: { fieldManager, fieldValidation } });
    };
    this.#calls = this.#callsOf();
  }

  /** A client of the same cluster whose requests are from this user: what `deny({ user })` names. */
  as(user: string): Client & ResourceCaller {
    return this.#callsOf(user);
  }

  listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ListerWatcherOptions & KeepsManagedFields,
  ): ListerWatcher<WithManagedFields<T>>;
  listerWatcher<T extends KubernetesObject>(resource: Resource<T>, options?: ListerWatcherOptions): ListerWatcher<T>;
  listerWatcher<T extends KubernetesObject>(resource: Resource<T>, options?: ListerWatcherOptions): ListerWatcher<T> {
    return this.#calls.listerWatcher(resource, options);
  }

  readonly get: ResourceCaller['get'] = (resource, name, options) => this.#calls.get(resource, name, options);

  readonly list: ResourceCaller['list'] = (resource, request) => this.#calls.list(resource, request);

  readonly listAll: ResourceCaller['listAll'] = (resource, request) => this.#calls.listAll(resource, request);

  readonly watch: ResourceCaller['watch'] = (resource, request) => this.#calls.watch(resource, request);

  /** Creates an object by a request, as `ApiClient` does: by the server's rules, so without its status. */
  readonly create: ResourceCaller['create'] = (resource, object, options) =>
    this.#calls.create(resource, object, options);

  readonly replace: ResourceCaller['replace'] = (resource, object, options) =>
    this.#calls.replace(resource, object, options);

  readonly patch: ResourceCaller['patch'] = (resource, name, patch, options) =>
    this.#calls.patch(resource, name, patch, options);

  readonly apply: ResourceCaller['apply'] = (resource, intent, options) => this.#calls.apply(resource, intent, options);

  readonly delete: ResourceCaller['delete'] = (resource, name, options) => this.#calls.delete(resource, name, options);

  readonly deleteCollection: ResourceCaller['deleteCollection'] = (resource, options) =>
    this.#calls.deleteCollection(resource, options);
}
