import type { KubernetesObject, WithManagedFields } from '../../api/object.js';
import type { Resource } from '../../api/resource.js';
import type { ResourceCaller } from '../../client/api-client.js';
import type { KeepsManagedFields, ListerWatcher, ListerWatcherOptions } from '../../source/lister-watcher.js';
import type { Observer } from '../../observe/observer.js';
import { DEFAULT_USER_AGENT } from '../../transport/user-agent.js';
import type { ManagerClient } from './manager-options.js';

/** Returns the user agent of a manager: its name, then the runtime. Programs have no version that the runtime could read. */
export function userAgentOf(manager: string): string {
  return `${manager}/unknown ${DEFAULT_USER_AGENT}`;
}

interface NamedOptions {
  readonly userAgent: string;
}

/** A client that managers may share, with the user agent of one of them in every request. */
export class NamedClient implements ManagerClient {
  readonly #client: ManagerClient;
  readonly #userAgent: string;

  constructor(client: ManagerClient, manager: string) {
    this.#client = client;
    this.#userAgent = userAgentOf(manager);
  }

  listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ListerWatcherOptions & KeepsManagedFields,
  ): ListerWatcher<WithManagedFields<T>>;
  listerWatcher<T extends KubernetesObject>(resource: Resource<T>, options?: ListerWatcherOptions): ListerWatcher<T>;
  listerWatcher<T extends KubernetesObject>(resource: Resource<T>, options?: ListerWatcherOptions): ListerWatcher<T> {
    return this.#client.listerWatcher(resource, this.#named(options));
  }

  readonly get: ResourceCaller['get'] = (resource, name, options) =>
    this.#client.get(resource, name, this.#named(options));

  readonly list: ResourceCaller['list'] = (resource, request) => this.#client.list(resource, this.#named(request));

  readonly listAll: ResourceCaller['listAll'] = (resource, request) =>
    this.#client.listAll(resource, this.#named(request));

  readonly watch: ResourceCaller['watch'] = (resource, request) => this.#client.watch(resource, this.#named(request));

  readonly create: ResourceCaller['create'] = (resource, object, options) =>
    this.#client.create(resource, object, this.#named(options));

  readonly replace: ResourceCaller['replace'] = (resource, object, options) =>
    this.#client.replace(resource, object, this.#named(options));

  readonly patch: ResourceCaller['patch'] = (resource, name, patch, options) =>
    this.#client.patch(resource, name, patch, this.#named(options));

  readonly apply: ResourceCaller['apply'] = (resource, intent, options) =>
    this.#client.apply(resource, intent, this.#named(options));

  readonly delete: ResourceCaller['delete'] = (resource, name, options) =>
    this.#client.delete(resource, name, this.#named(options));

  readonly deleteCollection: ResourceCaller['deleteCollection'] = (resource, options) =>
    this.#client.deleteCollection(resource, this.#named(options));

  /** Observes the requests, if the client can be observed. */
  observe(observer: Observer): Disposable {
    return this.#client.observe?.(observer) ?? { [Symbol.dispose]: () => {} };
  }

  #named<O extends object>(options: O | undefined): NamedOptions | (NamedOptions & O) {
    return { userAgent: this.#userAgent, ...options };
  }
}
