// One object that a function of the user cannot cope with costs only itself.
import { NamespacedSource, newIndexerInformer, newSharedIndexInformer } from '@informer-gen/runtime';
import { FakeClock, FakeListerWatcher } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { type Informing, informing, Listener } from '../../conformance/support/informing.js';
import { names, nameOf, type Pod, pod, pods } from '../../conformance/support/pods.js';

const onNode = (name: string, node: string): Pod => pod(name, undefined, { spec: { nodeName: node } });

/** What an index function may return for an object that predates a field, in a program that the compiler did not check. */
const garbage: readonly { readonly what: string; readonly value: unknown }[] = [
  { what: 'undefined', value: undefined },
  { what: 'null', value: null },
  { what: 'a string', value: 'node' },
  { what: 'a number', value: 3 },
  { what: 'an array that holds undefined', value: [undefined] },
  { what: 'an array that holds a number beside a string', value: ['n1', 7] },
  { what: 'an object with a length', value: { length: 1, 0: 'n1' } },
  { what: 'a promise', value: Promise.resolve(['n1']) },
];

function byNode(value: unknown): (object: Pod) => readonly string[] {
  return (object) => (object.spec?.nodeName === undefined ? (value as string[]) : [object.spec.nodeName]);
}

const nodesOf = ({ informer }: Informing, node: string): string[] => names(informer.indexer.byIndex('byNode', node));

describe.each(garbage)('an index function that returns $what for one object', ({ value }) => {
  it.each(['RealFIFO', 'DeltaFIFO'] as const)(
    'costs that object its index alone: it is cached, reported and told, and others are found (%s)',
    async (queue) => {
      const harness = informing([onNode('a', 'n1'), pod('odd'), onNode('b', 'n1')], {
        queue,
        indexers: { byNode: byNode(value) },
      });
      const { informer, source, clock, errors, start, stop } = harness;
      const listener = new Listener();
      informer.addEventHandler(listener);
      await start();
      expect(listener.take().sort()).toEqual(['add a', 'add b', 'add odd']);
      expect(nodesOf(harness, 'n1')).toEqual(['a@1', 'b@3']);
      expect(errors.map(({ error, context }) => [error.name, context.stage, context.key])).toEqual([
        ['IndexFuncError', 'index', 'default/odd'],
      ]);

      source.modify(pod('odd'));
      source.delete(pod('a'));
      source.add(pod('odder'));
      source.add(onNode('c', 'n1'));
      source.modify(onNode('odd', 'n1'));
      await clock.advanceAsync(0);
      // DeltaFIFO hands out all changes of one object together.
      expect(listener.take().sort()).toEqual(['add c', 'add odder', 'delete a', 'update odd', 'update odd']);
      expect(nodesOf(harness, 'n1')).toEqual(['b@3', 'c@7', 'odd@8']);
      source.delete(pod('odder'));
      source.delete(pod('odd'));
      await clock.advanceAsync(0);
      expect(listener.take()).toEqual(['delete odder', 'delete odd']);
      expect(nodesOf(harness, 'n1')).toEqual(['b@3', 'c@7']);
      expect(names(informer.indexer.list())).toEqual(['b@3', 'c@7']);
      await stop();
    },
  );

  it('does not keep another namespace from its list', async () => {
    const sources = { red: new FakeListerWatcher<Pod>([pod('red/odd')]), blue: new FakeListerWatcher<Pod>() };
    const source = new NamespacedSource<Pod>((namespace) => sources[namespace as 'red'], ['red', 'blue']);
    const clock = new FakeClock();
    const errors: string[] = [];
    const informer = newSharedIndexInformer(source, pods, {
      clock,
      indexers: { byNode: byNode(value) },
      onError: (_error, { stage, key }) => void errors.push(`${stage} ${key}`),
    });
    const stop = new AbortController();
    const running = informer.run(stop);
    await clock.advanceAsync(0);
    sources.blue.addDropWatch(pod('blue/a', undefined, { spec: { nodeName: 'n1' } }));
    sources.blue.compact();
    sources.blue.resetWatches();
    await clock.advanceAsync(60_000);
    expect(informer.hasSynced()).toBe(true);
    expect(names(informer.indexer.list())).toEqual(['a@1', 'odd@1']);
    expect(names(informer.indexer.byIndex('byNode', 'n1'))).toEqual(['a@1']);
    // The watch that was reset at once is told too.
    expect(new Set(errors)).toEqual(new Set(['index red/odd', 'watch undefined']));
    stop.abort();
    await running;
  });
});

describe('an informer before it was shared', () => {
  it('goes on when the report of an index error throws', async () => {
    const source = new FakeListerWatcher<Pod>([pod('odd'), onNode('a', 'n1')]);
    const clock = new FakeClock();
    const told: string[] = [];
    const { indexer, controller } = newIndexerInformer(
      source,
      { onAdd: (object) => void told.push(nameOf(object)) },
      {
        clock,
        indexers: { byNode: byNode(undefined) },
        onError: () => {
          throw new Error('the report fails too');
        },
      },
    );
    const stop = new AbortController();
    const running = controller.run(stop);
    await clock.advanceAsync(0);
    expect(told).toEqual(['odd', 'a']);
    expect(names(indexer.byIndex('byNode', 'n1'))).toEqual(['a@2']);
    stop.abort();
    await running;
  });
});

describe('a transform that returns no object', () => {
  it.each(['RealFIFO', 'DeltaFIFO'] as const)(
    'leaves that object as it was, is reported, and does not lose its deletion (%s)',
    async (queue) => {
      let lost = false;
      const { informer, source, clock, errors, start, stop } = informing([pod('a'), pod('b')], {
        queue,
        transform: (object) => (lost && nameOf(object) === 'a' ? (undefined as unknown as Pod) : object),
      });
      const listener = new Listener();
      informer.addEventHandler(listener);
      await start();
      lost = true;
      listener.take();
      source.modify(pod('a'));
      source.modify(pod('b'));
      await clock.advanceAsync(0);
      expect(names(informer.indexer.list())).toEqual(['a@1', 'b@4']);
      source.delete(pod('a'));
      await clock.advanceAsync(0);
      expect(listener.take()).toEqual(['update b', 'delete a']);
      expect(errors.map(({ context }) => [context.stage, context.key])).toEqual([
        ['transform', 'default/a'],
        ['transform', 'default/a'],
      ]);
      await stop();
    },
  );
});
