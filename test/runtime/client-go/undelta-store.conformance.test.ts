// Counterparts of client-go's tools/cache/undelta_store_test.go.
import { describe, expect, it } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../runtime/src/api/deleted.js';
import { UndeltaStore } from '../../../runtime/src/client-go/undelta-store.js';

interface Thing {
  readonly metadata: { readonly name: string };
  readonly value: number;
}

const thing = (name: string, value: number): Thing => ({ metadata: { name }, value });

function newStore(): { store: UndeltaStore<Thing>; pushed: (readonly Thing[])[] } {
  const pushed: (readonly Thing[])[] = [];
  return { store: new UndeltaStore<Thing>((all) => pushed.push(all)), pushed };
}

describe('undelta_store_test.go', () => {
  it('TestUpdateCallsPush: each add and update pushes the whole state', () => {
    const { store, pushed } = newStore();
    store.add(thing('a', 2));
    store.update(thing('a', 1));
    expect(pushed).toEqual([[thing('a', 2)], [thing('a', 1)]]);
  });

  it('TestDeleteCallsPush: a deletion pushes what is left', () => {
    const { store, pushed } = newStore();
    store.add(thing('a', 2));
    store.delete(thing('a', 0));
    expect(pushed).toEqual([[thing('a', 2)], []]);
    store.delete(new DeletedFinalStateUnknown<Thing>('b', undefined));
    expect(pushed).toHaveLength(3);
  });

  it('TestReadsDoNotCallPush: reading pushes nothing', () => {
    const { store, pushed } = newStore();
    expect(store.list()).toEqual([]);
    expect(store.get(thing('a', 0))).toBeUndefined();
    expect(store.getByKey('a')).toBeUndefined();
    expect(store.listKeys()).toEqual([]);
    store.resync();
    expect(pushed).toEqual([]);
  });

  it('TestReplaceCallsPush: a replacement pushes once', () => {
    const { store, pushed } = newStore();
    store.replace([thing('a', 1)], '7');
    expect(pushed).toEqual([[thing('a', 1)]]);
    expect(store.lastStoreSyncResourceVersion()).toBe('7');
    store.bookmark('8');
    expect(store.lastStoreSyncResourceVersion()).toBe('8');
    expect(pushed).toHaveLength(1);
  });
});
