import { ApiError, isTooLargeResourceVersion, isTooManyRequests } from '../api/api-error.js';
import { causesOf } from '../api/causes.js';
import { isInformerError } from '../api/informer-error.js';

/** What Node, and what is built on it, calls the end of a connection: `ECONNRESET`, `EAI_AGAIN`, `ERR_HTTP2_…`. */
const SYSTEM_CODE = /^(?:E[A-Z]+(?:_[A-Z]+)?|ERR_(?:HTTP2|SSL|TLS|STREAM_PREMATURE)_\w+|UND_ERR_\w+)$/;

/**
 * Whether the network is at fault: a connection broke, could not be made, or fell silent. What is not known to be that is
 * somebody's mistake, and is treated as an error.
 */
export function isConnectionError(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (isInformerError(cause, 'Connection', 'Unresponsive', 'TruncatedStream')) return true;
    const { code } = cause as NodeJS.ErrnoException;
    if (typeof code === 'string' && SYSTEM_CODE.test(code) && !isInformerError(cause)) return true;
    if (cause.name === 'AbortError' || cause.name === 'TimeoutError') return true;
  }
  return false;
}

/**
 * Whether a watch that could not be opened may be opened from the same version again: nothing was lost by asking. A server
 * that names a time, or that says that it is not there now, will answer; one that fails otherwise may need another question.
 */
export function isWorthReopening(error: unknown): boolean {
  if (!(error instanceof ApiError)) return isConnectionError(error);
  if (isTooManyRequests(error)) return true;
  if (error.statusCode < 500 || isTooLargeResourceVersion(error)) return false;
  return error.retryAfterMs !== undefined || UNAVAILABLE.has(error.statusCode);
}

/** Whether a server may answer so before it has loaded what it goes by: tokens, roles, custom resources, its own caches. */
export function mayBeTooEarly(error: unknown): boolean {
  if (!(error instanceof ApiError) || isTooLargeResourceVersion(error)) return false;
  return TOO_EARLY.has(error.statusCode) || error.statusCode >= 500;
}

const TOO_EARLY: ReadonlySet<number> = new Set([401, 403, 404]);
const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504]);
