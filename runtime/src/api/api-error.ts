import { codeOf } from './api-error-code.js';
import { causesOf } from './causes.js';
import { fieldConflictsOf, fieldErrorsOf, unknownFieldsOf } from './field-errors.js';
import type { FieldConflict, FieldError } from './field-errors.js';
import type { ApiErrorCode } from './informer-error.js';
import { InformerError, isInformerError } from './informer-error.js';
import type { Status } from './status.js';

/** The request that an {@link ApiError} answers, for its message and for `informer.status`. */
export interface RequestSummary {
  readonly verb?: string;
  /** As messages name it: `pods`, `widgets.example.com`. */
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** Such as `status`. */
  readonly subresource?: string;
}

/**
 * The API server refused a request or ended a watch with an ERROR event. `code` is one of a closed set; `statusCode` and
 * `reason` are the server's own words. {@link isNotFound} and its siblings are short for the codes that programs ask for.
 *
 * @example
 * await client.get(podResource, { namespace: 'default', name: 'nobody' }).catch((reason: unknown) => {
 *   if (reason instanceof ApiError) console.log(reason.statusCode, reason.code); // 404 NotFound
 * });
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

  /** What is wrong with which field, for the code `Invalid`; empty where the server names no fields. */
  get fieldErrors(): readonly FieldError[] {
    return fieldErrorsOf(this.status);
  }

  /** Which fields others own, for the code `FieldManagerConflict`. */
  get fieldConflicts(): readonly FieldConflict[] {
    return fieldConflictsOf(this.status);
  }

  /** Which fields the server's schema lacks, for the code `UnknownField`: `['spec.sise']`. */
  get unknownFields(): readonly string[] {
    return unknownFieldsOf(this.status);
  }
}

function describe(status: Status, request: RequestSummary): string {
  const where = placeOf(request);
  const what = [status.code, status.reason].filter(Boolean).join(' ');
  const text = [what, wordsOf(status)].filter(Boolean).join(': ') || 'the API server answered with an error';
  return where === '' ? text : `${where}: ${text}${hintOf({ status, request })}`;
}

/** `create widgets.example.com default/a`. */
function placeOf({ verb, resource, subresource, namespace, name }: RequestSummary): string {
  const what = resource === undefined || subresource === undefined ? resource : `${resource}/${subresource}`;
  const which = name === undefined ? undefined : namespace === undefined ? name : `${namespace}/${name}`;
  return [verb, what, which].filter(Boolean).join(' ');
}

/** The server's own words, but for unknown fields: there it repeats the whole object, which may be a Secret. */
function wordsOf(status: Status): string | undefined {
  if (codeOf(status) !== 'UnknownField') return status.message;
  return `unknown field ${unknownFieldsOf(status).join(', ')}`;
}

/** What a person may look at first, to be put behind the server's words: ` (is the CRD installed, with this version served?)`, or nothing. */
export function hintOf({ status, request }: Pick<ApiError, 'status' | 'request'>): string {
  const isCustom = request.resource?.includes('.') === true;
  switch (codeOf(status)) {
    case 'ResourceNotFound':
      return isCustom ? ' (is the CRD installed, with this version served?)' : '';
    case 'UnknownField':
      return isCustom
        ? ' (the CRD on the server has no such field; compare it with the one the types were generated from)'
        : ' (this version of the server has no such field)';
    default:
      return '';
  }
}

/** However long a server asks to wait, it is asked again after five minutes: a mistaken date must not stop a client for good. */
export const MAX_RETRY_AFTER_MS = 300_000;

function boundedWaitMs(askedMs: number | undefined): number | undefined {
  if (askedMs === undefined || !(askedMs >= 0)) return undefined;
  return Math.min(askedMs, MAX_RETRY_AFTER_MS);
}

/**
 * The object, or the whole resource, is not there.
 *
 * @example
 * const found = await client.get(podResource, { namespace: 'default', name: 'nobody' }).catch((reason: unknown) => {
 *   if (isNotFound(reason)) return undefined;
 *   throw reason;
 * });
 * found; // → undefined
 */
export function isNotFound(error: unknown): boolean {
  return isInformerError(error, 'NotFound', 'ResourceNotFound');
}

/**
 * Somebody else has changed the object, or owns a field that was applied.
 *
 * @example
 * const old = { ...widget, metadata: { ...widget.metadata, resourceVersion: '1' } };
 * const reason = await client.replace(widgetResource, old).catch((thrown: unknown) => thrown);
 * isConflict(reason); // → true
 */
export function isConflict(error: unknown): boolean {
  return isInformerError(error, 'Conflict', 'FieldManagerConflict');
}

/**
 * An object of that name is there already.
 *
 * @example
 * const again = { metadata: { name: 'a', namespace: 'default' }, spec: widget.spec };
 * await client.create(widgetResource, again).catch((reason: unknown) => {
 *   if (!isAlreadyExists(reason)) throw reason;
 * });
 */
export function isAlreadyExists(error: unknown): boolean {
  return isInformerError(error, 'AlreadyExists');
}

/**
 * The server knows who asks, and does not allow it; also for creating in a namespace that is being deleted.
 *
 * @example
 * isForbidden(error); // → false
 */
export function isForbidden(error: unknown): boolean {
  return isInformerError(error, 'Forbidden', 'NamespaceTerminating');
}

/**
 * 410, or reason Expired or Gone: the resourceVersion asked for is no longer there.
 *
 * @example
 * isExpired(error); // → false
 */
export function isExpired(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'Expired' || error.statusCode === 410);
}

/**
 * 429: the server is shedding load; {@link ApiError.retryAfterMs} says for how long.
 *
 * @example
 * isTooManyRequests(error); // → false
 */
export function isTooManyRequests(error: unknown): boolean {
  return error instanceof ApiError && (error.statusCode === 429 || error.code === 'TooManyRequests');
}

/**
 * 500 with reason InternalError.
 *
 * @example
 * isInternalError(error); // → false
 */
export function isInternalError(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.reason === 'InternalError' || (error.statusCode === 500 && error.reason === ''))
  );
}

/**
 * The server has not yet seen the resourceVersion asked for.
 *
 * @example
 * isTooLargeResourceVersion(error); // → false
 */
export function isTooLargeResourceVersion(error: unknown): boolean {
  return isInformerError(error, 'ResourceVersionTooLarge');
}

/**
 * The TCP connection was refused: nothing listens there now, so nothing was lost by asking.
 *
 * @example
 * isConnectionRefused(error); // → false
 */
export function isConnectionRefused(error: unknown): boolean {
  for (const cause of causesOf(error)) if ((cause as NodeJS.ErrnoException).code === 'ECONNREFUSED') return true;
  return false;
}
