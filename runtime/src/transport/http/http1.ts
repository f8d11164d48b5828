import type http from 'node:http';
import type https from 'node:https';
import type { Socket } from 'node:net';
import { isInformerError } from '../../api/informer-error.js';
import { toError } from '../../api/on-error.js';
import { onAbort } from '../../async/abort.js';
import type { Clock } from '../../async/clock.js';
import { addressOf } from './address.js';
import { breaksOf } from './broken-socket.js';
import type { OnBreak } from './broken-socket.js';
import { connectDeadline } from './connect-deadline.js';
import { ConnectionError } from './errors.js';
import type { Authorization, Headers, HttpRequest, HttpResponse, RequestGate, Transport } from './http-types.js';
import { nodeHttp, nodeHttps } from './node-modules.js';
import { startSocket } from './socket.js';
import { ProxyTunnel } from './proxy-tunnel.js';

/** TCP probes a silent peer after this long; the kernel then decides when it is dead. */
const TCP_KEEP_ALIVE_MS = 30_000;

/**
 * HTTP/1.1 over connections that are reused, or over the agent of a proxy. A watch has a connection to itself, because this
 * protocol cannot share one.
 */
export class Http1Transport implements Transport {
  readonly #server: URL;
  readonly #clock: Clock;
  readonly #module: typeof http | typeof https;
  /** By the version of the TLS options: old ones finish what they do. */
  readonly #agents = new Map<number, http.Agent>();
  /** The same for watches. Theirs are new, or were just left: one that was idle may be dead, and nothing is known of it until it is used. */
  readonly #watchAgents = new Map<number, http.Agent>();
  readonly #proxyAgents = new Set<http.Agent>();
  /** Of the sockets that watches have to themselves. */
  readonly #breaks = new WeakMap<Socket, OnBreak>();
  /** The last signal of a gate at whose end all connections are closed. */
  #gateSignal: AbortSignal | undefined;

  constructor(server: URL, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
    this.#module = server.protocol === 'https:' ? nodeHttps() : nodeHttp();
  }

  async send(request: HttpRequest, authorization: Authorization): Promise<HttpResponse> {
    for (;;) {
      try {
        return await this.#attempt(request, authorization);
      } catch (error) {
        // The server closed an idle connection just as it was used again: it has not seen this request. Each time one fewer is left.
        if (!(error instanceof StaleConnectionError)) throw error;
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closeAll();
  }

  #closeAll(): void {
    for (const agent of [...this.#agents.values(), ...this.#watchAgents.values(), ...this.#proxyAgents])
      agent.destroy();
    this.#agents.clear();
    this.#watchAgents.clear();
    this.#proxyAgents.clear();
  }

  /** When what a gate let through is given up, so are the connections that wait for more of it. */
  #closeWith({ signal }: RequestGate): void {
    if (signal === this.#gateSignal) return;
    this.#gateSignal = signal;
    onAbort(signal, () => this.#closeAll());
  }

  #attempt(httpRequest: HttpRequest, authorization: Authorization): Promise<HttpResponse> {
    const { body, gate, signal } = httpRequest;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const tunnel = authorization.proxyAgent && new ProxyTunnel(authorization.proxyAgent);
      const make = (): http.ClientRequest => this.#newRequest(httpRequest, authorization);
      const request = tunnel === undefined ? make() : tunnel.request(make);
      // Who waits is told here: a request that has no socket yet does not say that it was destroyed.
      const giveUp = (error: Error): void => {
        settle();
        tunnel?.giveUp();
        request.destroy(error);
        reject(error);
      };
      let isOver = false;
      const forgetSignal = onAbort(signal, () => giveUp(signal.reason as Error));
      const settle = (): void => {
        isOver = true;
        forgetSignal();
      };
      const deadline = { server: this.#server, clock: this.#clock, onLate: giveUp };
      tunnel?.watch(request, deadline);
      request.on('socket', (socket: Socket) => {
        keepAlive(socket);
        const { connecting, secureConnecting } = socket as Socket & { readonly secureConnecting?: boolean };
        if (connecting || secureConnecting === true) request.once('close', connectDeadline(socket, deadline));
      });
      request.on('response', (response) => {
        settle();
        const onBreak = httpRequest.isWatch && tunnel === undefined ? this.#breaksOf(response) : undefined;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response, onBreak });
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        settle();
        reject(
          signal.aborted
            ? (signal.reason as Error)
            : this.#explain(error, request, { ...httpRequest, proxied: tunnel !== undefined }),
        );
      });
      // Node closes a connection whose protocol the server changes, and says no more.
      request.on('close', () => {
        if (!isOver) reject(new ConnectionError(`${this.#server.origin} gave no answer`));
        settle();
      });
      if (gate === undefined) {
        request.end(body);
        return;
      }
      this.#closeWith(gate);
      endWhenConnected(request, gate, body);
    });
  }

  /** Asks for each answer anew, since a socket may bring several. */
  #breaksOf(response: http.IncomingMessage): OnBreak {
    const { socket } = response;
    const known = this.#breaks.get(socket);
    if (known !== undefined) return known;
    const breaks = breaksOf(socket, { clock: this.#clock });
    this.#breaks.set(socket, breaks);
    return breaks;
  }

  #newRequest({ method, path, headers, body, isWatch }: HttpRequest, authorization: Authorization): http.ClientRequest {
    return this.#module.request({
      ...addressOf(this.#server),
      method,
      path,
      headers: withLength(headers, body),
      agent: this.#agentFor(authorization, isWatch),
      ...authorization.tls,
    });
  }

  #explain(
    error: NodeJS.ErrnoException,
    request: http.ClientRequest,
    { method, proxied }: { readonly method: string; readonly proxied: boolean },
  ): Error {
    if (isInformerError(error, 'Fenced', 'Unresponsive')) return error;
    if (error.code === 'HPE_HEADER_OVERFLOW')
      return new ConnectionError(`${this.#server.origin} sent headers that are too large`, error);
    const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
    const Failure = stale && method === 'GET' ? StaleConnectionError : ConnectionError;
    return new Failure(`${this.#server.origin} cannot be reached${proxied ? ' through the proxy' : ''}`, error);
  }

