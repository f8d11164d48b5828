import type { Status } from './status.js';

/** Where an {@link ApiError} happened, for its message and for `informer.status`. */
export interface RequestPlace {
  readonly verb?: string;
  /** As messages name it: `pods`, `widgets.example.com`. */
  readonly resource?: string;
  readonly namespace?: string;
}

/**
 * The API server refused a request or ended a watch with an ERROR event. `code` and `reason` are the server's;
 * {@link isExpired} and its siblings answer what a client does about it.
 *
 * @example
 * catch (error) { if (error instanceof ApiError && error.code === 403) … }
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status code; 0 where the server gave none. */
  readonly code: number;
  /** The machine-readable reason, such as `NotFound`; `''` where the server gave none. */
  readonly reason: string;
  readonly status: Status;
  readonly place: RequestPlace;
  /** How long the server asked to wait, from `Retry-After` or the status details. */
  readonly retryAfterMs: number | undefined;

  constructor(status: Status, place: RequestPlace = {}, retryAfterMs?: number) {
    super(describe(status, place));
    this.code = status.code ?? 0;
    this.reason = status.reason ?? '';
    this.status = status;
    this.place = place;
    const seconds = status.details?.retryAfterSeconds;
    this.retryAfterMs = retryAfterMs ?? (seconds === undefined ? undefined : seconds * 1000);
  }
}

function describe(status: Status, place: RequestPlace): string {
  const where = [place.verb, place.resource].filter(Boolean).join(' ');
  const what = [status.code, status.reason].filter(Boolean).join(' ');
  const text = [what, status.message].filter(Boolean).join(': ') || 'the API server answered with an error';
  return where === '' ? text : `${where}: ${text}`;
}

/** 410, or reason Expired or Gone: the resourceVersion asked for is no longer there. */
export function isExpired(error: unknown): boolean {
  return error instanceof ApiError && (error.reason === 'Expired' || error.reason === 'Gone' || error.code === 410);
}

/** 429: the server is shedding load; {@link ApiError.retryAfterMs} says for how long. */
export function isTooManyRequests(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 429 || error.reason === 'TooManyRequests');
}

/** 500 with reason InternalError. */
export function isInternalError(error: unknown): boolean {
  return error instanceof ApiError && (error.reason === 'InternalError' || (error.code === 500 && error.reason === ''));
}

/** The server has not yet seen the resourceVersion asked for; it says so in three ways, by age. */
export function isTooLargeResourceVersion(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const causes = error.status.details?.causes ?? [];
  if (causes.some((cause) => cause.reason === 'ResourceVersionTooLarge')) return true;
  if (error.reason !== 'Timeout' && error.code !== 504) return false;
  return (
    causes.some((cause) => cause.message === 'Too large resource version') ||
    (error.status.message ?? '').includes('Too large resource version')
  );
}

/** The TCP connection was refused: nothing listens there now, so nothing was lost by asking. */
export function isConnectionRefused(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ECONNREFUSED') return true;
    if (cause instanceof AggregateError && cause.errors.some(isConnectionRefused)) return true;
  }
  return false;
}
