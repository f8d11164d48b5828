import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { nodeNet, nodeTls } from '../http/node-modules.js';

/** The parts of client-node's agent for HTTP proxies that are mended. */
interface TunnelingAgent extends Agent {
  proxy?: Pick<URL, 'protocol' | 'hostname' | 'port' | 'username' | 'password'>;
  createConnection(options: TunnelOptions, callback?: (error: Error | null, stream: Duplex) => void): Duplex;
}

interface TunnelOptions {
  readonly host?: string | null | undefined;
  readonly [name: string]: unknown;
}

/**
 * client-node makes its proxy agents without keep-alive, so every page of a list would connect anew; and the one for HTTP proxies has the brackets of
 * IPv6 addresses where they may not be, and has none where they must.
 */
export function mendProxyAgent(given: Agent): Agent {
  const agent = Object.assign(given as TunnelingAgent, { keepAlive: true });
  const { proxy } = agent;
  if (!(proxy instanceof URL)) return agent;
  const { protocol, hostname, port, username, password } = proxy;
  agent.proxy = { protocol, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port, username, password };
  const open = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => open(bracketed(options), callback);
  return agent;
}

/** The tunnel is asked for by this host, to which the certificate is then compared. */
function bracketed(options: TunnelOptions): TunnelOptions {
  const { host } = options;
  if (typeof host !== 'string' || nodeNet().isIP(host) !== 6) return options;
  const { checkServerIdentity } = nodeTls();
  const check: typeof checkServerIdentity = (name, certificate) =>
    checkServerIdentity(name === `[${host}]` ? host : name, certificate);
  return { checkServerIdentity: check, ...options, host: `[${host}]` };
}
