import type { Socket } from 'node:net';
import type { Clock } from '../../async/clock.js';
import { UnresponsiveServerError } from './errors.js';

/** The server's own machine may be busy, its network may be slow; after this long the server cannot be reached. */
const CONNECT_WITHIN_MS = 30_000;
/** Whoever takes a connection and is alive shakes hands: behind a balancer, another one may. Both as client-go has it. */
const HANDSHAKE_WITHIN_MS = 10_000;

/** What a {@link connectDeadline} is for. */
export interface ConnectDeadlineOptions {
  readonly server: URL;
  readonly clock: Clock;
  /** Called once, if it takes too long. */
  readonly onLate: (error: Error) => void;
}

/** Limits how long a socket that is being opened may take, with TLS for https; or TLS alone, on one that is open. The function returned ends that. */
export function connectDeadline(socket: Socket, { server, clock, onLate }: ConnectDeadlineOptions): () => void {
  const late = (what: string, limitMs: number): (() => void) => {
    const timer = clock.after(limitMs, () => {
      stop();
      onLate(new UnresponsiveServerError(`${what} ${server.origin}`, limitMs));
    });
    return () => timer.cancel();
  };
  const shakeHands = (): (() => void) => late('the TLS handshake with', HANDSHAKE_WITHIN_MS);
  const onConnect = (): void => {
    if (server.protocol !== 'https:') return stop();
    cancel();
    cancel = shakeHands();
  };
  const stop = (): void => {
    cancel();
    socket.off('connect', onConnect).off('secureConnect', stop).off('close', stop);
  };
  // In a proxy's tunnel the connection is there already.
  let cancel = socket.connecting ? late('connecting to', CONNECT_WITHIN_MS) : shakeHands();
  socket.on('connect', onConnect).on('secureConnect', stop).on('close', stop);
  return stop;
}
