import net from 'node:net';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import type { SecureContext } from 'node:tls';
import { resetSocket } from '../../../../testkit/simulated/http/reset-socket.js';
import { Flow } from './flow.js';
import type { Conditions } from './flow.js';
import { GoawayInserter } from './http2-frames.js';

/** The conditions of both directions of a connection. */
export interface LinkConditions {
  readonly toClient?: Conditions;
  readonly toServer?: Conditions;
}

/** Where a connection goes, and whether the proxy ends its TLS to get at HTTP's own bytes. */
export interface LinkOptions {
  /** Ports on loopback, the first choice first: one that refuses is passed over. */
  readonly targets: readonly number[];
  /** Default: bytes are passed on as they are, encrypted or not. */
  readonly tls?: { readonly context: SecureContext; readonly ca: string } | undefined;
  readonly onClose: () => void;
}

/** More than this may not wait in a direction: the sender is paused, as by a full socket buffer. */
const MAX_WAITING_BYTES = 512 * 1024;
/** A line of a watch is longer than this, a PING or an acknowledgement is not. */
const LEAST_TRUNCATED_BYTES = 64;

/** One connection through the proxy: the client's socket, the server's, and the flows between them. */
export class Link {
  readonly #clientTcp: Socket;
  #serverTcp: Socket | undefined;
  #client: Socket;
  #server: Socket | undefined;
  readonly #options: LinkOptions;
  readonly #toClient = new Flow((bytes) => this.#writeToClient(bytes));
  readonly #toServer = new Flow((bytes) => void this.#server?.write(bytes));
  #goaway: GoawayInserter | undefined;
  #truncateNext = false;
  #closed = false;

  constructor(client: Socket, options: LinkOptions) {
    this.#clientTcp = client;
    this.#client = client;
    this.#options = options;
    client.setNoDelay(true);
    this.#closesWith(client);
    if (options.tls === undefined) this.#connect(0);
    else this.#endTls(client, options.tls.context);
  }

  set({ toClient = {}, toServer = {} }: LinkConditions): void {
    if (this.#closed) return;
    this.#toClient.set(toClient);
    this.#toServer.set(toServer);
  }

  /** Ends the connection behind the first half of the next piece that comes from the server. */
  truncateNext(): void {
    this.#truncateNext = true;
  }

  /** Says to an HTTP/2 client that the server goes away, as one that is being restarted does. False without HTTP/2. */
  goaway(): boolean {
    if (this.#goaway === undefined || this.#closed) return false;
    const now = this.#goaway.request();
    if (now !== undefined) this.#client.write(now);
    return true;
  }

  /** Resets the connection on both sides. */
  reset(): void {
    if (this.#closed) return;
    resetSocket(this.#clientTcp, this.#client);
    if (this.#serverTcp !== undefined) resetSocket(this.#serverTcp, this.#server ?? this.#serverTcp);
    this.#close();
  }

  #endTls(client: Socket, secureContext: SecureContext): void {
    const secured = new tls.TLSSocket(client, { isServer: true, secureContext, ALPNProtocols: ['h2', 'http/1.1'] });
    this.#client = secured;
    this.#closesWith(secured);
    secured.once('secure', () => {
      if (secured.alpnProtocol === 'h2') this.#goaway = new GoawayInserter();
      this.#connect(0);
    });
  }

  #connect(attempt: number): void {
    const port = this.#options.targets[attempt];
    if (this.#closed) return;
    if (port === undefined) return this.reset();
    const server = net.connect(port, '127.0.0.1');
    server.setNoDelay(true);
    const onError = (): void => this.#connect(attempt + 1);
    server.once('error', onError);
    server.once('connect', () => {
      server.off('error', onError);
      if (this.#closed) return void server.destroy();
      this.#serverTcp = server;
      this.#closesWith(server);
      this.#join(server);
    });
  }

  #join(serverTcp: Socket): void {
    const protocol = this.#client instanceof tls.TLSSocket ? this.#client.alpnProtocol : false;
    const server =
      this.#options.tls === undefined
        ? serverTcp
        : tls.connect({
            socket: serverTcp,
            ca: this.#options.tls.ca,
            host: '127.0.0.1',
            ...(typeof protocol === 'string' && { ALPNProtocols: [protocol] }),
          });
    if (server !== serverTcp) this.#closesWith(server);
    this.#server = server;
    pump(this.#client, this.#toServer, () => server.end());
    pump(server, this.#toClient, () => this.#client.end());
  }

  #writeToClient(bytes: Buffer): void {
    const passed = this.#goaway?.pass(bytes) ?? bytes;
    if (!this.#truncateNext || passed.length < LEAST_TRUNCATED_BYTES) return void this.#client.write(passed);
    this.#client.end(passed.subarray(0, passed.length / 2));
    this.#toClient.stop();
    this.#serverTcp?.destroy();
  }

  #closesWith(socket: Socket): void {
    socket.on('error', () => this.#close());
    socket.on('close', () => this.#close());
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#toClient.stop();
    this.#toServer.stop();
    for (const socket of [this.#client, this.#clientTcp, this.#server, this.#serverTcp]) socket?.destroy();
    this.#options.onClose();
  }
}

/** Moves what a socket sends into a flow, and its end behind that. */
function pump(from: Socket, flow: Flow, onEnd: () => void): void {
  from.on('data', (bytes: Buffer) => {
    flow.push(bytes);
    if (flow.waitingBytes < MAX_WAITING_BYTES) return;
    from.pause();
    flow.whenEmpty(() => from.resume());
  });
  from.on('end', () => flow.whenEmpty(onEnd));
}
