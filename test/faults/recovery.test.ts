import { NamespacedSource } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { type ConfigMap, configMaps, isConnected, Lab } from './lab.js';

const minuteMs = 60_000;

function namesFrom(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `m${String(index).padStart(4, '0')}`);
}

describe('refusals', () => {
  it('fabric8#4974, fabric8#2992, fabric8#4416: a 503 at the start or later is tried again', async () => {
    await using lab = await Lab.start();
    lab.create('a');
    lab.server.failNext({ resource: 'configmaps', status: 503, times: 6 });
    const running = lab.run();
    await lab.passUntil(() => isConnected(running.informer), minuteMs);
    expect(running.names).toEqual(['a']);
    lab.server.failNext({ resource: 'configmaps', status: 503, times: 3 });
    lab.server.cutWatches('reset');
    lab.create('b');
    await lab.passUntil(() => running.names.includes('b'), 2 * minuteMs);
  });

  it('KFC#979: a 429 is waited out as long as the server asks, and drops no event', async () => {
    await using lab = await Lab.start();
    lab.create('a');
    lab.server.failNext({ resource: 'configmaps', status: 429, retryAfterSeconds: 40, times: 2 });
    const running = lab.run();
    await lab.passUntil(() => isConnected(running.informer), 3 * minuteMs, 100);
    const times = lab.server.requests.filter(({ verb }) => verb !== 'other').map(({ atMs }) => atMs);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(40_000);
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(40_000);
    expect(running.told).toEqual(['add a']);

    lab.server.failNext({ resource: 'configmaps', status: 429, retryAfterSeconds: 20 });
    lab.server.cutWatches();
    lab.create('b');
    await lab.passUntil(() => running.names.includes('b'), 2 * minuteMs);
    expect(running.told).toEqual(['add a', 'add b']);
    // It went on watching from where it was.
    expect(running.informer.status.relists).toEqual({ initial: 1 });
  });

  it('production-stack#999: "Too large resource version" is answered by asking for the newest, not by asking again', async () => {
    await using lab = await Lab.start();
    lab.create('a');
    const running = await lab.watching();
    const body = JSON.stringify({
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code: 504,
      reason: 'Timeout',
      message: 'Timeout: Too large resource version: 99, current: 9',
      details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] },
    });
    // A server that was restored from a backup: it does not know the versions that we know.
    lab.server.failAlways({
      resource: 'configmaps',
      when: ({ query }) => !['', '0', undefined].includes(query['resourceVersion']) && query['continue'] === undefined,
      status: 504,
      body,
    });
    lab.server.cutWatches('reset');
    lab.server.delete('configmaps', 'a');
    lab.create('b');
    await lab.passUntil(() => running.names.join() === 'b', minuteMs);
    expect(running.told).toEqual(['add a', 'delete a', 'add b']);
  });

  it('kube#1615: an expired version is no error to anybody: it is listed again, and counted', async () => {
    await using lab = await Lab.start();
    lab.create('a');
    const running = await lab.watching();
    lab.server.expireWatches();
    lab.create('b');
    await lab.passUntil(() => running.names.includes('b'), minuteMs);
    expect(running.errors).toEqual([]);
    expect(running.informer.status.relists).toEqual({ initial: 1, expired: 1 });
  });

  it('asks for a new token when the server refuses the old one, also in the middle of its life', async () => {
    const tokens = ['first', 'second'];
    await using lab = await Lab.start({ connect: { token: () => tokens[0] as string } });
    lab.server.requireTokens(['first']);
    const running = await lab.watching();
    lab.server.requireTokens(['second']);
    lab.server.cutWatches('reset');
    await lab.passUntil(() => running.informer.status.lastError?.statusCode === 401, minuteMs);
    tokens.shift();
    lab.create('b');
    await lab.passUntil(() => running.names.includes('b'), 2 * minuteMs);
  });
});

