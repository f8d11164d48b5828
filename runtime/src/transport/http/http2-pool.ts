import { onAbort } from '../../async/abort.js';
import { Fifo } from '../../collections/fifo.js';
import { ConnectionError } from './errors.js';
import type { HttpRequest } from './http-types.js';
import type { Http2Connection } from './http2-connection.js';

/** Options of {@link Http2Pool}. */
export interface Http2PoolOptions {
  /** For messages. */
  readonly origin: string;
  /** Opens another connection. */
  readonly open: () => Promise<Http2Connection>;
}

/** A request that waits for a stream. */
interface Waiter {
  /** The request only reads, so it may be sent before the server's settings arrive. */
  readonly isEarly: boolean;
  readonly take: (connection: Http2Connection) => void;
  readonly fail: (error: Error) => void;
  isAborted: boolean;
}

/** Consecutive connections without room for any waiting request, after which the requests fail and back off. */
const MAX_FRUITLESS = 4;

/**
 * HTTP/2 connections that requests share, all with the same TLS options. When all streams are in use, requests wait in a
 * queue for the next free stream. Connections are opened one after the other for as long as requests wait.
 */
export class Http2Pool {
  readonly #options: Http2PoolOptions;
  readonly #connections = new Set<Http2Connection>();
  /** Connections that may have a free stream. The others are not considered for each request. */
  readonly #withRoom = new Set<Http2Connection>();
  readonly #waiting = new Fifo<Waiter>();
  #opening: Promise<void> | undefined;
  #fruitless = 0;

  constructor(options: Http2PoolOptions) {
    this.#options = options;
  }

  /** True if it holds no connection, opens none, and nothing waits for one. */
  get isUnused(): boolean {
    return this.#connections.size === 0 && this.#waiting.length === 0 && this.#opening === undefined;
  }

  /** Returns a connection on which a stream is reserved for the request. */
  acquire({ method, signal }: Pick<HttpRequest, 'method' | 'signal'>): Promise<Http2Connection> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const waiter: Waiter = {
        // A request that changes something waits for the settings: if they never arrive, it was certainly not sent.
        isEarly: method === 'GET',
        take: (connection) => {
          forgetSignal();
          resolve(connection);
        },
        fail: (error) => {
          forgetSignal();
          reject(error);
        },
        isAborted: false,
      };
      const forgetSignal = onAbort(signal, () => {
        waiter.isAborted = true;
        reject(signal.reason as Error);
      });
      this.#waiting.push(waiter);
      this.#serve();
    });
  }

  /** Gives waiting requests the free streams, and opens a connection for the rest. */
  #serve(): void {
    for (let next = this.#waiting.at(0); next !== undefined; next = this.#waiting.at(0)) {
      if (!next.isAborted) {
        const connection = this.#leastUsed(next.isEarly);
        if (connection === undefined) break;
        connection.reserve();
        next.take(connection);
      }
      this.#waiting.shift();
    }
    if (this.#waiting.length > 0) void this.#open();
  }

  #leastUsed(isEarly: boolean): Http2Connection | undefined {
    let best: Http2Connection | undefined;
    let bestFree = 0;
    for (const connection of this.#withRoom) {
      const { free } = connection;
      if (free <= 0 && connection.isGreeted) this.#withRoom.delete(connection);
      if (free > bestFree && (isEarly || connection.isGreeted)) [best, bestFree] = [connection, free];
    }
    return best;
  }

  /** Opens a connection, unless one is being opened. Never rejects: a failure is that of the waiting requests. */
  #open(): Promise<void> {
    this.#opening ??= this.#openAndGreet()
      .catch((error: unknown) => this.#failAll(error as Error))
      .finally(() => {
        this.#opening = undefined;
        this.#serve();
      });
    return this.#opening;
  }

  async #openAndGreet(): Promise<void> {
    const connection = await this.#options.open();
    this.#add(connection);
    this.#serve();
    await connection.greeted;
    this.#fruitless = connection.free > 0 ? 0 : this.#fruitless + 1;
    if (this.#fruitless < MAX_FRUITLESS) return;
    this.#fruitless = 0;
    // Further connections would flood a server that is in trouble, or that others share.
    throw new ConnectionError(`${this.#options.origin} accepts connections but does not respond to requests`);
  }

  #add(connection: Http2Connection): void {
    this.#connections.add(connection);
    this.#withRoom.add(connection);
    const forget = (): void => {
      this.#connections.delete(connection);
      this.#withRoom.delete(connection);
    };
    connection.greeted.catch(forget);
    void connection.closed.then(forget);
    connection.onFree(() => {
      if (this.#connections.has(connection)) this.#withRoom.add(connection);
      if (this.#waiting.length > 0) this.#serve();
    });
    // The requests on it are sent again in a moment: what they will wait for begins now.
    connection.replaceBy(() => void this.#open());
  }

  #failAll(error: Error): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) next.fail(error);
  }
}
