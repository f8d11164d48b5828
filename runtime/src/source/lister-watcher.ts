import type { ListOptions } from '../api/list-options.js';
import type { KubernetesObject, WithManagedFields } from '../api/object.js';
import type { Resource } from '../api/resource.js';
import type { Status } from '../api/status.js';
import type { TweakListOptions } from '../api/list-options.js';

/** One page of a list, or all of it. */
export interface ListResult<T> {
  readonly items: readonly T[];
  /** The digest of each item, at the same position; {@link NO_DIGEST} where there is none. Default: none has one. */
  readonly digests?: readonly number[] | undefined;
  /** The version of the whole list: where a watch continues. */
  readonly resourceVersion: string;
  /** Set when there is another page; goes into the next request's `continue`. */
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** A bookmark: no object changed, but everything up to this version has been sent. */
export interface BookmarkEvent {
  readonly type: 'BOOKMARK';
  readonly resourceVersion: string;
  /** The bookmark carries `k8s.io/initial-events-end: "true"`: a WatchList has sent its whole initial state. */
  readonly initialEventsEnd: boolean;
}

/** One event of a watch. Objects carry `apiVersion` and `kind`; `digest` is as in {@link ListResult.digests}. */
export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T; readonly digest?: number }
  | BookmarkEvent
  | { readonly type: 'ERROR'; readonly status: Status };

/** The events that arrived together. Handing them on together saves a promise for each. */
export type WatchBatch<T> = readonly WatchEvent<T>[];

/** The stream of a watch. */
export interface WatchEvents<T> extends AsyncIterable<WatchBatch<T>> {
  /**
   * Asks the other side for a sign of life, which arrives as {@link RequestContext.onAlive}. Left out by streams that cannot
   * ask: who needs a sign then opens another watch.
   */
  readonly ping?: (() => void) | undefined;
}

/**
 * The digest of an object whose bytes nobody has seen. A digest is a number that a decoder makes of an object's bytes, such
 * that equal bytes have equal digests and different ones almost never do. This one equals nothing, itself included.
 */
export const NO_DIGEST: number = Number.NaN;

/** What the cache holds, for a decoder that need not decode it again. Nothing may be remembered of it across an `await`. */
export interface CacheLookup<T> {
  /** Returns where the object with this key is; -1 where there is none. */
  find(key: string): number;
  objectAt(position: number): T;
  /** The digest that came with the object; {@link NO_DIGEST} where none did. */
  digestAt(position: number): number;
}

/** What goes with a request but is not part of its query. */
export interface RequestContext<T> {
  /** Aborting it ends the request at once; `list` then rejects, a watch's iteration ends. */
  readonly signal: AbortSignal;
  /**
   * Where given, a decoder may ask it for the object that the cache already holds under a key, and use that one instead of
   * a new one when uid, resourceVersion and digest are equal: a relist of unchanged objects then makes no garbage.
   */
  readonly known?: CacheLookup<T> | undefined;
  /**
   * The objects go into a cache as they are, and nobody changes them: parts that are equal in many of them may be one frozen
   * value. Default false.
   */
  readonly isShareable?: boolean | undefined;
  /** The watch may not be read for a while: it must not share a connection with others. Default false. */
  readonly ownConnection?: boolean | undefined;
  /**
   * Where objects are decoded when they are first read: called for each that turned out not to be JSON. It is cached, and
   * can be replaced only by listing again.
   */
  readonly onMalformed?: ((error: Error) => void) | undefined;
  /** Where objects are decoded when they are first read: called for each that was. */
  readonly onDecoded?: (() => void) | undefined;
  /** Called when bytes arrive, also those that make no event (for `status.lastByteAt`), with how many, where that is known. */
  readonly onBytes?: ((length?: number) => void) | undefined;
  /** Called when the other side has proven to be there without sending bytes of the answer: it answered a PING. */
  readonly onAlive?: (() => void) | undefined;
}

/** What is known of a server's WatchList for one resource; `WatchListMemory` is one. */
export interface WatchListExperience {
  /** False while a refusal is remembered. */
  worthTrying(): boolean;
  worked(): void;
  refused(): void;
}

/**
 * A source of a resource's state and changes. `list` rejects with an `ApiError` (or a network error); `watch` rejects
 * when it cannot start, and the stream it resolves to ends when the server closes it, throws when the connection breaks,
 * and yields an ERROR event where the server sends one. Leaving the iteration early closes the connection.
 */
export interface ListerWatcher<T> {
  list(options: ListOptions, context: RequestContext<T>): Promise<ListResult<T>>;
  watch(options: ListOptions, context: RequestContext<T>): Promise<WatchEvents<T>>;
  /** False for sources that do not understand `sendInitialEvents` (most fakes). Default true. */
  readonly watchListSupported?: boolean;
  /** Shared by all who list the same resource of the same server, so that each refusal is met once. Default: none. */
  readonly watchListMemory?: WatchListExperience | undefined;
}

/** See {@link DecodeOptions.managedFields}. */
export type ManagedFieldsOption = 'drop' | 'keep';

/** Options that keep `managedFields`, of whatever else they say. */
export interface KeepsManagedFields {
  readonly managedFields: 'keep';
}

/** How objects are made of what the server sends. */
export interface DecodeOptions {
  /**
   * What becomes of `metadata.managedFields`, often a third of an object and nothing that most controllers read. `drop`
   * cuts them out of the bytes before they are parsed; `keep` leaves them, and gives {@link WithManagedFields}. In a cache without
   * a transform, a `fieldsV1` that many objects have is one frozen value. Default `drop`.
   */
  readonly managedFields?: ManagedFieldsOption | undefined;
  /**
   * Keep objects as bytes and decode each when it is first read. Handlers and indexes that need only keys, or the declared
   * paths (see `indexByPath`), then cost a fraction of the time and memory. Such an object is a proxy: it reads, prints and
   * freezes as any other, but `structuredClone` and `postMessage` refuse it; `mutableCopy` makes a plain one. Default false.
   */
  readonly lazy?: boolean | { readonly paths: readonly string[] } | undefined;
}

/** Which objects of a resource a {@link ListerWatcher} is about, and how they are made. */
export interface ListerWatcherOptions extends DecodeOptions {
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
  /** Changes the options of every list and watch. Default: nothing. */
  readonly tweakListOptions?: TweakListOptions | undefined;
  /** Ask the server for metadata alone (PartialObjectMetadata). Default false. */
  readonly metadataOnly?: boolean | undefined;
  /** User agent of the requests. Default: that of the client. */
  readonly userAgent?: string | undefined;
}

/**
 * What informers need of a connection: a way to list and watch any resource. `connect` returns one that speaks HTTP;
 * `@informer-gen/testing` has one that needs no network.
 */
export interface Client {
  listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ListerWatcherOptions & KeepsManagedFields,
  ): ListerWatcher<WithManagedFields<T>>;
  listerWatcher<T extends KubernetesObject>(resource: Resource<T>, options?: ListerWatcherOptions): ListerWatcher<T>;
}
