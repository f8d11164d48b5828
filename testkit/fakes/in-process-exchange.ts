import { onAbort, TruncatedStreamError } from '@informer-gen/runtime/client-go';
import type { JsonObject } from '../simulated/objects/api-object.js';
import { BodyTooLargeError, MAX_BODY_BYTES } from '../simulated/requests/exchange.js';
import type { Exchange, ObjectReply, Reply } from '../simulated/requests/exchange.js';
import type { OpenRecord } from '../simulated/requests/request-log.js';
import { warningHeaders } from '../simulated/requests/warnings.js';
import type { ByteSink } from '../simulated/watch/watch-wire.js';

/** How a request was answered. Of a stream that has begun, `text` is empty: its bytes go to the {@link StreamReceiver}. */
export interface InProcessAnswer {
  readonly code: number;
  readonly text: string;
  /** Set where the answer is one object, of which no text was made: `text` is empty. */
  readonly object?: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly isStream: boolean;
}

/** Takes what a stream sends; after `end` or `fail` comes nothing more. */
export interface StreamReceiver {
  bytes(chunk: Uint8Array | string): void;
  end(): void;
  fail(error: Error): void;
}

/** What an {@link InProcessExchange} is made of. */
export interface InProcessExchangeOptions {
  readonly record: OpenRecord;
  readonly body: string | undefined;
  readonly receiver: StreamReceiver | undefined;
  /** Aborting it gives up the request, whether it is answered or not. */
  readonly signal: AbortSignal;
  /** True: whoever asks does not read warnings. */
  readonly isUnheard: boolean;
  /** Called when the response begins. */
  readonly onAnswer: (answer: InProcessAnswer) => void;
  /** Called when there will be no answer: the connection breaks, or the request is given up. */
  readonly onFailure: (error: unknown) => void;
  /** Called when the response has ended. */
  readonly onChange: () => void;
}

/** One request and its response by calls alone: no sockets, no headers on a wire, no compression. */
export class InProcessExchange implements Exchange {
  readonly record: OpenRecord;
  cutAfterBytes: number | undefined;
  chunkBytes = 0;
  readonly warnings: string[] = [];
  readonly isUnheard: boolean;
  readonly #options: InProcessExchangeOptions;
  readonly #closeListeners: (() => void)[] = [];
  readonly #forgetSignal: () => void;

  constructor(options: InProcessExchangeOptions) {
    this.#options = options;
    this.record = options.record;
    this.isUnheard = options.isUnheard;
    this.record.rawBody = options.body;
    this.#forgetSignal = onAbort(options.signal, () => this.#abort());
  }

  async readBody(): Promise<Buffer> {
    return Buffer.from(await this.readText());
  }

  async readText(): Promise<string> {
    const { body = '' } = this.#options;
    // Only a long text may be longer in bytes.
    if (body.length * 3 > MAX_BODY_BYTES && Buffer.byteLength(body) > MAX_BODY_BYTES) throw new BodyTooLargeError();
    return body;
  }

  async reply({ code, body, headers = {} }: Reply): Promise<void> {
    if (this.record.done) return;
    const text = typeof body === 'string' ? body : Buffer.from(body).toString();
    const cut = this.cutAfterBytes;
    const bytes = Buffer.byteLength(text);
    this.record.code = code;
    if (cut !== undefined && cut < bytes) {
      this.record.bytesSent += cut;
      this.#options.onFailure(new TruncatedStreamError('list', cut));
    } else {
      this.record.bytesSent += bytes;
      this.#options.onAnswer({
        code,
        text,
        headers: { ...headers, ...warningHeaders(this.warnings) },
        isStream: false,
      });
    }
    this.close();
  }

  async replyObject({ code, object, text }: ObjectReply): Promise<void> {
    if (this.cutAfterBytes !== undefined) return this.reply({ code, body: text() });
    if (this.record.done) return;
    this.record.code = code;
    this.record.bytesSent = text;
    this.#options.onAnswer({ code, text: '', object, headers: warningHeaders(this.warnings), isStream: false });
    this.close();
  }

  stream(): ByteSink {
    const { receiver } = this.#options;
    this.record.code = 200;
    this.#options.onAnswer({ code: 200, text: '', headers: {}, isStream: true });
    return {
      write: (bytes) => {
        if (this.record.done) return;
        this.record.bytesSent += Buffer.byteLength(bytes);
        receiver?.bytes(bytes);
      },
      end: () => {
        if (!this.record.done) receiver?.end();
        this.close();
      },
      reset: () => this.reset(),
      onClose: (listener) => void this.#closeListeners.push(listener),
      // What is written is received in the same call.
      backlogBytes: () => 0,
    };
  }

  reset(error: Error = connectionReset()): void {
    this.#options.onFailure(error);
    if (!this.record.done) this.#options.receiver?.fail(error);
    this.close();
  }

  /** Ends the response from either side. Calling it again does nothing. */
  close(): void {
    if (this.record.done) return;
    this.record.done = true;
    this.#forgetSignal();
    for (const listener of this.#closeListeners) listener();
    this.#options.onChange();
  }

  #abort(): void {
    this.#options.onFailure(this.#options.signal.reason);
    this.close();
  }
}

function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}
