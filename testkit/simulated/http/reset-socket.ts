import type { Socket } from 'node:net';

/**
 * Breaks a connection by RST. One whose end is on its way cannot be reset as well: Node would forget its handle, which
 * then stays open for good; it is closed instead.
 *
 * @param secured What speaks TLS on it, whose end is that of the connection.
 */
export function resetSocket(socket: Socket, secured: Socket = socket): void {
  if (socket.writableEnded || secured.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
