import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { connect, defineResource } from '@informer-gen/runtime';
import { FakeClock, settle, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it, vi } from 'vitest';
import { LeaderElector } from '../../../../runtime/src/controller/election/leader-elector.js';
import { FencedError, WriteFence } from '../../../../runtime/src/controller/election/write-fence.js';
import { FakeLock } from './fake-lock.js';

const configMaps = defineResource({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

/** Three clocks that a test moves one by one. */
function rig(): { clock: FakeClock; fence: WriteFence; now: { monotonic: number; uptime: number; wall: number } } {
  const clock = new FakeClock();
  const now = { monotonic: 100, uptime: 5_000_000, wall: 1_700_000_000_000 };
  const fence = new WriteFence({ clock, readings: [() => now.monotonic, () => now.uptime, () => now.wall] });
  return { clock, fence, now };
}

describe('a write fence', () => {
  it('lets nothing through before there is a lease', () => {
    const { fence } = rig();
    expect(() => fence.beforeWrite()).toThrow(FencedError);
  });

  it('lets nothing through by a clock that tells no time', () => {
    const fence = new WriteFence({ clock: new FakeClock(), readings: [() => 1, () => Number.NaN] });
    fence.extend(fence.moment(), 15_000);
    expect(() => fence.beforeWrite()).toThrow(FencedError);
    fence.close();
  });

  it('ends the lease by an injected clock alone, whatever time passes on the machine', () => {
    const clock = new FakeClock();
    const fence = new WriteFence({ clock });
    const machine = vi.spyOn(Date, 'now').mockReturnValue(0);
    fence.extend(fence.moment(), 15_000);
    machine.mockReturnValue(60_000);
    clock.advance(14_999);
    expect(() => fence.beforeWrite()).not.toThrow();
    clock.advance(1);
    expect(() => fence.beforeWrite()).toThrow('the lease has ended');
    machine.mockRestore();
    fence.close();
  });

  it('lets writes through until the lease ends, counted from before the renewal was sent', () => {
    const { fence, now } = rig();
    const sentAt = fence.moment();
    now.monotonic += 4000;
    fence.extend(sentAt, 15_000);
    now.monotonic += 10_999;
    expect(() => fence.beforeWrite()).not.toThrow();
    now.monotonic += 1;
    expect(() => fence.beforeWrite()).toThrow('the lease has ended');
    fence.close();
  });

  it.each(['monotonic', 'uptime', 'wall'] as const)(
    'ends the lease by the %s clock alone: whichever says that more time has passed counts',
    (which) => {
      const { fence, now } = rig();
      fence.extend(fence.moment(), 15_000);
      now[which] += 15_000;
      expect(() => fence.beforeWrite()).toThrow(FencedError);
      fence.close();
    },
  );

  it('does not live longer because the wall clock was set back', () => {
    const { fence, now } = rig();
    fence.extend(fence.moment(), 15_000);
    now.wall -= 3_600_000;
    now.monotonic += 15_000;
    expect(() => fence.beforeWrite()).toThrow(FencedError);
    fence.close();
  });

  it('notices a suspend, in which the monotonic clock and timers stood still', () => {
    const { fence, now } = rig();
    fence.extend(fence.moment(), 15_000);
    now.uptime += 60_000;
    now.wall += 60_000;
    expect(() => fence.beforeWrite()).toThrow(FencedError);
    expect(fence.leftMs()).toBe(-45_000);
    fence.close();
  });

  it('aborts its signal when the lease ends, and has another one when it is extended again', () => {
    const { fence, now, clock } = rig();
    fence.extend(fence.moment(), 15_000);
    const { signal } = fence;
    const advance = (ms: number): void => {
      now.monotonic += ms;
      clock.advance(ms);
    };
    advance(10_000);
    fence.extend(fence.moment(), 15_000);
    advance(14_999);
    expect(signal.aborted).toBe(false);
    advance(1);
    expect(signal.aborted).toBe(true);
    fence.extend(fence.moment(), 15_000);
    expect(fence.signal.aborted).toBe(false);
    expect(() => fence.beforeWrite()).not.toThrow();
    fence.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends with the whole seconds that the record says, which is what others go by', async () => {
    const { fence, now, clock } = rig();
    const times = { leaseDurationMs: 3900, renewDeadlineMs: 2000, retryPeriodMs: 300 };
    const callbacks = { onStartedLeading: () => {}, onStoppedLeading: () => {} };
    const lock = new FakeLock('me');
    await new LeaderElector({ lock, fence, clock, callbacks, ...times }).tryAcquireOrRenew();
    expect(lock.record?.leaseDurationSeconds).toBe(3);
    now.monotonic += 3000;
    expect(() => fence.beforeWrite()).toThrow(FencedError);
    fence.close();
  });

  it('is not extended by a renewal that client-go takes for the one before: of the same second', async () => {
    const { fence, now, clock } = rig();
    const times = { leaseDurationMs: 3000, renewDeadlineMs: 2000, retryPeriodMs: 300 };
    const callbacks = { onStartedLeading: () => {}, onStoppedLeading: () => {} };
    const elector = new LeaderElector({ lock: new FakeLock('me'), fence, clock, callbacks, ...times });
    await elector.tryAcquireOrRenew();
    const pass = async (ms: number): Promise<void> => {
      now.monotonic += ms;
      clock.advance(ms);
      await elector.tryAcquireOrRenew();
    };
    await pass(900);
    expect(fence.leftMs()).toBe(2100);
    await pass(100);
    expect(fence.leftMs()).toBe(3000);
    fence.close();
  });

  it('is opened by an elector that leads, and closed before the lease is given up', async () => {
    const { fence, now, clock } = rig();
    const lock = new FakeLock('me');
    const elector = new LeaderElector({
      lock,
      fence,
      clock,
      releaseOnCancel: true,
      callbacks: { onStartedLeading: () => {}, onStoppedLeading: () => {} },
    });
    const stop = new AbortController();
    const running = elector.run({ signal: stop.signal });
    await settle();
    expect(() => fence.beforeWrite()).not.toThrow();
    now.monotonic += 20_000;
    expect(() => fence.beforeWrite()).toThrow(FencedError);
    await clock.advanceAsync(2000);
    expect(() => fence.beforeWrite()).not.toThrow();
    let openAtRelease: boolean | undefined;
    lock.before = (call) => {
      if (call === 'update') openAtRelease = fence.leftMs() > 0;
    };
    stop.abort(new Error('over'));
    await running;
    expect(openAtRelease).toBe(false);
  });
});

describe('a client with a fence', () => {
  it('reads at any time, and writes only while the lease holds', async () => {
    const { fence, now } = rig();
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url, gate: fence });
    const object = { metadata: { namespace: 'default', name: 'a' } };
    await expect(client.create(configMaps, object)).rejects.toThrow(FencedError);
    fence.extend(fence.moment(), 15_000);
    await client.create(configMaps, object);
    now.uptime += 16_000;
    await expect(client.delete(configMaps, object.metadata)).rejects.toThrow(FencedError);
    expect((await client.get(configMaps, object.metadata)).metadata?.name).toBe('a');
    expect(server.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    fence.close();
  });

  it('sends nothing of a write whose connection came only after the lease had ended', async () => {
    const { fence, now } = rig();
    let received = '';
    const server = createServer((socket) => {
      // The lease ends while the connection is being made: the last moment at which nothing is written yet.
      socket.on('data', (chunk) => (received += chunk.toString()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = await connect({ server: `http://127.0.0.1:${port}`, gate: fence });
    fence.extend(fence.moment(), 15_000);
    const writing = client.create(configMaps, { metadata: { namespace: 'default', name: 'a' } });
    now.monotonic += 15_000;
    await expect(writing).rejects.toThrow(FencedError);
    expect(received).toBe('');
    await client[Symbol.asyncDispose]();
    fence.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends nothing of a write that was made just before the event loop was blocked for longer than the lease', async () => {
    const { fence, now } = rig();
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url, gate: fence });
    fence.extend(fence.moment(), 15_000);
    // A connection is there already, so nothing but the blocked loop comes between the call and the bytes.
    await client.create(configMaps, { metadata: { namespace: 'default', name: 'a' } });
    const writing = client.create(configMaps, { metadata: { namespace: 'default', name: 'b' } });
    now.monotonic += 20_000;
    await expect(writing).rejects.toThrow(FencedError);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    fence.close();
  });

  it('gives up a write that is under way when the lease ends', async () => {
    const { fence, now, clock } = rig();
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = await connect({ server: `http://127.0.0.1:${port}`, gate: fence });
    fence.extend(fence.moment(), 15_000);
    const connected = new Promise((resolve) => server.once('connection', resolve));
    const writing = client.create(configMaps, { metadata: { namespace: 'default', name: 'a' } });
    writing.catch(() => {});
    await connected;
    now.monotonic += 15_000;
    clock.advance(15_000);
    await expect(writing).rejects.toThrow(FencedError);
    await client[Symbol.asyncDispose]();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([401, 429])(
    'does not send a write again that was answered with %i, when its lease has ended',
    async (status) => {
      const { fence, now } = rig();
      await using server = await SimulatedApiServer.start();
      await using client = await connect({ server: server.url, gate: fence, token: 'a' });
      fence.extend(fence.moment(), 15_000);
      let attempts = 0;
      server.failAlways({ verb: 'create', status, retryAfterSeconds: 0 });
      const stop = server.onRequest(({ method }) => {
        if (method !== 'POST') return;
        attempts += 1;
        now.monotonic += 15_000;
      });
      await expect(client.create(configMaps, { metadata: { namespace: 'default', name: 'a' } })).rejects.toThrow(
        FencedError,
      );
      expect(attempts).toBe(1);
      stop();
      fence.close();
    },
  );

  it('does not send the rest of a long body when the lease ends before the server has taken it', async () => {
    const { fence, now } = rig();
    let received = 0;
    let socket: Socket | undefined;
    const server = createServer((one) => {
      socket = one.pause();
      one.on('data', (chunk) => (received += chunk.length));
      one.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = await connect({ server: `http://127.0.0.1:${port}`, gate: fence });
    fence.extend(fence.moment(), 15_000);
    const length = 64_000_000;
    const data = { long: 'x'.repeat(length) };
    const writing = client.create(configMaps, { metadata: { namespace: 'default', name: 'a' }, data });
    writing.catch(() => {});
    await expect.poll(() => socket).toBeDefined();
    // The timer that would end it has not fired, as after a blocked event loop: only the check is left.
    now.monotonic += 15_000;
    socket?.resume();
    await expect(writing).rejects.toThrow(FencedError);
    await expect.poll(() => socket?.destroyed).toBe(true);
    expect(received).toBeLessThan(length);
    await client[Symbol.asyncDispose]();
    fence.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it('closes its connections when the lease ends, those that wait for the next request included', async () => {
    const { fence, now, clock } = rig();
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url, transport: 'http1', gate: fence });
    await using reader = await connect({ server: server.url });
    const over = new AbortController();
    const watching = (async () => {
      for await (const _event of reader.watch(configMaps, { signal: over.signal }));
    })().catch(() => {});
    await server.until(() => server.openWatches() === 1);
    fence.extend(fence.moment(), 15_000);
    await client.create(configMaps, { metadata: { namespace: 'default', name: 'a' } });
    const before = server.openConnections;
    now.monotonic += 15_000;
    clock.advance(15_000);
    await expect.poll(() => server.openConnections).toBe(before - 1);
    expect(server.openWatches()).toBe(1);
    over.abort(new Error('over'));
    await watching;
  });
});
