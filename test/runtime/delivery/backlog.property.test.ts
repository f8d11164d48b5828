// Random changes for a slow handler, held to a model of what it may be told.
import fc from 'fast-check';
import { DeletedFinalStateUnknown } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { Backlog } from '../../../runtime/src/delivery/backlog.js';
import { backlogLimits } from '../../../runtime/src/delivery/backlog-options.js';
import { NotificationBatch } from '../../../runtime/src/delivery/notification-batch.js';
import type { Notification } from '../../../runtime/src/delivery/notification.js';
import { nameOf, type Pod, pod, versionOf } from '../../conformance/support/pods.js';

type Verb = 'write' | 'delete' | 'tombstone' | 'recreate' | 'recreateUnseen' | 'resync';
type Step = { readonly changes: readonly { readonly verb: Verb; readonly name: string }[] } | { readonly take: number };

const uidOf = (object: Pod | undefined): string | undefined => object?.metadata?.uid;

/** The objects there are, and the notifications that an informer makes of their changes. */
class World {
  readonly objects = new Map<string, Pod>();
  /** Every state that ever was. */
  readonly states = new Set<Pod>();
  #version = 0;
  #initial: boolean;

  constructor(initial: boolean) {
    this.#initial = initial;
  }

  synced(): void {
    this.#initial = false;
  }

  change(verb: Verb, name: string): Notification<Pod>[] {
    const before = this.objects.get(name);
    if (verb === 'write') return [this.#write(name, before, uidOf(before))];
    if (before === undefined) return [];
    switch (verb) {
      case 'resync':
        return [{ type: 'update', before, after: before }];
      case 'recreate':
        return [this.#delete(name, before), this.#write(name, undefined, undefined)];
      case 'recreateUnseen':
        return [this.#write(name, before, undefined)];
      case 'tombstone':
        this.objects.delete(name);
        return [{ type: 'delete', object: new DeletedFinalStateUnknown(`default/${name}`, before) }];
      case 'delete':
        return [this.#delete(name, before)];
    }
  }

  #write(name: string, before: Pod | undefined, uid: string | undefined): Notification<Pod> {
    const after = this.#state(name, uid);
    this.objects.set(name, after);
    if (before) return { type: 'update', before, after };
    return { type: 'add', object: after, isInInitialList: this.#initial };
  }

  #delete(name: string, before: Pod): Notification<Pod> {
    this.objects.delete(name);
    return { type: 'delete', object: this.#state(name, uidOf(before)), before };
  }

  #state(name: string, uid: string | undefined): Pod {
    this.#version += 1;
    const state = pod(name, this.#version, { metadata: { name, uid: uid ?? `uid ${this.#version}` } });
    const named: Pod = { ...state, metadata: { ...state.metadata, namespace: 'default', name } };
    this.states.add(named);
    return named;
  }
}

/** A handler's view, which checks each thing it is told. */
class Told {
  readonly known = new Map<string, Pod>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  take(notification: Notification<Pod>): void {
    if (notification.type === 'delete') return this.#takeDeletion(notification.object);
    const object = notification.type === 'add' ? notification.object : notification.after;
    const known = this.known.get(nameOf(object));
    expect(this.#world.states).toContain(object);
    if (notification.type === 'add') expect(known).toBeUndefined();
    else {
      // What the handler was told last: however many states were skipped, none is missing between the two.
      expect(notification.before).toBe(known);
      expect(Number(versionOf(object))).toBeGreaterThanOrEqual(Number(versionOf(known)));
    }
    this.known.set(nameOf(object), object);
  }

  #takeDeletion(object: Pod | DeletedFinalStateUnknown<Pod>): void {
    const state = object instanceof DeletedFinalStateUnknown ? object.object : object;
    const known = this.known.get(nameOf(state as Pod));
    expect(this.#world.states).toContain(state);
    expect(known).toBeDefined();
    this.known.delete(nameOf(state as Pod));
  }
}

const names = ['a', 'b', 'c', 'd', 'e'];
const change = fc.record({
  verb: fc.constantFrom<Verb>('write', 'write', 'delete', 'tombstone', 'recreate', 'recreateUnseen', 'resync'),
  name: fc.constantFrom(...names),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ changes: fc.array(change, { maxLength: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ take: fc.integer({ min: 1, max: 8 }) }) },
);

interface Outcome {
  readonly told: Told;
  readonly world: World;
  readonly delivered: readonly Notification<Pod>[];
  readonly pushed: readonly Notification<Pod>[];
  readonly longest: number;
  readonly initialAdds: { readonly pushed: number; readonly dropped: number };
}

function run(steps: readonly Step[], maxEntries: number, syncedAfter: number): Outcome {
  const world = new World(true);
  const told = new Told(world);
  const delivered: Notification<Pod>[] = [];
  const pushed: Notification<Pod>[] = [];
  let dropped = 0;
  let longest = 0;
  const backlog = new Backlog<Pod>(backlogLimits({ maxEntries }), (count) => (dropped += count));
  const take = (): boolean => {
    const next = backlog.next();
    if (!next) return false;
    told.take(next);
    delivered.push(next);
    return true;
  };
  for (const [at, each] of steps.entries()) {
    if (at === syncedAfter) world.synced();
    if ('take' in each) for (let left = each.take; left > 0; left -= 1) take();
    else {
      const notifications = each.changes.flatMap(({ verb, name }) => world.change(verb, name));
      if (notifications.length > 0)
        backlog.push(new NotificationBatch(notifications, notifications.filter(isInitialAdd).length, at));
      pushed.push(...notifications);
    }
    longest = Math.max(longest, backlog.length);
  }
  while (take());
  return {
    told,
    world,
    delivered,
    pushed,
    longest,
    initialAdds: { pushed: pushed.filter(isInitialAdd).length, dropped },
  };
}

function isInitialAdd(notification: Notification<Pod>): boolean {
  return notification.type === 'add' && notification.isInInitialList;
}

const runs = { numRuns: 500 };
const steps = fc.array(step, { maxLength: 60 });

describe('the backlog of a handler, whatever changes and however slow it is', () => {
  it('ends with the state of every object, in order per object, with nothing invented', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), (each, maxEntries) => {
        const { told, world } = run(each, maxEntries, 0);
        expect(told.known).toEqual(world.objects);
        for (const [name, object] of world.objects) expect(told.known.get(name)).toBe(object);
      }),
      runs,
    );
  });

  it('is every single change while it stays within its limits', () => {
    fc.assert(
      fc.property(steps, (each) => {
        const { delivered, pushed } = run(each, 10_000, 0);
        expect(delivered).toEqual(pushed);
      }),
      runs,
    );
  });

  it('never holds more than its limit, a batch, and two entries for each object', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), (each, maxEntries) => {
        const { longest } = run(each, maxEntries, 0);
        const largestBatch = 12;
        expect(longest).toBeLessThanOrEqual(maxEntries + largestBatch + 2 * names.length);
      }),
      runs,
    );
  });

  it('accounts for every add of the initial list: told, or dropped because the object is gone', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), fc.nat(20), (each, maxEntries, syncedAfter) => {
        const { delivered, initialAdds } = run(each, maxEntries, syncedAfter);
        expect(delivered.filter(isInitialAdd).length + initialAdds.dropped).toBe(initialAdds.pushed);
      }),
      runs,
    );
  });
});
