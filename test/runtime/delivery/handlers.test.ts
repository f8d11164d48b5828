// What the informer promises to its handlers.
import { getEventListeners } from 'node:events';
import { DeletedFinalStateUnknown, FilteringResourceEventHandler, newSharedIndexInformer } from '@informer-gen/runtime';
import { FakeClock, settle } from '@informer-gen/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gate, informing, Listener } from '../../conformance/support/informing.js';
import { expired, nameOf, type Pod, pod, pods, versionOf } from '../../conformance/support/pods.js';
import { ScriptedSource } from '../../conformance/support/scripted-source.js';

const unhandled: unknown[] = [];
const remember = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on('unhandledRejection', remember));
afterEach(async () => {
  await settle();
  process.off('unhandledRejection', remember);
  expect(unhandled).toEqual([]);
});

describe.each(['RealFIFO', 'DeltaFIFO'] as const)('a handler (%s)', (queue) => {
  it('gets one event at a time: its promise is awaited before the next', async () => {
    const { informer, source, start, stop } = informing([pod('a'), pod('b')], { queue });
    let running = 0;
    const most: number[] = [];
    const seen: string[] = [];
    const work = async (what: string): Promise<void> => {
      most.push(++running);
      await settle(1);
      seen.push(what);
      running--;
    };
    informer.addEventHandler({
      onAdd: (object) => work(`add ${nameOf(object)}`),
      onUpdate: (_before, after) => work(`update ${nameOf(after)}`),
      onDelete: ({ key }) => work(`delete ${key}`),
    });
    await start();
    source.modify(pod('a'));
    source.delete(pod('a'));
    await settle(20);
    expect(seen).toEqual(['add a', 'add b', 'update a', 'delete default/a']);
    expect(Math.max(...most)).toBe(1);
    await stop();
  });

  it('does not hold up another', async () => {
    const { informer, source, start, stop } = informing([pod('a')], { queue });
    const { opened, open } = gate();
    informer.addEventHandler({ onAdd: () => opened });
    const quick = new Listener();
    informer.addEventHandler(quick);
    await start();
    source.add(pod('b'));
    await settle();
    expect(quick.take()).toEqual(['add a', 'add b']);
    open();
    await stop();
  });

  it('that throws or rejects is reported with stage and name, goes on, and syncs', async () => {
    const { informer, source, errors, start, stop } = informing([pod('a')], { queue });
    const rejects = informer.addEventHandler(
      {
        onAdd: (object) => Promise.reject(new Error(`no ${nameOf(object)}`)),
        onDelete: () => {
          throw 'a string';
        },
      },
      { name: 'picky' },
    );
    await start();
    source.add(pod('b'));
    source.delete(pod('a'));
    await settle();
    expect(errors.map(({ error, context }) => [error.message, context])).toEqual(
      ['no a', 'no b', 'a string'].map((message) => [
        message,
        { stage: 'handler', resource: 'pods', handler: 'picky' },
      ]),
    );
    expect(rejects.hasSynced()).toBe(true);
    await stop();
  });

  it('has not synced before it was told of the only object there is', async () => {
    const { informer, start, stop } = informing([pod('a')], { queue });
    let told = false;
    const early: boolean[] = [];
    const registration = informer.addEventHandler({
      onAdd: async () => {
        early.push(registration.hasSynced());
        await settle();
        told = true;
      },
    });
    const synced = registration.whenSynced().then(() => early.push(told));
    await start();
    await synced;
    expect(early).toEqual([false, true]);
    await stop();
  });

  it('that is added in a handler first sees what is cached, then what follows', async () => {
    const { informer, source, start, stop } = informing([pod('a')], { queue });
    const inner = new Listener();
    let added = false;
    informer.addEventHandler({
      onAdd: () => {
        if (!added) informer.addEventHandler(inner);
        added = true;
      },
    });
    await start();
    source.add(pod('b'));
    source.modify(pod('a'));
    await settle();
    expect(inner.take()).toEqual(['add a', 'add b', 'update a']);
    await stop();
  });

  it('can remove itself, and is told nothing more', async () => {
    const { informer, start, stop } = informing([pod('a'), pod('b')], { queue });
    const seen: string[] = [];
    const registration = informer.addEventHandler({
      onAdd: (object) => {
        seen.push(nameOf(object));
        registration.remove();
      },
    });
    await start();
    expect(seen).toEqual(['a']);
    await stop();
  });

  it('reads a cache that is at least as new as its event', async () => {
    const { informer, source, start, stop } = informing([pod('a')], { queue });
    const behind: string[] = [];
    informer.addEventHandler({
      onAdd: (object) => {
        if (informer.indexer.getByKey('default/a') === undefined) behind.push(versionOf(object));
      },
      onUpdate: (_before, after) => {
        const cached = informer.indexer.getByKey('default/a');
        if (Number(versionOf(cached)) < Number(versionOf(after))) behind.push(versionOf(after));
      },
    });
    await start();
    for (let i = 0; i < 5; i++) source.modify(pod('a'));
    await settle();
    expect(behind).toEqual([]);
    await stop();
  });

  it('is told add or update by what the cache holds, not by the verb on the wire', async () => {
    const { informer, source, start, stop } = informing([pod('a')], { queue });
    const listener = new Listener();
    informer.addEventHandler(listener);
    await start();
    source.broadcast([
      { type: 'ADDED', object: pod('a', 10) },
      { type: 'MODIFIED', object: pod('b', 11) },
    ]);
    await settle();
    expect(listener.take()).toEqual(['add a', 'update a', 'add b']);
    await stop();
  });

  it('deviation(doubles-in-a-list): is told of an object that a list has twice as of one that changed', async () => {
    const lists = [
      [pod('a', 1), pod('b', 2), pod('a', 3)],
      [pod('c', 4), pod('a', 5), pod('b', 2), pod('a', 6), pod('c', 7)],
    ];
    const source = new ScriptedSource({
      list: (_options, call) => ({ items: lists[call - 1] ?? [], resourceVersion: '9' }),
    });
    const clock = new FakeClock();
    const informer = newSharedIndexInformer<Pod>(source, pods, { clock, queue, onError: () => {} });
    const told: string[] = [];
    informer.addEventHandler({
      onAdd: (object) => void told.push(`${nameOf(object)}: ${versionOf(object)}`),
      onUpdate: (before, after) => void told.push(`${nameOf(after)}: ${versionOf(before)} → ${versionOf(after)}`),
    });
    const stop = new AbortController();
    const running = informer.run(stop);
    await clock.advanceAsync(0);
    expect(told.splice(0).sort()).toEqual(['a: 1', 'a: 1 → 3', 'b: 2']);
    source.last.send([{ type: 'ERROR', status: expired().status }]);
    await clock.advanceAsync(5000);
    expect(told.sort()).toEqual(['a: 3 → 5', 'a: 5 → 6', 'b: 2 → 2', 'c: 4', 'c: 4 → 7']);
    expect(informer.indexer.list().map(versionOf).sort()).toEqual(['2', '6', '7']);
    stop.abort();
    await running;
  });

  it('still gets a delete that was missed, with the last state known', async () => {
    const { informer, source, clock, start, stop } = informing([pod('a'), pod('b')], { queue });
    const deletions: unknown[] = [];
    informer.addEventHandler({
      onDelete: ({ key, lastKnown, finalStateUnknown }) =>
        void deletions.push([key, versionOf(lastKnown), finalStateUnknown]),
    });
    await start();
    source.delete(pod('b'));
    source.deleteDropWatch(pod('a'));
    source.compact();
    source.resetWatches();
    await clock.advanceAsync(5000);
    expect(deletions).toEqual([
      ['default/b', '3', false],
      ['default/a', '1', true],
    ]);
    await stop();
  });

  it('that comes late misses nothing and sees nothing twice, whenever it comes', async () => {
    for (let turns = 0; turns < 8; turns++) {
      const { informer, source, start, stop } = informing([pod('a'), pod('b')], { queue });
      await start();
      source.modify(pod('a'));
      source.add(pod('c'));
      source.delete(pod('b'));
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      const held = new Map<string, string>();
      const registration = informer.addEventHandler({
        onAdd: (object) =>
          void (held.has(nameOf(object))
            ? held.set('twice', nameOf(object))
            : held.set(nameOf(object), versionOf(object))),
        onUpdate: (before, after) => {
          expect(held.get(nameOf(after))).toBe(versionOf(before));
          held.set(nameOf(after), versionOf(after));
        },
        onDelete: ({ key }) => expect(held.delete(key.slice('default/'.length))).toBe(true),
      });
      await settle();
      expect([...held]).toEqual([
        ['a', '3'],
        ['c', '4'],
      ]);
      expect(registration.hasSynced()).toBe(true);
      await stop();
    }
  });

  it('says of each add whether it was there before', async () => {
    const { informer, source, start, stop } = informing([pod('a')], { queue });
    const initial: [string, boolean][] = [];
    informer.addEventHandler({
      onAdd: (object, isInInitialList) => void initial.push([nameOf(object), isInInitialList]),
    });
    await start();
    source.add(pod('b'));
    await settle();
    informer.addEventHandler({
      onAdd: (object, isInInitialList) => void initial.push([`late ${nameOf(object)}`, isInInitialList]),
    });
    source.add(pod('c'));
    await settle();
    expect(initial).toEqual([
      ['a', true],
      ['b', false],
      ['late a', true],
      ['late b', true],
      ['c', false],
      ['late c', false],
    ]);
    await stop();
  });
});

