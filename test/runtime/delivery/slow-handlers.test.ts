// What happens to events that come faster than a handler takes them.
import {
  type BacklogOptions,
  checkHealth,
  type DeletedObject,
  type ListerWatcher,
  newSharedIndexInformer,
  type WatchBatch,
} from '@informer-gen/runtime';
import { settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { gate, type Informing, informing, Listener } from '../../conformance/support/informing.js';
import { modified, nameOf, type Pod, pod, pods, versionOf } from '../../conformance/support/pods.js';

/** A handler that begins with the first event and goes on when it is let. */
class SlowHandler {
  readonly told: string[] = [];
  readonly #gate = gate();

  letGo(): void {
    this.#gate.open();
  }

  async onAdd(object: Pod): Promise<void> {
    this.told.push(`add ${nameOf(object)}@${versionOf(object)}`);
    await this.#gate.opened;
  }

  async onUpdate(before: Pod, after: Pod): Promise<void> {
    this.told.push(`update ${nameOf(after)} ${versionOf(before)}→${versionOf(after)}`);
    await this.#gate.opened;
  }

  async onDelete({ key }: DeletedObject<Pod>): Promise<void> {
    this.told.push(`delete ${key}`);
    await this.#gate.opened;
  }
}

/** A handler that takes one event each time it is let. */
class SteppedHandler {
  #steps: (() => void)[] = [];

  async onAdd(): Promise<void> {
    await new Promise<void>((resolve) => this.#steps.push(resolve));
  }

  onUpdate(): Promise<void> {
    return this.onAdd();
  }

  async take(events: number): Promise<void> {
    for (let left = events; left > 0; left -= 1) {
      this.#steps.shift()?.();
      await settle();
    }
  }
}

/** Changes `a` so often, one event after the other. */
async function modify({ source, clock }: Informing, times: number, name = 'a'): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    source.modify(pod(name));
    await clock.advanceAsync(0);
  }
}

async function slow(backlog: BacklogOptions | 'unbounded'): Promise<Informing & { readonly handler: SlowHandler }> {
  const world = informing([pod('a')]);
  const handler = new SlowHandler();
  world.informer.addEventHandler(handler, { name: 'slow', backlog });
  await world.start();
  return { ...world, handler };
}

