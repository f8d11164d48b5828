import { unknownFieldsOf } from './field-errors.js';
import type { ApiErrorCode } from './informer-error.js';
import type { Status } from './status.js';

/** The reasons that are codes as they are. */
const CODES_BY_REASON: { readonly [reason: string]: ApiErrorCode } = {
  AlreadyExists: 'AlreadyExists',
  BadRequest: 'BadRequest',
  Expired: 'Expired',
  Gone: 'Expired',
  InternalError: 'InternalError',
  Invalid: 'Invalid',
  MethodNotAllowed: 'MethodNotAllowed',
  ServerTimeout: 'Timeout',
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

/** Tells from everything that a status says which error of the closed set it is: its HTTP code alone is not enough. */
export function codeOf(status: Status): ApiErrorCode {
  const { reason = '', code = 0, details } = status;
  const hasCause = (wanted: string): boolean => details?.causes?.some((cause) => cause.reason === wanted) === true;
  if (isTooLarge(status)) return 'ResourceVersionTooLarge';
  if (unknownFieldsOf(status).length > 0) return 'UnknownField';
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
