import { onAbort } from './abort.js';

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

/** Options of {@link sleep}. */
export interface SleepOptions {
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves after `delayMs`, or at once when the signal aborts: it ends a loop's wait and never rejects.
 */
export function sleep(delayMs: number, { clock = realClock, signal }: SleepOptions = {}): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = clock.after(delayMs, () => {
      forgetSignal();
      resolve();
    });
    const forgetSignal = onAbort(signal, () => {
      timer.cancel();
      resolve();
    });
  });
}
