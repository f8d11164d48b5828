import { BaseSharedInformerFactory, NamespacedSource, newSharedIndexInformer } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { createAuthority, issueCertificate } from '@informer-gen/testing';
import { type ConfigMap, configMaps, Lab } from './lab.js';

const minuteMs = 60_000;

describe('handlers', () => {
  it('javascript#322: a handler can be taken off, and only that one', async () => {
    await using lab = await Lab.start();
    const running = await lab.watching();
    const seen: string[] = [];
    const registration = running.informer.addEventHandler({
      onAdd: (each) => void seen.push(each.metadata?.name ?? ''),
    });
    lab.create('a');
    await lab.until(() => seen.length === 1, 'the first');
    registration.remove();
    lab.create('b');
    await lab.until(() => running.told.length === 2, 'the other handler');
    expect(seen).toEqual(['a']);
  });

  it('kubernetes#121474, kubernetes PR#137314, client-go#1326, enhancements#4346, kubernetes#103789: a slow handler holds up nobody, and its backlog can be seen', async () => {
    await using lab = await Lab.start();
    const running = await lab.watching();
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    let handled = 0;
    const slow = running.informer.addEventHandler({
      async onAdd() {
        await gate;
        handled++;
      },
    });
    lab.create(...Array.from({ length: 100 }, (_, index) => `m${index}`));
    await lab.until(() => running.told.length === 100, 'the quick handler');
    expect(slow.backlog).toBeGreaterThanOrEqual(99);
    expect(handled).toBe(0);
    release();
    await lab.until(() => handled === 100, 'the slow handler');
    expect(slow.backlog).toBe(0);
  });

  it('java#912: the queue is emptied as fast as relists fill it, also while a handler is stuck', async () => {
    await using lab = await Lab.start();
    lab.create(...Array.from({ length: 50 }, (_, index) => `m${index}`));
    const running = await lab.watching();
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const stuck = running.informer.addEventHandler({ onAdd: () => gate });
    for (let round = 1; round <= 20; round++) {
      lab.server.expireWatches();
      lab.create(`new${round}`);
      await lab.passUntil(() => running.informer.status.relists.expired === round, 2 * minuteMs);
      // Nothing waits for the stuck handler: neither the cache nor the others.
      await lab.passUntil(() => running.names.includes(`new${round}`), minuteMs);
      expect(running.told).toContain(`add new${round}`);
    }
    expect(stuck.backlog).toBeGreaterThan(50);
    release();
    await lab.until(() => stuck.backlog === 0, 'the stuck handler catches up');
  });
});

describe('a handler that stops the reading', () => {
  it('does so on a connection of its own, so that other informers of the client get their events', async () => {
    const authority = createAuthority();
    const leaf = issueCertificate(authority, { commonName: 'server', hosts: ['127.0.0.1'], usage: 'server' });
    const tls = { cert: leaf.certificatePem, key: leaf.privateKeyPem, ca: authority.certificatePem };
    await using lab = await Lab.start({
      server: { tls },
      connect: { ca: authority.certificatePem, transport: 'http2' },
    });
    const other = await lab.watching();
    expect(lab.relay.connections).toBe(1);
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const held = lab.run({ handler: {} });
    const seen: string[] = [];
    held.informer.addEventHandler(
      {
        async onAdd(object) {
          seen.push(object.metadata?.name ?? '');
          await gate;
        },
      },
      { name: 'slow', backlog: { policy: 'pressure', maxEntries: 10 } },
    );
    await lab.until(() => held.informer.hasSynced() && held.informer.status.phase === 'watching', 'it watches');
    await lab.until(() => lab.relay.connections === 2, 'its watch has a connection of its own');
    // More than the windows of HTTP/2 and the buffers of sockets take.
    const filler = 'x'.repeat(100_000);
    for (let index = 0; index < 100; index++)
      lab.server.create('configmaps', { metadata: { name: `m${index}` }, data: { filler } });
    await lab.until(() => other.names.length === 100, 'the other informer has all');
    await lab.until(() => held.informer.status.heldUp !== undefined, 'the slow handler stops the reading');
    expect(held.names.length).toBeLessThan(100);
    release();
    await lab.until(() => seen.length === 100, 'the slow handler has seen all');
    expect(held.names).toEqual(other.names);
  });
});

