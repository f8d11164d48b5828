import type { Readable } from 'node:stream';
import { onAbort } from '../../async/abort.js';
import { Fifo } from '../../collections/fifo.js';
import type { OnBreak } from './broken-socket.js';
import { ConnectionError } from './errors.js';

/** What a {@link BodyReader} obeys and reports to. */
export interface BodyReaderOptions {
  readonly signal: AbortSignal;
  /** Called for every chunk, when it arrives, with its length. */
  readonly onBytes?: ((length: number) => void) | undefined;
  /** Told of the end of the connection before the body is. */
  readonly onBreak?: OnBreak | undefined;
  /** Called once, when no more will arrive, for whatever reason. What has arrived may still be unread. */
  readonly onFinish?: (() => void) | undefined;
}

/** Beyond this much unread, the server is asked to wait. */
const PAUSE_AT_BYTES = 1 << 20;
const RESUME_AT_BYTES = 1 << 18;

/**
 * Reads a response body chunk by chunk. Unlike iterating the stream, it hands out everything that arrived before it says
 * that the connection broke, and it costs no promise for a chunk that is here already.
 */
export class BodyReader {
  readonly #body: Readable;
  readonly #signal: AbortSignal;
  readonly #onBytes: ((length: number) => void) | undefined;
  #onFinish: (() => void) | undefined;
  readonly #chunks = new Fifo<Buffer>();
  #unreadBytes = 0;
  #paused = false;
  #ended = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  #forgetSignal: () => void = () => {};
  readonly #forgetBreak: (() => void) | undefined;
  #isBroken = false;

  constructor(body: Readable, { signal, onBytes, onBreak, onFinish }: BodyReaderOptions) {
    this.#body = body;
    this.#signal = signal;
    this.#onBytes = onBytes;
    this.#onFinish = onFinish;
    body.on('error', this.#onError);
    if (body.destroyed) this.#fail(body.errored ?? new ConnectionError('the response was closed'));
    body.on('data', this.#onData);
    body.on('end', this.#onEnd);
    body.on('close', this.#onClose);
    this.#forgetSignal = onAbort(signal, this.#onAbort);
    this.#forgetBreak = onBreak?.((error) => {
      this.#isBroken = true;
      this.#onError(error);
    });
  }

  /** The server was asked to wait, because too much is unread. */
  get isPaused(): boolean {
    return this.#paused;
  }

  /** The next chunk that has arrived; undefined when there is none now. */
  poll(): Buffer | undefined {
    const chunk = this.#chunks.shift();
    if (chunk === undefined) return undefined;
    this.#unreadBytes -= chunk.length;
    if (this.#paused && this.#unreadBytes <= RESUME_AT_BYTES) {
      this.#paused = false;
      this.#body.resume();
    }
    return chunk;
  }

  /** Waits: true when {@link poll} has a chunk, false when the body has ended; rejects when it broke or was aborted. */
  async ready(): Promise<boolean> {
    for (;;) {
      if (this.#chunks.length > 0) return true;
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#ended) return false;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Gives up the rest, if there is one. With a reason, readers that wait get it. */
  close(reason?: Error): void {
    this.#forgetSignal();
    this.#body.off('data', this.#onData);
    // The error listener stays: a body destroyed by us may still report how its connection ended.
    if (!this.#ended) this.#fail(reason ?? new ConnectionError('the response was given up'));
    if (!this.#body.readableEnded && !this.#isBroken) this.#body.destroy();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#onBytes?.(chunk.length);
    this.#chunks.push(chunk);
    this.#unreadBytes += chunk.length;
    if (this.#unreadBytes > PAUSE_AT_BYTES && !this.#paused) {
      this.#paused = true;
      this.#body.pause();
    }
    this.#wakeUp();
  };

  readonly #onEnd = (): void => {
    const broken = brokenStream(this.#body);
    if (broken) this.#failure ??= broken;
    this.#ended = true;
    this.#finish();
  };

  readonly #onError = (error: Error): void => this.#fail(new ConnectionError('the connection broke', error));

  readonly #onClose = (): void => {
    if (!this.#ended) this.#fail(new ConnectionError('the connection closed before the response ended'));
  };

  readonly #onAbort = (): void => {
    this.#chunks.clear();
    this.#unreadBytes = 0;
    this.close(this.#signal.reason as Error);
  };

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#finish();
  }

  #finish(): void {
    this.#forgetSignal();
    this.#forgetBreak?.();
    const onFinish = this.#onFinish;
    this.#onFinish = undefined;
    onFinish?.();
    this.#wakeUp();
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}

/** An HTTP/2 stream that was reset says `end` like one that ended; only its code tells. */
function brokenStream(body: Readable): Error | undefined {
  const { rstCode, aborted } = body as { readonly rstCode?: number; readonly aborted?: boolean };
  if (aborted !== true && (rstCode === undefined || rstCode === 0)) return undefined;
  return new ConnectionError(`the server reset the stream (HTTP/2 code ${rstCode ?? 'unknown'})`);
}
