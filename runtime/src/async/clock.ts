/** A pending call; `cancel` is harmless when it has run. */
export interface Timer {
  cancel(): void;
  /** Waits without keeping the process alive, where the clock can do that. */
  unref?(): void;
}

/**
 * Where the runtime gets its time from. Everything that waits takes one, so that tests run on virtual time
 * (`FakeClock` in `@informer-gen/testing`).
 */
export interface Clock {
  /** Milliseconds since the epoch. Never runs backwards. */
  now(): number;
  /** Calls `callback` once, `delayMs` from now. */
  after(delayMs: number, callback: () => void): Timer;
}

/** The machine's clock. Its timers keep the process alive only while something waits for them. */
export const realClock: Clock = {
  // Not Date.now(), which jumps when somebody sets the machine's time.
  now: () => performance.timeOrigin + performance.now(),
  after(delayMs, callback) {
    const handle = setTimeout(callback, delayMs);
    return { cancel: () => clearTimeout(handle), unref: () => void handle.unref() };
  },
};

/**
 * Resolves after `delayMs`, or at once when the signal aborts: it ends a loop's wait and never rejects.
 */
export function sleep(delayMs: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      timer.cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = clock.after(delayMs, done);
    signal?.addEventListener('abort', done, { once: true });
  });
}
