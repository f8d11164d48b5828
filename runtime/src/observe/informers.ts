import type { ObservedHandler, ObservedInformer } from './subjects.js';

/** A list, or the initial events of a watch, came to its end. */
export interface ListEnded {
  /** Why it was needed: a `RelistReason`. */
  readonly reason: string;
  readonly durationMs: number;
  /** How many objects it had; 0 where it failed. */
  readonly items: number;
  readonly isWatchList: boolean;
  /** For an informer of several namespaces: which. */
  readonly namespace?: string | undefined;
  readonly error?: Error | undefined;
}

/** A watch has ended. */
export interface WatchEnded {
  readonly durationMs: number;
  /** How many events it brought. */
  readonly items: number;
  /** False where it could not be opened. */
  readonly wasOpen: boolean;
  /** It ended within a second and brought nothing. */
  readonly isShort: boolean;
  readonly namespace?: string | undefined;
  readonly error?: Error | undefined;
}

/** What an informer does next, and why. */
export interface PhaseChanged {
  /** A `ReflectorPhase`. */
  readonly phase: string;
  readonly namespace?: string | undefined;
  /** While backing off: when it tries again. */
  readonly retryAt?: number | undefined;
  /** What went wrong last, where it has not gone well again. */
  readonly problem?: string | undefined;
}

/** Changes that went from the queue into the cache together. */
export interface EventsStored {
  readonly count: number;
  readonly durationMs: number;
}

/** A change of the cache, as handlers are told of it. The objects are the cache's own. */
export type ToldEvent =
  | { readonly type: 'add'; readonly object: unknown }
  | { readonly type: 'update'; readonly before: unknown; readonly after: unknown }
  /** The last state, or a `DeletedFinalStateUnknown`. */
  | { readonly type: 'delete'; readonly object: unknown };

/** Changes in their order, each made when it is asked for: there may be as many as objects. */
export interface ToldEvents {
  readonly length: number;
  at(position: number): ToldEvent | undefined;
}

/** One call of a handler. */
export interface HandlerCall {
  readonly type: 'add' | 'update' | 'delete';
  /** The same object for every handler that is told of the same event, as long as none is behind. */
  readonly event: object;
  /** When the event reached the cache. */
  readonly arrivedAt: number;
  /** Of the object; worked out when it is read. */
  readonly key: string;
}

/**
 * A call of a handler is over, or several in a row. Those that are told together were of one type, took less than 0.1 ms each, went
 * well and had waited equally long, but for a millisecond: to tell of each would cost more than they do.
 */
export interface HandlerCalled {
  readonly type: 'add' | 'update' | 'delete';
  /** How many calls. Always 1 where an observer has `aroundHandler`. */
  readonly count: number;
  /** Of each of them, on average. */
  readonly durationMs: number;
  /** From the cache to the call: of each of them, on average. */
  readonly waitedMs: number;
  readonly error?: Error | undefined;
}

/** Told of what informers do. */
export interface InformerObserver {
  phaseChanged?(informer: ObservedInformer, change: PhaseChanged): void;
  listEnded?(informer: ObservedInformer, end: ListEnded): void;
  watchOpened?(informer: ObservedInformer, watch: { readonly namespace?: string | undefined }): void;
  watchEnded?(informer: ObservedInformer, end: WatchEnded): void;
  /** Bytes of an answer came, compressed ones counted as what they stand for. */
  bytesReceived?(informer: ObservedInformer, bytes: number): void;
  eventsStored?(informer: ObservedInformer, batch: EventsStored): void;
  /** The cache has changed, or was resynced, whether or not there is a handler that is told. */
  eventsTold?(informer: ObservedInformer, events: ToldEvents): void;
  /** An object that was kept as bytes was read, and decoded. */
  objectDecoded?(informer: ObservedInformer): void;
  /** Called in place of the handler, and calls `run`, which calls it, at once: so that the call has an async context of the observer's. */
  aroundHandler?(handler: ObservedHandler, call: HandlerCall, run: () => void): void;
  handlerCalled?(handler: ObservedHandler, call: HandlerCalled): void;
}
