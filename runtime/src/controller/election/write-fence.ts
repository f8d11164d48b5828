import os from 'node:os';
import { InformerError } from '../../api/informer-error.js';
import type { Clock, Timer } from '../../async/clock.js';
import { calendarTime, realClock } from '../../async/clock.js';
import type { Observable, Observer } from '../../observe/observer.js';
import { Observers } from '../../observe/observers.js';
import type { RequestGate } from '../../transport/http/http-types.js';

/**
 * A write was refused because this process does not lead, or can no longer be sure that it does. The message states whether
 * nothing was sent, or the write was aborted while it was in flight and may have reached the server.
 *
 * @example
 * if (error instanceof FencedError) process.exitCode = 1; // this process no longer leads
 */
export class FencedError extends InformerError {
  override readonly name = 'FencedError';

  constructor(why: string, consequence = 'nothing was sent') {
    super('Fenced', `${consequence}: ${why}`);
  }
}

/** Milliseconds of some clock; only differences count. */
export type ClockReading = () => number;

/** Readings of all clocks of a {@link WriteFence} at one moment. */
export type FenceMoment = readonly number[];

/** What a {@link WriteFence} can be told. */
export interface WriteFenceOptions {
  /**
   * Clocks by which a lease ends; whichever says that more time has passed counts. Default: the monotonic clock, the
   * machine's uptime, which goes on through a suspend, and the wall clock; with another `clock` than the machine's, that one.
   */
  readonly readings?: readonly ClockReading[] | undefined;
  /** For the timer that ends what is under way when the lease ends. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** The monotonic clock stops while the machine sleeps; the other two go on. */
const machineReadings: readonly ClockReading[] = [() => performance.now(), () => os.uptime() * 1000, () => Date.now()];

/** Virtual time is all the time that such a program has: the speed of the machine must not end its lease. */
function readingsOf(clock: Clock): readonly ClockReading[] {
  return [() => clock.now(), () => calendarTime(clock)];
}

/**
 * Lets writes through while a lease certainly stands. It is checked synchronously where the bytes of a request are written,
 * so that no queue, wait for a connection, blocked event loop, stopped process or suspended machine lets a write out after
 * the lease has ended. Each {@link LeaderElector} needs a fence of its own.
 *
 * @example
 * const fence = new WriteFence();
 * const sentAt = fence.moment(); // before the lease is renewed
 * fence.extend(sentAt, 15_000); // writes pass until 15 s after that moment
 */
export class WriteFence implements RequestGate, Observable {
  readonly #readings: readonly ClockReading[];
  readonly #clock: Clock;
  /** Since when the lease counts, and for how long; undefined while there is none. */
  #lease: { readonly from: FenceMoment; readonly durationMs: number } | undefined;
  #controller = new AbortController();
  #timer: Timer | undefined;
  #closedBecause = 'this process does not lead';
  readonly #observers = new Observers({ name: 'fence' });

  constructor(options: WriteFenceOptions = {}) {
    const { clock = realClock } = options;
    this.#clock = clock;
    this.#readings = options.readings ?? (clock === realClock ? machineReadings : readingsOf(clock));
  }

  /** What all clocks say now. Taken before a renewal is sent, it is not later than the renewal itself. */
  moment(): FenceMoment {
    return this.#readings.map((read) => read());
  }

  /** Lets writes through until `durationMs` after the moment. */
  extend(from: FenceMoment, durationMs: number): void {
    this.#lease = { from, durationMs };
    if (this.#controller.signal.aborted) this.#controller = new AbortController();
    this.#timer?.cancel();
    this.#timer = this.#clock.after(Math.max(0, this.leftMs()), () => this.#look());
    this.#timer.unref?.();
  }

  /** Lets nothing through until the lease is extended again, and aborts writes in flight. Errors of writes state the reason. */
  close(why?: string): void {
    const reason = why ?? 'this process gave up leadership';
    if (why !== undefined || this.#lease !== undefined) this.#closedBecause = reason;
    this.#lease = undefined;
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#abort(reason);
  }

  /** How long writes still pass; 0 or less when they do not. */
  leftMs(): number {
    if (this.#lease === undefined) return 0;
    const { from, durationMs } = this.#lease;
    const elapsedMs = Math.max(...this.moment().map((now, at) => now - (from[at] ?? now)));
    return durationMs - elapsedMs;
  }

  /** Throws a {@link FencedError} unless the lease certainly holds at this moment. */
  beforeWrite(): void {
    if (this.#lease !== undefined && this.leftMs() > 0) return;
    this.#observers.on?.writeFenced?.();
    if (this.#lease === undefined) throw new FencedError(this.#closedBecause);
    throw new FencedError('the lease has ended, and was not renewed in time');
  }

  /** Tells the observer of each write that is kept back, from now until what is returned is disposed of. */
  observe(observer: Observer): Disposable {
    return this.#observers.observe(observer);
  }

  /** Aborts when the present lease ends: requests that are under way then are given up, with their connection. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  #look(): void {
    const leftMs = this.leftMs();
    if (leftMs <= 0) return this.#abort('the lease has ended, and was not renewed in time');
    this.#timer = this.#clock.after(leftMs, () => this.#look());
    this.#timer.unref?.();
  }

  #abort(why: string): void {
    this.#controller.abort(new FencedError(why, 'the write was aborted and may have reached the server'));
  }
}
