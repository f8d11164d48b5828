// Counterparts of client-go's tools/cache/controller_test.go: informers with one set of callbacks.
import type { KubernetesObject, ResourceEventHandler } from '@informer-gen/runtime';
import type { NewInformerOptions, QueueKind } from '@informer-gen/runtime/client-go';
import { VeryShortWatchError } from '@informer-gen/runtime/client-go';
import { type Controller, newInformer, objectKey } from '@informer-gen/runtime';
import { FakeClock, FakeListerWatcher, settle } from '@informer-gen/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { Random } from '../../faults/schedules/plan/random.js';
import { checkSeeds } from '../../setup/random-run.js';
import { names, nameOf, type Pod, pod, versionOf } from '../../conformance/support/pods.js';

const queues: QueueKind[] = ['RealFIFO', 'DeltaFIFO'];
const running: { stop: AbortController; ended: Promise<void> }[] = [];

afterEach(async () => {
  for (const { stop } of running) stop.abort();
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});

function run<T extends KubernetesObject>(controller: Controller<T>): { stop: AbortController; ended: Promise<void> } {
  const stop = new AbortController();
  const entry = { stop, ended: controller.run({ signal: stop.signal }) };
  running.push(entry);
  return entry;
}

/** Starts an informer on virtual time and waits until it has listed. */
async function started(
  source: FakeListerWatcher<Pod>,
  handler: ResourceEventHandler<Pod>,
  options: NewInformerOptions<Pod> = {},
): Promise<ReturnType<typeof newInformer<Pod>> & { clock: FakeClock; stop: AbortController; ended: Promise<void> }> {
  const clock = new FakeClock();
  const informer = newInformer(source, handler, { clock, ...options });
  expect(informer.controller.hasSynced()).toBe(false);
  const { stop, ended } = run(informer.controller);
  await settle();
  expect(informer.controller.hasSynced()).toBe(true);
  return { ...informer, clock, stop, ended };
}

/** A handler that fails as soon as what it is told cannot have happened. `state` is what it believes to be there. */
function legalHistory(): {
  handler: ResourceEventHandler<Pod>;
  state: Map<string, Pod>;
  counts: Record<string, number>;
} {
  const state = new Map<string, Pod>();
  const counts = { add: 0, update: 0, delete: 0 };
  const version = (object: Pod | undefined): number => Number(versionOf(object));
  const handler: ResourceEventHandler<Pod> = {
    onAdd(object) {
      counts.add++;
      expect(state.has(objectKey(object)), 'added twice').toBe(false);
      state.set(objectKey(object), object);
    },
    onUpdate(before, after) {
      counts.update++;
      expect(before, 'updated from another state').toBe(state.get(objectKey(after)));
      expect(version(after), 'updated to an older state').toBeGreaterThanOrEqual(version(before));
      state.set(objectKey(after), after);
    },
    onDelete({ key, lastKnown }) {
      counts.delete++;
      expect(state.has(key), 'deleted what was not there').toBe(true);
      expect(version(lastKnown), 'deleted in an older state').toBeGreaterThanOrEqual(version(state.get(key)));
      state.delete(key);
    },
  };
  return { handler, state, counts };
}

/** Writes from three sides at once, with broken watches in between, and checks the events that the handler gets. */
async function hammer(queue: QueueKind, seed: number): Promise<void> {
  const source = new FakeListerWatcher<Pod>();
  const { handler, state, counts } = legalHistory();
  const failures: Error[] = [];
  /** Watches that were reset before their first event: the next one is opened after a pause, and meets few of the changes. */
  let pauses = 0;
  const { store, clock, stop, ended } = await started(source, handler, {
    queue,
    resyncPeriodMs: 100,
    onError(error) {
      if (error instanceof VeryShortWatchError) pauses += 1;
      else failures.push(error);
    },
  });
  const seeds = new Random(seed);
  const writeAll = async (thread: number, numbers: Random): Promise<void> => {
    const random = (below: number): number => numbers.integer(0, below - 1);
    for (let i = 0; i < 200; i++) {
      const object = pod(`${thread}-${random(8)}`);
      if (random(3) === 0) source.delete(object);
      else source.modify(object);
      if (random(60) === 0) source.resetWatches();
      if (random(4) === 0) await settle(1);
    }
  };
  const hammering = Promise.all([1, 2, 3].map((thread) => writeAll(thread, seeds.fork())));
  for (let i = 0; i < 40; i++) await clock.advanceAsync(50);
  await hammering;
  await clock.advanceAsync(60_000);
  expect(failures).toEqual([]);
  expect(names(store.list())).toEqual(names(source.objects()));
  expect(names([...state.values()])).toEqual(names(source.objects()));
  const least = Math.min(counts['add'] ?? 0, counts['update'] ?? 0, counts['delete'] ?? 0);
  if (pauses === 0) expect(least).toBeGreaterThan(50);
  stop.abort();
  await ended;
  expect(clock.pendingTimers).toBe(0);
}

