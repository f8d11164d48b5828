import type { Clock, Timer } from '../../async/clock.js';

/** The connection that a {@link PingWatchdog} watches. */
export interface PingWatchdogOptions {
  readonly clock: Clock;
  /** How many bytes have come so far. */
  readonly bytesRead: () => number;
  /** Asks the other side for a sign of life, and calls back when it comes. */
  readonly ping: (onAnswer: () => void) => void;
  readonly onDead: (silentMs: number) => void;
}

/** A connection is looked at this often. */
const CHECK_EVERY_MS = 5000;
/** After 30 s with nothing new the other side is asked, */
const CHECKS_UNTIL_PING = 6;
/** and after 15 s without an answer it is given up. */
const CHECKS_UNTIL_DEAD = 9;

/**
 * Tells a dead connection from a quiet one: after 30 seconds of silence it sends a PING, which must be answered in 15.
 * Looking every 5 seconds costs less than noting each arrival; a connection that dies is given up within 50.
 */
export class PingWatchdog {
  readonly #options: PingWatchdogOptions;
  #timer: Timer | undefined;
  #bytesSeen = 0;
  #quietLooks = 0;

  constructor(options: PingWatchdogOptions) {
    this.#options = options;
  }

  start(): void {
    this.stop();
    this.#bytesSeen = this.#options.bytesRead();
    this.#quietLooks = 0;
    this.#wait();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #wait(): void {
    this.#timer = this.#options.clock.after(CHECK_EVERY_MS, this.#look);
  }

  readonly #look = (): void => {
    if (!this.#somethingCame()) this.#quietLooks += 1;
    if (this.#quietLooks < CHECKS_UNTIL_DEAD) {
      if (this.#quietLooks === CHECKS_UNTIL_PING) this.#options.ping(this.#onAnswer);
      return this.#wait();
    }
    // After a long pause of the whole process, timers come before the sockets: let those speak first.
    setImmediate(() =>
      setImmediate(() => {
        if (this.#timer === undefined) return;
        if (this.#somethingCame() || this.#quietLooks === 0) return this.#wait();
        this.#timer = undefined;
        this.#options.onDead(CHECKS_UNTIL_DEAD * CHECK_EVERY_MS);
      }),
    );
  };

  readonly #onAnswer = (): void => {
    this.#quietLooks = 0;
  };

  #somethingCame(): boolean {
    const bytes = this.#options.bytesRead();
    if (bytes === this.#bytesSeen) return false;
    this.#bytesSeen = bytes;
    this.#quietLooks = 0;
    return true;
  }
}