describe('an unsynced handler', () => {
  it('whenSynced rejects with the reason of its signal, and leaves no listener on it', async () => {
    const { informer, start, stop } = informing([pod('a')]);
    const { opened, open } = gate();
    const registration = informer.addEventHandler({ onAdd: () => opened });
    await start();
    const controller = new AbortController();
    const { signal } = controller;
    const waits = Array.from({ length: 12 }, () => registration.whenSynced({ signal }));
    controller.abort(new Error('enough'));
    for (const wait of waits) await expect(wait).rejects.toThrow('enough');
    open();
    await registration.whenSynced({ signal: new AbortController().signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await stop();
  });

  it('that never gets an object is synced with the informer', async () => {
    const { informer, start, stop } = informing();
    const registration = informer.addEventHandler({});
    expect(registration.hasSynced()).toBe(false);
    await start();
    expect(registration.hasSynced()).toBe(true);
    await stop();
  });
});

describe('a filtering handler', () => {
  const onNode = (nodeName?: string): Partial<Pod> => (nodeName ? { spec: { nodeName } } : {});

  it('tells of objects that come into its filter as added, and of those that leave as deleted', async () => {
    const { informer, source, start, stop } = informing([pod('a', undefined, onNode('n')), pod('b')]);
    const listener = new Listener();
    const seen: unknown[] = [];
    const filter = (object: Pod | DeletedFinalStateUnknown<Pod>): boolean => {
      if (object instanceof DeletedFinalStateUnknown) seen.push(object);
      return object instanceof DeletedFinalStateUnknown || object.spec?.nodeName !== undefined;
    };
    informer.addEventHandler(new FilteringResourceEventHandler<Pod>({ filter, handler: listener }));
    await start();
    expect(listener.take()).toEqual(['add a']);
    source.modify(pod('b', undefined, onNode('n')));
    source.modify(pod('b', undefined, onNode('m')));
    source.modify(pod('a'));
    source.delete(pod('a'));
    source.delete(pod('b'));
    await settle();
    expect(listener.take()).toEqual(['add b', 'update b', 'delete a', 'delete b']);
    expect(seen).toEqual([]);
    await stop();
  });

  it('is asked about the tombstone of an object whose deletion was missed', async () => {
    const { informer, source, clock, start, stop } = informing([pod('a')]);
    const filtered: unknown[] = [];
    const listener = new Listener();
    informer.addEventHandler(
      new FilteringResourceEventHandler<Pod>({
        filter: (object) => {
          filtered.push(object instanceof DeletedFinalStateUnknown ? `tombstone ${object.key}` : nameOf(object));
          return true;
        },
        handler: listener,
      }),
    );
    await start();
    source.deleteDropWatch(pod('a'));
    source.compact();
    source.resetWatches();
    await clock.advanceAsync(5000);
    expect(filtered).toEqual(['a', 'tombstone default/a']);
    expect(listener.take()).toEqual(['add a', 'delete a']);
    await stop();
  });
});

it('1,000 handlers that come and go leave nothing behind', async () => {
  const { informer, source, clock, signal, start, stop } = informing([pod('a')]);
  await start();
  const calls: number[] = [];
  const before = getEventListeners(signal, 'abort').length;
  for (let i = 0; i < 1000; i++) {
    const registration = informer.addEventHandler({ onAdd: () => void calls.push(i) });
    if (i % 3 === 0) await registration.whenSynced({ signal });
    if (i % 2 === 0) informer.removeEventHandler(registration);
    else await informer.shutDownEventHandler(registration);
  }
  await settle();
  const told = calls.length;
  source.modify(pod('a'));
  source.add(pod('b'));
  await settle();
  expect(calls).toHaveLength(told);
  expect(getEventListeners(signal, 'abort')).toHaveLength(before);
  expect(clock.pendingTimers).toBe(0);
  expect(informer.addEventHandler({}).name).toBe('#0');
  await stop();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
