import { metaNamespaceKeyFunc, resourceName } from '@informer-gen/runtime';
import type { ApiClient, KubernetesObject, ListerWatcher, ListerWatcherOptions, Resource } from '@informer-gen/runtime';
import type { Manager, ManagerClient } from '@informer-gen/runtime/controller';

/** What one informer, or one namespace of it, reads. */
interface Source {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly listerWatcher: ListerWatcher<KubernetesObject>;
}

/** A client that knows what is under way, and whether the caches that were filled through it are those of the server. */
export class WatchedClient {
  readonly client: ManagerClient;
  readonly #sources: Source[] = [];
  #inFlight = 0;

  constructor(client: ApiClient) {
    const listerWatcher = (resource: Resource, options?: ListerWatcherOptions): ListerWatcher<KubernetesObject> => {
      const made = client.listerWatcher(resource, options);
      this.#sources.push({ resource, namespace: options?.namespace, listerWatcher: made });
      return made;
    };
    this.client = new Proxy(client, {
      get: (target, name) => {
        if (name === 'listerWatcher') return listerWatcher;
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => this.#counted((value as (...all: unknown[]) => unknown).apply(target, args));
      },
    });
  }

  /** No request is under way, and every cache holds what the server has. */
  async isAtRest(manager: Manager): Promise<boolean> {
    if (this.#inFlight > 0) return false;
    const agree = await Promise.all(this.#sources.map((source) => isCached(source, manager)));
    return agree.every(Boolean) && this.#inFlight === 0;
  }

  #counted(result: unknown): unknown {
    if (!(result instanceof Promise)) return result;
    this.#inFlight += 1;
    const ended = (): void => void (this.#inFlight -= 1);
    result.then(ended, ended);
    return result;
  }
}

/** Whether some informer of the resource has just what a list of the source has. */
async function isCached({ resource, namespace, listerWatcher }: Source, manager: Manager): Promise<boolean> {
  const { items } = await listerWatcher.list({}, { signal: AbortSignal.timeout(10_000) });
  const live = new Map(items.map((item) => [metaNamespaceKeyFunc(item), item.metadata?.resourceVersion]));
  const informers = manager.inspect().informers.filter(({ status }) => status.resource === resourceName(resource));
  return informers.some((informer) => {
    const cached = informer.getStore();
    const keys = cached.listKeys().filter((key) => namespace === undefined || key.startsWith(`${namespace}/`));
    return (
      keys.length === live.size &&
      keys.every((key) => live.has(key) && cached.getByKey(key)?.metadata?.resourceVersion === live.get(key))
    );
  });
}