describe('a handler that is behind', () => {
  it('deviation(handlers-are-bounded): gets every state up to its limit, and beyond it the newest of each object with the oldest before', async () => {
    const world = await slow({ maxEntries: 3 });
    await modify(world, 10);
    expect(world.informer.status.handlers).toMatchObject([{ name: 'slow', backlog: 5, coalescing: true }]);
    world.handler.letGo();
    await settle();
    expect(world.handler.told).toEqual([
      'add a@1',
      'update a 1→2',
      'update a 2→3',
      'update a 3→4',
      'update a 4→5',
      'update a 5→11',
    ]);
    await world.stop();
  });

  it('gets every state again when it has caught up', async () => {
    const world = await slow({ maxEntries: 1 });
    await modify(world, 5);
    world.handler.letGo();
    await settle();
    world.handler.told.length = 0;
    await modify(world, 3);
    expect(world.handler.told).toEqual(['update a 6→7', 'update a 7→8', 'update a 8→9']);
    expect(world.informer.status.handlers).toMatchObject([{ backlog: 0, coalescing: false }]);
    await world.stop();
  });

  it('is told of a deletion and of another object of that name, and of nothing that came and went', async () => {
    const world = await slow({ maxEntries: 1 });
    await modify(world, 2);
    world.source.delete(pod('a'));
    world.source.add(pod('b'));
    await world.clock.advanceAsync(0);
    world.source.delete(pod('b'));
    world.source.add(pod('a', undefined, { metadata: { namespace: 'default', name: 'a', uid: 'another' } }));
    await world.clock.advanceAsync(0);
    world.handler.letGo();
    await settle();
    expect(world.handler.told).toEqual(['add a@1', 'update a 1→2', 'update a 2→3', 'delete default/a', 'add a@7']);
    await world.stop();
  });

  it('is told of no deletion when the same object is back: that is an update', async () => {
    const world = await slow({ maxEntries: 1 });
    await modify(world, 2);
    const last = world.informer.getStore().getByKey('default/a') as Pod;
    world.source.delete(last);
    world.source.add(last);
    await world.clock.advanceAsync(0);
    world.handler.letGo();
    await settle();
    expect(world.handler.told.slice(3)).toEqual(['update a 3→5']);
    await world.stop();
  });

  it('coalesces when the states that wait take too much memory, however few they are', async () => {
    const world = await slow({ maxBytes: 1000 });
    await modify(world, 200);
    const [handler] = world.informer.status.handlers ?? [];
    expect(handler?.backlog).toBeLessThan(100);
    expect(handler?.backlogBytes).toBeGreaterThan(1000);
    world.handler.letGo();
    await settle();
    expect(world.handler.told.at(-1)).toContain('→201');
    expect(world.informer.status.handlers).toMatchObject([{ backlog: 0, backlogBytes: 0 }]);
    await world.stop();
  });

  it('gets every state, whatever that takes, when it asked for that', async () => {
    const world = await slow('unbounded');
    await modify(world, 100);
    expect(world.informer.status.handlers).toMatchObject([{ backlog: 100, coalescing: false, policy: 'unbounded' }]);
    world.handler.letGo();
    await world.stop();
  });

  it('does not have its limit taken up by the initial list', async () => {
    const world = informing(Array.from({ length: 50 }, (_, index) => pod(`p${index}`)));
    const handler = new SlowHandler();
    const registration = world.informer.addEventHandler(handler, { backlog: { maxEntries: 10 } });
    await world.start();
    await modify(world, 5, 'p0');
    expect(registration.handlerStatus).toMatchObject({ backlog: 54, coalescing: false });
    handler.letGo();
    await settle();
    expect(registration.hasSynced()).toBe(true);
    await world.stop();
  });

  it('is reported once, and again only after it has caught up', async () => {
    const world = await slow({ maxEntries: 3 });
    await modify(world, 20);
    expect(world.errors).toHaveLength(1);
    expect(world.errors[0]).toMatchObject({
      error: { code: 'HandlerBehind' },
      context: { stage: 'handler', resource: 'pods', handler: 'slow' },
    });
    expect(world.errors[0]?.error.message).toMatch(/4 events .* only the newest state of each object/);
    world.handler.letGo();
    await settle();
    await modify(world, 20);
    expect(world.errors).toHaveLength(1);
    await world.stop();
  });

  it('is not reported again while it has caught up with some of it only', async () => {
    const world = informing([pod('a')]);
    const handler = new SteppedHandler();
    world.informer.addEventHandler(handler, { backlog: { policy: 'unbounded', maxEntries: 8 } });
    await world.start();
    for (let round = 0; round < 4; round += 1) {
      await modify(world, 12);
      await handler.take(9);
    }
    expect(world.errors).toHaveLength(1);
    await handler.take(50);
    expect(world.informer.status.handlers).toMatchObject([{ backlog: 0 }]);
    await modify(world, 12);
    expect(world.errors).toHaveLength(2);
    await handler.take(20);
    await world.stop();
  });

  it('shows what waits, since when, how much memory that takes, and how long the call has run', async () => {
    const world = await slow({});
    const { informer, clock } = world;
    const begun = clock.now();
    await clock.advanceAsync(5000);
    await modify(world, 100);
    await clock.advanceAsync(20_000);
    const [handler] = informer.status.handlers ?? [];
    expect(handler).toMatchObject({ backlog: 100, busySince: begun, waitingSince: begun + 5000 });
    expect(handler?.backlogBytes).toBeGreaterThan(36 * 100);
    const health = checkHealth([informer], { clock, maxStaleMs: Infinity });
    expect(health).toMatchObject({ ready: true, behind: [{ resource: 'pods', name: 'slow', ageMs: 20_000 }] });
    expect(checkHealth([informer], { clock, maxStaleMs: Infinity, maxBacklogAgeMs: 10_000 })).toMatchObject({
      ready: false,
      reasons: ['pods: the handler slow is 20 s behind: 100 events wait'],
    });
    world.handler.letGo();
    await world.stop();
  });

  it.each([0, -1, Number.NaN])('cannot have a limit of %s', (maxEntries) => {
    const { informer } = informing();
    expect(() => informer.addEventHandler({}, { backlog: { maxEntries } })).toThrow(RangeError);
  });
});

