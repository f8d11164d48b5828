import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A SOCKS 5 proxy on loopback, as far as RFC 1928 and RFC 1929 go for CONNECT. */
export interface SocksProxy extends AsyncDisposable {
  readonly port: number;
  /** What tunnels were asked for: `host:port`, names as they came. */
  readonly targets: readonly string[];
  /** The connections of clients that are open now. */
  readonly clients: ReadonlySet<Socket>;
}

/** How a {@link SocksProxy} meets its clients. */
export interface SocksProxyOptions {
  /** `name:password` that it asks for. Default: it asks nobody. */
  readonly login?: string;
  /** Takes connections and says nothing. Default false. */
  readonly hangs?: boolean;
  /** Refuses every tunnel with this code. Default: it makes them. */
  readonly refusal?: number;
}

const NO_LOGIN = 0;
const BY_PASSWORD = 2;

export async function socksProxy({ login, hangs = false, refusal }: SocksProxyOptions = {}): Promise<SocksProxy> {
  const targets: string[] = [];
  const clients = new Set<Socket>();
  const sockets = new Set<Socket>();
  const know = (socket: Socket): void => {
    sockets.add(socket.on('error', () => {}));
  };
  const server = net.createServer((client) => {
    know(client);
    clients.add(client.on('close', () => clients.delete(client)));
    if (!hangs) void serve(client).catch(() => client.destroy());
  });
  async function serve(client: Socket): Promise<void> {
    await next(client);
    client.write(Buffer.from([5, login === undefined ? NO_LOGIN : BY_PASSWORD]));
    if (login !== undefined) {
      const given = await next(client);
      const name = given.subarray(2, 2 + (given[1] ?? 0));
      const password = given.subarray(3 + name.length);
      const isRight = `${name.toString()}:${password.toString()}` === login;
      client.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) return void client.end();
    }
    const asked = await next(client);
    const [host, port] = targetOf(asked);
    targets.push(`${host}:${port}`);
    if (refusal !== undefined) return void client.end(Buffer.from([5, refusal, 0, 1, 0, 0, 0, 0, 0, 0]));
    const upstream = net.connect(port, '127.0.0.1');
    know(upstream);
    await once(upstream, 'connect');
    client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    clients,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function next(socket: Socket): Promise<Buffer> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes;
}

/** Addresses of IPv4, or names. */
function targetOf(asked: Buffer): readonly [host: string, port: number] {
  const isName = asked[3] === 3;
  const host = isName ? asked.subarray(5, 5 + (asked[4] ?? 0)).toString() : asked.subarray(4, 8).join('.');
  return [host, asked.readUInt16BE(asked.length - 2)];
}