describe('controller_test.go: histories', () => {
  it.each(queues)('TestHammerController: what a handler sees under load is legal and complete (%s)', (queue) =>
    checkSeeds((seed) => hammer(queue, seed)),
  );

  it.each(queues)('TestUpdate: every update leads from the state before to the state after it (%s)', async (queue) => {
    const source = new FakeListerWatcher<Pod>();
    const labelled = (name: string, check: string): Pod => pod(name, undefined, { metadata: { labels: { check } } });
    const checkOf = (object: Pod): string => object.metadata?.labels?.['check'] ?? '';
    const transitions: string[] = [];
    const deletions: string[] = [];
    const { store, clock } = await started(
      source,
      {
        onUpdate(before, after) {
          transitions.push(`${nameOf(after)}: ${checkOf(before)} → ${checkOf(after)}`);
          if (checkOf(after) === 'to') source.delete(after);
        },
        onDelete: ({ key }) => void deletions.push(key),
      },
      { queue, resyncPeriodMs: 1000 },
    );
    const threads = ['a', 'b', 'c'].map(async (name, i) => {
      source.add(labelled(name, 'from'));
      await settle(i);
      source.modify(labelled(name, 'to'));
    });
    await Promise.all(threads);
    await clock.advanceAsync(3000);
    expect(transitions.sort()).toEqual(['a: from → to', 'b: from → to', 'c: from → to']);
    expect(deletions.sort()).toEqual(['default/a', 'default/b', 'default/c']);
    expect(store.list()).toEqual([]);
  });

  it.each(queues)('TestUpdate: a resync gives the same state twice (%s)', async (queue) => {
    const updates: [Pod, Pod][] = [];
    const source = new FakeListerWatcher<Pod>([pod('a')]);
    const { clock, store } = await started(
      source,
      { onUpdate: (before, after) => void updates.push([before, after]) },
      { queue, resyncPeriodMs: 1000 },
    );
    await clock.advanceAsync(2500);
    const [cached] = store.list();
    expect(updates).toHaveLength(2);
    for (const each of updates.flat()) expect(each).toBe(cached);
  });
});

describe('controller_test.go: transform', () => {
  const withNode = (object: Pod): Pod => ({
    ...object,
    spec: { nodeName: `${object.spec?.nodeName ?? ''}transformed` },
  });

  it.each(queues)('TestTransformingInformer: handlers and store see transformed objects only (%s)', async (queue) => {
    const source = new FakeListerWatcher<Pod>([pod('pod1')]);
    source.modify(pod('pod1'));
    const events: string[] = [];
    const see = (object: Pod | undefined): string =>
      `${object && nameOf(object)}@${versionOf(object)} ${object?.spec?.nodeName}`;
    const { store } = await started(
      source,
      {
        onAdd: (object) => void events.push(`add ${see(object)}`),
        onUpdate: (before, after) => void events.push(`update ${see(before)} → ${see(after)}`),
        onDelete: ({ lastKnown }) => void events.push(`delete ${see(lastKnown)}`),
      },
      { queue, transform: withNode },
    );
    source.add(pod('pod2'));
    source.add(pod('pod3'));
    source.modify(pod('pod2'));
    source.delete(pod('pod1'));
    await settle();
    expect(events).toEqual(
      queue === 'RealFIFO'
        ? [
            'add pod1@2 transformed',
            'add pod2@3 transformed',
            'add pod3@4 transformed',
            'update pod2@3 transformed → pod2@5 transformed',
            'delete pod1@6 transformed',
          ]
        : [
            'add pod1@2 transformed',
            'add pod2@3 transformed',
            'update pod2@3 transformed → pod2@5 transformed',
            'add pod3@4 transformed',
            'delete pod1@6 transformed',
          ],
    );
    expect(store.list().map(see).sort()).toEqual(['pod2@5 transformed', 'pod3@4 transformed']);
  });

  it.each(queues)('TestTransformingInformerRace: resyncs do not transform what is cached again (%s)', async (queue) => {
    const source = new FakeListerWatcher<Pod>([0, 1, 2, 3, 4].map((i) => pod(`pod-${i}`)));
    const failures: Error[] = [];
    let updates = 0;
    const { clock, store } = await started(
      source,
      { onUpdate: () => void updates++ },
      {
        queue,
        resyncPeriodMs: 5,
        transform(object) {
          if (object.spec?.nodeName) throw new Error('transformed twice');
          return withNode(object);
        },
        onError: (error) => void failures.push(error),
      },
    );
    for (let i = 0; i < 100; i++) {
      await clock.advanceAsync(10);
      expect(store.list().map(({ spec }) => spec?.nodeName)).toEqual(Array(5).fill('transformed'));
    }
    expect(updates).toBeGreaterThanOrEqual(5 * 100);
    expect(failures).toEqual([]);
  });
});

describe('controller_test.go: handlers that throw', () => {
  it('TestPanicPropagated: what a handler throws is reported, and does not get lost', async () => {
    const source = new FakeListerWatcher<Pod>();
    const errors: [string, string][] = [];
    await started(
      source,
      {
        onAdd() {
          throw new Error('just thrown');
        },
      },
      { onError: (error, { stage }) => void errors.push([stage, error.message]) },
    );
    source.add(pod('test'));
    await settle();
    expect(errors).toEqual([['handler', 'just thrown']]);
  });

  it('deviation(handler-error-is-reported): the controller goes on, and so do rejections of async handlers', async () => {
    const source = new FakeListerWatcher<Pod>();
    const errors: string[] = [];
    const { store } = await started(
      source,
      {
        async onAdd(object) {
          throw new Error(`rejected ${nameOf(object)}`);
        },
      },
      { onError: (error) => void errors.push(error.message) },
    );
    source.add(pod('a'));
    source.add(pod('b'));
    await settle();
    expect(errors).toEqual(['rejected a', 'rejected b']);
    expect(names(store.list())).toEqual(['a@1', 'b@2']);
  });

  it('deviation(controller-runs-once): running a controller a second time throws', async () => {
    const { controller, stop, ended } = await started(new FakeListerWatcher<Pod>(), {});
    await expect(controller.run({ signal: stop.signal })).rejects.toThrow('runs only once');
    stop.abort();
    await ended;
    await expect(controller.run({ signal: new AbortController().signal })).rejects.toThrow('runs only once');
  });
});
