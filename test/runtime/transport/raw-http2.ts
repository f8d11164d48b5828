import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

const HEADER_BYTES = 9;
const PREFACE_BYTES = 24;
const types = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
  altsvc: 10,
  unknown: 0x55,
} as const;

interface FrameOptions {
  readonly stream?: number;
  readonly flags?: number;
  readonly payload?: Buffer;
  readonly length?: number;
}

/** One frame of HTTP/2. `length` is what its head says; default: the truth. */
export function frame(
  type: keyof typeof types,
  { stream = 0, flags = 0, payload = Buffer.alloc(0), length = payload.length }: FrameOptions = {},
): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUIntBE(length, 0, 3);
  head[3] = types[type];
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** `:status: 200`, and END_HEADERS. */
export const ok = (stream: number): Buffer => frame('headers', { stream, flags: 4, payload: Buffer.from([0x88]) });

/** One connection of a {@link RawHttp2Server}. */
export interface RawConnection {
  readonly socket: Socket;
  /** The streams that were opened. */
  readonly streams: number[];
  /** Whether PINGs are answered. */
  answersPings: boolean;
  pings: number;
  /** Says the first words of a server, if it has not. */
  greet(): void;
}

/** A server of HTTP/2 that writes whatever bytes a test wants, and reads no headers. */
export interface RawHttp2Server extends AsyncDisposable {
  readonly url: string;
  readonly connections: readonly RawConnection[];
}

/** With `greets: false` it says nothing by itself, as one that is slow. */
export async function rawHttp2Server(
  onStream: (connection: RawConnection, stream: number) => void,
  { greets = true } = {},
): Promise<RawHttp2Server> {
  const connections: RawConnection[] = [];
  const server = net.createServer((socket) => {
    const greet = (): void => void socket.write(Buffer.concat([frame('settings'), frame('settings', { flags: 1 })]));
    const connection: RawConnection = { socket, streams: [], answersPings: true, pings: 0, greet };
    connections.push(connection);
    socket.on('error', () => {});
    let unread = Buffer.alloc(0);
    let skip = PREFACE_BYTES;
    socket.on('data', (bytes: Buffer) => {
      unread = Buffer.concat([unread, bytes]);
      for (;;) {
        const length = unread.length < skip + HEADER_BYTES ? Infinity : unread.readUIntBE(skip, 3);
        if (unread.length < skip + HEADER_BYTES + length) return;
        const read = unread.subarray(skip, skip + HEADER_BYTES + length);
        unread = unread.subarray(skip + HEADER_BYTES + length);
        skip = 0;
        if (greets && read[3] === types.settings && read[4] === 0) greet();
        take(connection, read, onStream);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { socket } of connections) socket.destroy();
      await closed;
    },
  };
}

function take(connection: RawConnection, read: Buffer, onStream: Parameters<typeof rawHttp2Server>[0]): void {
  const [type, flags] = [read[3], read[4] ?? 0];
  const isAnswer = (flags & 1) === 1;
  if (type === types.ping && !isAnswer) {
    connection.pings += 1;
    if (connection.answersPings)
      connection.socket.write(frame('ping', { flags: 1, payload: read.subarray(HEADER_BYTES) }));
  }
  if (type !== types.headers) return;
  const stream = read.readUInt32BE(5);
  connection.streams.push(stream);
  onStream(connection, stream);
}