describe('backoff', () => {
  it('kube#577, kube#717, quilkin#734: failures are met with growing pauses, and success starts them over', async () => {
    await using lab = await Lab.start({ connect: {} });
    const heal = lab.server.failAlways({ resource: 'configmaps', status: 500 });
    const running = lab.run({ reflector: { useWatchList: false, random: () => 0 } });
    await lab.pass(5 * minuteMs, 100);
    const times = lab.server.requests.filter(({ verb }) => verb === 'list').map(({ atMs }) => atMs);
    const pauses = times.slice(1).map((at, index) => Math.round((at - (times[index] ?? 0)) / 100) / 10);
    expect(pauses.slice(0, 14)).toEqual([0.4, 0.6, 0.8, 1.1, 1.5, 2.2, 3, 4.2, 5.9, 8.3, 11.6, 16.2, 22.7, 30]);
    // As in client-go it starts over two minutes after it began to grow, so that a long outage does not end unseen.
    expect(pauses.slice(15, 18)).toEqual([0.4, 0.6, 0.8]);
    expect(Math.max(...pauses)).toBe(30);
    const { status } = running.informer;
    expect(status.phase).toBe('backing-off');
    heal();
    await lab.passUntil(() => isConnected(running.informer), minuteMs);
    await lab.pass(3 * minuteMs);
    const before = lab.server.requests.length;
    lab.server.failNext({ resource: 'configmaps', status: 500, times: 2 });
    lab.server.expireWatches();
    await lab.passUntil(() => lab.server.requests.length > before + 2, minuteMs, 100);
    const again = lab.server.requests.slice(before).map(({ atMs }) => atMs);
    expect((again[1] ?? 0) - (again[0] ?? 0)).toBeLessThanOrEqual(2000);
  });

  it('spreads pauses by up to their own length, so that many clients do not come back in step', async () => {
    await using lab = await Lab.start();
    lab.server.failAlways({ resource: 'configmaps', status: 500 });
    lab.run({ reflector: { useWatchList: false, random: () => 0.5 } });
    await lab.pass(2 * minuteMs, 100);
    const times = lab.server.requests.map(({ atMs }) => atMs);
    const pauses = times.slice(1).map((at, index) => Math.round((at - (times[index] ?? 0)) / 100) / 10);
    expect(pauses.slice(0, 6)).toEqual([0.6, 0.8, 1.2, 1.6, 2.3, 3.2]);
  });

  it('kubernetes#104171, kubernetes#137089, fabric8#7896, fabric8 PR#7898, typha#227: watches that are closed at once make no hot loop on the same version', async () => {
    await using lab = await Lab.start();
    lab.create('a');
    lab.server.failAlways({
      verb: 'watch',
      resource: 'configmaps',
      status: 200,
      when: ({ query }) => query['sendInitialEvents'] === undefined,
    });
    const running = lab.run({ reflector: { useWatchList: false } });
    await lab.pass(5 * minuteMs, 200);
    const watches = lab.server.requests.filter(({ verb }) => verb === 'watch');
    expect(watches.length).toBeLessThan(60);
    expect(running.informer.status.relists['watch ended at once']).toBeGreaterThan(3);
    lab.create('b');
    await lab.passUntil(() => running.names.includes('b'), minuteMs);
  });

  it('trino-operator#936: one namespace that fails does not slow down the others', async () => {
    await using lab = await Lab.start();
    for (const name of ['good', 'bad']) lab.server.create('namespaces', { metadata: { name } });
    lab.server.failAlways({ namespace: 'bad', resource: 'configmaps', status: 500 });
    const source = new NamespacedSource<ConfigMap>(
      (namespace) => lab.client.listerWatcher(configMaps, { namespace }),
      ['good', 'bad'],
    );
    const running = lab.run({}, source);
    await lab.pass(3 * minuteMs);
    lab.server.cutWatches('reset', { namespace: 'good' });
    lab.server.create('configmaps', { metadata: { name: 'seen', namespace: 'good' } });
    const tookMs = await lab.passUntil(() => running.names.includes('seen'), minuteMs, 100);
    expect(tookMs).toBeLessThanOrEqual(2000);
    expect(running.informer.status.namespaces?.['bad']?.phase).toBe('backing-off');
  });

  it('javascript#1933: calling run again from an error handler stacks no loops', async () => {
    await using lab = await Lab.start();
    lab.server.failNext({ resource: 'configmaps', status: 500, times: 4 });
    const stop = new AbortController();
    const running = lab.run({
      watchErrorHandler: () => void running.informer.run({ signal: stop.signal }),
    });
    await lab.passUntil(() => isConnected(running.informer), minuteMs);
    await lab.pass(minuteMs);
    expect(lab.server.openWatches()).toBe(1);
    expect(lab.server.requests.length).toBeLessThanOrEqual(6);
    expect(running.errors.some(({ message }) => message.includes('runs'))).toBe(true);
  });
});

describe('big lists', () => {
  it('javascript#586, java#628, java-operator-sdk#1976: big lists come in pages', async () => {
    await using lab = await Lab.start();
    lab.server.settings.watchCache = false;
    lab.server.settings.watchList = 'invalid';
    lab.create(...namesFrom(1200));
    const running = await lab.watching();
    expect(running.names).toHaveLength(1200);
    const lists = lab.server.requests.filter(({ verb }) => verb === 'list');
    expect(lists.map(({ query }) => [query['limit'], query['continue'] !== undefined])).toEqual([
      ['500', false],
      ['500', true],
      ['500', true],
    ]);
  });

  it('fabric8#2121: a thousand objects reach the handler without any time passing', async () => {
    await using lab = await Lab.start();
    lab.create(...namesFrom(1000));
    const startedAt = lab.clock.now();
    const running = await lab.watching();
    await lab.until(() => running.told.length === 1000, 'all of them');
    expect(lab.clock.now()).toBe(startedAt);
    expect(new Set(running.told).size).toBe(1000);
  });

  it('kube#1209, client-go#1377, client-go#871, kubernetes#111370: a relist keeps the objects that did not change, and makes no second set', async () => {
    await using lab = await Lab.start();
    lab.create(...namesFrom(200));
    for (const useWatchList of [true, false]) {
      const running = await lab.watching({ reflector: { useWatchList } });
      const before = new Map(
        running.informer
          .getStore()
          .list()
          .map((object) => [object.metadata?.name, object]),
      );
      lab.server.patch('configmaps', 'm0007', { data: { changed: String(useWatchList) } });
      await lab.until(() => running.told.length === 201, 'the change');
      lab.server.expireWatches();
      await lab.passUntil(
        () => running.informer.status.relists.expired === 1 && isConnected(running.informer),
        minuteMs,
      );
      const other = running.informer
        .getStore()
        .list()
        .filter((object) => before.get(object.metadata?.name) !== object);
      expect(other.map(({ metadata }) => metadata?.name)).toEqual(['m0007']);
    }
  });
});
