// Informers whose objects are decoded when they are first read, on a server or a network that garbles them.
import { inspect } from 'node:util';
import { newResourceInformer } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { type ConfigMap, configMaps, Lab } from './lab.js';

/** An event of a ConfigMap whose metadata can be read, and whose rest is no JSON. */
function garbled(name: string, uid: string, resourceVersion: string): string {
  const metadata = JSON.stringify({ name, namespace: 'default', uid, resourceVersion });
  return `{"type":"MODIFIED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":${metadata},"data":{"a":tr!ue}}}\n`;
}

describe('an object that cannot be decoded', () => {
  it('is reported when it is read, and listed again', async () => {
    await using lab = await Lab.start();
    lab.create('a');
    const running = lab.run({ handler: {} }, lab.client.listerWatcher(configMaps, { lazy: true }));
    const { informer } = running;
    await lab.until(() => lab.server.openWatches() === 1, 'it watches');
    const { uid = '', resourceVersion = '' } = lab.server.get('configmaps', 'default/a')?.metadata ?? {};
    lab.server.writeToWatches(garbled('a', uid, resourceVersion));
    const read = (): ConfigMap['data'] => informer.getStore().getByKey('default/a')?.data;
    await lab.until(() => throws(read), 'the garbled object is cached');
    expect(inspect(informer.getStore().getByKey('default/a'))).toContain('cannot be decoded');
    await lab.passUntil(() => !throws(read), 60_000);
    expect(running.errors.map((error) => (error as { code?: string }).code)).toContain('MalformedObject');
    expect(running.errors.map((error) => inspect(error)).join()).not.toContain('tr!ue');
    lab.create('b');
    await lab.until(() => running.names.join() === 'a,b', 'it goes on');
  });

  it('does not make it list again and again when the server has nothing better', async () => {
    await using lab = await Lab.start();
    const informer = newResourceInformer(lab.client, configMaps, { lazy: true, clock: lab.clock, onError: () => {} });
    const stop = new AbortController();
    const ended = informer.run({ signal: stop.signal });
    await lab.until(() => lab.server.openWatches() === 1, 'it watches');
    let reads = 0;
    for (let round = 0; round < 60; round += 1) {
      lab.server.writeToWatches(garbled('a', `u${round}`, String(1000 + round)));
      await lab.pass(500, 500);
      if (throws(() => informer.getStore().getByKey('default/a')?.data)) reads += 1;
    }
    expect(reads).toBeGreaterThan(1);
    // In thirty seconds: a list and a watch for each pause of at least 0.8 s.
    expect(lab.server.requests.length).toBeLessThan(75);
    stop.abort();
    await ended;
  });
});

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}
