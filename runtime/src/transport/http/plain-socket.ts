import type net from 'node:net';
import { nodeNet } from './node-modules.js';

/** Node's own buffers have 64 KB; a read that takes more at a time is a call of the system less, and of everything above it. */
const BUFFER_BYTES = 1 << 18;

/** For all connections: on the systems where it is used, a read fills it and hands it on before the next one begins. */
let buffer: Buffer | undefined;

/**
 * A connection without TLS for Node's HTTP/1.1, which copies what it hands on out of the bytes that it is given. So they can
 * be read into the same memory each time: new buffers would be the most of what the collector has to clear away.
 */
export function plainSocket(address: { readonly host: string; readonly port: number }): net.Socket {
  // There the system fills the buffer of a connection whenever bytes come, and those of two would be mixed.
  if (process.platform === 'win32') return nodeNet().connect(address);
  const shared = (buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES));
  const socket: net.Socket = nodeNet().connect({
    ...address,
    onread: {
      buffer: shared,
      callback: (length) => {
        socket.emit('data', shared.subarray(0, length));
        return true;
      },
    },
  });
  return socket;
}
