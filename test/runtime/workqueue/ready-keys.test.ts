import { describe, expect, it } from 'vitest';
import { PriorityQueue } from '../../../runtime/src/workqueue/priority-queue.js';

function takeAll(queue: PriorityQueue): string[] {
  const keys: string[] = [];
  for (let next = queue.tryGet(); next !== undefined; next = queue.tryGet()) {
    keys.push(next.key);
    queue.done(next.key);
  }
  return keys;
}

describe('the order of ready keys', () => {
  it('is that of their adds, also for one that was added while it was worked on', () => {
    const queue = new PriorityQueue();
    queue.add('a');
    queue.tryGet();
    queue.add('b');
    queue.add('a');
    queue.add('c');
    queue.done('a');
    queue.add('d');
    expect(takeAll(queue)).toEqual(['b', 'a', 'c', 'd']);
  });

  it('knows a raised key once, at its new priority, also one that came late to its old one', () => {
    const queue = new PriorityQueue();
    queue.addWithOptions({ priority: -100 }, 'a', 'b');
    queue.tryGet();
    queue.addWithOptions({ priority: -100 }, 'a', 'c');
    queue.done('a');
    queue.addWithOptions({ priority: 5 }, 'a');
    queue.addWithOptions({ priority: 0 }, 'b');
    expect(queue.length).toBe(3);
    expect(takeAll(queue)).toEqual(['a', 'b', 'c']);
    queue.addWithOptions({ priority: -100 }, 'b', 'a');
    expect(takeAll(queue)).toEqual(['b', 'a']);
  });

  it('holds for as many priorities as there are keys, again and again', () => {
    const queue = new PriorityQueue();
    for (let round = 0; round < 3; round += 1) {
      const priorities = Array.from({ length: 100 }, (_, at) => (at * 37) % 100);
      for (const priority of priorities) queue.addWithOptions({ priority }, `key-${priority}`);
      expect(takeAll(queue)).toEqual(Array.from({ length: 100 }, (_, at) => `key-${99 - at}`));
    }
  });
});
