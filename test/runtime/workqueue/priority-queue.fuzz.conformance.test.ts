// The counterpart of controller-runtime's TestFuzzPriorityQueue: the queue against a model that sorts anew each time.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FakeClock } from '@informer-gen/testing';
import { PriorityQueue } from '../../../runtime/src/workqueue/priority-queue.js';

interface ModelItem {
  priority: number;
  readyAt: number;
  order: number;
}

/** The rules of the queue with no thought for speed: one list of items, looked through for each question. */
class Model {
  readonly items = new Map<string, ModelItem>();
  readonly locked = new Set<string>();
  now: number;
  #order = 0;

  constructor(now: number) {
    this.now = now;
  }

  add(key: string, delayMs: number, priority: number): void {
    const readyAt = delayMs > 0 ? this.now + delayMs : this.now;
    const known = this.items.get(key);
    if (known === undefined) {
      this.items.set(key, { priority, readyAt, order: this.#next() });
      return;
    }
    known.readyAt = Math.min(known.readyAt, readyAt);
    if (priority <= known.priority) return;
    known.priority = priority;
    known.order = this.#next();
  }

  /** Time passes: what becomes ready is ordered by when it did. */
  advance(ms: number): void {
    const due = [...this.items.values()].filter(({ readyAt }) => readyAt > this.now && readyAt <= this.now + ms);
    due.sort((a, b) => a.readyAt - b.readyAt || b.priority - a.priority || a.order - b.order);
    for (const item of due) item.order = this.#next();
    this.now += ms;
  }

  get(): { key: string; priority: number } | undefined {
    const ready = [...this.items].filter(([key, { readyAt }]) => readyAt <= this.now && !this.locked.has(key));
    ready.sort(([, a], [, b]) => b.priority - a.priority || a.order - b.order);
    const [first] = ready;
    if (first === undefined) return undefined;
    this.items.delete(first[0]);
    this.locked.add(first[0]);
    return { key: first[0], priority: first[1].priority };
  }

  get length(): number {
    return [...this.items.values()].filter(({ readyAt }) => readyAt <= this.now).length;
  }

  #next(): number {
    this.#order += 1;
    return this.#order;
  }
}

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step = fc.oneof(
  fc.record({
    type: fc.constant('add' as const),
    key,
    delayMs: fc.constantFrom(0, 0, 1, 5, 20, 30_000),
    priority: fc.integer({ min: -2, max: 2 }),
  }),
  fc.record({ type: fc.constant('get' as const) }),
  fc.record({ type: fc.constant('done' as const), key }),
  fc.record({ type: fc.constant('advance' as const), ms: fc.constantFrom(1, 3, 10, 40_000) }),
);

it('TestFuzzPriorityQueue: whatever is done to it, it hands out what the rules say, in their order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const clock = new FakeClock();
      const queue = new PriorityQueue({ clock });
      const model = new Model(clock.now());
      for (const each of steps) {
        if (each.type === 'add') {
          queue.addWithOptions({ afterMs: each.delayMs, priority: each.priority }, each.key);
          model.add(each.key, each.delayMs, each.priority);
        } else if (each.type === 'get') {
          expect(queue.tryGet()).toEqual(model.get());
        } else if (each.type === 'done') {
          queue.done(each.key);
          model.locked.delete(each.key);
        } else {
          clock.advance(each.ms);
          model.advance(each.ms);
        }
        expect(queue.length).toBe(model.length);
        expect(queue.length + queue.waitingLength).toBe(model.items.size);
        expect(queue.processingLength).toBe(model.locked.size);
      }
      queue.shutDown();
      expect(clock.pendingTimers).toBe(0);
    }),
    { numRuns: 500 },
  );
});
