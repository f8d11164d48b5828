import type { WatchBatch, WatchEvent } from '@informer-gen/runtime';
import { onAbort } from '@informer-gen/runtime/client-go';

/**
 * A watch whose events are put in by hand.
 *
 * @example
 * const watch = new FakeWatch<Pod>(signal);
 * watch.send([{ type: 'ADDED', object: pod }]);
 * watch.end();
 * for await (const batch of watch) console.log(batch.length);
 */
export class FakeWatch<T, E = unknown> implements AsyncIterable<WatchBatch<T>> {
  #pending: WatchEvent<T>[] = [];
  #ended = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;
  readonly #onEnd: (watch: this) => void;
  readonly #filter: ((entry: never) => WatchEvent<T> | undefined) | undefined;
  readonly #signal: AbortSignal;
  #forgetSignal = (): void => {};

  constructor(
    signal: AbortSignal,
    onEnd: (watch: FakeWatch<T, E>) => void = () => {},
    filter?: (entry: never) => WatchEvent<T> | undefined,
  ) {
    this.#signal = signal;
    this.#onEnd = onEnd;
    this.#filter = filter;
    this.#forgetSignal = onAbort(signal, () => this.#close());
  }

  /** Sends events as they are. */
  send(events: WatchBatch<T>): void {
    this.#pending.push(...events);
    this.#wake?.();
  }

  /** Sends what the watch's selectors make of a change. */
  offer(entry: E): void {
    const event = this.#filter?.(entry as never);
    if (event) this.send([event]);
  }

  /** The server closes it, after what was sent. */
  end(): void {
    this.#close();
  }

  /** The connection breaks, after what was sent. */
  fail(error: Error): void {
    this.#error = error;
    this.#close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchBatch<T>, void> {
    try {
      for (;;) {
        if (this.#pending.length > 0 && !this.#signal.aborted) {
          const batch = this.#pending;
          this.#pending = [];
          yield batch;
        } else if (this.#ended) {
          if (this.#error) throw this.#error;
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      this.#close();
    }
  }

  #close(): void {
    this.#forgetSignal();
    if (!this.#ended) {
      this.#ended = true;
      this.#onEnd(this);
    }
    this.#wake?.();
  }
}
