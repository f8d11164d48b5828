import type {
  ApiClient,
  Client,
  KubernetesObject,
  ListerWatcher,
  ListerWatcherOptions,
  Resource,
} from '@informer-gen/runtime';

/** A client that counts: how many lists and watches informers start through it, and how many bytes of objects come back. */
export class MeteredClient implements Client {
  lists = 0;
  watches = 0;
  objectBytes = 0;
  readonly #client: ApiClient;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ListerWatcherOptions = {},
  ): ListerWatcher<T> {
    const decode = (bytes: Buffer, stamp?: object): T => {
      this.objectBytes += bytes.length;
      return { ...stamp, ...(JSON.parse(bytes.toString('utf8')) as T) };
    };
    const source = this.#client.listerWatcher(resource, { ...options, decoder: { decode } });
    return {
      list: (query, context) => {
        this.lists++;
        return source.list(query, context);
      },
      watch: (query, context) => {
        this.watches++;
        return source.watch(query, context);
      },
    };
  }
}
