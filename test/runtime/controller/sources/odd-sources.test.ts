// What an outsider has mappings and predicates throw and return, and sources that go before they have come.
import { FakeClient, FakeClock, settle } from '@informer-gen/testing';
import { Manager } from '@informer-gen/runtime/controller';
import type { EventSource, KeyMapping, Predicate } from '@informer-gen/runtime/controller';
import { describe, expect, it } from 'vitest';
import { rig as loopRig } from '../reconcile/loop-rig.js';
import { configMaps, websiteCrd, websites } from '../support/websites.js';
import type { ConfigMap } from '../support/websites.js';

interface Rig extends AsyncDisposable {
  readonly server: FakeClient;
  readonly keys: string[];
  readonly errors: string[];
}

/** A controller of keys that config maps wake. */
async function rig(mapping: KeyMapping<ConfigMap>, predicate?: Predicate<ConfigMap>): Promise<Rig> {
  const clock = new FakeClock();
  const server = new FakeClient({ clock, crds: [websiteCrd] });
  const [keys, errors]: [string[], string[]] = [[], []];
  const onError = (error: Error): void => void errors.push(error.message);
  const manager = await Manager.create({ name: 'test', client: server, clock, onError });
  manager
    .controller(websites)
    .watches(configMaps, mapping, { predicate })
    .reconcileKeys({}, (key) => void keys.push(key));
  const running = manager.run({ signals: [] });
  await settle();
  return {
    server,
    keys,
    errors,
    async [Symbol.asyncDispose]() {
      await manager[Symbol.asyncDispose]();
      await running;
    },
  };
}

const map = { metadata: { name: 'map' } };

describe('a mapping', () => {
  it('may return one key as it is, which is not taken apart into its letters', async () => {
    await using test = await rig(() => 'default/a');
    test.server.direct.create(configMaps, map);
    await settle();
    expect(test.keys).toEqual(['default/a']);
  });

  it('may return nothing, in a program without types', async () => {
    await using test = await rig((() => undefined) as unknown as KeyMapping<ConfigMap>);
    test.server.direct.create(configMaps, map);
    test.server.direct.patch(configMaps, 'map', { data: { a: '1' } });
    await settle();
    expect([test.keys, test.errors]).toEqual([[], []]);
  });

  it('that is asynchronous is an error that says so, and its own rejection ends nothing', async () => {
    const late = (() => Promise.reject(new Error('too late'))) as unknown as KeyMapping<ConfigMap>;
    await using test = await rig(late);
    test.server.direct.create(configMaps, map);
    await settle();
    expect(test.errors).toEqual([expect.stringContaining('it cannot be asynchronous')]);
  });

  it('that throws for the old state of an object still wakes what the new one names', async () => {
    await using test = await rig(({ data }) => {
      if (data === undefined) throw new Error('no data');
      return Object.keys(data);
    });
    test.server.direct.create(configMaps, map);
    await settle();
    test.server.direct.patch(configMaps, 'map', { data: { 'default-b': '1' } });
    await settle();
    expect(test.keys).toEqual(['default-b']);
    expect(test.errors).toEqual(['no data', 'no data']);
  });
});

describe('a predicate', () => {
  it('that throws has not said no: the controller is woken, and the error told', async () => {
    const fails = (): never => {
      throw new Error('cannot tell');
    };
    await using test = await rig(() => ['default/a'], { create: fails, update: fails, delete: fails });
    test.server.direct.create(configMaps, map);
    await settle();
    test.server.direct.patch(configMaps, 'map', { data: { a: '1' } });
    await settle();
    test.server.direct.delete(configMaps, 'map');
    await settle();
    expect(test.keys).toEqual(['default/a', 'default/a', 'default/a']);
    expect(test.errors).toEqual(['cannot tell', 'cannot tell', 'cannot tell']);
  });
});

describe('a source that is removed before it has synced', () => {
  function neverSyncs(): EventSource & { stopped: boolean } {
    const source = {
      description: 'things',
      stopped: false,
      start: () => {},
      whenSynced: () => new Promise<void>(() => {}),
      stop: () => void (source.stopped = true),
    };
    return source;
  }

  it('no longer holds up the start of the others, nor fails it', async () => {
    const keys: string[] = [];
    await using test = loopRig(({ key }) => void keys.push(key));
    const source = neverSyncs();
    const remove = test.loop.watch(source);
    test.loop.queue.add('a');
    await test.start();
    expect(keys).toEqual([]);
    remove();
    await test.clock.advanceAsync(200_000);
    expect(keys).toEqual(['a']);
    expect([source.stopped, test.errors]).toEqual([true, []]);
  });

  it('is no error where it was added to a loop that runs', async () => {
    await using test = loopRig(() => {});
    await test.start();
    const remove = test.loop.watch(neverSyncs());
    await settle();
    remove();
    await test.clock.advanceAsync(200_000);
    expect(test.errors).toEqual([]);
  });
});
