import type { Clock } from './clock.js';

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
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = timeoutMs === undefined ? undefined : clock.after(timeoutMs, () => controller.abort(timedOut()));
  try {
    return await wait(controller.signal);
  } finally {
    timer?.cancel();
    signal?.removeEventListener('abort', onAbort);
  }
}
