import type { ResourceName } from '../write/write-log.js';
import type { HandlerEvent } from '../../../conformance/support/handler-event.js';

/** What a handler was told, with what the object said. */
export type SeenEvent = HandlerEvent & {
  /** The number of the write that the content is of; `''` where there is none. */
  readonly serial: string;
  /** Of the text beside it. */
  readonly textHash: string;
};

/** The sorts of handlers. */
export type HandlerSort = 'sync' | 'slow' | 'throwing' | 'late' | 'removed';

/** Everything that happened to a handler. */
export interface HandlerReport {
  readonly sort: HandlerSort;
  /** The informer's version when it was added, by namespace; `''` stands for all. Of a first handler: none. */
  readonly since: { readonly [namespace: string]: string };
  /** It was there until the end, so it has to know the last state of everything. */
  readonly live: boolean;
  readonly events: readonly SeenEvent[];
}

/** A relist: states with versions above `from`, up to `to`, may have been skipped. */
export interface RelistWindow {
  readonly reasons: string;
  readonly from: string;
  /** Undefined for one that has not succeeded. */
  readonly to?: string | undefined;
}

/** An object in a cache. */
export interface CachedObject {
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Of the whole object, without managedFields unless the informer keeps them. */
  readonly hash: string;
}

/** Everything that happened in an informer. */
export interface InformerReport {
  readonly mode: string;
  readonly resource: ResourceName;
  readonly keepsManagedFields: boolean;
  /** By namespace; `''` for an informer of all. */
  readonly relists: { readonly [namespace: string]: readonly RelistWindow[] };
  readonly handlers: readonly HandlerReport[];
  readonly store: readonly CachedObject[];
  /** What `onError` was told, counted by stage and message. */
  readonly errors: { readonly [text: string]: number };
}
