import type { ApiErrorCode } from './informer-error.js';
import { InformerError, isInformerError } from './informer-error.js';
import type { Status } from './status.js';

/** The request that an {@link ApiError} answers, for its message and for `informer.status`. */
export interface RequestSummary {
  readonly verb?: string;
  /** As messages name it: `pods`, `widgets.example.com`. */
  readonly resource?: string;
  readonly namespace?: string;
}

/**
 * The API server refused a request or ended a watch with an ERROR event. `code` is one of a closed set; `statusCode` and
 * `reason` are the server's own words. {@link isNotFound} and its siblings are short for the codes that programs ask for.
 *
 * @example
 * catch (error) { if (error instanceof ApiError && error.statusCode === 403) … }
 */
export class ApiError extends InformerError {
  override readonly name = 'ApiError';
  declare readonly code: ApiErrorCode;
  /** The HTTP status code; 0 where the server sent none. */
  readonly statusCode: number;
  /** The machine-readable reason, such as `NotFound`; `''` where the server sent none. */
  readonly reason: string;
  readonly status: Status;
  readonly request: RequestSummary;
  /** How long the server asked to wait, from `Retry-After` or the status details; at most {@link MAX_RETRY_AFTER_MS}. */
  readonly retryAfterMs: number | undefined;

  constructor(status: Status, request: RequestSummary = {}, retryAfterMs?: number) {
    super(codeOf(status), describe(status, request));
    this.statusCode = status.code ?? 0;
    this.reason = status.reason ?? '';
    this.status = status;
    this.request = request;
    const seconds = status.details?.retryAfterSeconds;
    this.retryAfterMs = boundedWaitMs(retryAfterMs ?? (typeof seconds === 'number' ? seconds * 1000 : undefined));
  }
}

function describe(status: Status, request: RequestSummary): string {
  const where = [request.verb, request.resource].filter(Boolean).join(' ');
  const what = [status.code, status.reason].filter(Boolean).join(' ');
  const isMissing = codeOf(status) === 'ResourceNotFound' && request.resource?.includes('.') === true;
  const hint = isMissing ? ' (is the CRD installed?)' : '';
  const text = [what, status.message].filter(Boolean).join(': ') || 'the API server answered with an error';
  // What a server says may end on a terminal.
  return (where === '' ? text : `${where}: ${text}${hint}`).replace(/\p{Cc}+/gu, ' ');
}

/** However long a server asks to wait, it is asked again after five minutes: a mistaken date must not stop a client for good. */
export const MAX_RETRY_AFTER_MS = 300_000;

function boundedWaitMs(askedMs: number | undefined): number | undefined {
  if (askedMs === undefined || !(askedMs >= 0)) return undefined;
  return Math.min(askedMs, MAX_RETRY_AFTER_MS);
}

/** The reasons that are codes as they are. */
const CODES_BY_REASON: { readonly [reason: string]: ApiErrorCode } = {
  AlreadyExists: 'AlreadyExists',
  BadRequest: 'BadRequest',
  Expired: 'Expired',
  Gone: 'Expired',
  InternalError: 'InternalError',
  Invalid: 'Invalid',
  MethodNotAllowed: 'MethodNotAllowed',
  ServiceUnavailable: 'ServiceUnavailable',
  Timeout: 'Timeout',
  TooManyRequests: 'TooManyRequests',
  Unauthorized: 'Unauthorized',
  UnsupportedMediaType: 'UnsupportedMediaType',
};

/** What a status code alone says: of proxies, and of servers that name no reason. */
const CODES_BY_STATUS: { readonly [statusCode: number]: ApiErrorCode } = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Expired',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

function codeOf(status: Status): ApiErrorCode {
  const { reason = '', code = 0, details } = status;
  const hasCause = (wanted: string): boolean => details?.causes?.some((cause) => cause.reason === wanted) === true;
  if (isTooLarge(status)) return 'ResourceVersionTooLarge';
  if (reason === 'Conflict') return hasCause('FieldManagerConflict') ? 'FieldManagerConflict' : 'Conflict';
  if (reason === 'Forbidden') return hasCause('NamespaceTerminating') ? 'NamespaceTerminating' : 'Forbidden';
  // A path that the server does not serve has no object to name, and mostly no Status either.
  if (reason === 'NotFound' || code === 404) return details?.name === undefined ? 'ResourceNotFound' : 'NotFound';
  const byReason = Object.hasOwn(CODES_BY_REASON, reason) ? CODES_BY_REASON[reason] : undefined;
  return byReason ?? CODES_BY_STATUS[code] ?? 'OtherApiError';
}

/** The server has not yet seen the version asked for; it says so in three ways, by age. */
function isTooLarge({ reason, code, message = '', details }: Status): boolean {
  const causes = details?.causes ?? [];
  if (causes.some((cause) => cause.reason === 'ResourceVersionTooLarge')) return true;
  if (reason !== 'Timeout' && code !== 504) return false;
  const text = 'Too large resource version';
  return causes.some((cause) => cause.message === text) || message.includes(text);
}

/** The object, or the whole resource, is not there. */
export function isNotFound(error: unknown): boolean {
  return isInformerError(error, 'NotFound', 'ResourceNotFound');
}

/** Somebody else has changed the object, or owns a field that was applied. */
export function isConflict(error: unknown): boolean {
  return isInformerError(error, 'Conflict', 'FieldManagerConflict');
}

/** An object of that name is there already. */
export function isAlreadyExists(error: unknown): boolean {
  return isInformerError(error, 'AlreadyExists');
}

/** The server knows who asks, and does not allow it; also for creating in a namespace that is being deleted. */
export function isForbidden(error: unknown): boolean {
  return isInformerError(error, 'Forbidden', 'NamespaceTerminating');
}

/** 410, or reason Expired or Gone: the resourceVersion asked for is no longer there. */
export function isExpired(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'Expired' || error.statusCode === 410);
}

/** 429: the server is shedding load; {@link ApiError.retryAfterMs} says for how long. */
export function isTooManyRequests(error: unknown): boolean {
  return error instanceof ApiError && (error.statusCode === 429 || error.code === 'TooManyRequests');
}

/** 500 with reason InternalError. */
export function isInternalError(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.reason === 'InternalError' || (error.statusCode === 500 && error.reason === ''))
  );
}

/** The server has not yet seen the resourceVersion asked for. */
export function isTooLargeResourceVersion(error: unknown): boolean {
  return isInformerError(error, 'ResourceVersionTooLarge');
}

/** The TCP connection was refused: nothing listens there now, so nothing was lost by asking. */
export function isConnectionRefused(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ECONNREFUSED') return true;
    if (cause instanceof AggregateError && cause.errors.some(isConnectionRefused)) return true;
  }
  return false;
}
