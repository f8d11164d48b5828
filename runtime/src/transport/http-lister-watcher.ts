import type { ListOptions } from '../api/list-options.js';
import type { KubernetesObject } from '../api/object.js';
import { apiVersionOf, resourceName } from '../api/resource.js';
import type { Resource } from '../api/resource.js';
import type {
  ListerWatcher,
  ListerWatcherOptions,
  ListResult,
  RequestContext,
  WatchEvents,
  WatchListExperience,
} from '../source/lister-watcher.js';
import { ListDecoder } from '../decode/list-decoder.js';
import type { ListDecoderOptions } from '../decode/list-decoder.js';
import { decoderFor, digesterFor, sharingDecoderFor } from '../decode/decoder-for.js';
import type { ObjectDecoder, TypeMeta } from '../decode/decoder.js';
import { WatchDecoder } from '../decode/watch-decoder.js';
import { MAX_LIST_BYTES } from './limits.js';
import { readBody } from './read-body.js';
import type { RequestSender } from './request-sender.js';
import { listQuery, queryString, resourcePath } from './resource-path.js';
import { WatchStream } from './watch-stream.js';

/** What an {@link HttpListerWatcher} may be told beyond what every client understands. */
export interface HttpListerWatcherOptions<T> extends ListerWatcherOptions {
  /** Makes the objects, whatever the other options say of them. Default: what those ask for. */
  readonly decoder?: ObjectDecoder<T>;
  /** What the client knows of the server's WatchList for this resource. Default: nothing. */
  readonly watchListMemory?: WatchListExperience | undefined;
}

/** Without a limit of ours, the server chooses one of up to an hour. */
const SERVER_TIMEOUT_SECONDS = 3600;

const acceptMetadata = {
  list: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
  watch: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
} as const;

/** Lists and watches one resource over HTTP. */
export class HttpListerWatcher<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly watchListMemory: WatchListExperience | undefined;
  readonly #sender: RequestSender;
  readonly #resource: Resource<T>;
  readonly #options: HttpListerWatcherOptions<T>;
  readonly #decoder: ObjectDecoder<T>;
  /** For objects that nobody changes; made when the first are asked for. */
  #sharingDecoder: ObjectDecoder<T> | undefined;
  /** Left out for metadata alone: its objects say `PartialObjectMetadata`, which is what they are. */
  readonly #stamp: TypeMeta | undefined;

  constructor(sender: RequestSender, resource: Resource<T>, options: HttpListerWatcherOptions<T> = {}) {
    this.watchListMemory = options.watchListMemory;
    this.#sender = sender;
    this.#resource = resource;
    this.#options = options;
    this.#decoder = options.decoder ?? decoderFor<T>(options, resource.projection);
    this.#stamp =
      options.metadataOnly === true ? undefined : { apiVersion: apiVersionOf(resource), kind: resource.kind };
  }

  async list(options: ListOptions, context: RequestContext<T>): Promise<ListResult<T>> {
    const { signal, known, onBytes } = context;
    const decoder = new ListDecoder<T>({ ...this.#decoding(context), known });
    const response = await this.#send('list', this.#tweak(options), { signal });
    await readBody(response, {
      clock: this.#sender.clock,
      onBytes,
      use: (chunk) => decoder.push(chunk),
      maxBytes: MAX_LIST_BYTES,
    });
    return decoder.end();
  }

  async watch(options: ListOptions, context: RequestContext<T>): Promise<WatchEvents<T>> {
    const { signal, known, ownConnection, onBytes, onAlive } = context;
    const tweaked = this.#tweak(options);
    const response = await this.#send('watch', tweaked, { signal, ownConnection });
    return new WatchStream<T>({
      response,
      decoder: new WatchDecoder<T>({ ...this.#decoding(context), known }),
      clock: this.#sender.clock,
      timeoutSeconds: tweaked.timeoutSeconds ?? SERVER_TIMEOUT_SECONDS,
      signal,
      onBytes,
      onAlive,
      silenceMs: tweaked.allowWatchBookmarks === true ? this.#sender.watchSilenceMs : undefined,
    });
  }

  #decoding(context: RequestContext<T>): Pick<ListDecoderOptions<T>, 'decoder' | 'stamp' | 'digest'> {
    const { onMalformed, onDecoded, isShareable = false } = context;
    const decoder = this.#decoderOf(isShareable);
    if (onMalformed) decoder.onMalformed = onMalformed;
    if (onDecoded) decoder.onDecoded = onDecoded;
    const leavesOutManagedFields = this.#options.decoder === undefined && this.#options.managedFields !== 'keep';
    return { decoder, stamp: this.#stamp, digest: digesterFor(decoder, { leavesOutManagedFields }) };
  }

  #decoderOf(isShareable: boolean): ObjectDecoder<T> {
    if (!isShareable || this.#options.decoder !== undefined) return this.#decoder;
    return (this.#sharingDecoder ??= sharingDecoderFor<T>(this.#options, this.#resource.projection) ?? this.#decoder);
  }

  #tweak(options: ListOptions): ListOptions {
    const tweaked = { ...options };
    this.#options.tweakListOptions?.(tweaked);
    return tweaked;
  }

  #send(
    verb: 'list' | 'watch',
    options: ListOptions,
    { signal, ownConnection = false }: Pick<RequestContext<T>, 'signal' | 'ownConnection'>,
  ): ReturnType<RequestSender['send']> {
    const { namespace, metadataOnly, userAgent } = this.#options;
    const query = { ...listQuery(options), ...(verb === 'watch' && { watch: true }) };
    return this.#sender.send({
      method: 'GET',
      path: resourcePath(this.#resource, { namespace }) + queryString(query),
      headers: {
        ...(metadataOnly === true && { accept: acceptMetadata[verb] }),
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
      },
      isWatch: verb === 'watch',
      ownConnection,
      signal,
      place: { verb, resource: resourceName(this.#resource), ...(namespace !== undefined && { namespace }) },
    });
  }
}
