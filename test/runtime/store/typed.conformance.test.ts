// Counterparts of client-go's tools/cache/typed_test.go. What is typed there beside an untyped original is the only one here.
import {
  DeletedFinalStateUnknown,
  type DeletedObject,
  FilteringResourceEventHandler,
  newIndexer,
  type ResourceEventHandler,
} from '@informer-gen/runtime';
import {
  type Filterable,
  type ResourceEventHandlerDetailedFuncs,
  type ResourceEventHandlerFuncs,
} from '@informer-gen/runtime/client-go';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { deletedObject, notify } from '../../../runtime/src/delivery/notify.js';
import { informing } from '../../conformance/support/informing.js';
import { names, nameOf, type Pod, pod } from '../../conformance/support/pods.js';

const before = pod('before', 1);
const after = pod('after', 2);
const deletion: DeletedObject<Pod> = { key: 'default/after', lastKnown: after, finalStateUnknown: false };

const context = { signal: new AbortController().signal };

/** Calls each function that a handler may have. */
function callAll(handler: ResourceEventHandler<Pod>): void {
  void notify(handler, { type: 'add', object: after, isInInitialList: true }, context);
  void notify(handler, { type: 'add', object: after, isInInitialList: false }, context);
  void notify(handler, { type: 'update', before, after }, context);
  void notify(handler, { type: 'delete', object: after }, context);
}

describe('typed_test.go: handlers', () => {
  it('TestTypedResourceEventHandlerFuncs: functions that are there are called, the others are not missed', () => {
    const seen: unknown[] = [];
    const funcs: ResourceEventHandlerFuncs<Pod> = {
      onAdd: (object) => void seen.push(object),
      onUpdate: (from, to) => void seen.push([from, to]),
      onDelete: (deleted) => void seen.push(deleted),
    };
    expectTypeOf(funcs).toExtend<ResourceEventHandler<Pod>>();
    callAll(funcs);
    expect(seen).toEqual([after, after, [before, after], deletion]);
    expect(() => callAll({})).not.toThrow();
  });

  it('TestTypedResourceEventHandlerDetailedFuncs: onAdd learns whether the object is in the initial list', () => {
    const seen: unknown[] = [];
    const funcs: ResourceEventHandlerDetailedFuncs<Pod> = {
      onAdd: (_object, isInInitialList) => void seen.push(isInInitialList),
    };
    callAll(funcs);
    expect(seen).toEqual([true, false]);
  });

  it('TestTypedResourceEventHandlerAdapter: a deletion has its key and, where it is known, the last state', () => {
    const key = 'default/after';
    expect(deletedObject(after)).toEqual(deletion);
    expect(deletedObject(new DeletedFinalStateUnknown(key, after))).toEqual({ ...deletion, finalStateUnknown: true });
    expect(deletedObject(new DeletedFinalStateUnknown<Pod>(key, undefined))).toEqual({
      key,
      lastKnown: undefined,
      finalStateUnknown: true,
    });
  });

  /** A filter that lets through what is in the set, and a handler that says what it was told. */
  function filtering(...passing: Pod[]): {
    handler: FilteringResourceEventHandler<Pod>;
    seen: string[];
    asked: unknown[];
  } {
    const seen: string[] = [];
    const asked: unknown[] = [];
    const handler = new FilteringResourceEventHandler<Pod>({
      filter: (object: Filterable<Pod>) => {
        asked.push(object);
        const state = object instanceof DeletedFinalStateUnknown ? object.object : object;
        return state !== undefined && passing.includes(state);
      },
      handler: {
        onAdd: (object, initial) => void seen.push(`add ${nameOf(object)} ${initial}`),
        onUpdate: (from, to) => void seen.push(`update ${nameOf(from)} → ${nameOf(to)}`),
        onDelete: ({ key }) => void seen.push(`delete ${key}`),
      },
    });
    return { handler, seen, asked };
  }

  it.each([
    { name: 'both pass', passing: [before, after], expected: ['update before → after'] },
    { name: 'it starts to pass', passing: [after], expected: ['add after false'] },
    { name: 'it ceases to pass', passing: [before], expected: ['delete default/before'] },
    { name: 'none passes', passing: [], expected: [] },
  ])('TestTypedFilteringResourceEventHandler: an update when $name', ({ passing, expected }) => {
    const { handler, seen } = filtering(...passing);
    void handler.onUpdate(before, after, context);
    expect(seen).toEqual(expected);
  });

  it('TestTypedFilteringResourceEventHandler: adds and deletions pass or do not, and the filter sees tombstones', () => {
    const { handler, seen, asked } = filtering(after);
    void handler.onAdd(after, true, context);
    void handler.onAdd(before, true, context);
    void handler.onDelete(deletion, context);
    void handler.onDelete({ ...deletion, lastKnown: before }, context);
    expect(seen).toEqual(['add after true', 'delete default/after']);
    void handler.onDelete({ ...deletion, finalStateUnknown: true }, context);
    expect(asked.at(-1)).toStrictEqual(new DeletedFinalStateUnknown('default/after', after));
  });
});

