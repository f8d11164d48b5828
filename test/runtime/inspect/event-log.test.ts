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
  const batch = new Watched([updateOf('a', 1)]);
  log.addAll('pods', batch, clock.now());
  await clock.advanceAsync(999);
  expect(batch.looked).toBe(0);
  await clock.advanceAsync(1);
  expect(batch.looked).toBe(1);
  expect(log.since(0)).toMatchObject([{ key: 'default/a' }]);
  expect(batch.looked).toBe(1);
  expect(clock.pendingTimers).toBe(0);
});

it('numbers all events, also those of a list of which it keeps only the last', () => {
  using log = new EventLog(new FakeClock());
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
