import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { gzip } from 'node:zlib';
import { BodyTooLargeError, MAX_BODY_BYTES } from '../requests/exchange.js';
import type { Exchange, Reply } from '../requests/exchange.js';
import type { OpenRecord } from '../requests/request-log.js';
import { warningHeaders } from '../requests/warnings.js';
import type { ByteSink } from '../watch/watch-wire.js';
import { resetSocket } from './reset-socket.js';

/** Bodies of this size and more are compressed for clients that accept it, as API servers do. */
const COMPRESS_FROM_BYTES = 128 * 1024;

/** `NGHTTP2_INTERNAL_ERROR`. */
const INTERNAL_ERROR = 2;

/** One request and its response, over HTTP/1.1 or HTTP/2. */
export class HttpExchange implements Exchange {
  readonly #request: IncomingMessage | Http2ServerRequest;
  readonly #response: ServerResponse | Http2ServerResponse;
  readonly #record: OpenRecord;
  cutAfterBytes: number | undefined;
  chunkBytes = 0;
  readonly warnings: string[] = [];
  #body: Promise<Buffer> | undefined;

  constructor(
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
    record: OpenRecord,
  ) {
    this.#request = request;
    this.#response = response;
    this.#record = record;
    response.on('error', () => undefined);
  }

  get record(): OpenRecord {
    return this.#record;
  }

  async readText(): Promise<string> {
    return (await this.readBody()).toString('utf8');
  }

  readBody(): Promise<Buffer> {
    return (this.#body ??= this.#receive());
  }

  /** By events: an async iterator costs more than all the rest of a small request. */
  #receive(): Promise<Buffer> {
    const request = this.#request;
    return new Promise((resolve, reject) => {
      if (request.readableEnded) return resolve(Buffer.alloc(0));
      if (request.destroyed) return reject(new Error('the connection has ended'));
      const chunks: Buffer[] = [];
      let size = 0;
      request.on('data', (bytes: Buffer) => {
        size += bytes.length;
        if (size <= MAX_BODY_BYTES) chunks.push(bytes);
        // The rest is read and forgotten: a client reads the answer once it has sent everything.
        else reject(new BodyTooLargeError());
      });
      request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
      request.once('error', reject);
      // An error costs as much as parsing the body: none for the end of a request that was read.
      request.once('close', () => request.readableEnded || reject(new Error('the connection has ended')));
    });
  }

  async reply({ code, body, contentType = 'application/json', headers = {} }: Reply): Promise<void> {
    const all: Record<string, string> = {
      ...headers,
      ...warningHeaders(this.warnings),
      'content-type': contentType,
      'cache-control': 'no-cache, private',
    };
    const isCompressed = Buffer.byteLength(body) >= COMPRESS_FROM_BYTES && acceptsGzip(this.#record);
    if (isCompressed) {
      all['content-encoding'] = 'gzip';
      all['vary'] = 'Accept-Encoding';
    }
    const content = isCompressed ? await compress(body) : body;
    if (this.#response.destroyed || this.#response.writableEnded) return;
    const size = Buffer.byteLength(content);
    all['content-length'] = String(size);
    this.#writeHead(code, all);
    const cut = this.cutAfterBytes;
    // Text that is sent whole goes out with the head in one piece.
    if (typeof content === 'string' && cut === undefined && this.chunkBytes === 0 && this.#record.method !== 'HEAD') {
      this.#record.bytesSent += size;
      this.#response.end(content);
      return;
    }
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    if (cut !== undefined && cut < bytes.length) return this.#writeAndReset(bytes.subarray(0, cut));
    this.#record.bytesSent += bytes.length;
    if (this.#record.method === 'HEAD') this.#response.end();
    else if (this.chunkBytes > 0) await this.#writeInPieces(bytes, this.chunkBytes);
    else this.#response.end(bytes);
  }

  /** One piece for each turn of the event loop, or the receiving end would read them as one. */
  async #writeInPieces(bytes: Uint8Array, size: number): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#response.destroyed; at += size) {
      writeTo(this.#response, bytes.subarray(at, at + size));
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    this.#response.end();
  }

  stream(contentType = 'application/json'): ByteSink {
    this.#writeHead(200, { 'content-type': contentType, 'cache-control': 'no-cache, private' });
    if ('flushHeaders' in this.#response) this.#response.flushHeaders();
    const response = this.#response;
    return {
      write: (bytes) => {
        this.#record.bytesSent += Buffer.byteLength(bytes);
        writeTo(response, bytes);
      },
      end: () => void response.end(),
      reset: () => this.reset(),
      onClose: (listener) => void response.once('close', listener),
      backlogBytes: () => backlogOf(response),
    };
  }

  /** Breaks the connection (TCP RST), or over HTTP/2 the stream. */
  reset(): void {
    const response = this.#response;
    if ('stream' in response) response.stream?.close(INTERNAL_ERROR);
    else {
      const { socket } = this.#request;
      // Only plain TCP sockets can send RST; others are closed abruptly.
      if ('resetAndDestroy' in socket && !('encrypted' in socket)) resetSocket(socket);
      else socket.destroy();
    }
  }

  #writeHead(code: number, headers: Record<string, string>): void {
    this.#record.code = code;
    this.#response.writeHead(code, headers);
  }

  #writeAndReset(bytes: Uint8Array): void {
    this.#record.bytesSent += bytes.length;
    const response = this.#response as ServerResponse;
    // Reset only once the bytes are on their way, or they would be dropped with the connection.
    response.write(bytes, () => setImmediate(() => this.reset()));
  }
}

/** Both response classes have the same write, which their types do not let TypeScript see. */
function writeTo(response: ServerResponse | Http2ServerResponse, bytes: Uint8Array | string): void {
  if (response.destroyed || response.writableEnded) return;
  (response as ServerResponse).write(bytes);
}

/** HTTP/1.1 buffers in its socket beyond what the response itself holds. */
function backlogOf(response: ServerResponse | Http2ServerResponse): number {
  if ('stream' in response) return response.stream.writableLength;
  return response.writableLength + (response.socket?.writableLength ?? 0);
}

function acceptsGzip(record: OpenRecord): boolean {
  return /\bgzip\b/.test(record.headers['accept-encoding'] ?? '');
}

function compress(bytes: Uint8Array | string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gzip(bytes, { level: 1 }, (error, result) => (error ? reject(error) : resolve(result)));
  });
}
