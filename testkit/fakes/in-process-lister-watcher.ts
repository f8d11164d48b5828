import { crc32 } from 'node:zlib';
import { apiVersionOf, projectObject } from '@informer-gen/runtime/client-go';
import type {
  KubernetesObject,
  ListerWatcher,
  ListerWatcherOptions,
  ListOptions,
  ListResult,
  RequestContext,
  Resource,
  WatchBatch,
} from '@informer-gen/runtime';
import type { JsonObject } from '../simulated/objects/api-object.js';
import { FakeWatch } from './fake-watch.js';
import type { InProcessRequest, InProcessTransport } from './in-process-transport.js';
import { WatchReceiver } from './watch-receiver.js';

/** A list as it is on the wire. */
interface ListBody {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  /** Null where a list of metadata is empty. */
  readonly items: readonly JsonObject[] | null;
}

const METADATA_ONLY = 'g=meta.k8s.io;v=v1,application/json';

/** Lists and watches one resource of a simulated cluster without sockets. Objects are decoded at once, never lazily. */
export class InProcessListerWatcher<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly #transport: InProcessTransport;
  readonly #resource: Resource<T>;
  readonly #options: ListerWatcherOptions;

  constructor(transport: InProcessTransport, resource: Resource<T>, options: ListerWatcherOptions = {}) {
    this.#transport = transport;
    this.#resource = resource;
    this.#options = options;
  }

  async list(options: ListOptions, { signal, onBytes }: RequestContext<T>): Promise<ListResult<T>> {
    const { text } = await this.#transport.send(this.#request('list', options, signal));
    onBytes?.();
    const { items, metadata, kind } = JSON.parse(text) as ListBody;
    const { resourceVersion, continue: token, remainingItemCount } = metadata;
    const decoded = (items ?? []).map((item) => this.#decode(item, kind.replace(/List$/, '')));
    return {
      items: decoded,
      digests: decoded.map(digestOf),
      resourceVersion,
      ...(token ? { continue: token } : {}),
      ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
    };
  }

  async watch(options: ListOptions, { signal, onBytes }: RequestContext<T>): Promise<AsyncIterable<WatchBatch<T>>> {
    const request = this.#request('watch', options, signal);
    const givenUp = new AbortController();
    const watch = new FakeWatch<T>(signal, () => givenUp.abort(signal.reason));
    const receiver = new WatchReceiver<T>(watch, (sent) => {
      onBytes?.();
      const object = this.#decode(sent);
      return { object, digest: digestOf(object) };
    });
    try {
      const { isStream, text } = await this.#transport.send({ ...request, receiver, signal: givenUp.signal });
      if (isStream) return watch;
      receiver.bytes(text);
      receiver.end();
      return watch;
    } catch (error) {
      watch.end();
      throw error;
    }
  }

  #request(verb: 'list' | 'watch', options: ListOptions, signal: AbortSignal): InProcessRequest {
    const { namespace, metadataOnly, tweakListOptions, userAgent } = this.#options;
    const tweaked = { ...options };
    tweakListOptions?.(tweaked);
    const form = verb === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata';
    return {
      method: 'GET',
      verb,
      resource: this.#resource,
      namespace,
      query: { ...tweaked, ...(verb === 'watch' && { watch: true }) },
      headers: {
        ...(metadataOnly === true && { accept: `application/json;as=${form};${METADATA_ONLY}` }),
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
      },
      signal,
    };
  }

  /** Items of built-in lists carry no kind of their own; `listed` is the one that their list names. */
  #decode(object: JsonObject, listed?: string): T {
    const { metadataOnly, managedFields = 'drop' } = this.#options;
    if (managedFields === 'drop' && this.#resource.projection === undefined) {
      const { managedFields: _dropped, ...metadata } = object['metadata'] as JsonObject;
      object['metadata'] = metadata;
    }
    const kind = this.#resource.kind || listed;
    const stamp = metadataOnly === true ? {} : { apiVersion: apiVersionOf(this.#resource), ...(kind ? { kind } : {}) };
    const also = managedFields === 'drop' ? [] : ['metadata.managedFields'];
    return projectObject(this.#resource.projection, { ...stamp, ...object }, also) as unknown as T;
  }
}

/** The same for a state that a list sent and a watch, whichever of them says its type. */
function digestOf({ apiVersion: _apiVersion, kind: _kind, ...state }: KubernetesObject): number {
  return crc32(JSON.stringify(state)) | 0;
}
