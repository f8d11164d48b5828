// Random histories of a source, its connection and handlers that come and go, checked against what the source had.
import {
  FilteringResourceEventHandler,
  ListWatch,
  newSharedIndexInformer,
  type ResourceEventHandler,
  type ResourceEventHandlerRegistration,
  type SharedIndexInformer,
} from '@informer-gen/runtime';
import * as fc from 'fast-check';
import { FakeClock, FakeListerWatcher, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { addEvent, deleteEvent, type HandlerEvent, updateEvent } from './support/handler-event.js';
import { checkHistory, type ObjectState } from './support/history-checker.js';
import { apiError, expired, type Pod, pod, pods, refused, tooManyRequests } from './support/pods.js';
import { type HandlerKind, histories, type History, type Step } from './support/random-history.js';

const stateOf = (object: Pod): ObjectState => ({
  key: `default/${object.metadata?.name}`,
  resourceVersion: object.metadata?.resourceVersion ?? '',
  uid: object.metadata?.uid ?? '',
});
const idOf = ({ key, resourceVersion, uid }: ObjectState): string => `${key} ${resourceVersion} ${uid}`;
const colorOf = (object: Pod): string => object.metadata?.labels?.['color'] ?? '';
const isSelected = (object: Pod): boolean => object.metadata?.labels?.['selected'] === 'yes';
const isRed = (object: Pod): boolean => colorOf(object) === 'red';

/** A handler of the run, what it was told, and whether it is still there. */
interface Told {
  readonly kind: HandlerKind;
  readonly events: HandlerEvent[];
  readonly registration: ResourceEventHandlerRegistration;
  /** How many events it had been told when it was removed. */
  removedAt: number | undefined;
}

/** The source, an informer of it, and a record of every state that the source had. */
class Model {
  readonly clock = new FakeClock();
  readonly source = new FakeListerWatcher<Pod>();
  readonly informer: SharedIndexInformer<Pod>;
  readonly told: Told[] = [];
  readonly #history: History;
  readonly #states = new Map<string, Pod>();
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #lost = false;

  constructor(history: History) {
    this.#history = history;
    const selected = new ListWatch<Pod>({
      listFunc: (options, context) => this.source.list(options, context),
      watchFunc: (options, context) => this.source.watch(options, context),
      watchListSupported: history.watchList,
      tweakListOptions: (options) => {
        if (history.selecting) options.labelSelector = 'selected=yes';
      },
    });
    this.informer = newSharedIndexInformer<Pod>(selected, pods, {
      clock: this.clock,
      queue: history.queue,
      resyncPeriodMs: 1000,
      indexers: { byColor: (object) => [colorOf(object)] },
      onError: () => {},
      ...(history.transforming && { transform: (object: Pod) => ({ ...object, spec: { nodeName: 'transformed' } }) }),
    });
    this.join(history.first, 0);
  }

  start(): void {
    this.#running = this.informer.run({ signal: this.#stop.signal });
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  join(kind: HandlerKind, resyncPeriodMs: number): void {
    const events: HandlerEvent[] = [];
    const after = (event: HandlerEvent): void | Promise<void> => {
      events.push(event);
      if (kind === 'slow') return settle(events.length % 3);
      if (kind === 'throwing') throw new Error('thrown on purpose');
      if (kind === 'rejecting') return Promise.reject(new Error('rejected on purpose'));
    };
    const handler: ResourceEventHandler<Pod> = {
      onAdd: (object, initial) => after(addEvent(object, initial)),
      onUpdate: (before, object) => after(updateEvent(before, object)),
      onDelete: (deleted) => after(deleteEvent(deleted)),
    };
    const filter = (object: Pod | { readonly object: Pod | undefined }): boolean =>
      'object' in object ? object.object !== undefined && isRed(object.object) : isRed(object);
    const added = kind === 'filtering' ? new FilteringResourceEventHandler<Pod>({ filter, handler }) : handler;
    const registration = this.informer.addEventHandler(added, { resyncPeriodMs });
    this.told.push({ kind, events, registration, removedAt: undefined });
  }

  async leave(which: number, wait: boolean): Promise<void> {
    const present = this.told.filter(({ removedAt }) => removedAt === undefined);
    const leaving = present[which % Math.max(1, present.length)];
    if (!leaving) return;
    const gone = wait ? this.informer.shutDownEventHandler(leaving.registration) : leaving.registration.remove();
    leaving.removedAt = leaving.events.length;
    await gone;
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'write':
        return this.#write(step);
      case 'delete':
        return this.#delete(step.name);
      case 'lose':
        this.#lost = true;
        return;
      case 'relist':
        return this.#relist(step.how);
      case 'disconnect':
        this.#lost = false;
        return step.how === 'close' ? this.source.resetWatches() : this.source.breakWatches();
      case 'fail':
        return this.source.failNext(step.verb, failures[step.how]());
      case 'bookmark':
        // A bookmark says that everything up to it was sent.
        if (!this.#lost && !this.#history.selecting) this.source.bookmark();
        return;
      case 'garbage':
        return this.source.broadcast([{ type: 'ADDED', object: { kind: 'Other', ...pod('other', 1) } }]);
      case 'pass':
        return this.clock.advanceAsync(step.ms);
      case 'turn':
        for (let turn = 0; turn < step.times; turn++) await Promise.resolve();
        return;
      case 'join':
        return this.join(step.kind, step.resyncPeriodMs);
      case 'leave':
        return this.leave(step.which, step.wait);
    }
  }

  /** The connection works again, and all that is to happen happens. */
  async heal(): Promise<void> {
    this.source.compact();
    this.#relist('expired');
    await this.clock.advanceAsync(300_000);
    await settle(50);
  }

  had(state: ObjectState): boolean {
    return this.#states.has(idOf(state));
  }

  stateIs(state: ObjectState, what: (object: Pod) => boolean): boolean {
    const object = this.#states.get(idOf(state));
    return object !== undefined && what(object);
  }

  /** What the informer is to hold. */
  get selected(): Pod[] {
    return this.source.objects().filter((object) => !this.#history.selecting || isSelected(object));
  }

  #write({ name, selected, color }: Extract<Step, { do: 'write' }>): void {
    const object = pod(name, undefined, { metadata: { labels: { selected: selected ? 'yes' : 'no', color } } });
    const exists = this.source.objects().some((known) => known.metadata?.name === name);
    const stored = this.#lost
      ? this.source[exists ? 'modifyDropWatch' : 'addDropWatch'](object)
      : this.source[exists ? 'modify' : 'add'](object);
    this.#states.set(idOf(stateOf(stored)), stored);
  }

  #delete(name: string): void {
    const before = this.source.objects().find((object) => object.metadata?.name === name);
    if (!before) return;
    if (this.#lost) this.source.deleteDropWatch(before);
    else this.source.delete(before);
    const last = { ...before, metadata: { ...before.metadata, resourceVersion: this.source.resourceVersion } };
    this.#states.set(idOf(stateOf(last)), last);
  }

  #relist(how: Extract<Step, { do: 'relist' }>['how']): void {
    this.#lost = false;
    if (how === 'compacted') {
      this.source.compact();
      this.source.resetWatches();
    } else this.source.failWatches(how === 'expired' ? expired() : apiError(500, 'StoreReadError', 'unreadable'));
  }
}

const failures = {
  refused,
  busy: tooManyRequests,
  forbidden: () => apiError(403, 'Forbidden', 'not now'),
  expired,
};

/** What is wrong after a run, a line each. */
function problemsOf(model: Model, { selecting }: History): string[] {
  const problems: string[] = [];
  const { informer, selected } = model;
  model.told.forEach(({ kind, events, registration, removedAt }, position) => {
    const filtering = kind === 'filtering';
    const found = checkHistory(events, {
      had: (state) => model.had(state),
      shouldSee: (state) =>
        model.stateIs(state, (object) => (!selecting || isSelected(object)) && (!filtering || isRed(object))),
      ...(removedAt === undefined && { final: selected.filter((object) => !filtering || isRed(object)).map(stateOf) }),
    });
    problems.push(...found.map((problem) => `handler ${position} (${kind}): ${problem}`));
    if (removedAt !== undefined && events.length > removedAt)
      problems.push(`handler ${position} was called after its removal`);
    if (removedAt === undefined && !registration.hasSynced()) problems.push(`handler ${position} has not synced`);
  });
  const expected = selected.map((object) => idOf(stateOf(object))).sort();
  const cached = informer.indexer
    .list()
    .map((object) => idOf(stateOf(object)))
    .sort();
  if (String(cached) !== String(expected)) problems.push(`the cache holds ${cached}, the source ${expected}`);
  for (const color of ['red', 'green', 'blue']) {
    const inIndex = informer.indexer.indexKeys('byColor', color);
    const recomputed = selected
      .filter((object) => colorOf(object) === color)
      .map((object) => stateOf(object).key)
      .sort();
    if (String(inIndex) !== String(recomputed)) problems.push(`index ${color}: ${inIndex}, not ${recomputed}`);
  }
  return problems;
}

describe('random histories', () => {
  it('every handler is told a legal history, and the cache ends as the source does', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const model = new Model(history);
        for (const [position, step] of history.steps.entries()) {
          if (position === history.before) model.start();
          await model.take(step);
        }
        if (history.steps.length <= history.before) model.start();
        await model.heal();
        const problems = problemsOf(model, history);
        await model.stop();
        expect(problems).toEqual([]);
        expect(model.clock.pendingTimers).toBe(0);
        expect(model.source.openWatches).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the checker of histories', () => {
  const at = (version: number, uid = 'u'): ObjectState => ({ key: 'k', resourceVersion: String(version), uid });
  const add = (version: number): HandlerEvent => ({ type: 'add', ...at(version) });
  const update = (from: number, to: number): HandlerEvent => ({
    type: 'update',
    ...at(to),
    oldResourceVersion: String(from),
    oldUid: 'u',
  });
  const gone = (version: number): HandlerEvent => ({ type: 'delete', ...at(version) });
  const missed = (version: number): HandlerEvent => ({ type: 'delete', ...at(version), finalStateUnknown: true });

  it('lets legal histories pass', () => {
    const had = (): boolean => true;
    expect(checkHistory([add(1), update(1, 1), update(1, 3), gone(4), add(5), missed(5)], { had, final: [] })).toEqual(
      [],
    );
    expect(checkHistory([add(1), update(1, 2)], { final: [at(2)] })).toEqual([]);
  });

  it.each([
    { what: 'a second add', events: [add(1), add(2)], problem: 'was added before' },
    { what: 'an update before the add', events: [update(1, 2)], problem: 'was not there' },
    { what: 'a delete before the add', events: [gone(1)], problem: 'was not there' },
    { what: 'an update from another state', events: [add(1), update(2, 3)], problem: 'goes on from version 2' },
    { what: 'a missed delete of another state', events: [add(2), missed(1)], problem: 'goes on from version 1' },
    { what: 'a version that goes back', events: [add(10), update(10, 9)], problem: 'is older than version 10' },
    { what: 'an old state after a delete', events: [add(9), gone(10), add(9)], problem: 'is older than version 10' },
  ])('finds $what', ({ events, problem }) => {
    expect(checkHistory(events).join()).toContain(problem);
  });

  it('finds invented states, forbidden ones, and a wrong end', () => {
    expect(checkHistory([add(1)], { had: () => false })[0]).toContain('never had');
    expect(checkHistory([add(1)], { shouldSee: () => false })[0]).toContain('not for this handler');
    expect(checkHistory([add(1)], { final: [at(2)] })[0]).toContain('the source has k@2');
    expect(checkHistory([add(1)], { final: [at(1, 'other')] })[0]).toContain('the source has k@1 (other)');
    expect(checkHistory([], { final: [at(2)] })[0]).toContain('was not told of');
    expect(checkHistory([add(1)], { final: [] })[0]).toContain('no delete was told');
  });
});
