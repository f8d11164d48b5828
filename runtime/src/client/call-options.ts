import type { ListOptions } from '../api/list-options.js';
import type { PatchType } from './call-types.js';

/** Which object a call is about. The `metadata` of an object is one. */
export interface NamespacedName {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, which rejects with its reason. Default: nothing does. */
  readonly signal?: AbortSignal | undefined;
  /** How often to try again what may be tried again: see `ResourceCaller`. Default 3. */
  readonly retries?: number | undefined;
  /** User agent of the request. Default: that of the client. */
  readonly userAgent?: string | undefined;
}

/** Options of `get`. */
export interface GetOptions<S extends string | undefined = undefined> extends CallOptions {
  /** Such as `status` or `scale`. Default: the object itself. */
  readonly subresource?: S;
  /** `'0'` for any version that the server has at hand, which spares its storage. Default: the newest. */
  readonly resourceVersion?: string | undefined;
}

/**
 * What the server does with fields that its schema lacks: refuse the request, answer with a warning and drop them, or only
 * drop them. An apply refuses them whatever this says.
 */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** Options of everything that changes an object, but for deletes. */
export interface WriteOptions<S extends string | undefined = undefined> extends CallOptions {
  /** Such as `status` or `scale`. Default: the object itself. */
  readonly subresource?: S;
  /** Under which name the fields are owned. Default: the `fieldManager` of the client. */
  readonly fieldManager?: string | undefined;
  /** Default: that of the client, which is `Strict` unless `connect` was told another. */
  readonly fieldValidation?: FieldValidation | undefined;
  /** Do everything but store it. Default false. */
  readonly dryRun?: boolean | undefined;
  /**
   * Send integers beyond 2^53 all the same. They were rounded when they were parsed or computed, so that what is sent may
   * not be what was meant. Default false: such a body is refused, with the path of the number.
   */
  readonly allowUnsafeIntegers?: boolean | undefined;
}

/** Options of `create`. */
export interface CreateOptions<S extends string | undefined = undefined> extends WriteOptions<S> {
  /** Default: the namespace of the object. */
  readonly namespace?: string | undefined;
  /** With `subresource`: whose it is. Default: `metadata.name` of what is sent. */
  readonly name?: string | undefined;
}

/** Options of `replace`. */
export interface ReplaceObjectOptions<S extends string | undefined = undefined> extends WriteOptions<S> {
  /** Default: the namespace of the object. */
  readonly namespace?: string | undefined;
}

/** Options of `patch`. */
export interface PatchOptions<
  K extends PatchType = 'merge',
  S extends string | undefined = undefined,
> extends WriteOptions<S> {
  /** Default `merge`. */
  readonly type?: K;
}

/** Options of `apply`. */
export interface ApplyOptions<S extends string | undefined = undefined> extends WriteOptions<S> {
  /** Default: the namespace of the intent. */
  readonly namespace?: string | undefined;
  /** Take fields away from other managers. Default false: theirs with other values are a `FieldManagerConflict`. */
  readonly force?: boolean | undefined;
}

/** What becomes of the objects that a deleted one owns. */
export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan';

/** What must be true of an object for it to be deleted; else the call rejects with the code `Conflict`. */
export interface Preconditions {
  /** Give it always: an object of the same name that was created since survives. */
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Options of `delete`. */
export interface DeleteOptions extends CallOptions {
  /** Default: none. */
  readonly preconditions?: Preconditions | undefined;
  /** Default: the kind's own, which is `Background` for most. */
  readonly propagationPolicy?: PropagationPolicy | undefined;
  /** How long pods may take to end; 0 for at once. Default: what the object says. */
  readonly gracePeriodSeconds?: number | undefined;
  /** Do everything but store it. Default false. */
  readonly dryRun?: boolean | undefined;
}

/** Options of `deleteCollection`. Without a selector, everything in the namespace goes. */
export interface DeleteCollectionOptions extends Omit<DeleteOptions, 'preconditions'> {
  /** Needed for every resource that has namespaces. Default: none. */
  readonly namespace?: string | undefined;
  /** Default: all. */
  readonly labelSelector?: string | undefined;
  /** Default: all. */
  readonly fieldSelector?: string | undefined;
}

/** What to list. */
export interface ListRequest extends ListOptions, CallOptions {
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
}

/** What to list page by page; `limit` is the size of a page, 500 by default. */
export type ListAllRequest = Omit<ListRequest, 'continue'>;

/** What to watch. */
export type WatchRequest = Omit<ListRequest, 'limit' | 'continue'>;