  #agentFor({ proxyAgent, tls, tlsVersion }: Authorization, isWatch: boolean): http.Agent {
    if (proxyAgent !== undefined) {
      this.#proxyAgents.add(proxyAgent);
      return proxyAgent;
    }
    const agents = isWatch ? this.#watchAgents : this.#agents;
    const existing = agents.get(tlsVersion);
    if (existing !== undefined) return existing;
    const agent = new this.#module.Agent({ keepAlive: true, keepAliveMsecs: TCP_KEEP_ALIVE_MS });
    const [server, clock] = [this.#server, this.#clock];
    agent.createConnection = () => startSocket({ server, tls, protocols: ['http/1.1'], clock });
    if (isWatch) keepBriefly(agent);
    agents.set(tlsVersion, agent);
    return agent;
  }
}

/** A watch that the server ended is opened again at once: the connection has just shown that it lives. */
const KEPT_AFTER_WATCH_MS = 1000;

/** Idle connections are closed after a moment. */
function keepBriefly(agent: http.Agent): void {
  agent.keepSocketAlive = (socket) => {
    // The agent closes idle sockets that say so.
    (socket as Socket).unref().setTimeout(KEPT_AFTER_WATCH_MS);
    return true;
  };
  const reuse = agent.reuseSocket.bind(agent);
  agent.reuseSocket = (socket, request) => {
    (socket as Socket).setTimeout(0);
    reuse(socket, request);
  };
}

/**
 * Node frames no body of a DELETE unless it is told its length: the server would see none, ignore the preconditions in
 * it, and delete.
 */
function withLength(headers: Headers, body: string | undefined): http.OutgoingHttpHeaders {
  const outgoing = headers as http.OutgoingHttpHeaders;
  return body === undefined ? outgoing : { ...outgoing, 'content-length': Buffer.byteLength(body) };
}

/** So much is certainly given to the system at once, and does not wait in this process. */
const PIECE_BYTES = 16_384;

/** Waits for the connection before it asks the gate: nothing that was let through waits in a queue. */
function endWhenConnected(request: http.ClientRequest, gate: RequestGate, body: string | undefined): void {
  request.once('socket', (socket: Socket & { readonly secureConnecting?: boolean }) => {
    const end = (): void => writeGated(request, gate, body === undefined ? undefined : Buffer.from(body));
    if (socket.secureConnecting === true) socket.once('secureConnect', end);
    else if (socket.connecting) socket.once('connect', end);
    else end();
  });
}

/** Asks before each piece of a long body, which goes out as the server takes it: one that is not whole has no effect. */
function writeGated(request: http.ClientRequest, gate: RequestGate, body: Buffer | undefined): void {
  if (request.destroyed) return;
  try {
    gate.beforeWrite();
  } catch (error) {
    request.destroy(toError(error));
    return;
  }
  if (body === undefined || body.length <= PIECE_BYTES) {
    request.end(body);
    return;
  }
  request.write(body.subarray(0, PIECE_BYTES), () => writeGated(request, gate, body.subarray(PIECE_BYTES)));
}

class StaleConnectionError extends ConnectionError {}

function keepAlive(socket: Socket): void {
  socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS);
  socket.setNoDelay(true);
}
