import { ApiError, hintOf } from '../api/api-error.js';
import type { InformerErrorCode } from '../api/informer-error.js';
import { isInformerError } from '../api/informer-error.js';
import { printable } from '../api/printable.js';

/** What a reflector is doing now. */
export type ReflectorPhase = 'idle' | 'listing' | 'watching' | 'backing-off' | 'stopped';

/** Why everything was listed (again). */
export type RelistReason =
  | 'initial'
  | 'expired'
  | 'list failed'
  | 'watch failed'
  | 'watch ended with an error'
  | 'watch ended at once'
  | 'no version'
  | 'resync failed';

/** An error as `status` tells it. */
export interface LastError {
  readonly verb: 'list' | 'watch';
  /** As messages name it: `pods`, `widgets.example.com`. */
  readonly resource: string;
  readonly namespace?: string;
  /** Which of the known reasons; undefined for an error that is not of this package. */
  readonly code?: InformerErrorCode;
  /** The HTTP status; undefined when no answer came. */
  readonly statusCode?: number;
  readonly message: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** How fresh one reflector's data is, and what it does about it. A snapshot: read `status` again for a newer one. */
export interface ReflectorStatus {
  readonly phase: ReflectorPhase;
  /** Since when, in milliseconds since the epoch. */
  readonly since: number;
  /** When the last event came; undefined before the first. */
  readonly lastEventAt?: number;
  /** When the last byte came, also of bookmarks and keep-alives. */
  readonly lastByteAt?: number;
  /** When the server last proved to be there: bytes came, a PING was answered, a watch was opened. Undefined before the first. */
  readonly lastAliveAt?: number;
  /** Since when there has been no open watch: from the start to the first, then whenever one ends. Undefined while one is open. */
  readonly disconnectedSince?: number;
  readonly resourceVersion: string;
  /** How often everything was listed, by reason. */
  readonly relists: { readonly [reason in RelistReason]?: number };
  /** What went wrong last; undefined once a list, or a watch where that had failed, has gone well again. */
  readonly lastError?: LastError;
  /** While backing off: when it tries again. */
  readonly retryAt?: number;
}

/** Holds a {@link ReflectorStatus} and calls back when its phase or error changes. */
export class StatusKeeper {
  #status: ReflectorStatus;
  readonly #onChange: (status: ReflectorStatus) => void;

  constructor(now: number, onChange: (status: ReflectorStatus) => void) {
    this.#status = { phase: 'idle', since: now, disconnectedSince: now, resourceVersion: '', relists: {} };
    this.#onChange = onChange;
  }

  get(): ReflectorStatus {
    return this.#status;
  }

  /** Changes parts of the status, and calls back. */
  change(changes: Partial<ReflectorStatus>): void {
    this.#status = { ...this.#status, ...changes };
    this.#onChange(this.#status);
  }

  enter(phase: ReflectorPhase, now: number, retryAt?: number): void {
    if (phase === this.#status.phase && phase !== 'backing-off') return;
    const { retryAt: _old, ...rest } = this.#status;
    this.#status = { ...rest, phase, since: now, ...(retryAt === undefined ? {} : { retryAt }) };
    this.#onChange(this.#status);
  }

  /** A watch is open. */
  connected(now: number): void {
    const { disconnectedSince: _since, ...rest } = this.#status;
    this.#status = { ...rest, lastAliveAt: now };
  }

  /** What went wrong has gone well again; with a verb, only where it went wrong with that one. */
  clearError(verb?: 'list' | 'watch'): void {
    const { lastError, ...rest } = this.#status;
    if (lastError === undefined || (verb !== undefined && lastError.verb !== verb)) return;
    this.#status = rest;
    this.#onChange(this.#status);
  }

  /** No watch is open: noted from the first time on. */
  disconnected(now: number): void {
    this.#status = { disconnectedSince: now, ...this.#status };
  }

  countRelist(reason: RelistReason): void {
    const { relists } = this.#status;
    this.change({ relists: { ...relists, [reason]: (relists[reason] ?? 0) + 1 } });
  }

  /** Changes what changes with every event, without a call of `onChange`. */
  note(changes: Pick<ReflectorStatus, 'lastEventAt' | 'lastByteAt' | 'lastAliveAt'>): void {
    this.#status = { ...this.#status, ...changes };
  }
}

/** An error as {@link ReflectorStatus.lastError} has it. */
export function statusError(
  error: Error,
  verb: 'list' | 'watch',
  place: { resource: string; namespace?: string | undefined; at: number },
): LastError {
  const namespace = place.namespace === undefined ? {} : { namespace: place.namespace };
  const code = isInformerError(error) ? { code: error.code } : {};
  const statusCode = error instanceof ApiError && error.statusCode !== 0 ? { statusCode: error.statusCode } : {};
  const message = printable(error instanceof ApiError ? apiMessage(error) : error.message);
  return { verb, resource: place.resource, ...namespace, ...code, ...statusCode, message, at: place.at };
}

function apiMessage(error: ApiError): string {
  const what = error.reason === '' ? '' : `${error.reason.toLowerCase()}: `;
  const { message } = error.status;
  return !message ? `${what}${error.message}` : `${what}${message}${hintOf(error)}`;
}
