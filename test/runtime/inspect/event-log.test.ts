import type { KubernetesObject } from '@informer-gen/runtime';
import type { ToldEvent, ToldEvents } from '@informer-gen/runtime/observe';
import { FakeClock } from '@informer-gen/testing';
import { expect, it } from 'vitest';
import { EventLog } from '../../../runtime/src/inspect/record/event-log.js';

function updateOf(name: string, from: number): ToldEvent {
  const at = (version: number): KubernetesObject =>
    ({
      metadata: { name, namespace: 'default', resourceVersion: String(version) },
      spec: { version },
    }) as KubernetesObject;
  return { type: 'update', before: at(from), after: at(from + 1) };
}

/** Counts how often an event is looked at. */
class Watched implements ToldEvents {
  looked = 0;
  readonly #events: readonly ToldEvent[];

  constructor(events: readonly ToldEvent[]) {
    this.#events = events;
  }

  get length(): number {
    return this.#events.length;
  }

  at(position: number): ToldEvent | undefined {
    this.looked += 1;
    return this.#events[position];
  }
}

it('looks at no event of a flood but the last ones, and at those when somebody asks', () => {
  using log = new EventLog(new FakeClock());
  log.look();
  const batches = Array.from(
    { length: 100 },
    (_, at) => new Watched([updateOf(`a${at}`, 1), ...Array.from({ length: 19 }, () => updateOf(`b${at}`, 1))]),
  );
  for (const batch of batches) log.addAll('pods', batch, 5);
  expect(batches.reduce((sum, { looked }) => sum + looked, 0)).toBe(0);
  expect(log.sequence).toBe(2000);
  const events = log.since(0);
  expect(events).toHaveLength(400);
  expect(events.at(0)).toMatchObject({ sequence: 1601, key: 'default/a80', paths: ['spec.version'] });
  expect(events.at(-1)).toMatchObject({ sequence: 2000, key: 'default/b99' });
  expect(batches.reduce((sum, { looked }) => sum + looked, 0)).toBeLessThanOrEqual(420);
});

it('holds on to objects for a second at most', async () => {
  const clock = new FakeClock();
  using log = new EventLog(clock);
  log.look();
  const batch = new Watched([updateOf('a', 1)]);
  log.addAll('pods', batch, clock.now());
  await clock.advanceAsync(999);
  expect(batch.looked).toBe(0);
  await clock.advanceAsync(1);
  expect(batch.looked).toBe(1);
  expect(log.since(0)).toMatchObject([{ key: 'default/a' }]);
  expect(batch.looked).toBe(1);
  await clock.advanceAsync(10_000);
  expect(clock.pendingTimers).toBe(0);
});

it('notes fifty events a second while nobody looks, at once, and counts the others', () => {
  const clock = new FakeClock();
  using log = new EventLog(clock);
  const batches = Array.from({ length: 40 }, (_, at) => new Watched([updateOf(`a${at}`, 1), updateOf(`b${at}`, 1)]));
  for (const [at, batch] of batches.entries()) log.addAll('pods', batch, at < 30 ? 5000 : 6000);
  expect(batches.map(({ looked }) => looked)).toEqual(Array.from(batches, (_, at) => (at < 25 || at >= 30 ? 2 : 0)));
  expect(clock.pendingTimers).toBe(0);
  expect(log.sequence).toBe(80);
  const events = log.since(0);
  expect(events).toHaveLength(70);
  expect(events[49]).toMatchObject({ sequence: 50, key: 'default/b24', paths: ['spec.version'] });
  expect(events[50]).toMatchObject({ sequence: 61, key: 'default/a30', paths: ['spec.version'] });
});

it('notes the last objects of a list while nobody looks', () => {
  using log = new EventLog(new FakeClock());
  const add = (at: number): ToldEvent => ({ type: 'add', object: { metadata: { name: `a${at}` } } });
  const list = new Watched(Array.from({ length: 1000 }, (_, at) => add(at)));
  log.addAll('pods', list, 1);
  expect(list.looked).toBe(50);
  expect(log.since(0).map(({ key }) => key)).toEqual(Array.from({ length: 50 }, (_, at) => `a${950 + at}`));
});

it('holds events from when somebody looks until nobody has for ten seconds', async () => {
  const clock = new FakeClock();
  using log = new EventLog(clock);
  const told = (): Watched => {
    const batch = new Watched([updateOf('a', 1)]);
    log.addAll('pods', batch, clock.now());
    return batch;
  };
  expect(told().looked).toBe(1);
  log.look();
  expect(told().looked).toBe(0);
  await clock.advanceAsync(9000);
  log.look();
  await clock.advanceAsync(9000);
  expect(told().looked).toBe(0);
  await clock.advanceAsync(10_000);
  expect(told().looked).toBe(1);
});

it('numbers all events, also those of a list of which it keeps only the last', () => {
  using log = new EventLog(new FakeClock());
  log.look();
  const list = new Watched(
    Array.from({ length: 1000 }, (_, at): ToldEvent => ({ type: 'add', object: { metadata: { name: `a${at}` } } })),
  );
  log.addAll('pods', list, 1);
  log.addAll('pods', new Watched([updateOf('z', 1)]), 2);
  expect(list.looked).toBe(400);
  const events = log.since(990);
  expect(events.map(({ sequence }) => sequence)).toEqual([991, 992, 993, 994, 995, 996, 997, 998, 999, 1000, 1001]);
  expect(events.at(-2)).toMatchObject({ key: 'a999' });
});
