import type { ObservedController, ObservedElection, ObservedQueue } from './subjects.js';

/** Why a key is in a queue. */
export interface WorkCause {
  /** `add`, `update`, `delete` and `resync` are events; `retry` follows a failure, `requeue` a result that asked for it. */
  readonly type: 'add' | 'update' | 'delete' | 'resync' | 'retry' | 'requeue' | 'other';
  /** Of the event's object, or of what was added by hand: `deployments.apps`. */
  readonly resource?: string | undefined;
  /** The key of the event's object; mapped to the key that is queued. */
  readonly object?: string | undefined;
  /** How that object leads to the key: `itself`, `its owner`, or the name of the function that says so. */
  readonly mapping?: string | undefined;
}

/** A key was added to a queue. */
export interface KeyAdded {
  readonly key: unknown;
  readonly priority: number;
  /** It was not in the queue: neither ready, nor ready once its processing is done. */
  readonly isNew: boolean;
  /** It was ready already with this lower priority. */
  readonly raisedFrom?: number | undefined;
  /** Why. Undefined where nobody said. */
  readonly cause?: WorkCause | undefined;
}

/** A key will be added later. */
export interface KeyDelayed {
  readonly key: unknown;
  readonly delayMs: number;
  readonly cause?: WorkCause | undefined;
}

/** A key was handed to a worker. */
export interface KeyTaken {
  readonly key: unknown;
  readonly priority: number;
  /** Since it was first added; undefined where nobody observed that. */
  readonly waitedMs: number | undefined;
}

/** The work on a key is done. */
export interface KeyDone {
  readonly key: unknown;
  /** Undefined where nobody observed its beginning. */
  readonly workedMs: number | undefined;
}

/** A run of a reconcile begins. */
export interface ReconcileStarted {
  readonly key: string;
  /** The id of the run, as in its log lines. */
  readonly id: string;
  readonly priority: number;
  /** Why it runs: all adds since the last run, the last ones where they were many. Empty where nobody said. */
  readonly causes: readonly WorkCause[];
}

/** A run of a reconcile is over. */
export interface ReconcileEnded {
  readonly key: string;
  readonly id: string;
  readonly result: 'success' | 'error' | 'requeue' | 'requeue_after';
  readonly durationMs: number;
  readonly error?: Error | undefined;
  readonly isTerminal: boolean;
  readonly timedOut: boolean;
}

/** A run has waited for caches to have what was written. */
export interface CacheWaited {
  /** `get`: before a run reads its object, for the writes of the runs before. `list`: for those of the same run too. */
  readonly operation: 'get' | 'list';
  readonly result: 'success' | 'timeout' | 'error';
  readonly durationMs: number;
}

/** A write that was not needed. */
export interface WriteSaved {
  /** `deployments.apps`. */
  readonly resource: string;
}

/** Told of work queues and of what works on their keys. */
export interface ControllerObserver {
  /** Called where the key is added, in the async context of whoever adds it. */
  keyAdded?(queue: ObservedQueue, added: KeyAdded): void;
  keyDelayed?(queue: ObservedQueue, delayed: KeyDelayed): void;
  keyTaken?(queue: ObservedQueue, taken: KeyTaken): void;
  keyDone?(queue: ObservedQueue, done: KeyDone): void;
  /** Called in place of a run, and calls `run`, which begins it, at once: so that the run has an async context of the observer's. */
  aroundReconcile?(controller: ObservedController, start: ReconcileStarted, run: () => void): void;
  reconcileStarted?(controller: ObservedController, start: ReconcileStarted): void;
  reconcileEnded?(controller: ObservedController, end: ReconcileEnded): void;
  cacheWaited?(wait: CacheWaited): void;
  /** An apply was not sent, because nothing would change. */
  writeSaved?(write: WriteSaved): void;
  /** A write was kept back, because this process does not lead or may not any more. */
  writeFenced?(): void;
  leadershipChanged?(election: ObservedElection, change: { readonly isLeading: boolean }): void;
  /** A leader had to read its lease before it could renew it. */
  slowPathTaken?(election: ObservedElection): void;
}
