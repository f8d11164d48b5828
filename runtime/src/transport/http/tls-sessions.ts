import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../async/clock.js';
import type { TlsOptions } from './http-types.js';

interface TlsSession {
  /** What OpenSSL knows of it. */
  readonly bytes: Buffer;
  /** When the certificates were last looked at. */
  readonly verifiedAt: number;
}

/** After this long the server shows its certificate again. */
const VERIFIED_FOR_MS = 86_400_000;

/** By the options that it was made with, and the server. */
const sessions = new WeakMap<TlsOptions, Map<string, TlsSession>>();

/** With whom, and what time it is. */
export interface TlsSessionOwner {
  readonly server: URL;
  readonly tls: TlsOptions;
  readonly clock: Clock;
}

/**
 * What was agreed on when the last connection was made: one that goes on from there sends and verifies no certificates, which is most of the work
 * on both sides. A server that does not know it any more makes a new one.
 */
export function tlsSessionFor({ server, tls, clock }: TlsSessionOwner): Buffer | undefined {
  const session = sessions.get(tls)?.get(server.origin);
  return session !== undefined && clock.now() - session.verifiedAt < VERIFIED_FOR_MS ? session.bytes : undefined;
}

/** Keeps what the server offers on a new connection for the next one. To be called before its handshake. */
export function keepTlsSession(socket: TLSSocket, { server, tls, clock }: TlsSessionOwner): void {
  const known = sessions.get(tls) ?? new Map<string, TlsSession>();
  sessions.set(tls, known);
  const before = known.get(server.origin);
  let verifiedAt: number | undefined;
  socket.once('secureConnect', () => (verifiedAt = socket.isSessionReused() ? before?.verifiedAt : clock.now()));
  socket.on('session', (bytes) => {
    if (verifiedAt !== undefined) known.set(server.origin, { bytes, verifiedAt });
  });
  // Perhaps it is the session that was not taken: the next connection begins anew.
  socket.once('close', () => {
    if (verifiedAt === undefined) known.delete(server.origin);
  });
}
