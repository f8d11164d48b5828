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
  /** Calls `callback` once, `delayMs` from now; never, when that is Infinity. */
  after(delayMs: number, callback: () => void): Timer;
  /**
   * Milliseconds since the epoch as the calendar has them, which may jump: for times that others read. Default: what `now` says,
   * which stays behind where the machine was suspended, or its time was set, after the process started.
   */
  calendarNow?(): number;
}

/** The time to write down where others read it: in an object, or compared with one from elsewhere. */
export function calendarTime(clock: Clock): number {
  return clock.calendarNow?.() ?? clock.now();
}

/** Read once: it never changes, and to ask for it costs more than the time itself. */
const { timeOrigin } = performance;

/** The machine's clock. Its timers keep the process alive only while something waits for them. */
export const realClock: Clock = {
  // Not Date.now(), which jumps when somebody sets the machine's time.
  now: () => timeOrigin + performance.now(),
  calendarNow: () => Date.now(),
  after: (delayMs, callback) =>
    delayMs > MAX_TIMEOUT_MS ? new LongTimer(delayMs, callback) : shortTimer(delayMs, callback),
};

/** Node fires timers that are set for longer at once: 24.8 days. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

function shortTimer(delayMs: number, callback: () => void): Timer {
  const handle = setTimeout(callback, delayMs);
  return { cancel: () => clearTimeout(handle), unref: () => void handle.unref() };
}

/** A timer for longer than Node's own: one after the other. */
class LongTimer implements Timer {
  readonly #callback: () => void;
  #leftMs: number;
  #handle: NodeJS.Timeout;
  #isRef = true;

  constructor(delayMs: number, callback: () => void) {
    this.#callback = callback;
    this.#leftMs = delayMs;
    this.#handle = this.#wait();
  }

  cancel(): void {
    clearTimeout(this.#handle);
  }

  unref(): void {
    this.#isRef = false;
    this.#handle.unref();
  }

  #wait(): NodeJS.Timeout {
    const waitMs = Math.min(this.#leftMs, MAX_TIMEOUT_MS);
    this.#leftMs -= waitMs;
    const handle = setTimeout(() => {
      if (this.#leftMs > 0) this.#handle = this.#wait();
      else this.#callback();
    }, waitMs);
    return this.#isRef ? handle : handle.unref();
  }
}

/** Options of {@link sleep}. */
export interface SleepOptions {
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Ends the wait. Default: nothing ends it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves after `delayMs`, or at once when the signal aborts: it ends a loop's wait and never rejects.
 *
 * @example
 * await sleep(10, { signal }); // 10 ms, or less where the signal aborts
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
