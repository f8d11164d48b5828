// The counterpart of controller-runtime's TestFuzzPriorityQueue: the queue against a model that sorts anew each time.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FakeClock } from '@informer-gen/testing';
import { PriorityQueue } from '../../../runtime/src/workqueue/priority-queue.js';

interface ModelItem {
  priority: number;
  readyAt: number;
  order: number;
  /** The order in which items became ready; undefined for one that is not. */
  ready: number | undefined;
}

type Entry = [string, ModelItem];

function oldestOf(ready: readonly Entry[]): Entry {
  return ready.reduce((a, b) => ((b[1].ready ?? Infinity) < (a[1].ready ?? Infinity) ? b : a));
}

/** The rules of the queue with no thought for speed: one list of items, looked through for each question. */
class Model {
  readonly items = new Map<string, ModelItem>();
  readonly locked = new Set<string>();
  now: number;
  #order = 0;
  #passedOver = 0;

  constructor(now: number) {
    this.now = now;
  }

  add(key: string, delayMs: number, priority: number): void {
    const readyAt = delayMs > 0 ? this.now + delayMs : this.now;
    const known = this.items.get(key);
    if (known === undefined) {
      const order = this.#next();
      this.items.set(key, { priority, readyAt, order, ready: readyAt <= this.now ? order : undefined });
      return;
    }
    known.readyAt = Math.min(known.readyAt, readyAt);
    if (known.readyAt <= this.now) known.ready ??= this.#next();
    if (priority <= known.priority) return;
    known.priority = priority;
    known.order = this.#next();
  }

  /** A key that was added while it was processed is ready from now on, in the order of its add among those of its priority. */
  done(key: string): void {
    if (!this.locked.delete(key)) return;
    const item = this.items.get(key);
    if (item !== undefined && item.readyAt <= this.now) item.ready = this.#next();
  }

  /** Time passes: what becomes ready is ordered by when it did. */
  advance(ms: number): void {
    const due = [...this.items.values()].filter(({ readyAt }) => readyAt > this.now && readyAt <= this.now + ms);
    due.sort((a, b) => a.readyAt - b.readyAt || b.priority - a.priority || a.order - b.order);
    for (const item of due) item.order = item.ready = this.#next();
    this.now += ms;
  }

  get(): { key: string; priority: number } | undefined {
    const ready = [...this.items].filter(([key, { readyAt }]) => readyAt <= this.now && !this.locked.has(key));
    ready.sort(([, a], [, b]) => b.priority - a.priority || a.order - b.order);
    const [first] = ready;
    if (first === undefined) return undefined;
    const [key, { priority }] = this.#isDueForOldest(ready, first) ? oldestOf(ready) : first;
    this.items.delete(key);
    this.locked.add(key);
    return { key, priority };
  }

  /** While keys of lower priority are ready, every tenth key is the one that has been ready longest. */
  #isDueForOldest(ready: readonly Entry[], first: Entry): boolean {
    const isPassedOver = oldestOf(ready) !== first && ready.some(([, { priority }]) => priority < first[1].priority);
    this.#passedOver = isPassedOver ? this.#passedOver + 1 : 0;
    if (this.#passedOver < 10) return false;
    this.#passedOver = 0;
    return true;
  }

  get length(): number {
    return [...this.items.values()].filter(({ readyAt }) => readyAt <= this.now).length;
  }

  #next(): number {
    this.#order += 1;
    return this.#order;
  }
}

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const step = fc.oneof(
  fc.record({
    type: fc.constant('add' as const),
    key,
    delayMs: fc.constantFrom(0, 0, 1, 5, 20, 30_000),
    priority: fc.integer({ min: -2, max: 2 }),
  }),
  fc.record({ type: fc.constant('get' as const) }),
  fc.record({ type: fc.constant('done' as const), key }),
  // A worker that takes a key and is done with it at once, many times over: so that low priorities have to wait.
  fc.record({ type: fc.constant('work' as const), times: fc.integer({ min: 1, max: 12 }), again: fc.boolean() }),
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
        } else if (each.type === 'work') {
          for (let time = 0; time < each.times; time += 1) {
            const taken = model.get();
            expect(queue.tryGet()).toEqual(taken);
            if (taken === undefined) break;
            // Added while it is processed, as a key whose object changes all the time.
            if (each.again) {
              queue.addWithOptions({ priority: taken.priority }, taken.key);
              model.add(taken.key, 0, taken.priority);
            }
            queue.done(taken.key);
            model.done(taken.key);
          }
        } else if (each.type === 'done') {
          queue.done(each.key);
          model.done(each.key);
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
    { numRuns: 500, seed: 20_261_120 },
  );
});
