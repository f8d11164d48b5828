import type { Agent, ClientRequest } from 'node:http';
import type { Clock } from '../../async/clock.js';
import { UnresponsiveServerError } from './errors.js';

/** A proxy has this long to make a tunnel: as long as a server has to take a connection. */
const TUNNEL_WITHIN_MS = 30_000;

/** What a {@link ProxyTunnel} is for. */
export interface ProxyTunnelOptions {
  readonly server: URL;
  readonly clock: Clock;
  /** Called once, if it takes too long. */
  readonly onLate: (error: Error) => void;
}

/** The wait for a tunnel: until it is there, a request has no socket, and to destroy it tells nobody. */
export class ProxyTunnel {
  readonly #agent: Agent;
  readonly #abort = new AbortController();

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  /**
   * Makes a request that goes through the tunnel. client-node's agent for HTTP proxies takes options for its own request to the proxy, without
   * which that would be left behind; the one for SOCKS has a limit of its own.
   */
  request(make: () => ClientRequest): ClientRequest {
    const agent = this.#agent as { proxyRequestOptions?: object };
    const options = agent.proxyRequestOptions;
    if (options === undefined) return make();
    agent.proxyRequestOptions = { ...options, signal: this.#abort.signal };
    try {
      return make();
    } finally {
      agent.proxyRequestOptions = options;
    }
  }

  /** Limits how long it may take. */
  watch(request: ClientRequest, { server, clock, onLate }: ProxyTunnelOptions): void {
    const what = `connecting to ${server.origin} through the proxy`;
    const timer = clock.after(TUNNEL_WITHIN_MS, () => onLate(new UnresponsiveServerError(what, TUNNEL_WITHIN_MS)));
    for (const over of ['socket', 'error', 'close']) request.once(over, () => timer.cancel());
    this.#abort.signal.addEventListener('abort', () => timer.cancel(), { once: true });
  }

  /** Closes the connection to the proxy, if there is no tunnel yet. */
  giveUp(): void {
    this.#abort.abort();
  }
}
