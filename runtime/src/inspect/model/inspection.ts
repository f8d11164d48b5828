import type { LastError, ReflectorPhase } from '../../reflector/reflector-status.js';
import type { HandlerStatus } from '../../delivery/processor-listener.js';

/** Everything the inspector knows at one moment: what `/api/inspection` is answered with. Times are milliseconds since the epoch. */
export interface Inspection {
  /** When it was taken, by the clock that all other times are of. */
  readonly at: number;
  /** Since when the inspector has watched: counts and rings begin then. */
  readonly watchingSince: number;
  readonly process: ProcessView;
  /** What is stuck, the worst first. */
  readonly problems: readonly InspectedProblem[];
  readonly informers: readonly InformerView[];
  readonly controllers: readonly LoopView[];
  /** Undefined without a manager. */
  readonly manager?: ManagerView;
}

/** The process that is looked at. */
export interface ProcessView {
  readonly pid: number;
  readonly node: string;
  readonly uptimeMs: number;
  readonly heapBytes: number;
  readonly rssBytes: number;
  /** How busy the event loop was since the last look: 0 to 1. */
  readonly loopBusy: number;
}

/** What a problem is about, to find it on the page. */
export interface ProblemSubject {
  readonly type: 'informer' | 'handler' | 'controller' | 'key' | 'manager';
  /** The id of the informer, the name of the controller, or of the manager. */
  readonly id: string;
  /** The handler, or the key. */
  readonly name?: string;
}

/** Something that is stuck: what, why, since when, and what to do. */
export interface InspectedProblem {
  /** `error`: it does not work. `warning`: it works, late or in part. `note`: as it should be, but worth knowing. */
  readonly severity: 'error' | 'warning' | 'note';
  readonly subject: ProblemSubject;
  /** `widgets.example.com is not synced`. */
  readonly what: string;
  readonly cause: string;
  readonly since?: number;
  /** What a person may do about it. */
  readonly next: string;
}

/** How many of something, and how many a second of late. */
export interface Flow {
  readonly count: number;
  /** Over the last ten seconds. */
  readonly perSecond: number;
}

