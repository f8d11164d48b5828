import type { Clock, Timer } from '../../async/clock.js';

/** The connection that a {@link PingWatchdog} watches. */
export interface PingWatchdogOptions {
  readonly clock: Clock;
  /** How many bytes have come so far. */
  readonly bytesRead: () => number;
  /** How many bytes were given to the system so far. */
  readonly bytesWritten: () => number;
  /** Sends a PING; when it is answered, {@link PingWatchdog.answered} is to be called. */
  readonly ping: () => void;
  /** Nothing has come for this long, a PING's answer neither. */
  readonly onDead: (silentMs: number) => void;
  /** HTTP/2 sends nothing any more: it has met bytes that make no sense, and has ended the connection without telling. */
  readonly onDefunct: () => void;
  /** A PING is not answered although bytes come: what waits for an answer should ask elsewhere. */
  readonly onDoubt: () => void;
}

/** How often a connection is looked at. */
const CHECK_EVERY_MS = 1000;
/** A PING is sent when so many looks in a row have found nothing new: by who has just fallen silent, and by who is silent. */
const QUIET_CHECKS = 2;
const SILENT_CHECKS = 30;
/** A request that was not answered between so many looks makes the connection suspect. */
const WAITING_CHECKS = 2;
/** Between two PINGs on suspicion are so many looks at least. */
const REST_CHECKS = 10;
/** A PING is to be answered within so many looks: longer than any round trip, and than a server is paused by its garbage collector. */
const ANSWER_CHECKS = 10;
/** While bytes come, its answer may be behind them: on a line that brings this many bytes in that many looks, it is waited for. */
const SLOW_CHECKS = 30;
const SLOW_BYTES = 64 * 1024;
/** A PING that was not even given to the system between so many looks will never be. */
const UNWRITTEN_CHECKS = 2;
/** Every system takes so many bytes, also when the other side reads none. */
const ALWAYS_WRITABLE_BYTES = 4096;

/**
 * Detects a dead connection by PINGs: one when it has just fallen silent (at most one in ten seconds), one every 30 seconds of silence, and
 * one when a request is not answered at once. A PING must be answered within 10 seconds. Time is counted in looks, between which the
 * event loop has turned: what waits unread in the socket while this process was busy or stopped is no silence.
 */
export class PingWatchdog {
  readonly #options: PingWatchdogOptions;
  #timer: Timer | undefined;
  #checks = 0;
  #bytesSeen = 0;
  #quietChecks = 0;
  /** The look of the last PING's answer. */
  #provedAtCheck = -REST_CHECKS;
  /** What had been written when the other side last proved that it reads. */
  #writtenAtProof = 0;
  /** Bytes have come since the last PING was answered. */
  #wasBusy = true;
  #pending: PendingPing | undefined;
  /** In the order in which they were sent. */
  readonly #waiting = new Set<WaitingRequest>();

  constructor(options: PingWatchdogOptions) {
    this.#options = options;
  }

  start(): void {
    this.stop();
    this.#bytesSeen = this.#options.bytesRead();
    this.#quietChecks = 0;
    // Nobody looked while the connection was idle.
    if (this.#pending !== undefined)
      this.#pending = { ...this.#pending, checks: 0, quietChecks: 0, bytesBefore: this.#bytesSeen };
    this.#wait();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** A PING was sent. */
  pinged(): void {
    const { bytesRead, bytesWritten } = this.#options;
    this.#pending = { checks: 0, quietChecks: 0, bytesBefore: bytesRead(), bytesWritten: bytesWritten() };
  }

  /** The other side has answered a PING. */
  answered(): void {
    this.#pending = undefined;
    this.#quietChecks = 0;
    this.#provedAtCheck = this.#checks;
    this.#wasBusy = false;
    this.#bytesSeen = this.#options.bytesRead();
    this.#writtenAtProof = this.#options.bytesWritten();
  }

  /** A request was sent; the function returned is to be called when its answer begins, or when none is waited for any more. */
  awaits(): (isAnswered: boolean) => void {
    const request = { sinceCheck: this.#checks, bytesWritten: this.#options.bytesWritten() };
    this.#waiting.add(request);
    return (isAnswered) => {
      if (!this.#waiting.delete(request) || !isAnswered) return;
      this.#writtenAtProof = Math.max(this.#writtenAtProof, request.bytesWritten);
    };
  }

  #wait(): void {
    const timer = this.#options.clock.after(CHECK_EVERY_MS, () => {
      // Where this process was stopped, this timer fires before the sockets are read: let them be read first.
      setImmediate(() =>
        setImmediate(() => {
          if (this.#timer === timer) this.#check();
        }),
      );
    });
    this.#timer = timer;
  }

  #check(): void {
    this.#checks += 1;
    const bytes = this.#options.bytesRead();
    const isQuiet = bytes === this.#bytesSeen;
    this.#bytesSeen = bytes;
    this.#quietChecks = isQuiet ? this.#quietChecks + 1 : 0;
    if (!isQuiet) this.#wasBusy = true;
    if (this.#pending === undefined) {
      if (this.#isSuspect()) this.#options.ping();
    } else if (this.#judge(this.#pending, isQuiet)) {
      return this.stop();
    }
    this.#wait();
  }

  #isSuspect(): boolean {
    if (this.#quietChecks > 0 && this.#quietChecks % SILENT_CHECKS === 0) return true;
    if (this.#checks - this.#provedAtCheck < REST_CHECKS) return false;
    if (this.#wasBusy && this.#quietChecks >= QUIET_CHECKS) return true;
    const [oldest] = this.#waiting;
    return oldest !== undefined && this.#checks - oldest.sinceCheck >= WAITING_CHECKS;
  }

  /** True when the connection is given up. */
  #judge(pending: PendingPing, isQuiet: boolean): boolean {
    const { onDead, onDefunct, onDoubt } = this.#options;
    pending.checks += 1;
    pending.quietChecks = isQuiet ? pending.quietChecks + 1 : 0;
    if (this.#isNeverWritten(pending)) {
      onDefunct();
      return true;
    }
    if (pending.quietChecks >= ANSWER_CHECKS || this.#bringsTooLittle(pending)) {
      onDead(Math.max(pending.quietChecks, this.#quietChecks) * CHECK_EVERY_MS);
      return true;
    }
    if (pending.checks === ANSWER_CHECKS) onDoubt();
    return false;
  }

  /** Asked at every look, judged at every thirtieth. */
  #bringsTooLittle(pending: PendingPing): boolean {
    if (pending.checks % SLOW_CHECKS !== 0) return false;
    const { bytesBefore } = pending;
    pending.bytesBefore = this.#bytesSeen;
    return this.#bytesSeen - bytesBefore < SLOW_BYTES;
  }

  #isNeverWritten({ checks, bytesWritten }: PendingPing): boolean {
    if (checks < UNWRITTEN_CHECKS || this.#options.bytesWritten() !== bytesWritten) return false;
    return bytesWritten - this.#writtenAtProof < ALWAYS_WRITABLE_BYTES;
  }
}

/** A request whose answer has not begun. */
interface WaitingRequest {
  /** The look before it was sent. */
  readonly sinceCheck: number;
  /** What had been written before it. */
  readonly bytesWritten: number;
}

/** A PING that is not answered yet. */
interface PendingPing {
  /** Looks since it was sent, and those of them since bytes last came. */
  checks: number;
  quietChecks: number;
  /** What had come when it was sent, or 30 looks ago. */
  bytesBefore: number;
  /** What had been written before it. */
  readonly bytesWritten: number;
}
