// What deviations.md says of queues, controller and caches.
import { DeletedFinalStateUnknown } from '../../runtime/src/api/deleted.js';
import { Controller } from '../../runtime/src/informer/cache-controller.js';
import { DeltaFIFO } from '../../runtime/src/queue/delta-fifo.js';
import type { Queue, TransformError } from '../../runtime/src/queue/queue.js';
import { RealFIFO } from '../../runtime/src/queue/real-fifo.js';
import { newGenericLister } from '../../runtime/src/lister/listers.js';
import { ListDecoder } from '../../runtime/src/decode/list-decoder.js';
import { jsonDecoder } from '../../runtime/src/decode/decoder.js';
import { newIndexer } from '../../runtime/src/store/indexer.js';
import { FakeClock, settle } from '@informer-gen/testing';
import { RateLimitingQueue } from '../../runtime/src/workqueue/rate-limiting-queue.js';
import { describe, expect, it } from 'vitest';
import { added, deleted, type FifoObject, known, nameOf, obj, popAll, replaced } from '../runtime/queue/fifo-object.js';
import { informing } from './support/informing.js';
import { names, nameOf as podName, type Pod, pod } from './support/pods.js';

/** Both queues, with a transform that fails for objects whose `val` is `bad`. */
function failingQueues(): { queue: Queue<FifoObject>; errors: TransformError[] }[] {
  const make = (
    build: (options: object) => Queue<FifoObject>,
  ): { queue: Queue<FifoObject>; errors: TransformError[] } => {
    const errors: TransformError[] = [];
    const transform = (object: FifoObject): FifoObject => {
      if (object.val === 'bad') throw new Error('cannot transform');
      return object;
    };
    const onTransformError = (error: TransformError): void => void errors.push(error);
    return { queue: build({ keyFunction: nameOf, transform, onTransformError }), errors };
  };
  const knownObjects = known(obj('a', 1), obj('b', 1), obj('c', 1));
  return [
    make((options) => new RealFIFO<FifoObject>({ ...options, atomicEvents: false, knownObjects })),
    make((options) => new DeltaFIFO<FifoObject>({ ...options, knownObjects, emitDeltaTypeReplaced: true })),
  ];
}

describe('transforms that fail', () => {
  it('deviation(transform-error-in-a-list): the object is left out and not taken for deleted, the rest of the list counts', () => {
    for (const { queue, errors } of failingQueues()) {
      queue.replace([obj('a', 2), obj('b', 'bad')], '2');
      expect(errors.map(({ message }) => message)).toEqual(['the transform failed for b: cannot transform']);
      const popped = popAll(queue).flat();
      expect(popped).toHaveLength(2);
      expect(popped).toContainEqual(replaced(obj('a', 2)));
      expect(popped).toContainEqual(deleted(new DeletedFinalStateUnknown('c', obj('c', 1))));
    }
  });

  it('deviation(transform-error-in-a-list): with atomic events too: the cached state stays', async () => {
    let bad = false;
    const { informer, source, errors, clock, start, stop } = informing([pod('a'), pod('b')], {
      transform: (object) => {
        if (bad && podName(object) === 'b') throw new Error('cannot transform');
        return object;
      },
    });
    await start();
    bad = true;
    source.modifyDropWatch(pod('b'));
    source.modifyDropWatch(pod('a'));
    source.compact();
    source.resetWatches();
    await clock.advanceAsync(60_000);
    expect(names(informer.indexer.list())).toEqual(['a@4', 'b@2']);
    expect(errors.filter(({ context }) => context.stage === 'transform').map(({ context }) => context.key)).toContain(
      'default/b',
    );
    await stop();
  });

  it('deviation(transform-error-of-a-deletion): what is deleted is deleted, as a tombstone', () => {
    for (const { queue, errors } of failingQueues()) {
      queue.delete(obj('a', 'bad'));
      expect(errors).toHaveLength(1);
      expect(popAll(queue)).toStrictEqual([[deleted(new DeletedFinalStateUnknown<FifoObject>('a', undefined))]]);
    }
  });
});

