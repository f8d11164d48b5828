import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '@informer-gen/testing';
import { connect } from '../../../runtime/src/client/connect.js';
import { UnresponsiveServerError } from '../../../runtime/src/transport/http/errors.js';
import { eventually } from './servers.js';
import { noSignal, pods } from './wire.js';

/** Takes connections, and never says anything: a balancer before a backend that is dead. */
async function silentServer(): Promise<AsyncDisposable & { readonly url: string; readonly sockets: net.Socket[] }> {
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each(['http1', 'http2'] as const)('over %s', (transport) => {
  it('gives up who takes a connection and does not shake hands, in 10 s as client-go does', async () => {
    const clock = new FakeClock();
    await using server = await silentServer();
    await using client = await connect({ server: server.url, transport, clock });
    const watch = client.listerWatcher(pods).watch({ timeoutSeconds: 600 }, { signal: noSignal });
    let failure: unknown;
    watch.catch((error: unknown) => (failure = error));
    await eventually(() => clock.nextTimerInMs === 10_000, 'the ClientHello');
    await clock.advanceAsync(9_999);
    expect(failure).toBeUndefined();
    await clock.advanceAsync(1);
    await eventually(() => failure !== undefined, 'it is given up');
    expect(failure).toBeInstanceOf(UnresponsiveServerError);
    expect(String(failure)).toMatch(/the TLS handshake with https:.* 10 s/);
    expect(clock.pendingTimers).toBe(0);
  });
});
