import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import { isInformerError } from '../../api/informer-error.js';
import { onAbort } from '../../async/abort.js';
import type { Clock, Timer } from '../../async/clock.js';
import { breaksOf } from './broken-socket.js';
import type { OnBreak } from './broken-socket.js';
import { ConnectionError, UnresponsiveServerError } from './errors.js';
import type { HttpRequest, HttpResponse, Liveness, TlsOptions } from './http-types.js';
import { nodeHttp2, nodeTls } from './node-modules.js';
import { openSocket } from './socket.js';
import { PingWatchdog } from './ping-watchdog.js';

/** What a connection is made of. */
export interface Http2ConnectionOptions {
  readonly server: URL;
  readonly tls: TlsOptions;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The server does not speak HTTP/2, or not about this request. */
export class NotHttp2Error extends ConnectionError {
  constructor(server: URL) {
    super(`${server.origin} does not offer HTTP/2: use the transport \`auto\` or \`http1\``);
  }
}

/** The server has not looked at the request: it may be sent again, on another connection. */
export class RefusedStreamError extends ConnectionError {}

/** One stream may have this much under way; with the 64 KB of the standard, each round trip would bring no more. */
const STREAM_WINDOW_BYTES = 4 << 20;
/** Enough for every stream's window, so that one that waits for its reader does not hold up the others. */
const CONNECTION_WINDOW_BYTES = 1 << 30;
/** More share no connection, even if the server would allow it: what breaks one should not break thousands. */
const MAX_STREAMS = 100;
const IDLE_MS = 60_000;

// Of the standards: to read them from `node:http2` would load it.
const NGHTTP2_REFUSED_STREAM = 0x7;
const NGHTTP2_CANCEL = 0x8;
const NGHTTP2_ENHANCE_YOUR_CALM = 0xb;
const NGHTTP2_HTTP_1_1_REQUIRED = 0xd;
const HTTP2_HEADER_AUTHORITY = ':authority';
const HTTP2_HEADER_METHOD = ':method';
const HTTP2_HEADER_PATH = ':path';

/** One HTTP/2 connection, watched over by PINGs. It closes itself when it is not used for a minute. */
export class Http2Connection implements Liveness {
  /** Settles when the connection is gone. */
  readonly closed: Promise<void>;
  /** Resolves when the server has said how many streams it takes; rejects when it does not, or takes none. */
  readonly greeted: Promise<void>;
  readonly #server: URL;
  readonly #clock: Clock;
  readonly #session: ClientHttp2Session;
  readonly #socket: Socket;
  readonly #watchdog: PingWatchdog;
  #isGreeted = false;
  #streams = 0;
  #draining = false;
  #closesAfterUse = false;
  #onBreak: OnBreak | undefined;
  #onFree: (() => void) | undefined;
  #idleTimer: Timer | undefined;
  readonly #onAlive = new Set<() => void>();
  #isPinging = false;
  /** Gives up a request that only reads and has no answer yet, so that it is sent on another connection. */
  readonly #movable = new Set<() => void>();