describe('a handler that is quick enough', () => {
  it('gets every state of a source that is as fast as can be', async () => {
    const changes = 40_000;
    async function* watch(): AsyncGenerator<WatchBatch<Pod>> {
      for (let at = 0; at < changes; at += 100)
        yield Array.from({ length: 100 }, (_, index) => modified(pod(`p${index}`, at + index + 2)));
      await new Promise(() => {});
    }
    const listed = Array.from({ length: 100 }, (_, index) => pod(`p${index}`, 1));
    const source: ListerWatcher<Pod> = {
      watchListSupported: false,
      list: () => Promise.resolve({ items: listed, resourceVersion: '1' }),
      watch: () => Promise.resolve(watch()),
    };
    const errors: Error[] = [];
    const informer = newSharedIndexInformer(source, pods, { onError: (error) => void errors.push(error) });
    let updates = 0;
    const all = gate();
    informer.addEventHandler({ onUpdate: () => void ((updates += 1) === changes && all.open()) });
    const stop = new AbortController();
    const ended = informer.run({ signal: stop.signal });
    await all.opened;
    expect(errors).toEqual([]);
    stop.abort();
    await ended;
  });
});

describe('a handler with the policy `pressure`', () => {
  async function pressed(): Promise<Informing & { readonly handler: SlowHandler; readonly other: Listener }> {
    const world = informing([pod('a')]);
    const handler = new SlowHandler();
    const other = new Listener();
    world.informer.addEventHandler(handler, { name: 'slow', backlog: { policy: 'pressure', maxEntries: 4 } });
    world.informer.addEventHandler(other, { name: 'other' });
    await world.start();
    return { ...world, handler, other };
  }

  it('stops the reading beyond its limit, and gets every state once it goes on', async () => {
    const world = await pressed();
    await modify(world, 20);
    const read = versionOf(world.informer.getStore().getByKey('default/a'));
    expect(Number(read)).toBeLessThan(10);
    world.handler.letGo();
    await settle(50);
    expect(versionOf(world.informer.getStore().getByKey('default/a'))).toBe('21');
    expect(world.handler.told).toHaveLength(21);
    expect(world.other.events).toHaveLength(21);
    await world.stop();
  });

  it('goes on reading when half of its backlog is worked off, and not before', async () => {
    const world = informing([pod('a')]);
    const handler = new SteppedHandler();
    world.informer.addEventHandler(handler, { name: 'stepped', backlog: { policy: 'pressure', maxEntries: 8 } });
    await world.start();
    await modify(world, 30);
    const waiting = (): number => world.informer.status.handlers?.[0]?.backlog ?? 0;
    while (waiting() > 5) await handler.take(1);
    expect(world.informer.status.heldUp).toMatchObject({ by: ['stepped'] });
    await handler.take(2);
    expect(world.informer.status.handlers?.[0]?.backlog).toBeGreaterThan(5);
    await handler.take(60);
    expect(versionOf(world.informer.getStore().getByKey('default/a'))).toBe('31');
    await world.stop();
  });

  it('says whom it holds up, and turns the informer unhealthy when that lasts', async () => {
    const world = await pressed();
    const { informer, clock } = world;
    await modify(world, 20);
    expect(world.errors.map(({ error }) => error.message)).toEqual([
      expect.stringMatching(/nothing is read from the server: it holds up the cache and the handlers other$/),
    ]);
    expect(informer.status.heldUp).toEqual({ since: clock.now(), by: ['slow'] });
    await clock.advanceAsync(61_000);
    expect(checkHealth([informer], { clock }).reasons).toEqual([
      expect.stringContaining('not read for 61 s: held up by slow'),
    ]);
    world.handler.letGo();
    await settle(50);
    expect(informer.status.heldUp).toBeUndefined();
    expect(checkHealth([informer], { clock }).ready).toBe(true);
    await world.stop();
  });

  it('lists again when the server has forgotten what was not read', async () => {
    const world = await pressed();
    await modify(world, 8);
    for (let left = 12; left > 0; left -= 1) world.source.modifyDropWatch(pod('a'));
    world.source.compact();
    world.source.resetWatches();
    world.handler.letGo();
    await world.clock.advanceAsync(60_000);
    expect(versionOf(world.informer.getStore().getByKey('default/a'))).toBe('21');
    expect(world.handler.told.at(-1)).toMatch(/→21$/);
    expect(world.handler.told.length).toBeLessThan(21);
    await world.stop();
  });

  it('does not hold up anything when it is removed, or the informer stops', async () => {
    const world = informing([pod('a')]);
    const handler = new SlowHandler();
    const registration = world.informer.addEventHandler(handler, { backlog: { policy: 'pressure', maxEntries: 4 } });
    await world.start();
    await modify(world, 20);
    registration.remove();
    await settle(50);
    expect(versionOf(world.informer.getStore().getByKey('default/a'))).toBe('21');
    const held = new SlowHandler();
    world.informer.addEventHandler(held, { backlog: { policy: 'pressure', maxEntries: 4 } });
    await modify(world, 20);
    expect(world.informer.status.heldUp).toBeDefined();
    held.letGo();
    handler.letGo();
    await world.stop();
  });

  it('is not resynced while it holds up the reading', async () => {
    const world = informing([pod('a')], { resyncPeriodMs: 1000 });
    const handler = new SlowHandler();
    const registration = world.informer.addEventHandler(handler, { backlog: { policy: 'pressure', maxEntries: 4 } });
    await world.start();
    await modify(world, 20);
    const before = registration.backlog;
    await world.clock.advanceAsync(60_000);
    expect(registration.backlog).toBe(before);
    handler.letGo();
    await world.stop();
  });
});