/** How long something took of late. All 0 before the first. */
export interface Durations {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** An informer, from the server to its handlers. */
export interface InformerView {
  /** Names it in paths: `pods`, `widgets.example.com`, `pods-2` for a second one of the same resource. */
  readonly id: string;
  readonly resource: string;
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly phase: ReflectorPhase;
  readonly since: number;
  /** Why it is in this phase, in words. */
  readonly why: string;
  readonly synced: boolean;
  readonly resourceVersion: string;
  /** The version that the cache has reached; behind `resourceVersion` while events wait in the queue. */
  readonly cacheVersion: string;
  readonly lastEventAt?: number;
  readonly lastByteAt?: number;
  readonly lastAliveAt?: number;
  readonly disconnectedSince?: number;
  readonly retryAt?: number;
  readonly lastError?: LastError;
  /** For how long nothing has proved that the cache is current: 0 while a watch is open and alive. */
  readonly staleMs: number;
  readonly heldUp?: { readonly since: number; readonly by: readonly string[] };
  readonly namespaces?: readonly NamespaceView[];
  readonly relists: { readonly [reason: string]: number };
  /** The last ones, the oldest first. */
  readonly timeline: readonly TimelineEntry[];
  readonly objects: number;
  /** About what its objects take on the heap, from a sample. */
  readonly bytes: number;
  readonly masked: boolean;
  readonly indexes: readonly string[];
  /** Changes that wait between the reflector and the cache. */
  readonly queued: number;
  /** What came from the server: events of watches and items of lists. */
  readonly received: Flow;
  /** Of answers to its lists and watches. */
  readonly receivedBytes: Flow;
  /** What was told to handlers, by type. */
  readonly told: { readonly adds: Flow; readonly updates: Flow; readonly deletes: Flow };
  /** How long it takes to put a batch of changes into the cache. */
  readonly storing: Durations;
  readonly handlers: readonly HandlerView[];
  /** The controllers that its events wake. */
  readonly feeds: readonly string[];
}

/** One namespace of an informer of several. */
export interface NamespaceView {
  readonly namespace: string;
  readonly phase: ReflectorPhase;
  readonly since: number;
  readonly lastError?: LastError;
}

/** A list, or another step of a reflector. */
export interface TimelineEntry {
  readonly at: number;
  readonly type: 'list' | 'error' | 'phase';
  /** The reason of a list, the message of an error, the name of a phase. */
  readonly what: string;
}

/** A handler of an informer. */
export interface HandlerView extends HandlerStatus {
  readonly calls: Flow;
  readonly errors: Flow;
  readonly lastError?: { readonly at: number; readonly message: string };
  /** Of its calls. */
  readonly took: Durations;
  /** From an event's arrival to its call. */
  readonly lag: Durations;
  /** The controller whose handler this is. */
  readonly controller?: string;
}

/** Why a key was queued. */
export interface WakeView {
  readonly at: number;
  /** `create`, `update`, `delete`, `resync`, `initial list`, or `enqueue` for a call of the program. */
  readonly event: string;
  /** Whose event, where it was one: `deployments.apps`. */
  readonly resource?: string;
  /** The key of the object whose event it was. */
  readonly object?: string;
  /** How that object's event leads to this key: `itself`, `its owner`. */
  readonly mapping?: string;
}

/** How the last run of a key ended. */
export interface RunView {
  readonly at: number;
  readonly result: string;
  readonly durationMs: number;
  readonly error?: string;
  /** It is not tried again until something changes. */
  readonly isTerminal?: boolean;
}

/** A key of a controller's queue. */
export interface KeyView {
  readonly key: string;
  /** `ready`: waits for a worker. `waiting`: for its time. `working`: a worker has it. `again`: that too, and it was added meanwhile. `idle`: not queued. */
  readonly state: 'ready' | 'waiting' | 'working' | 'again' | 'idle';
  /** Since when it has been queued, or worked on. */
  readonly since?: number;
  readonly priority?: number;
  /** When it is tried next, where it waits for that. */
  readonly nextTryAt?: number;
  /** How often it has failed in a row. */
  readonly failures: number;
  /** When the first of those was; undefined where that was before the inspector began. */
  readonly failingSince?: number;
  /** The newest first. */
  readonly why: readonly WakeView[];
  readonly last?: RunView;
  /** Start of its run, if that has not ended although its timeout has passed. */
  readonly stuckSince?: number;
}

/** A controller: its queue and its reconciles. */
export interface LoopView {
  readonly name: string;
  readonly workers: number;
  readonly active: number;
  readonly ready: number;
  readonly waiting: number;
  readonly retries: Flow;
  readonly added: Flow;
  /** The key that has waited longest for a worker. */
  readonly oldest?: { readonly key: string; readonly since: number };
  readonly results: { readonly [result: string]: Flow };
  /** Of its runs. */
  readonly took: Durations;
  /** From being ready to a worker. */
  readonly waited: Durations;
  /** What is worked on, what fails and what waits longest; not all, where there are many. */
  readonly keys: readonly KeyView[];
  /** How many keys are queued or failing beyond those. */
  readonly moreKeys: number;
}

/** The manager. */
export interface ManagerView {
  readonly name: string;
  readonly phase: string;
  /** Undefined without an election. */
  readonly leadership?: LeadershipView;
}

/** Who leads, and whether writes pass. */
export interface LeadershipView {
  readonly lease: string;
  readonly identity: string;
  /** `''` when nobody does, as far as is known. */
  readonly leader: string;
  readonly isLeader: boolean;
  /** When the lease was last seen to change. */
  readonly observedAt: number;
  /** How long writes still pass without a renewal; 0: none does. Undefined without a fence. */
  readonly fenceLeftMs?: number;
  readonly fenced: Flow;
}

/** One event of an informer. */
export interface EventView {
  readonly sequence: number;
  readonly at: number;
  readonly informer: string;
  readonly type: 'add' | 'update' | 'delete' | 'resync';
  readonly key: string;
  readonly resourceVersion: string;
  /** The paths that an update changed; undefined where they were not worked out. */
  readonly paths?: readonly string[];
  /** How many more changed. */
  readonly morePaths?: number;
}

/** A page of objects of a cache. */
export interface CachePage {
  readonly informer: string;
  /** How many match. */
  readonly total: number;
  readonly objects: readonly ObjectRow[];
  readonly namespaces: readonly string[];
  readonly indexes: readonly string[];
  /** The values of the index that was asked for, the first of them. */
  readonly indexValues: readonly string[];
  readonly masked: boolean;
}

/** An object in a list. */
export interface ObjectRow {
  readonly key: string;
  readonly name: string;
  readonly namespace?: string;
  readonly createdAt?: string;
  readonly resourceVersion: string;
  readonly labels: { readonly [name: string]: string };
}
