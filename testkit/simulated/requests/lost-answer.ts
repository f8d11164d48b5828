import type { ByteSink } from '../watch/watch-wire.js';
import type { Exchange } from './exchange.js';
import type { OpenRecord } from './request-log.js';

/** An exchange whose request is served in full, and whose connection breaks instead of the answer. */
export class LostAnswer implements Exchange {
  readonly #exchange: Exchange;
  cutAfterBytes: number | undefined;
  chunkBytes = 0;
  readonly warnings: string[] = [];

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  get record(): OpenRecord {
    return this.#exchange.record;
  }

  readBody(): Promise<Buffer> {
    return this.#exchange.readBody();
  }

  readText(): Promise<string> {
    return this.#exchange.readText();
  }

  async reply(): Promise<void> {
    this.reset();
  }

  stream(contentType?: string): ByteSink {
    return this.#exchange.stream(contentType);
  }

  reset(): void {
    this.#exchange.reset();
  }
}