describe('a handler with a time limit', () => {
  it('has its signal aborted, is reported, and gets the next event although it never settles', async () => {
    const world = informing([pod('a'), pod('b')]);
    const signals: AbortSignal[] = [];
    const registration = world.informer.addEventHandler(
      {
        onAdd(_object, _isInInitialList, { signal }) {
          signals.push(signal);
          return new Promise(() => {});
        },
      },
      { name: 'stuck', timeoutMs: 5000 },
    );
    await world.start();
    await world.clock.advanceAsync(4999);
    expect(signals).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(false);
    await world.clock.advanceAsync(1);
    expect(signals).toHaveLength(2);
    expect(signals[0]?.reason).toMatchObject({ code: 'HandlerTimeout' });
    expect(signals[1]?.aborted).toBe(false);
    await world.clock.advanceAsync(5000);
    expect(registration.hasSynced()).toBe(true);
    expect(world.errors.map(({ error, context }) => [error.message, context.handler])).toEqual([
      [expect.stringMatching(/^a call of add took more than 5000 ms/), 'stuck'],
      [expect.stringMatching(/^a call of add took more than 5000 ms/), 'stuck'],
    ]);
    await world.stop();
  });

  it('that keeps within it leaves no timer and no listener behind', async () => {
    const world = informing([pod('a')]);
    const handler = { onAdd: async () => settle(1), onUpdate: () => {} };
    world.informer.addEventHandler(handler, { timeoutMs: 5000 });
    await world.start();
    const timers = world.clock.pendingTimers;
    await modify(world, 5);
    expect(world.clock.pendingTimers).toBe(timers);
    expect(world.errors).toEqual([]);
    await world.stop();
  });

  it('without one has its signal aborted when it is removed', async () => {
    const world = informing([pod('a')]);
    const signals: AbortSignal[] = [];
    const registration = world.informer.addEventHandler({ onAdd: (_a, _b, { signal }) => void signals.push(signal) });
    await world.start();
    expect(signals[0]?.aborted).toBe(false);
    registration.remove();
    expect(signals[0]?.aborted).toBe(true);
    await world.stop();
  });
});
