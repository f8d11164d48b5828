import type net from 'node:net';
import { onAbort } from '../../async/abort.js';
import type { Clock } from '../../async/clock.js';
import { addressOf } from './address.js';
import { connectDeadline } from './connect-deadline.js';
import { ConnectionError } from './errors.js';
import type { TlsOptions } from './http-types.js';
import { nodeNet, nodeTls } from './node-modules.js';
import { secureContextOf } from './secure-context.js';
import { keepTlsSession, tlsSessionFor } from './tls-sessions.js';

/** Where to connect, and until when. */
export interface OpenSocketOptions {
  readonly server: URL;
  readonly tls: TlsOptions;
  /** What to offer over TLS, best first. */
  readonly protocols: readonly string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const TCP_KEEP_ALIVE_MS = 30_000;

/** Opens a connection to the server, with TLS for https. Rejects when that fails, takes too long or is aborted. */
export function openSocket(options: OpenSocketOptions): Promise<net.Socket> {
  const { server, clock, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const socket = startSocket(options);
    const opened = server.protocol === 'https:' ? 'secureConnect' : 'connect';
    const settle = (): void => {
      endDeadline();
      forgetSignal();
      socket.off('error', onError);
      socket.off('close', onClose);
    };
    const fail = (error: Error): void => {
      settle();
      // A socket that is given up may still have something to say.
      socket.on('error', () => {});
      socket.destroy();
      reject(error);
    };
    const onError = (error: Error): void => fail(new ConnectionError(`${server.origin} cannot be reached`, error));
    const onClose = (): void => fail(new ConnectionError(`${server.origin} closed the connection at once`));
    const endDeadline = connectDeadline(socket, { server, clock, onLate: fail });
    const forgetSignal = onAbort(signal, () => fail(signal.reason as Error));
    socket.on('error', onError);
    socket.on('close', onClose);
    socket.once(opened, () => {
      settle();
      socket.setNoDelay(true);
      socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS);
      resolve(socket);
    });
  });
}

/** Begins to open a connection. TLS goes on from the session of the last one, also where that was cut: Node's own agents forget it then. */
export function startSocket(options: Omit<OpenSocketOptions, 'signal'>): net.Socket {
  const { server, tls, protocols } = options;
  const address = addressOf(server);
  if (server.protocol !== 'https:') return nodeNet().connect(address);
  // A name for the certificate may not be an address.
  const servername = tls.servername ?? (nodeNet().isIP(address.host) === 0 ? address.host : '');
  const socket = nodeTls().connect({
    ...tls,
    ...address,
    secureContext: secureContextOf(tls),
    servername,
    ALPNProtocols: [...protocols],
    session: tlsSessionFor(options),
  });
  keepTlsSession(socket, options);
  return socket;
}
