import * as fc from 'fast-check';
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
      const taken = takeAll(queue).map((key) => Number(key.slice(4)));
      const early = taken.filter((priority, at) => priority < Math.max(...taken.slice(at)));
      expect(early.length).toBeLessThanOrEqual(10);
      expect([...taken].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at));
    }
  });
});

/** Takes one key, and adds it again while it is processed. */
function takeAndAddAgain(queue: PriorityQueue): string | undefined {
  const next = queue.tryGet();
  if (next === undefined) return undefined;
  queue.addWithOptions({ priority: next.priority }, next.key);
  queue.done(next.key);
  return next.key;
}

describe('keys of low priority', () => {
  it('come every tenth time, the oldest first, while others of higher priority never run out', () => {
    const queue = new PriorityQueue();
    queue.addWithOptions({ priority: -100 }, 'low-0', 'low-1', 'low-2');
    queue.add('hot');
    const taken = Array.from({ length: 30 }, () => {
      const next = queue.tryGet();
      if (next?.key === 'hot') queue.add('hot');
      queue.done(next?.key ?? '');
      return next?.key;
    });
    const nineTimes = Array.from({ length: 9 }, () => 'hot');
    expect(taken).toEqual([...nineTimes, 'low-0', ...nineTimes, 'low-1', ...nineTimes, 'low-2']);
  });

  it('do not wait for others that became ready later, whatever the priorities of those', () => {
    const queue = new PriorityQueue();
    queue.addWithOptions({ priority: -1 }, 'first');
    queue.addWithOptions({ priority: -100 }, 'second');
    queue.addWithOptions({ priority: 5 }, 'a', 'b');
    const taken = Array.from({ length: 20 }, () => takeAndAddAgain(queue));
    expect([taken[9], taken[19]]).toEqual(['first', 'second']);
  });

  it('count from when they became ready, also after their priority was raised', () => {
    const queue = new PriorityQueue();
    queue.addWithOptions({ priority: -100 }, 'raised', 'low');
    queue.addWithOptions({ priority: 0 }, ...Array.from({ length: 30 }, (_, at) => `key-${at}`), 'raised');
    const taken = takeAll(queue);
    expect([taken.indexOf('raised'), taken.indexOf('low')]).toEqual([9, 19]);
  });

  it('do not change the order of keys of one priority', () => {
    const queue = new PriorityQueue();
    queue.addWithOptions({ priority: 1 }, 'raised');
    queue.addWithOptions({ priority: 2 }, ...Array.from({ length: 30 }, (_, at) => `key-${at}`), 'raised');
    expect(takeAll(queue).indexOf('raised')).toBe(30);
  });

  it('are never passed over ten times in a row, in whatever order keys are added and done', () => {
    const priorities = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 2, maxLength: 30 });
    const workers = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(priorities, workers, (added, workerCount) => {
        const queue = new PriorityQueue();
        const ready = new Map<string, { readonly age: number; readonly priority: number }>();
        let age = 0;
        const add = (key: string, priority: number): void => {
          queue.addWithOptions({ priority }, key);
          ready.set(key, { age: (age += 1), priority });
        };
        added.forEach((priority, at) => add(`key-${at}`, priority));
        let passedOver = 0;
        const working: { readonly key: string; readonly priority: number }[] = [];
        for (let turn = 0; turn < 300; turn += 1) {
          const next = queue.tryGet();
          if (next === undefined) break;
          const oldest = Math.min(...Array.from(ready.values(), (each) => each.age));
          const hasLower = [...ready.values()].some(({ priority }) => priority < next.priority);
          passedOver = hasLower && ready.get(next.key)?.age !== oldest ? passedOver + 1 : 0;
          expect(passedOver).toBeLessThan(10);
          ready.delete(next.key);
          working.push(next);
          if (working.length < workerCount) continue;
          const done = working.shift();
          if (done === undefined) continue;
          queue.done(done.key);
          add(done.key, done.priority);
        }
      }),
      { numRuns: 300, seed: 20_261_120 },
    );
  });
});
