import { ApiError, isConnectionRefused } from '../api/api-error.js';
import { isInformerError } from '../api/informer-error.js';
import type { Clock } from '../async/clock.js';
import { sleep } from '../async/clock.js';
import { notNegative } from '../async/check-number.js';

/** What decides whether a request is sent again. */
export interface RetryOptions {
  /** How often at most. */
  readonly retries: number;
  /** Doing it twice is the same as doing it once. */
  readonly isRepeatable: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told right before it is sent again: of the HTTP status of the answer before, undefined when none came. */
  readonly onRetry?: ((code: number | undefined) => void) | undefined;
}

/** How often a request is sent again, unless its caller says otherwise. */
export const DEFAULT_RETRIES = 3;

/** The first wait where the server names none; each further one is twice as long. */
const FIRST_WAIT_MS = 100;

/** Makes a request, and makes it again as long as that is allowed and worth it. */
export async function withRetries<R>(attempt: () => Promise<R>, options: RetryOptions): Promise<R> {
  const { isRepeatable, clock, signal, onRetry } = options;
  const retries = notNegative('retries', options.retries);
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (retry >= retries || !mayRepeat(error, isRepeatable)) throw error;
      const askedMs = error instanceof ApiError ? error.retryAfterMs : undefined;
      await sleep(askedMs ?? FIRST_WAIT_MS * 2 ** retry, { clock, signal });
      signal.throwIfAborted();
      onRetry?.(error instanceof ApiError ? error.statusCode : undefined);
    }
  }
}

/**
 * 429 means that the server has not begun, and a refused connection that it was not reached. After a connection that broke, an
 * answer that did not come and a 5xx the request may have been done, so that only what may be done twice is sent again.
 */
function mayRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof ApiError) {
    if (error.statusCode === 429) return true;
    return isRepeatable && error.statusCode >= 500 && error.retryAfterMs !== undefined;
  }
  return isConnectionRefused(error) || (isRepeatable && isInformerError(error, 'Connection'));
}
