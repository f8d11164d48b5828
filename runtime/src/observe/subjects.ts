/** What of an informer's status observers read. The informer's own has more. */
export interface ObservedInformerStatus {
  readonly phase: string;
  readonly synced: boolean;
  /** When the server last proved to be there, in milliseconds since the epoch; undefined before it did. */
  readonly lastAliveAt?: number;
  /** Since when no watch is open; undefined while one is. */
  readonly disconnectedSince?: number;
}

/** A connection to an API server. */
export interface ObservedClient {
  readonly type: 'client';
  /** Of the server, with its port: `10.0.0.1:443`. */
  readonly host: string;
  /** The client certificate that an exec plugin gave last, as PEM; undefined where none did. */
  readonly pluginCertificate?: string | undefined;
}

/** An informer: the numbers are those of the moment in which they are read. */
export interface ObservedInformer {
  readonly type: 'informer';
  /** As messages name it: `deployments.apps`, unless it was given a name. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  /** The plural: `deployments`. */
  readonly resource: string;
  readonly kind: string;
  readonly status: ObservedInformerStatus;
  /** How many objects are cached. */
  readonly size: number;
  /** How many changes wait between the reflector and the cache. */
  readonly queued: number;
  /** How far the cache is; `''` before the first list. */
  readonly storeResourceVersion: string;
  /** By the informer's own clock, which its times are of. */
  now(): number;
}

/** A handler of an informer. */
export interface ObservedHandler {
  readonly type: 'handler';
  readonly informer: ObservedInformer;
  readonly name: string;
  /** How many events wait for it. */
  readonly backlog: number;
  /** When the event that has waited longest arrived; undefined when none waits. */
  readonly waitingSince: number | undefined;
}

/** A work queue. */
export interface ObservedQueue {
  readonly type: 'queue';
  /** `''` for one that was given no name. */
  readonly name: string;
  readonly hasPriorities: boolean;
  /** How many keys wait, by priority; a queue without priorities has all at 0. */
  depths(): ReadonlyMap<number, number>;
  /** How many keys wait for their time. */
  readonly waiting: number;
  /** How many keys are being worked on. */
  readonly processing: number;
  /** How long everything that is being worked on has taken, together: of what was taken since somebody observes. */
  readonly unfinishedMs: number;
  /** How long the oldest of that has taken. */
  readonly longestRunningMs: number;
}

/** A reconcile loop. */
export interface ObservedController {
  readonly type: 'controller';
  readonly name: string;
  /** Of the objects that it reconciles; `''` where that is not known. */
  readonly group: string;
  readonly kind: string;
  /** How many keys are worked on at once, at the most. */
  readonly workers: number;
  /** How many are. */
  readonly active: number;
  /** Number of runs that did not end within 10 s of their timeout. */
  readonly stuck: number;
}

/** One process's part in an election. */
export interface ObservedElection {
  readonly type: 'election';
  /** Of the lease. */
  readonly name: string;
  readonly isLeading: boolean;
}

/** Everything that tells observers what it does. Each is the same object for as long as it lives. */
export type Observed =
  ObservedClient | ObservedInformer | ObservedHandler | ObservedQueue | ObservedController | ObservedElection;
