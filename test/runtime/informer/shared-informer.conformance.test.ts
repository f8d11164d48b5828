// Counterparts of client-go's tools/cache/shared_informer_test.go: what handlers are told, when and how often.
import * as fc from 'fast-check';
import { settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { informing, Listener } from '../../conformance/support/informing.js';
import { apiError, expired, nameOf, names, type Pod, pod } from '../../conformance/support/pods.js';

const labelled = (name: string, labels: Record<string, string>): Pod => pod(name, undefined, { metadata: { labels } });

describe.each(['RealFIFO', 'DeltaFIFO'] as const)('on %s', (queue) => {
  it('TestIndexer: indexes can be added before the start and after', async () => {
    const labelKeys = (object: Pod): string[] => Object.keys(object.metadata?.labels ?? {});
    const { informer, source, start, stop } = informing(
      [labelled('pod1', { a: '1', b: '1' }), labelled('pod2', { b: '2' })],
      { queue },
    );
    informer.addIndexers({ labels: labelKeys });
    await start();
    expect(informer.getIndexer().byIndex('labels', 'a').map(nameOf)).toEqual(['pod1']);
    source.add(labelled('pod3', { a: '2' }));
    await settle();
    expect(informer.getIndexer().byIndex('labels', 'a').map(nameOf).sort()).toEqual(['pod1', 'pod3']);
    informer.addIndexers({ again: labelKeys });
    expect(informer.getIndexer().byIndex('again', 'a').map(nameOf).sort()).toEqual(['pod1', 'pod3']);
    for (const index of ['labels', 'again'])
      expect(informer.indexer.listIndexFuncValues(index).sort()).toEqual(['a', 'b']);
    informer.addIndexers({ again: labelKeys });
    expect(() => informer.addIndexers({ again: () => [] })).toThrow('again');
    await stop();
  });

  it('TestListenerResyncPeriods: each handler is resynced as often as it asked for, and no other with it', async () => {
    const { informer, clock, start, stop } = informing([pod('pod1'), pod('pod2')], { queue, resyncPeriodMs: 1000 });
    const [never, every2, every3] = [new Listener(), new Listener(), new Listener()];
    informer.addEventHandlerWithResyncPeriod(never, 0);
    informer.addEventHandlerWithResyncPeriod(every2, 2000);
    informer.addEventHandlerWithResyncPeriod(every3, 3000);
    await start();
    for (const listener of [never, every2, every3]) expect(listener.take()).toEqual(['add pod1', 'add pod2']);
    await clock.advanceAsync(1999);
    expect([never.take(), every2.take(), every3.take()]).toEqual([[], [], []]);
    await clock.advanceAsync(1);
    expect([never.take(), every2.take(), every3.take()]).toEqual([[], ['update pod1', 'update pod2'], []]);
    await clock.advanceAsync(1000);
    expect([never.take(), every2.take(), every3.take()]).toEqual([[], [], ['update pod1', 'update pod2']]);
    await stop();
  });

  it('TestListenerResyncPeriodsDelayed: what is distributed before a handler runs waits for it', async () => {
    const { informer, clock, start, stop } = informing([pod('pod1')], { queue, resyncPeriodMs: 1000 });
    const listener = new Listener();
    let release = (): void => {};
    const first = new Promise<void>((resolve) => (release = resolve));
    const slow = informer.addEventHandler({
      onAdd: async (object) => {
        await first;
        listener.onAdd(object);
      },
      onUpdate: (before, after) => listener.onUpdate(before, after),
    });
    await start();
    await clock.advanceAsync(2000);
    expect(listener.take()).toEqual([]);
    expect(slow.backlog).toBe(2);
    release();
    await settle();
    expect(listener.take()).toEqual(['add pod1', 'update pod1', 'update pod1']);
    expect(slow.hasSynced()).toBe(true);
    await stop();
  });

  it('TestResyncCheckPeriod: the shortest wish before the start becomes the informer period; later ones are raised to it', async () => {
    const { informer, clock, start, stop } = informing([pod('a')], { queue, resyncPeriodMs: 12 * 3600_000 });
    const wishes = [0, 60_000, 55_000, 5000];
    const listeners = wishes.map((periodMs) => {
      const listener = new Listener();
      informer.addEventHandlerWithResyncPeriod(listener, periodMs);
      return listener;
    });
    await start();
    const late = new Listener();
    informer.addEventHandlerWithResyncPeriod(late, 1000);
    await settle();
    for (const listener of [...listeners, late]) listener.take();
    await clock.advanceAsync(60_000);
    // The check comes every 5 s, so 55 s and 60 s are met exactly; a wish of 1 s after the start gets 5 s.
    expect([...listeners, late].map((listener) => listener.events.length)).toEqual([0, 1, 1, 12, 12]);
    await stop();
  });

  it('TestResyncCheckPeriod: an informer without a resync period never resyncs, whatever a handler asks for', async () => {
    const { informer, clock, start, stop } = informing([pod('a')], { queue });
    const listener = new Listener();
    informer.addEventHandlerWithResyncPeriod(listener, 1000);
    await start();
    await clock.advanceAsync(100_000);
    expect(listener.events).toEqual(['add a']);
    await stop();
  });

  it('TestSharedInformerInitializationRace: a handler that is added while the informer starts misses nothing', async () => {
    for (let turns = 0; turns < 40; turns++) {
      const { informer, start, stop } = informing([pod('a'), pod('b')], { queue });
      const starting = start();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      const listener = new Listener();
      const registration = informer.addEventHandler(listener);
      await starting;
      expect(listener.events.sort()).toEqual(['add a', 'add b']);
      expect(registration.hasSynced()).toBe(true);
      await stop();
    }
  });

  it('TestSharedInformerWatchDisruption: what was missed is found by a list; unchanged objects reach only who resyncs', async () => {
    const { informer, source, clock, start, stop } = informing([pod('pod1'), pod('pod2')], {
      queue,
      resyncPeriodMs: 1000,
    });
    const [without, resyncing] = [new Listener(), new Listener()];
    informer.addEventHandlerWithResyncPeriod(without, 0);
    informer.addEventHandlerWithResyncPeriod(resyncing, 1000);
    await start();
    source.addDropWatch(pod('pod3'));
    source.modifyDropWatch(pod('pod2'));
    await settle();
    for (const listener of [without, resyncing]) expect(listener.take()).toEqual(['add pod1', 'add pod2']);
    await clock.advanceAsync(1000);
    expect(resyncing.take()).toEqual(['update pod1', 'update pod2']);
    source.compact();
    source.resetWatches();
    await clock.advanceAsync(800);
    expect(without.take().sort()).toEqual(['add pod3', 'update pod2']);
    expect(resyncing.take().sort()).toEqual(['add pod3', 'update pod1', 'update pod2']);
    await stop();
  });

  it('TestSharedInformerErrorHandling: the error handler is told of a failed list, in place of onError', async () => {
    const { informer, source, clock, errors, start, stop } = informing([pod('a')], { queue });
    const told: string[] = [];
    informer.setWatchErrorHandler((error, reflector) => void told.push(`${reflector.name}: ${error.message}`));
    source.failNext('list', new Error('Access Denied'));
    await start();
    expect(told).toEqual(['pods: Access Denied']);
    expect(errors).toEqual([]);
    await clock.advanceAsync(800);
    expect(informer.hasSynced()).toBe(true);
    await stop();
  });

  it('TestSharedInformerStartRace: transform and error handler can be set until the start, and then no more', async () => {
    const { informer, start, stop } = informing([pod('a')], { queue });
    const seen: string[] = [];
    informer.setTransform((object) => ({ ...object, spec: { nodeName: 'first' } }));
    informer.setTransform((object) => ({ ...object, spec: { nodeName: 'second' } }));
    informer.addEventHandler({ onAdd: (object) => void seen.push(String(object.spec?.nodeName)) });
    await start();
    expect(() => informer.setTransform((object) => object)).toThrow('already started');
    expect(() => informer.setWatchErrorHandler(() => {})).toThrow('already started');
    expect(seen).toEqual(['second']);
    await stop();
    expect(() => informer.setTransform((object) => object)).toThrow('already started');
  });

  it('TestSharedInformerTransformer: handlers, cache and old objects are all transformed', async () => {
    const { informer, source, start, stop } = informing([pod('a'), pod('b')], { queue });
    informer.setTransform((object) => ({ ...object, spec: { nodeName: `for ${nameOf(object)}` } }));
    const seen: string[] = [];
    const nodes = (...objects: readonly (Pod | undefined)[]): void =>
      void seen.push(objects.map((object) => object?.spec?.nodeName).join(' then '));
    informer.addEventHandler({
      onAdd: (object) => nodes(object),
      onUpdate: (before, after) => nodes(before, after),
      onDelete: ({ lastKnown }) => nodes(lastKnown),
    });
    await start();
    source.modify(pod('a'));
    source.delete(pod('b'));
    await settle();
    expect(seen).toEqual(['for a', 'for b', 'for a then for a', 'for b']);
    expect(informer.getStore().getByKey('default/a')?.spec?.nodeName).toBe('for a');
    await stop();
  });

  it('TestSharedInformerTransformer: a transform that renames objects is followed by the cache and by handlers', async () => {
    const { informer, source, start, stop } = informing([pod('a'), pod('b')], { queue, transform: shout });
    const listener = new Listener();
    informer.addEventHandler(listener);
    await start();
    expect(listener.take()).toEqual(['add A', 'add B']);
    expect(informer.getStore().listKeys().sort()).toEqual(['default/A', 'default/B']);
    source.modify(pod('a'));
    await settle();
    expect(listener.take()).toEqual(['update A']);
    await stop();
  });

  it('TestSharedInformerHandlerAbuse: handlers that come and go under load each see a legal history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(6), { minLength: 50, maxLength: 150 }), async (steps) => {
        const { informer, source, clock, errors, start, stop } = informing([], { queue, resyncPeriodMs: 1000 });
        await start();
        let resyncs = 0;
        const live = new Map<Set<string>, ReturnType<typeof informer.addEventHandler>>();
        const join = (): void => {
          const held = new Set<string>();
          const must = (legal: boolean, what: string): void => {
            if (!legal) throw new Error(what);
          };
          const registration = informer.addEventHandler({
            onAdd: (object) => must(!held.has(nameOf(object)) && !!held.add(nameOf(object)), 'added twice'),
            onUpdate: (before, after) => {
              if (before === after) resyncs += 1;
              must(held.has(nameOf(after)), 'updated before it was added');
            },
            onDelete: ({ lastKnown }) =>
              must(!!lastKnown && held.delete(nameOf(lastKnown)), 'deleted what was not there'),
          });
          live.set(held, registration);
        };
        for (const [i, step] of steps.entries()) {
          const name = `pod${i % 7}`;
          if (step === 0) join();
          else if (step === 1) {
            const [first] = live;
            if (first) informer.removeEventHandler(first[1]);
            if (first) live.delete(first[0]);
          } else if (step === 2) source.delete(pod(name));
          else if (step === 3) await Promise.resolve();
          else if (step === 4) await settle(1);
          else if (step === 6) await clock.advanceAsync(700);
          else source.modify(pod(name));
        }
        await settle();
        const expected = source.objects().map(nameOf).sort();
        for (const held of live.keys()) expect([...held].sort()).toEqual(expected);
        const before = resyncs;
        await clock.advanceAsync(2000);
        expect(resyncs - before).toBeGreaterThanOrEqual(live.size * expected.length);
        expect(errors).toEqual([]);
        await stop();
        expect(() => join()).toThrow('has stopped');
      }),
      { numRuns: 30 },
    );
  });

  it('TestEventPanics: a handler that throws is reported by name, skipped, and goes on', async () => {
    const { informer, errors, start, stop } = informing(
      Array.from({ length: 5 }, (_, i) => pod(`pod${i}`)),
      { queue },
    );
    const panics = {
      onAdd: (object: Pod) => {
        throw new Error(`fake panic ${nameOf(object)}`);
      },
    };
    informer.addEventHandler(panics, { name: 'first' });
    informer.addEventHandler(panics, { name: 'second' });
    const quiet = new Listener();
    informer.addEventHandler(quiet);
    await start();
    for (const handler of ['first', 'second']) {
      expect(errors.filter(({ context }) => context.handler === handler).map(({ error }) => error.message)).toEqual(
        Array.from({ length: 5 }, (_, i) => `fake panic pod${i}`),
      );
    }
    expect(errors.every(({ context }) => context.stage === 'handler' && context.resource === 'pods')).toBe(true);
    expect(quiet.events).toHaveLength(5);
    await stop();
  });

  it('deviation(handler-errors-do-not-block-sync): a handler that throws is synced all the same, and without a pause', async () => {
    const { informer, clock, start, stop } = informing([pod('a'), pod('b')], { queue });
    const registration = informer.addEventHandler({
      onAdd: () => {
        throw new Error('fake panic');
      },
    });
    await start();
    expect(registration.hasSynced()).toBe(true);
    expect(clock.pendingTimers).toBe(0);
    await stop();
  });

  it('says in its status why it is behind, and catches up', async () => {
    const { informer, source, clock, start, stop } = informing([pod('a')], { queue });
    source.failNext('list', apiError(403, 'Forbidden', 'pods is forbidden'));
    await start();
    expect(informer.status).toMatchObject({
      phase: 'backing-off',
      synced: false,
      lastError: { statusCode: 403, verb: 'list' },
    });
    await clock.advanceAsync(800);
    expect(informer.status).toMatchObject({ phase: 'watching', synced: true });
    expect(names(informer.indexer.list())).toEqual(names(source.objects()));
    await stop();
  });
});

/** A transform that changes the key. */
function shout(object: Pod): Pod {
  return { ...object, metadata: { ...object.metadata, name: nameOf(object).toUpperCase() } };
}

it('TestSharedInformerTransformer: deletions, also those that a relist finds, follow a transform that renames', async () => {
  const { informer, source, clock, start, stop } = informing([pod('a'), pod('b')], { transform: shout });
  const listener = new Listener();
  informer.addEventHandler(listener);
  await start();
  listener.take();
  source.delete(pod('b'));
  await settle();
  expect(listener.take()).toEqual(['delete B']);
  source.deleteDropWatch(pod('a'));
  source.addDropWatch(pod('c'));
  source.failWatches(expired());
  await clock.advanceAsync(5000);
  expect(listener.take()).toEqual(['delete A', 'add C']);
  expect(informer.getStore().listKeys()).toEqual(['default/C']);
  await stop();
});
