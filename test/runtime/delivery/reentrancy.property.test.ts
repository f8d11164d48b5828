// Handlers that use the informer that calls them, in every way and at any moment: nobody is told anything wrong, and nothing hangs.
import { settle } from '@informer-gen/testing';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { informing } from '../../conformance/support/informing.js';
import type { Informing } from '../../conformance/support/informing.js';
import { nameOf, pod, versionOf } from '../../conformance/support/pods.js';

const unhandled: unknown[] = [];
const remember = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on('unhandledRejection', remember));
afterEach(async () => {
  await settle();
  process.off('unhandledRejection', remember);
  expect(unhandled.splice(0)).toEqual([]);
});

interface Plan {
  /** What handlers do, one after the other, whoever is called. */
  readonly acts: readonly string[];
  readonly policy: 'coalesce' | 'unbounded';
  readonly handlers: number;
  /** The call in which the informer is ended. Null: it is not. */
  readonly stopsAtCall: number | null;
}

/** Else every change would make the next for ever. */
const MAX_CALLS = 60;
const MAX_HANDLERS = 8;

/** An informer, its handlers, and what each of them knows. */
class Scene {
  readonly parts: Informing;
  readonly #plan: Plan;
  readonly known = new Map<number, Map<string, string>>();
  readonly #registrations = new Map<number, { remove(): void }>();
  /** What a handler was told that cannot be. It cannot throw that: it would be reported as its own mistake. */
  readonly wrong: string[] = [];
  calls = 0;
  stopping: Promise<void> | undefined;
  #ids = 0;

  constructor(parts: Informing, plan: Plan) {
    this.parts = parts;
    this.#plan = plan;
    for (let handler = 0; handler < plan.handlers; handler += 1) this.add();
  }

  get first(): number | undefined {
    return [...this.#registrations.keys()][0];
  }

  add(): void {
    if (this.known.size >= MAX_HANDLERS) return;
    this.#ids += 1;
    const id = this.#ids;
    const states = new Map<string, string>();
    this.known.set(id, states);
    const handler = {
      onAdd: (object: object) => {
        if (states.has(nameOf(object))) this.wrong.push(`add of ${nameOf(object)}, which was there`);
        states.set(nameOf(object), versionOf(object));
        return this.#called(id);
      },
      onUpdate: (before: object, object: object) => {
        if (states.get(nameOf(object)) !== versionOf(before)) this.wrong.push(`update of another ${nameOf(object)}`);
        states.set(nameOf(object), versionOf(object));
        return this.#called(id);
      },
      onDelete: ({ key }: { readonly key: string }) => {
        const name = key.split('/').at(-1) ?? '';
        if (!states.delete(name)) this.wrong.push(`delete of ${name}, which was not there`);
        return this.#called(id);
      },
    };
    this.#registrations.set(id, this.parts.informer.addEventHandler(handler, { backlog: this.#plan.policy }));
  }

  remove(id: number | undefined): void {
    if (id === undefined) return;
    this.#registrations.get(id)?.remove();
    this.#registrations.delete(id);
    this.known.delete(id);
  }

  #called(id: number): void | Promise<void> {
    const { acts, stopsAtCall } = this.#plan;
    this.calls += 1;
    if (this.calls === stopsAtCall) this.stopping = this.parts.stop();
    if (this.calls <= MAX_CALLS) return performances[acts[this.calls % acts.length] ?? 'nothing']?.(this, id);
  }
}

/** What a handler does when it is called. */
const performances: { readonly [what: string]: (scene: Scene, id: number) => void | Promise<void> } = {
  nothing: () => {},
  throws: () => {
    throw new Error('odd');
  },
  rejects: () => Promise.reject(new Error('odd')),
  waits: () => settle(2),
  'adds a handler': (scene) => scene.add(),
  'removes itself': (scene, id) => scene.remove(id),
  'removes the first': (scene) => scene.remove(scene.first),
  'adds an object': ({ parts, calls }) => void parts.source.add(pod(`new-${calls}`)),
  'changes an object': ({ parts }) => void parts.source.modify(pod('a')),
  'deletes an object': ({ parts }) => parts.source.delete(pod('b')),
  'drops the watch': ({ parts }) => parts.source.breakWatches(),
  'expires the watch': ({ parts }) => {
    parts.source.compact();
    parts.source.breakWatches();
  },
  'adds an indexer': ({ parts, calls }) =>
    parts.informer.addIndexers({ [`index-${calls}`]: (object) => [nameOf(object)] }),
  'waits to be synced': ({ parts }) => void parts.informer.whenSynced(parts).catch(() => {}),
  'reads the cache': ({ parts, wrong }) => {
    const { indexer } = parts.informer;
    if (indexer.list().length !== indexer.listKeys().length) wrong.push('half a cache');
  },
};

const plan: fc.Arbitrary<Plan> = fc.record({
  acts: fc.array(fc.constantFrom(...Object.keys(performances)), { minLength: 1, maxLength: 8 }),
  policy: fc.constantFrom('coalesce', 'unbounded'),
  handlers: fc.integer({ min: 1, max: 4 }),
  stopsAtCall: fc.option(fc.integer({ min: 1, max: 30 }), { freq: 6 }),
});

it.each(['RealFIFO', 'DeltaFIFO'] as const)(
  'with %s, whatever handlers do to the informer, each that stays knows its last state',
  async (queue) => {
    const property = fc.asyncProperty(plan, async (planned) => {
      const parts = informing([pod('a'), pod('b'), pod('c')], { queue });
      const { source, clock, informer } = parts;
      const scene = new Scene(parts, planned);
      await parts.start();
      source.add(pod('d'));
      source.modify(pod('c'));
      source.delete(pod('a'));
      for (let second = 0; second < 30; second += 1) await clock.advanceAsync(1000);
      await settle(20);
      expect(scene.wrong).toEqual([]);
      if (scene.stopping === undefined) {
        const cached = new Map(informer.indexer.list().map((object) => [nameOf(object), versionOf(object)]));
        expect(new Set(cached.keys())).toEqual(new Set(source.objects().map(nameOf)));
        for (const states of scene.known.values()) expect(states).toEqual(cached);
      }
      const ended = scene.stopping ?? parts.stop();
      await clock.advanceAsync(11_000);
      await ended;
      expect(clock.pendingTimers).toBe(0);
    });
    await fc.assert(property);
  },
);
