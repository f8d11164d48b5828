import { LinkedAbort } from './abort.js';
import type { Clock } from './clock.js';
import { noneNegative } from './check-number.js';

/** Options of {@link withTimeout}. */
export interface WithTimeoutOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default: forever. */
  readonly timeoutMs?: number | undefined;
  readonly clock: Clock;
  /** Made only when the time is up, so that it can say how things stand then. */
  readonly timedOut: () => Error;
}

/** Waits for something that takes a signal, for so long at most. */
export async function withTimeout<R>(
  wait: (signal: AbortSignal) => Promise<R>,
  options: WithTimeoutOptions,
): Promise<R> {
  const { signal, timeoutMs, clock, timedOut } = options;
  noneNegative(options, 'timeoutMs');
  const link = new LinkedAbort(signal);
  const timer = timeoutMs === undefined ? undefined : clock.after(timeoutMs, () => link.abort(timedOut()));
  try {
    return await wait(link.signal);
  } finally {
    timer?.cancel();
    link.unlink();
  }
}