describe('queues', () => {
  it('deviation(adds-while-processing): no lock is held while something is processed; adds are taken and stay in order', async () => {
    for (const queue of [
      new RealFIFO<FifoObject>({ keyFunction: nameOf }),
      new DeltaFIFO<FifoObject>({ keyFunction: nameOf }),
    ]) {
      queue.add(obj('a', 1));
      let end = (): void => {};
      const popping = queue.pop(() => new Promise<void>((resolve) => (end = resolve)));
      await settle(1);
      queue.add(obj('a', 2));
      queue.add(obj('b', 3));
      end();
      expect(await popping).toEqual([added(obj('a', 1))]);
      expect(popAll(queue)).toEqual([[added(obj('a', 2))], [added(obj('b', 3))]]);
    }
  });

  it('deviation(namespace-lists): a list of one namespace replaces that namespace alone', () => {
    const queue = new RealFIFO<Pod>();
    const team = queue.scoped('team');
    queue.scoped('other');
    team.replace([pod('team/a', 1)], '1');
    expect(popAll(queue)[0]?.[0]).toMatchObject({ type: 'ReplacedAll', scope: 'team' });
    expect(queue.hasSynced()).toBe(false);
    queue.forgetScope('other');
    expect(queue.hasSynced()).toBe(true);
  });

  it('deviation(objects-without-a-key): one in a list is left out and reported, the rest of the list counts', async () => {
    const nameless = informing([pod('a'), pod('nameless'), pod('b')], {
      transform: (object) => (podName(object) === 'nameless' ? { metadata: {} } : object),
    });
    await nameless.start();
    expect(names(nameless.informer.indexer.list())).toEqual(['a@1', 'b@3']);
    expect(nameless.informer.hasSynced()).toBe(true);
    expect(nameless.errors.map(({ error }) => error.name)).toEqual(['KeyError']);
    await nameless.stop();
  });

  it('deviation(process-error-is-reported): the controller reports what processing throws, and pops the next', async () => {
    const queue = new RealFIFO<Pod>();
    const seen: number[] = [];
    const errors: string[] = [];
    const controller = new Controller<Pod>({
      queue,
      reflector: { run: () => Promise.resolve(), lastSyncResourceVersion: () => '' },
      process: (deltas) => {
        seen.push(deltas.length);
        throw new Error(`failed ${seen.length}`);
      },
      onError: (error, { stage }) => void errors.push(`${stage}: ${error.message}`),
    });
    const stop = new AbortController();
    const running = controller.run(stop);
    queue.add(pod('a', 1));
    queue.add(pod('b', 2));
    await settle();
    expect(errors).toEqual(['process: failed 1', 'process: failed 2']);
    stop.abort();
    await running;
  });

  it('deviation(idle-queues-have-no-timers): a work queue sets timers only while something waits or is in work', () => {
    const clock = new FakeClock();
    const metric = { inc: () => {}, dec: () => {}, observe: () => {}, set: () => {} };
    const provider = new Proxy({}, { get: () => () => metric });
    const queue = new RateLimitingQueue<string>({ clock, name: 'idle', metricsProvider: provider as never });
    expect(clock.pendingTimers).toBe(0);
    queue.addAfter('a', 100);
    expect(clock.pendingTimers).toBe(1);
    clock.advance(100);
    expect(clock.pendingTimers).toBe(0);
    expect(queue.tryGet()).toBe('a');
    expect(clock.pendingTimers).toBe(1);
    queue.done('a');
    clock.advance(1000);
    expect(clock.pendingTimers).toBe(0);
    queue.shutDown();
  });
});

describe('what is handed out', () => {
  it('deviation(deleted-object): delete handlers get the key, the last state and whether the end was seen', async () => {
    const { informer, source, clock, start, stop } = informing([pod('a'), pod('b')]);
    const seen: unknown[] = [];
    informer.addEventHandler({
      onDelete: ({ key, lastKnown, finalStateUnknown }) =>
        void seen.push([key, lastKnown?.metadata?.resourceVersion, finalStateUnknown]),
    });
    await start();
    source.delete(pod('a'));
    await settle();
    source.deleteDropWatch(pod('b'));
    source.compact();
    source.resetWatches();
    await clock.advanceAsync(60_000);
    expect(seen).toEqual([
      ['default/a', '3', false],
      ['default/b', '2', true],
    ]);
    await stop();
  });

  it('deviation(kind-is-stamped): objects of a list say their apiVersion and kind, as those of a watch do', () => {
    const stamp = { apiVersion: 'v1', kind: 'Pod' };
    const decoder = new ListDecoder<Pod>({ decoder: jsonDecoder<Pod>(), stamp });
    decoder.push(Buffer.from('{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"a"}}]}'));
    expect(decoder.end().items).toEqual([{ ...stamp, metadata: { name: 'a' } }]);
  });

  it('deviation(lister-get): what is not in the cache is undefined, and not an error', () => {
    const lister = newGenericLister(newIndexer<Pod>({}));
    expect(lister.get('default/missing')).toBeUndefined();
    expect(lister.byNamespace('default').get('missing')).toBeUndefined();
  });

  it('deviation(namespace-index): every informer has the index by namespace, and refuses another of its name', () => {
    const { informer } = informing();
    expect(Object.keys(informer.indexer.getIndexers())).toEqual(['namespace']);
    expect(() => informer.addIndexers({ namespace: () => [] })).toThrow('index "namespace": another function');
  });

  it('deviation(unchanged-objects-stay): a relist keeps the cached object of the same uid, version and digest', async () => {
    // Each object that is decoded anew is another one.
    const transform = (object: Pod): Pod => ({ ...object });
    const { informer, source, clock, start, stop } = informing([pod('a'), pod('b')], { transform });
    source.watchListSupported = true;
    await start();
    const [a, b] = [informer.indexer.getByKey('default/a'), informer.indexer.getByKey('default/b')];
    source.modifyDropWatch(pod('b'));
    source.compact();
    source.resetWatches();
    await clock.advanceAsync(60_000);
    expect(informer.indexer.getByKey('default/a')).toBe(a);
    expect(informer.indexer.getByKey('default/b')).not.toBe(b);
    await stop();
  });
});
