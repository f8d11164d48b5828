// Counterparts of client-go's tools/cache/heap_test.go.
import { describe, expect, it } from 'vitest';
import { settle } from '@informer-gen/testing';
import { Heap, HeapClosedError } from '../../../runtime/src/client-go/heap.js';

interface Item {
  readonly name: string;
  readonly value: number;
}

function newHeap(items: { readonly [name: string]: number } = {}): Heap<Item> {
  const heap = new Heap<Item>(
    (item) => item.name,
    (a, b) => a.value < b.value,
  );
  for (const [name, value] of Object.entries(items)) heap.add({ name, value });
  return heap;
}

async function popValues(heap: Heap<Item>, count: number): Promise<number[]> {
  const values: number[] = [];
  for (let i = 0; i < count; i++) values.push((await heap.pop()).value);
  return values;
}

const four = { foo: 10, bar: 1, bal: 31, baz: 11 };

describe('heap_test.go', () => {
  it('TestHeapBasic: what two producers add in opposite orders is popped in ascending order', async () => {
    const heap = newHeap();
    for (let i = 0; i < 500; i++) {
      heap.add({ name: `a${i}`, value: 500 - i });
      heap.add({ name: `b${i}`, value: i + 1 });
    }
    const values = await popValues(heap, 1000);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(heap.size).toBe(0);
  });

  it('TestHeap_Add: adding again updates, also after others were popped', async () => {
    const heap = newHeap({ foo: 10, bar: 1, baz: 11, zab: 30 });
    heap.add({ name: 'foo', value: 13 });
    expect(await popValues(heap, 2)).toEqual([1, 11]);
    expect(heap.delete({ name: 'baz', value: 11 })).toBe(false);
    heap.add({ name: 'foo', value: 14 });
    expect(await popValues(heap, 2)).toEqual([14, 30]);
  });

  it('TestHeap_BulkAdd: all are in the heap before the one who waits gets the least', async () => {
    const heap = newHeap();
    const values = popValues(heap, 500);
    await settle();
    heap.bulkAdd(Array.from({ length: 500 }, (_, i) => ({ name: `a${i}`, value: 500 - i })));
    expect(await values).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
  });

  it('TestHeapEmptyPop: closing ends the wait with an error', async () => {
    const heap = newHeap();
    const waiting = heap.pop();
    heap.close();
    await expect(waiting).rejects.toThrow(HeapClosedError);
    await expect(heap.pop()).rejects.toThrow('heap is closed');
  });

  it('TestHeap_AddIfNotPresent: what is there stays as it is', async () => {
    const heap = newHeap();
    for (const [name, value] of Object.entries({ foo: 10, bar: 1, baz: 11, zab: 30 })) {
      heap.addIfNotPresent({ name, value });
    }
    heap.addIfNotPresent({ name: 'foo', value: 13 });
    expect(heap.size).toBe(4);
    expect(heap.getByKey('foo')?.value).toBe(10);
    expect(await popValues(heap, 2)).toEqual([1, 10]);
    heap.addIfNotPresent({ name: 'bar', value: 14 });
    expect(await popValues(heap, 2)).toEqual([11, 14]);
  });

  it('TestHeap_Delete: head, tail and middle go by key, whatever their value, and the rest stays in order', async () => {
    const heap = newHeap(four);
    expect(heap.delete({ name: 'bar', value: 200 })).toBe(true);
    expect(await popValues(heap, 1)).toEqual([10]);
    heap.add({ name: 'zab', value: 30 });
    heap.add({ name: 'faz', value: 30 });
    expect(heap.delete({ name: 'non-existent', value: 10 })).toBe(false);
    expect(heap.size).toBe(4);
    expect(heap.delete({ name: 'bal', value: 31 })).toBe(true);
    expect(heap.delete({ name: 'zab', value: 30 })).toBe(true);
    expect(await popValues(heap, 2)).toEqual([11, 30]);
    expect(heap.size).toBe(0);
  });

  it('TestHeap_Update: an update moves an object to the head or back', async () => {
    const heap = newHeap(four);
    heap.update({ name: 'baz', value: 0 });
    expect(heap.peek()?.name).toBe('baz');
    expect(await popValues(heap, 1)).toEqual([0]);
    heap.update({ name: 'bar', value: 100 });
    expect(heap.peek()?.name).toBe('foo');
  });

  it('TestHeap_Get: finds by the key of the object, whatever its value', () => {
    const heap = newHeap(four);
    expect(heap.get({ name: 'baz', value: 0 })?.value).toBe(11);
    expect(heap.get({ name: 'non-existing', value: 0 })).toBeUndefined();
  });

  it('TestHeap_GetByKey: finds by key', () => {
    const heap = newHeap(four);
    expect(heap.getByKey('baz')?.value).toBe(11);
    expect(heap.getByKey('non-existing')).toBeUndefined();
  });

  it('TestHeap_Close: says that it is closed, and what is in it can still be popped', async () => {
    const heap = newHeap({ foo: 10, bar: 1 });
    expect(heap.isClosed).toBe(false);
    heap.close();
    expect(heap.isClosed).toBe(true);
    expect(await popValues(heap, 2)).toEqual([1, 10]);
  });

  it('TestHeap_List: lists every object once', () => {
    expect(newHeap().list()).toEqual([]);
    const items = { ...four, faz: 31 };
    const listed = newHeap(items).list();
    expect(Object.fromEntries(listed.map(({ name, value }) => [name, value]))).toEqual(items);
    expect(listed).toHaveLength(5);
  });

  it('TestHeap_ListKeys: lists every key once', () => {
    expect(newHeap().listKeys()).toEqual([]);
    expect(newHeap(four).listKeys().sort()).toEqual(['bal', 'bar', 'baz', 'foo']);
  });

  it('TestHeapAddAfterClose: nothing can be added to a closed heap', () => {
    const heap = newHeap();
    heap.close();
    const item = { name: 'test', value: 1 };
    expect(() => heap.add(item)).toThrow(HeapClosedError);
    expect(() => heap.addIfNotPresent(item)).toThrow(HeapClosedError);
    expect(() => heap.bulkAdd([item])).toThrow(HeapClosedError);
    expect(heap.size).toBe(0);
  });
});
