import type { Clock, Timer } from '../../async/clock.js';

/** The connection that a {@link PingWatchdog} watches. */
export interface PingWatchdogOptions {
  readonly clock: Clock;
  /** How many bytes have come so far. */
  readonly bytesRead: () => number;
  /** Sends a PING; when it is answered, {@link PingWatchdog.answered} is to be called. */
  readonly ping: () => void;
  readonly onDead: (silentMs: number) => void;
}

/** How often a connection is checked. */
const CHECK_EVERY_MS = 5000;
/** A PING is sent after this many checks without new bytes: 30 s. */
const CHECKS_UNTIL_PING = 6;
/** The connection is dead after this many: 15 s after a PING that was not answered. */
const CHECKS_UNTIL_DEAD = 9;

/**
 * Detects a dead connection: after 30 seconds of silence it sends a PING, which must be answered within 15. To check every
 * 5 seconds costs less than to note each arrival; a connection that dies is given up within 50.
 */
export class PingWatchdog {
  readonly #options: PingWatchdogOptions;
  #timer: Timer | undefined;
  #bytesSeen = 0;
  #quietChecks = 0;

  constructor(options: PingWatchdogOptions) {
    this.#options = options;
  }

  start(): void {
    this.stop();
    this.#bytesSeen = this.#options.bytesRead();
    this.#quietChecks = 0;
    this.#wait();
  }

  /** The other side has answered a PING. */
  answered(): void {
    this.#quietChecks = 0;
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #wait(): void {
    this.#timer = this.#options.clock.after(CHECK_EVERY_MS, this.#check);
  }

  readonly #check = (): void => {
    if (!this.#hasNewBytes()) this.#quietChecks += 1;
    if (this.#quietChecks < CHECKS_UNTIL_DEAD) {
      if (this.#quietChecks === CHECKS_UNTIL_PING) this.#options.ping();
      return this.#wait();
    }
    // When the whole process was paused, this timer fires before the sockets are read: let them be read first.
    setImmediate(() =>
      setImmediate(() => {
        if (this.#timer === undefined) return;
        if (this.#hasNewBytes() || this.#quietChecks === 0) return this.#wait();
        this.#timer = undefined;
        this.#options.onDead(CHECKS_UNTIL_DEAD * CHECK_EVERY_MS);
      }),
    );
  };

  #hasNewBytes(): boolean {
    const bytes = this.#options.bytesRead();
    if (bytes === this.#bytesSeen) return false;
    this.#bytesSeen = bytes;
    this.#quietChecks = 0;
    return true;
  }
}
