import type { HandlerContext, HandlerResult } from '../api/handler.js';
import { LinkedAbort, raceWithAbort } from '../async/abort.js';
import type { Clock, Timer } from '../async/clock.js';

/** How long one call of a handler may take. */
export interface CallLimit {
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Aborts when the handler is removed or its informer stops. */
  readonly end: AbortSignal;
  readonly timedOut: () => Error;
}

/**
 * Calls a handler with a signal of its own, and settles as its promise does. When the time is up the signal aborts, this
 * rejects, and what becomes of the call is nobody's business any more.
 */
export async function callWithinTime(
  call: (context: HandlerContext) => HandlerResult,
  { timeoutMs, clock, end, timedOut }: CallLimit,
): Promise<void> {
  const timeout = new AbortController();
  const link = new LinkedAbort(end, timeout.signal);
  let timer: Timer | undefined;
  try {
    const result = call({ signal: link.signal });
    if (!result) return;
    timer = clock.after(timeoutMs, () => timeout.abort(timedOut()));
    await raceWithAbort(result, timeout.signal);
  } finally {
    timer?.cancel();
    link.unlink();
  }
}