  private constructor(options: Http2ConnectionOptions, session: ClientHttp2Session, socket: Socket) {
    const { server, clock } = options;
    this.#server = server;
    this.#clock = clock;
    this.#session = session;
    this.#socket = socket;
    this.greeted = greeted(session, options).then(() => void (this.#isGreeted = true));
    // Whoever waits for it is told, and the request that did not.
    this.greeted.catch(() => {});
    this.#watchdog = new PingWatchdog({
      clock,
      bytesRead: () => socket.bytesRead,
      bytesWritten: () => socket.bytesWritten,
      ping: () => this.ping(),
      onDead: (silentMs) =>
        session.destroy(new UnresponsiveServerError(`the connection to ${server.origin}`, silentMs)),
      onDefunct: () => {
        this.#moveOn();
        session.destroy(new ConnectionError(`the connection to ${server.origin} brought what is no HTTP/2`));
      },
      onDoubt: () => this.#moveOn(),
    });
    // Streams get a session's errors themselves.
    session.on('error', () => {});
    session.on('goaway', () => (this.#draining = true));
    this.closed = new Promise((resolve) => session.once('close', () => this.#onClose(resolve)));
    // The session has ended its half of the socket; the other side may never end its own, and everything is said.
    socket.once('finish', () => session.destroyed && socket.destroy());
    this.#becomeIdle();
  }

  /** Connects. Until it is {@link greeted}, the connection takes one request, which need not wait for that. */
  static async open(options: Http2ConnectionOptions): Promise<Http2Connection> {
    const socket = await openSocket({ ...options, protocols: ['h2', 'http/1.1'] });
    if (socket instanceof nodeTls().TLSSocket && socket.alpnProtocol !== 'h2') {
      socket.destroy();
      throw new NotHttp2Error(options.server);
    }
    const session = nodeHttp2().connect(options.server.origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: STREAM_WINDOW_BYTES },
      maxSessionMemory: 1024,
    });
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    return new Http2Connection(options, session, socket);
  }

  get isGreeted(): boolean {
    return this.#isGreeted;
  }

  /** Begins the next connection by `replace` if this one breaks while it is in use, and has lived for a while. */
  replaceBy(replace: () => void): void {
    const begin = (): void => {
      const isLeft = this.#draining;
      this.retire();
      if (!isLeft) replace();
    };
    this.#onBreak = breaksOf(this.#socket, { clock: this.#clock, begin });
  }

  /** Calls back whenever a stream becomes free. */
  onFree(callback: () => void): void {
    this.#onFree = callback;
  }

  /** How many more streams it takes. */
  get free(): number {
    if (this.#draining || this.#session.closed || this.#session.destroyed) return 0;
    if (!this.#isGreeted) return 1 - this.#streams;
    const allowed = this.#session.remoteSettings.maxConcurrentStreams ?? MAX_STREAMS;
    return Math.min(allowed, MAX_STREAMS) - this.#streams;
  }

  /** It is for one request: it closes when that ends. */
  closeAfterUse(): void {
    this.#closesAfterUse = true;
  }

  /** Reserves a stream; `request` or `release` frees it. */
  reserve(): void {
    this.#idleTimer?.cancel();
    this.#idleTimer = undefined;
    this.#streams += 1;
    if (this.#streams > 1 || this.#session.destroyed) return;
    this.#session.ref();
    this.#watchdog.start();
  }

  release(): void {
    this.#streams -= 1;
    if (this.#streams === 0) this.#becomeIdle();
    this.#onFree?.();
  }

  /** Sends a request on a stream that was reserved for it. */
  request({ method, path, headers, body, gate, signal }: HttpRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      let stream: ClientHttp2Stream;
      try {
        signal.throwIfAborted();
        gate?.beforeWrite();
        const pseudo = {
          [HTTP2_HEADER_METHOD]: method,
          // With the brackets of an IPv6 address, which Node leaves out.
          [HTTP2_HEADER_AUTHORITY]: this.#server.host,
          [HTTP2_HEADER_PATH]: path,
        };
        stream = this.#session.request(
          {
            ...pseudo,
            ...(headers as OutgoingHttpHeaders),
            ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          },
          { endStream: body === undefined },
        );
      } catch (error) {
        this.release();
        return reject(
          signal.aborted || isInformerError(error)
            ? ((signal.reason ?? error) as Error)
            : new RefusedStreamError('the connection is closing', error),
        );
      }
      const forgetSignal = onAbort(signal, () => {
        if (signal.reason instanceof UnresponsiveServerError) this.retire();
        stream.close(NGHTTP2_CANCEL);
        reject(signal.reason as Error);
      });
      let failure: Error | undefined;
      const endWait = this.#watchdog.awaits();
      const move = (): void => {
        stream.close(NGHTTP2_CANCEL);
        reject(new RefusedStreamError(`${this.#server.origin} answers on this connection no more`));
      };
      if (method === 'GET') this.#movable.add(move);
      const forgetBreak = this.#onBreak?.((error) => reject(this.#explain(stream, error)));
      const forget = (isAnswered: boolean): void => {
        endWait(isAnswered);
        this.#movable.delete(move);
        forgetBreak?.();
        forgetSignal();
      };
      let answered = false;
      stream.once('response', ({ ':status': status = 0, ...rest }) => {
        answered = true;
        forget(true);
        resolve({ status, headers: rest, body: stream, liveness: this, onBreak: this.#onBreak });
      });
      stream.on('error', (error) => (failure = error));
      stream.once('close', () => {
        this.release();
        if (answered) return;
        forget(false);
        reject(this.#explain(stream, failure));
      });
      if (body !== undefined) stream.end(body);
    });
  }

  onAlive(callback: () => void): () => void {
    const entry = (): void => callback();
    this.#onAlive.add(entry);
    return () => void this.#onAlive.delete(entry);
  }

  ping(): void {
    if (this.#isPinging || this.#session.destroyed) return;
    this.#isPinging = true;
    this.#watchdog.pinged();
    this.#session.ping((error) => {
      this.#isPinging = false;
      if (error) return;
      this.#watchdog.answered();
      for (const callback of this.#onAlive) callback();
    });
  }

  retire(): void {
    this.#draining = true;
  }

  /** What arrives here may still do so; whatever has no answer yet asks on another connection. */
  #moveOn(): void {
    this.retire();
    for (const move of this.#movable) move();
  }

  /** Closes it now, with everything on it. */
  destroy(): void {
    this.#session.destroy();
    // A session that is closing already waits for the other side to close the socket, which may never happen.
    this.#socket.destroy();
  }

  #explain(stream: ClientHttp2Stream, failure: Error | undefined): Error {
    const what = `${this.#server.origin} gave no answer`;
    if (failure instanceof UnresponsiveServerError) return failure;
    if (stream.rstCode === NGHTTP2_HTTP_1_1_REQUIRED) return new NotHttp2Error(this.#server);
    // Node meets too many headers with the code by which a server asks for fewer requests.
    if (stream.rstCode === NGHTTP2_ENHANCE_YOUR_CALM)
      return new ConnectionError(`${what}: it asks for fewer requests, or sent more than 128 headers`, failure);
    return stream.rstCode === NGHTTP2_REFUSED_STREAM
      ? new RefusedStreamError(what, failure)
      : new ConnectionError(what, failure);
  }

  #becomeIdle(): void {
    this.#watchdog.stop();
    if (this.#session.destroyed) return;
    if (this.#closesAfterUse) return this.#session.close();
    this.#session.unref();
    this.#idleTimer = this.#clock.after(IDLE_MS, () => this.#session.close());
    this.#idleTimer.unref?.();
  }

  #onClose(resolve: () => void): void {
    this.#watchdog.stop();
    this.#idleTimer?.cancel();
    this.#socket.destroy();
    resolve();
  }
}

/** Waits for the server's first words. */
function greeted(session: ClientHttp2Session, { server, clock, signal }: Http2ConnectionOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      settle();
      session.on('error', () => {});
      session.destroy(error);
      reject(error);
    };
    let forgetSignal = (): void => {};
    const limitMs = 30_000;
    const timer = clock.after(limitMs, () =>
      fail(new UnresponsiveServerError(`connecting to ${server.origin}`, limitMs)),
    );
    const onClose = (): void => fail(new ConnectionError(`${server.origin} closed the connection at once`));
    const onError = (error: Error): void => fail(new ConnectionError(`${server.origin} cannot be reached`, error));
    const settle = (): void => {
      timer.cancel();
      forgetSignal();
      session.off('close', onClose);
      session.off('error', onError);
    };
    session.once('remoteSettings', ({ maxConcurrentStreams }) => {
      if (maxConcurrentStreams === 0)
        return fail(new ConnectionError(`${server.origin} allows no requests (MAX_CONCURRENT_STREAMS is 0)`));
      settle();
      resolve();
    });
    session.once('close', onClose);
    session.on('error', onError);
    forgetSignal = onAbort(signal, () => fail(signal.reason as Error));
  });
}