describe('scopes', () => {
  it('fabric8#7322, code-generator#90, client-go#801, kubernetes#90262: one factory holds several informers of a resource', async () => {
    await using lab = await Lab.start();
    for (const name of ['one', 'two']) lab.server.create('namespaces', { metadata: { name } });
    lab.server.create('configmaps', { metadata: { name: 'a', namespace: 'one', labels: { tier: 'web' } } });
    lab.server.create('configmaps', { metadata: { name: 'b', namespace: 'two' } });
    await using factory = new BaseSharedInformerFactory(lab.client, { clock: lab.clock });
    const all = factory.informerFor(configMaps);
    const one = factory.variant(configMaps, { namespace: 'one' }).informer();
    const web = factory.variant(configMaps, { labelSelector: 'tier=web' }).informer();
    const two = factory.variant(configMaps, { fieldSelector: { 'metadata.namespace': 'two' } }).informer();
    expect(factory.variant(configMaps, { namespace: 'one' }).informer()).toBe(one);
    factory.start();
    await lab.passUntil(() => factory.informers().every((informer) => informer.hasSynced()), minuteMs);
    const names = [all, one, web, two].map((informer) => informer.getStore().listKeys().sort().join());
    expect(names).toEqual(['one/a,two/b', 'one/a', 'one/a', 'two/b']);
  });

  it('kubernetes#74415, apiextensions-apiserver#39, radar PR#770: several namespaces in one informer, where the cluster is forbidden', async () => {
    await using lab = await Lab.start();
    for (const name of ['one', 'two', 'three']) {
      lab.server.create('namespaces', { metadata: { name } });
      lab.server.create('configmaps', { metadata: { name: `in-${name}`, namespace: name } });
    }
    lab.server.deny({ resource: 'configmaps', namespace: '' });
    lab.server.deny({ resource: 'configmaps', namespace: 'three' });
    const source = new NamespacedSource<ConfigMap>(
      (namespace) => lab.client.listerWatcher(configMaps, { namespace }),
      ['one', 'two'],
    );
    source.add('three', { optional: true });
    const running = lab.run({}, source);
    await lab.passUntil(() => running.informer.hasSynced(), minuteMs);
    expect(running.names).toEqual(['in-one', 'in-two']);
    expect(running.informer.status.namespaces?.['three']?.lastError?.statusCode).toBe(403);
  });

  it('kube#1316: more watches than one connection carries all get their events', async () => {
    const authority = createAuthority();
    const leaf = issueCertificate(authority, { commonName: 'server', hosts: ['127.0.0.1'], usage: 'server' });
    const tls = { cert: leaf.certificatePem, key: leaf.privateKeyPem, ca: authority.certificatePem };
    await using lab = await Lab.start({
      server: { tls },
      connect: { ca: authority.certificatePem, transport: 'http2' },
    });
    const stop = new AbortController();
    const informers = Array.from({ length: 150 }, () =>
      newSharedIndexInformer(lab.client.listerWatcher(configMaps), configMaps, { clock: lab.clock }),
    );
    const runs = informers.map((informer) => informer.run({ signal: stop.signal }));
    await lab.passUntil(() => informers.every((informer) => informer.hasSynced()), minuteMs);
    lab.create('a');
    await lab.until(() => informers.every((informer) => informer.getStore().list().length === 1), 'every one');
    expect(lab.server.openWatches()).toBe(150);
    expect(lab.relay.connections).toBeLessThanOrEqual(4);
    stop.abort();
    await Promise.all(runs);
    await lab.until(() => lab.server.openWatches() === 0, 'all watches closed');
  });
});
