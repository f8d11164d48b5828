import { BaseSharedInformerFactory, checkHealth, waitForCacheSync } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { configMaps, isConnected, Lab } from './lab.js';

const minuteMs = 60_000;

describe('what can be seen from outside', () => {
  it('controller-runtime#1653, kubeswift PR#463: a missing right is named by whoever waits, and by the readiness probe', async () => {
    await using lab = await Lab.start();
    const grant = lab.server.deny({ resource: 'configmaps' });
    await using factory = new BaseSharedInformerFactory(lab.client, { clock: lab.clock, onError: () => {} });
    const informer = factory.informerFor(configMaps);
    factory.start();
    await lab.passUntil(() => informer.status.lastError !== undefined, minuteMs);
    const waited = expect(factory.waitForCacheSync({ timeoutMs: 5000 })).rejects.toThrow(
      /not synced after 5000 ms: configmaps: 403 forbidden: configmaps is forbidden: User "simulated" cannot (list|watch)/,
    );
    await lab.pass(5000);
    await waited;
    const { ready, reasons } = checkHealth(factory.informers(), { clock: lab.clock });
    expect(ready).toBe(false);
    expect(reasons).toEqual([expect.stringMatching(/^not synced: configmaps: 403 forbidden/)]);
    grant();
    await lab.passUntil(() => informer.hasSynced(), 2 * minuteMs);
    expect(checkHealth(factory.informers(), { clock: lab.clock })).toMatchObject({ ready: true, reasons: [] });
  });

  it('says what is wrong with a resource that does not exist', async () => {
    await using lab = await Lab.start();
    const missing = { ...configMaps, group: 'example.com', plural: 'widgets', kind: 'Widget' };
    const running = lab.run({ name: 'widgets.example.com' }, lab.client.listerWatcher(missing));
    await lab.passUntil(() => running.informer.status.lastError !== undefined, minuteMs);
    const waited = expect(waitForCacheSync([running.informer], { timeoutMs: 1000, clock: lab.clock })).rejects.toThrow(
      /widgets\.example\.com: 404/,
    );
    await lab.pass(1000);
    await waited;
  });

  it('calls a cache stale that has had no watch for too long, and ready again when it has one', async () => {
    await using lab = await Lab.start();
    const running = await lab.watching();
    const health = (): ReturnType<typeof checkHealth> =>
      checkHealth([running.informer], { clock: lab.clock, maxStaleMs: 30_000 });
    await lab.pass(4 * minuteMs);
    expect(health().ready).toBe(true);
    await lab.server.stop();
    await lab.pass(20_000);
    expect(health().ready).toBe(true);
    await lab.pass(20_000);
    expect(health().ready).toBe(false);
    expect(health().reasons.join()).toMatch(/^disconnected for (3|4)\d s: configmaps: .*cannot be reached/);
    await lab.server.restart();
    await lab.passUntil(() => isConnected(running.informer), 2 * minuteMs);
    expect(health()).toMatchObject({ ready: true, reasons: [] });
  });

  it('calls back for each change of phase, with times and versions that fit', async () => {
    await using lab = await Lab.start();
    const running = lab.run();
    const phases: string[] = [];
    running.informer.onStatus(({ phase }) => {
      if (phases.at(-1) !== phase) phases.push(phase);
    });
    await lab.until(() => isConnected(running.informer), 'the watch');
    lab.create('a');
    await lab.until(() => running.told.length === 1, 'the event');
    const { status } = running.informer;
    expect(status).toMatchObject({ resource: 'configmaps', synced: true, relists: { initial: 1 } });
    expect(status.resourceVersion).toBe(lab.server.resourceVersion);
    expect(status.lastEventAt).toBe(lab.clock.now());
    expect(status.lastByteAt).toBe(lab.clock.now());
    lab.server.expireWatches();
    await lab.passUntil(() => running.informer.status.relists.expired === 1 && isConnected(running.informer), minuteMs);
    await running[Symbol.asyncDispose]();
    expect(phases).toEqual(['listing', 'watching', 'listing', 'watching', 'stopped']);
  });

  it('leaves no timer, connection or watch behind when all is over', async () => {
    await using lab = await Lab.start();
    const running = await lab.watching();
    await running[Symbol.asyncDispose]();
    await lab.client[Symbol.asyncDispose]();
    await lab.until(() => lab.server.openConnections === 0, 'no connection');
    expect(lab.server.openWatches()).toBe(0);
    expect(lab.clock.pendingTimers).toBe(0);
  });
});
