// Counterparts of client-go's tools/cache/controller_test.go: lists that replace the cache, and the store's version.
import type { ProcessContext } from '../../../runtime/src/informer/process-context.js';
import { Controller } from '../../../runtime/src/informer/cache-controller.js';
import type { Notification, Notifications } from '../../../runtime/src/delivery/notification.js';
import { processDeltas, processInBatch } from '../../../runtime/src/informer/process-deltas.js';
import { DeletedFinalStateUnknown } from '../../../runtime/src/api/deleted.js';
import { deletionHandlingMetaNamespaceKeyFunc, type DeletionKeyable } from '../../../runtime/src/api/key.js';
import type { ObjectDelta } from '../../../runtime/src/queue/delta.js';
import { RealFIFO, type RealFIFOOptions } from '../../../runtime/src/queue/real-fifo.js';
import { ObjectIndexer } from '../../../runtime/src/store/indexer.js';
import { FakeClock, FakeListerWatcher, settle } from '@informer-gen/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { names, type Pod, pod, versionOf } from '../../conformance/support/pods.js';

const running: { stop: AbortController; ended: Promise<void> }[] = [];

afterEach(async () => {
  for (const { stop } of running) stop.abort();
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});

/** A controller on a RealFIFO whose every notification is written down together with what the store then holds. */
function newSetup(options: RealFIFOOptions<Pod> & { atomic?: boolean } = {}): {
  source: FakeListerWatcher<Pod>;
  queue: RealFIFO<Pod>;
  store: ObjectIndexer<Pod>;
  clock: FakeClock;
  history: string[];
  start(): Promise<void>;
} {
  const { atomic = true, ...fifoOptions } = options;
  const source = new FakeListerWatcher<Pod>();
  const clock = new FakeClock();
  const { keyFunction } = fifoOptions;
  const store = new ObjectIndexer<Pod>({}, keyFunction ? { keyFunc: (object) => keyFunction(object as Pod) } : {});
  const queue = new RealFIFO<Pod>({ atomicEvents: atomic, ...(!atomic && { knownObjects: store }), ...fifoOptions });
  const history: string[] = [];
  const context: ProcessContext<Pod> = {
    indexer: store,
    distribute: (notifications) => void history.push(...everyOf(notifications).map((each) => record(each, store))),
    onSkipped: (error) => void history.push(error.message),
  };
  const controller = new Controller<Pod>({
    queue,
    listerWatcher: source,
    process: (deltas, isInInitialList) => processDeltas(context, deltas, isInInitialList),
    processBatch: (deltas, isInInitialList) => processInBatch(context, deltas, isInInitialList),
    reflectorOptions: { clock, random: () => 0, onError: () => {} },
  });
  const start = async (): Promise<void> => {
    const stop = new AbortController();
    running.push({ stop, ended: controller.run({ signal: stop.signal }) });
    await settle();
    expect(controller.hasSynced()).toBe(true);
  };
  return { source, queue, store, clock, history, start };
}

/** `add key@version, store has @version`; a tombstone is marked. */
function record(notification: Notification<Pod>, store: ObjectIndexer<Pod>): string {
  const object = notification.type === 'update' ? notification.after : notification.object;
  const missed = object instanceof DeletedFinalStateUnknown;
  const state = missed ? object.object : object;
  const key = store.keyOf(object);
  const initial = notification.type === 'add' && notification.isInInitialList ? ' initially' : '';
  const tombstone = missed ? ' (missed)' : '';
  return `${notification.type} ${key}@${versionOf(state)}${initial}${tombstone}, store has @${versionOf(store.getByKey(key))}`;
}

const bothModes = [{ atomic: true }, { atomic: false }];

describe('controller_test.go: lists', () => {
  const cases: { name: string; initial: Pod[]; list: Pod[]; version: string; expected: string[] }[] = [
    {
      name: 'adds to an empty cache',
      initial: [],
      list: [pod('pod-1', 1)],
      version: '1',
      expected: ['add default/pod-1@1, store has @1'],
    },
    {
      name: 'deletes everything',
      initial: [pod('pod-1', 1), pod('pod-3', 2)],
      list: [],
      version: '2',
      expected: ['delete default/pod-1@1 (missed), store has @', 'delete default/pod-3@2 (missed), store has @'],
    },
    {
      name: 'deletes, updates and adds, in this order',
      initial: [pod('pod-1', 1), pod('pod-2', 2), pod('pod-3', 3)],
      list: [pod('pod-4', 6), pod('pod-1', 4), pod('pod-2', 5)],
      version: '6',
      expected: [
        'delete default/pod-3@3 (missed), store has @',
        'add default/pod-4@6, store has @6',
        'update default/pod-1@4, store has @4',
        'update default/pod-2@5, store has @5',
      ],
    },
  ];
  const rows = cases.flatMap((each) => bothModes.map((mode) => ({ ...each, ...mode })));

  it.each(rows)(
    'TestReplaceEvents: a list $name (atomic: $atomic)',
    async ({ atomic, initial, list, version, expected }) => {
      const { queue, store, history, start } = newSetup({ atomic });
      await start();
      for (const object of initial) queue.add(object);
      await settle();
      expect(history).toHaveLength(initial.length);
      history.length = 0;
      queue.replace(list, version);
      await settle();
      expect(history).toEqual(expected);
      expect(names(store.list())).toEqual(names(list));
    },
  );

  it('TestReplaceEvents: handlers are told only when the whole list is in the store', async () => {
    const { queue, store, start, history } = newSetup();
    await start();
    const list = Array.from({ length: 50 }, (_, i) => pod(`pod-${i}`, i + 1));
    queue.replace(list, '50');
    await settle();
    expect(history).toHaveLength(50);
    // What had been told before the store changed would read "store has @".
    expect(history.filter((line) => line.endsWith('store has @'))).toEqual([]);
    expect(store.list()).toHaveLength(50);
  });

  it.each(bothModes)(
    'TestResetWatch: a relist finds what the lost watch missed (atomic: $atomic)',
    async ({ atomic }) => {
      const { source, clock, history, start, store } = newSetup({ atomic });
      source.add(pod('pod-1'));
      source.add(pod('pod-3'));
      await start();
      expect(history).toEqual([
        'add default/pod-1@1 initially, store has @1',
        'add default/pod-3@2 initially, store has @2',
      ]);
      history.length = 0;
      source.modifyDropWatch(pod('pod-1'));
      source.addDropWatch(pod('pod-2'));
      source.deleteDropWatch(pod('pod-3'));
      source.compact();
      source.resetWatches();
      await clock.advanceAsync(60_000);
      expect([...history].sort()).toEqual([
        'add default/pod-2@4, store has @4',
        'delete default/pod-3@2 (missed), store has @',
        'update default/pod-1@3, store has @3',
      ]);
      expect(names(store.list())).toEqual(['pod-1@3', 'pod-2@4']);
    },
  );
});

