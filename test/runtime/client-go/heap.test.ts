import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { KeyError } from '../../../runtime/src/api/key.js';
import { Heap } from '../../../runtime/src/client-go/heap.js';

function newHeap(): Heap<number> {
  return new Heap<number>(
    (value) => {
      if (value < 0) throw new Error('negative');
      return String(value);
    },
    (a, b) => a < b,
  );
}

describe('Heap', () => {
  it('rejects a wait with the reason of its signal and leaves no listener', async () => {
    const heap = newHeap();
    const stop = new AbortController();
    const waiting = heap.pop({ signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(heap.pop({ signal: stop.signal })).rejects.toThrow('enough');
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });

  it('gives each of those who wait its own object', async () => {
    const heap = newHeap();
    const waiting = Promise.all([heap.pop(), heap.pop()]);
    heap.bulkAdd([3, 1, 2]);
    expect(await waiting).toEqual([1, 2]);
    expect(heap.list()).toEqual([3]);
  });

  it('throws a KeyError for an object without a key, and adds nothing of a bulk', () => {
    const heap = newHeap();
    expect(() => heap.add(-1)).toThrow(KeyError);
    expect(() => heap.bulkAdd([1, -1])).toThrow(KeyError);
    expect(heap.size).toBe(0);
  });
});