describe('typed_test.go: indexers', () => {
  const byApp = { byApp: (object: Pod) => [object.metadata?.labels?.['app'] ?? ''] };
  const web = (name: string): Pod => pod(name, 1, { metadata: { labels: { app: 'web' } } });

  it('TestTypedIndexer: index, byIndex and addIndexers give objects of the type, and throw for an unknown index', () => {
    const indexer = newIndexer<Pod>(byApp);
    indexer.add(web('pod1'));
    indexer.add(web('pod2'));
    expectTypeOf(indexer.byIndex('byApp', 'web')).toEqualTypeOf<readonly Pod[]>();
    expect(names(indexer.index('byApp', web('pod1')))).toEqual(['pod1@1', 'pod2@1']);
    expect(names(indexer.byIndex('byApp', 'web'))).toEqual(['pod1@1', 'pod2@1']);
    expect(() => indexer.byIndex('does-not-exist', 'web')).toThrow('Index with name does-not-exist does not exist');
    indexer.addIndexers({ name: (object) => [nameOf(object)] });
    expect(names(indexer.byIndex('name', 'pod1'))).toEqual(['pod1@1']);
  });

  it('TestTypedSharedIndexInformerAddTypedEventHandler: the period of the informer is the default of its handlers', async () => {
    const { informer, clock, start, stop } = informing([pod('a')], { resyncPeriodMs: 10_000 });
    const counts = { byDefault: 0, slower: 0 };
    informer.addEventHandler({ onUpdate: () => void counts.byDefault++ });
    informer.addEventHandler({ onUpdate: () => void counts.slower++ }, { resyncPeriodMs: 60_000 });
    await start();
    await clock.advanceAsync(60_000);
    expect(counts).toEqual({ byDefault: 6, slower: 1 });
    await stop();
  });

  it('TestTypedSharedIndexInformerAddTypedIndexers: the informer takes typed indexers, and throws for a name that is taken', async () => {
    const { informer, start, stop } = informing([web('a'), pod('b')]);
    informer.addIndexers(byApp);
    expect(() => informer.addIndexers({ byApp: () => [] })).toThrow('index "byApp": another function');
    await start();
    expect(informer.indexer.byIndex('byApp', 'web').map(nameOf)).toEqual(['a']);
    await stop();
  });

  it('TestTypedSharedIndexInformerGetTypedIndexer: the indexer of an informer gives objects of its type', async () => {
    const { informer, start, stop } = informing([web('a')], { indexers: byApp });
    await start();
    const indexer = informer.getIndexer();
    expectTypeOf(indexer.index('byApp', web('a'))).toEqualTypeOf<readonly Pod[]>();
    expect(indexer.index('byApp', web('a')).map(nameOf)).toEqual(['a']);
    expect(indexer.byIndex('byApp', 'web').map(nameOf)).toEqual(['a']);
    await stop();
  });
});
