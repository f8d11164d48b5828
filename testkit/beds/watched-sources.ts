import { metaNamespaceKeyFunc, resourceName } from '@informer-gen/runtime';
import type {
  KubernetesObject,
  ListerWatcher,
  ListerWatcherOptions,
  ListOptions,
  Resource,
  WatchBatch,
} from '@informer-gen/runtime';
import { parseFieldSelector, parseLabelSelector } from '@informer-gen/runtime/client-go';
import type { WatchEvents } from '@informer-gen/runtime/client-go';
import type { Manager, ManagerClient } from '@informer-gen/runtime/controller';
import { isLaterVersion } from './object-changes.js';

/** Options of a {@link Source}. */
interface SourceOptions {
  readonly resource: Resource;
  readonly options: ListerWatcherOptions;
  readonly listerWatcher: ListerWatcher<KubernetesObject>;
  readonly onFailed: (error: unknown) => void;
}

/** The source of one informer, or of one of its namespaces. */
class Source {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly listerWatcher: ListerWatcher<KubernetesObject>;
  readonly #selects: (object: KubernetesObject) => boolean;
  readonly #onFailed: (error: unknown) => void;
  /** The latest resourceVersion that was read from it; `''` before the first list. */
  version = '';

  constructor({ resource, options, listerWatcher, onFailed }: SourceOptions) {
    this.resource = resource;
    this.namespace = options.namespace;
    this.listerWatcher = listerWatcher;
    this.#onFailed = onFailed;
    const selectors: ListOptions = {};
    options.tweakListOptions?.(selectors);
    const labels = parseLabelSelector(selectors.labelSelector ?? '');
    const fields = parseFieldSelector(selectors.fieldSelector ?? '');
    this.#selects = (object) => labels.matches(object.metadata?.labels) && fields.matches(object);
  }

  /** Returns true if the source selects an object of a resource. */
  has(resource: string, object: KubernetesObject): boolean {
    const { namespace } = object.metadata ?? {};
    if (resourceName(this.resource) !== resource) return false;
    return (!this.namespace || this.namespace === namespace) && this.#selects(object);
  }

  read(version: string | undefined): void {
    if (version !== undefined && isLaterVersion(version, this.version)) this.version = version;
  }

  /** The source as an informer gets it: notes the versions that pass. */
  get watched(): ListerWatcher<KubernetesObject> {
    const source = this.listerWatcher;
    const list: typeof source.list = async (options, context) => {
      const result = await this.#noting(source.list(options, context));
      if (result.continue === undefined) this.read(result.resourceVersion);
      return result;
    };
    const watch: typeof source.watch = async (options, context) =>
      this.#watched(await this.#noting(source.watch(options, context)));
    return new Proxy(source, {
      get: (target, name) => {
        if (name === 'list') return list;
        if (name === 'watch') return watch;
        return Reflect.get(target, name, target) as unknown;
      },
    });
  }

  async #noting<R>(answer: Promise<R>): Promise<R> {
    try {
      return await answer;
    } catch (error) {
      this.#onFailed(error);
      throw error;
    }
  }

  #watched(events: WatchEvents<KubernetesObject>): WatchEvents<KubernetesObject> {
    const read = (batch: WatchBatch<KubernetesObject>): void => {
      for (const event of batch) {
        if (event.type === 'BOOKMARK') this.read(event.resourceVersion);
        else if (event.type !== 'ERROR') this.read(event.object.metadata?.resourceVersion);
      }
    };
    const { ping } = events;
    return {
      ...(ping !== undefined && { ping: () => Reflect.apply(ping, events, []) }),
      async *[Symbol.asyncIterator]() {
        for await (const batch of events) {
          read(batch);
          yield batch;
        }
      },
    };
  }
}

/** An object as the server returned it for a write. */
interface Written {
  readonly resource: string;
  readonly object: KubernetesObject;
}

/**
 * Knows when the informers of a manager have received everything that a real server has sent. Two things must hold: each write that
 * this process knows of has passed every source that selects the object, and each cache equals a list that the server answers now. The
 * list alone would not do: of an object that was created and deleted, neither a list nor the cache says that two events are on their way.
 */
export class WatchedSources {
  readonly #client: ManagerClient;
  readonly #onFailed: (error: unknown) => void;
  readonly #sources: Source[] = [];
  #written: Written[] = [];

  /** @param onFailed Called with the error of each list and watch that fails. */
  constructor(client: ManagerClient, onFailed: (error: unknown) => void) {
    this.#client = client;
    this.#onFailed = onFailed;
  }

  /** Replaces that of the client. */
  readonly listerWatcher = (
    resource: Resource,
    options: ListerWatcherOptions = {},
  ): ListerWatcher<KubernetesObject> => {
    const listerWatcher = this.#client.listerWatcher(resource, options);
    const source = new Source({ resource, options, listerWatcher, onFailed: this.#onFailed });
    this.#sources.push(source);
    return source.watched;
  };

  /** Adds the answer to a write of a run or of the test. */
  written(resource: Resource, object: KubernetesObject): void {
    this.#written.push({ resource: resourceName(resource), object });
  }

  /** The resources whose caches are not current. */
  async behind(manager: Manager): Promise<readonly string[]> {
    this.#written = this.#written.filter((each) => !this.#hasPassed(each));
    if (this.#written.length > 0) return [...new Set(this.#written.map(({ resource }) => resource))];
    const started = this.#sources.filter(({ version }) => version !== '');
    const cached = await Promise.all(started.map((source) => isCached(source, manager)));
    const behind = started.filter((_source, at) => !cached[at]);
    return [...new Set(behind.map(({ resource }) => resourceName(resource)))];
  }

  #hasPassed({ resource, object }: Written): boolean {
    const { resourceVersion = '' } = object.metadata ?? {};
    return this.#sources.every(
      (source) =>
        source.version === '' || !source.has(resource, object) || !isLaterVersion(resourceVersion, source.version),
    );
  }
}

/** Compares a list of the source with the caches of its resource. */
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
