import { toError } from '../api/on-error.js';
import type { WatchBatch, WatchEvent, WatchEvents } from '../source/lister-watcher.js';
import type { WatchDecoder } from '../decode/watch-decoder.js';
import type { Clock } from '../async/clock.js';
import { turnIsUsedUp, yieldToEventLoop } from '../async/turn.js';
import { BodyReader } from './http/body-reader.js';
import { UnresponsiveServerError } from './http/errors.js';
import type { ApiResponse } from './request-sender.js';
import { Watchdog } from './watchdog.js';

/** What a {@link WatchStream} is made of. */
export interface WatchStreamOptions<T> {
  readonly response: ApiResponse;
  readonly decoder: WatchDecoder<T>;
  readonly clock: Clock;
  /** When the server ends the watch by itself. */
  readonly timeoutSeconds: number;
  /** The caller's: when it aborts, the iteration ends. */
  readonly signal: AbortSignal;
  readonly onBytes?: ((length: number) => void) | undefined;
  readonly onAlive?: (() => void) | undefined;
  /** Where the server is to send something now and then: after this long without a byte a connection without PINGs is dead. */
  readonly silenceMs?: number | undefined;
}

/** The server may be this late with ending a watch. */
const GRACE_MS = 30_000;

/**
 * The events of a watch, in batches of what arrived together. Ends when the server ends it or the signal aborts; throws
 * when the connection breaks or is dead, after the events that came before. Leaving the iteration closes the connection.
 */
export class WatchStream<T> implements AsyncIterableIterator<WatchBatch<T>>, WatchEvents<T> {
  readonly ping: (() => void) | undefined;
  readonly #response: ApiResponse;
  readonly #decoder: WatchDecoder<T>;
  readonly #signal: AbortSignal;
  readonly #reader: BodyReader;
  readonly #watchdog: Watchdog;
  readonly #forgetLiveness: (() => void) | undefined;
  /** Found with the batch before; thrown next. */
  #failure: Error | undefined;
  #closed = false;

  constructor({ response, decoder, clock, timeoutSeconds, signal, onBytes, ...options }: WatchStreamOptions<T>) {
    this.#response = response;
    this.#decoder = decoder;
    this.#signal = signal;
    const { liveness } = response;
    this.ping = liveness && (() => liveness.ping());
    this.#forgetLiveness = options.onAlive && liveness?.onAlive(options.onAlive);
    // A connection with PINGs has its own watchdog, and a server that forgets its watch is all that is left to find.
    const limitMs = liveness ? undefined : options.silenceMs;
    const silenceMs = limitMs ?? GRACE_MS;
    this.#watchdog = new Watchdog({
      clock,
      notBeforeMs: limitMs === undefined ? timeoutSeconds * 1000 + GRACE_MS : 0,
      silenceMs,
      isPausedByUs: () => this.#reader.isPaused,
      onDead: () => this.#reader.close(new UnresponsiveServerError('watch', silenceMs)),
    });
    this.#reader = new BodyReader(response.body, {
      signal: response.signal,
      onBreak: response.onBreak,
      onBytes: (received) => {
        this.#watchdog.touch();
        response.onBytes?.(received);
        onBytes?.(received);
      },
      onFinish: () => {
        this.#watchdog.stop();
        this.#forgetLiveness?.();
        response.done();
      },
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<WatchBatch<T>, undefined>> {
    if (this.#closed || this.#signal.aborted) return this.return();
    try {
      const batch = await this.#nextBatch();
      if (batch !== undefined) return { done: false, value: batch };
      this.#close();
    } catch (error) {
      this.#close();
      if (!this.#signal.aborted) throw error;
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<WatchBatch<T>, undefined>> {
    this.#close();
    return { done: true, value: undefined };
  }

  /** Undefined at the end of the stream. */
  async #nextBatch(): Promise<WatchBatch<T> | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      const hasMore = await this.#reader.ready();
      // Thousands of watches may have waited for what arrives now.
      if (turnIsUsedUp()) await yieldToEventLoop();
      if (!hasMore) {
        this.#decoder.end();
        return undefined;
      }
      const batch = this.#decodeWhatIsHere();
      if (batch.length > 0) return batch;
    }
  }

  #decodeWhatIsHere(): WatchEvent<T>[] {
    const batch: WatchEvent<T>[] = [];
    try {
      for (let chunk = this.#reader.poll(); chunk !== undefined; chunk = this.#reader.poll()) {
        this.#decoder.push(chunk, batch);
        if (turnIsUsedUp()) break;
      }
    } catch (error) {
      this.#failure = toError(error);
    }
    return batch;
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#watchdog.stop();
    this.#forgetLiveness?.();
    this.#reader.close();
    this.#response.done();
  }
}