describe('controller_test.go: batches', () => {
  const three = ['1', '2', '3'].map((name) => pod(name, name)) as [Pod, Pod, Pod];
  it.each([
    { name: 'all succeed', objects: three.slice(0, 1), failing: [], told: ['1'] },
    { name: 'all fail', objects: three.slice(0, 1), failing: [three[0]], told: [] },
    { name: 'the last fails', objects: three.slice(0, 2), failing: [three[1]], told: ['1'] },
    { name: 'one in the middle fails', objects: three, failing: [three[1]], told: ['1', '3'] },
  ])(
    'TestProcessDeltasInBatch: handlers are told of what was stored when $name',
    async ({ objects, failing, told }) => {
      const keyFunc = (object: unknown): string => {
        if (failing.includes(object as Pod)) throw new Error('test error');
        return deletionHandlingMetaNamespaceKeyFunc(object as DeletionKeyable);
      };
      const indexer = new ObjectIndexer<Pod>({}, { keyFunc });
      const seen: string[] = [];
      const skipped: string[] = [];
      const context: ProcessContext<Pod> = {
        indexer,
        distribute: (notifications) =>
          void seen.push(
            ...everyOf(notifications).map((each) => (each as { object: Pod }).object.metadata?.name ?? ''),
          ),
        onSkipped: (error) => void skipped.push(error.message),
      };
      await processInBatch(
        context,
        objects.map((object): ObjectDelta<Pod> => ({ type: 'Added', object })),
        true,
      );
      expect(seen).toEqual(told);
      expect(indexer.list()).toHaveLength(told.length);
      expect(skipped).toEqual(failing.map(() => expect.stringContaining('test error')));
    },
  );
});

describe('controller_test.go: the version of the store', () => {
  it('TestStoreResourceVersion: follows the list, changes, deletions and bookmarks, and is there when handlers are told', async () => {
    const { source, store, history, start } = newSetup();
    source.add(pod('pod-1'));
    await start();
    const version = (): string => store.lastStoreSyncResourceVersion();
    expect(history).toEqual(['add default/pod-1@1 initially, store has @1']);
    expect(version()).toBe('1');
    source.modify(pod('pod-1'));
    await settle();
    expect(version()).toBe('2');
    source.delete(pod('pod-1'));
    await settle();
    expect(history.at(-1)).toBe('delete default/pod-1@3, store has @');
    expect(version()).toBe('3');
    source.broadcast([{ type: 'BOOKMARK', resourceVersion: '7', initialEventsEnd: false }]);
    await settle();
    expect(version()).toBe('7');
  });

  it('TestStoreResourceVersionWithNonMetaTransform: stays where it is for objects without metadata, until a relist', async () => {
    const { source, store, clock, history, start } = newSetup({
      transform: (object) => object.metadata?.name as unknown as Pod,
      keyFunction: () => 'pod-1',
    });
    source.add(pod('pod-1'));
    await start();
    expect(history).toEqual(['add pod-1@ initially, store has @']);
    expect(store.list()).toEqual(['pod-1']);
    expect(store.lastStoreSyncResourceVersion()).toBe('1');
    source.modify(pod('pod-1'));
    await settle();
    expect(history).toHaveLength(2);
    expect(store.lastStoreSyncResourceVersion()).toBe('1');
    source.modifyDropWatch(pod('pod-1'));
    source.compact();
    source.resetWatches();
    await clock.advanceAsync(60_000);
    expect(history).toHaveLength(3);
    expect(store.lastStoreSyncResourceVersion()).toBe('3');
  });
});

function everyOf(notifications: Notifications<Pod>): Notification<Pod>[] {
  return Array.from({ length: notifications.length }, (_, at) => notifications.at(at) as Notification<Pod>);
}
