import type {
  KeyAdded,
  ObservedController,
  ObservedQueue,
  Observer,
  ReconcileStarted,
} from '@informer-gen/runtime/observe';
import { BedRun, currentBedRun } from './bed-run.js';
import type { Lineage, RunCause } from './bed-run.js';
import { changedPaths } from './changed-paths.js';
import { loopError } from './loop-error.js';
import { ObjectChanges } from './object-changes.js';
import type { ObjectChange } from './object-changes.js';
import { WriteAuthors } from './write-authors.js';

/** Runs of one key that only its own runs led to, after which it is a loop. */
const MAX_CHAINED_RUNS = 100;
/** Runs of one key between two movements of time, whatever leads to them. */
const MAX_RUNS_AT_ONCE = 2000;

/** A value that is no further from the machine's time is one. */
const RECENT_MS = 60_000;
/** Times the machine's clock is read while it does not move: a test may have stopped it. */
const MAX_READS = 100_000;

const EVENTS: ReadonlySet<string> = new Set(['add', 'update', 'delete']);
/** Of what the bed did not do itself. */
const OUTSIDE: Lineage = { depth: 0, runs: new Map() };

/**
 * Follows each run back to what led to it: the write that made the change that woke it, the run that sent that write, and so on to an
 * action of the test, to time that passed or to a change from outside. Of several causes, the one that is nearest to such a beginning
 * counts. A key that is 100 times on that way is a loop: two controllers that overwrite each other's field, for instance. A parent that
 * 1,000 children wake is not on the way to its own runs, whatever it writes.
 */
export class RunTracker {
  readonly authors: WriteAuthors = new WriteAuthors();
  /** Runs that have not ended. */
  readonly active: Set<BedRun> = new Set();
  readonly observer: Observer;
  #loop: { readonly error: Error; readonly run: BedRun } | undefined;
  /** Keys of loops that the test has seen. */
  readonly #seenLoops = new Set<string>();
  readonly #now: () => number;
  readonly #changes = new ObjectChanges((version) => this.authors.saw(version));
  /** By controller and key, why it is queued. */
  readonly #causes = new Map<string, RunCause[]>();
  /** The key whose add with a delay was reported last. */
  #delayed: string | undefined;
  readonly #byId = new Map<string, BedRun>();
  #sequence = 0;
  /** Runs up to this one came before the last action of the test. */
  #epoch = 0;
  readonly #runsAtOnce = new Map<string, number>();
  #runsAt = NaN;

  /** @param now Virtual time. */
  constructor(now: () => number) {
    this.#now = now;
    this.observer = {
      eventsTold: (informer, events) => this.#changes.received(informer, events),
      keyAdded: (queue, added) => this.#added(queue, added),
      keyDelayed: ({ name }, { key }) => void (this.#delayed = `${name}\n${String(key)}`),
      aroundReconcile: (controller, start, run) => currentBedRun.run(this.#start(controller, start), run),
      reconcileEnded: (_controller, { id }) => this.#ended(id),
    };
  }

  /** Returns the loop that was found, and begins anew: a key that goes on looping is found again. */
  takeLoop(): Error | undefined {
    const loop = this.#loop;
    if (loop === undefined) return undefined;
    this.#loop = undefined;
    for (const name of loop.run.lineage?.runs.keys() ?? []) this.#seenLoops.add(name);
    this.actionTaken();
    return loop.error;
  }

  /** The loop that was found, unless the test has seen one of its keys. */
  get unseenLoop(): Error | undefined {
    return this.#loop !== undefined && !this.#seenLoops.has(this.#loop.run.name) ? this.#loop.error : undefined;
  }

  /** The test did something: whatever runs from here on has a reason. */
  actionTaken(): void {
    this.#epoch = this.#sequence;
    this.authors.forget();
    this.#runsAtOnce.clear();
  }

  #added({ name }: ObservedQueue, { key, cause, isNew }: KeyAdded): void {
    if (typeof key !== 'string') return;
    const id = `${name}\n${key}`;
    const isDelayed = this.#delayed === id;
    this.#delayed = undefined;
    // A retry or requeue of a key that is ready already: it runs for the reasons that made it ready.
    if (isDelayed && !isNew) return;
    const causes = this.#causes.get(id);
    const added = this.#causeOf(cause);
    if (causes === undefined) this.#causes.set(id, [added]);
    else causes.push(added);
  }

  #causeOf(cause: KeyAdded['cause']): RunCause {
    if (cause === undefined || cause.type === 'other') return { addedBy: currentBedRun.getStore() };
    // A retry or requeue that is here has become due.
    if (!EVENTS.has(cause.type) || cause.resource === undefined || cause.object === undefined) return {};
    return { change: this.#changes.latest(cause.resource, cause.object) };
  }

  #start({ name: controller }: ObservedController, { key, id }: ReconcileStarted): BedRun {
    const queued = `${controller}\n${key}`;
    const causes = this.#causes.get(queued) ?? [];
    this.#causes.delete(queued);
    this.#sequence += 1;
    const run = new BedRun({ controller, key, sequence: this.#sequence, causes });
    for (const { change } of causes) if (change?.type === 'update') waitForNewTime(change);
    this.active.add(run);
    this.#byId.set(id, run);
    return run;
  }

  #ended(id: string): void {
    const run = this.#byId.get(id);
    if (run === undefined) return;
    this.#byId.delete(id);
    this.active.delete(run);
    const { causes } = run;
    const runs = this.#lineageOf(run).runs.get(run.name) ?? 0;
    const evidence = `${runs} runs without an action of the test or a change from outside`;
    if (runs >= MAX_CHAINED_RUNS) this.#foundLoop(run, causes, evidence);
    this.#countAtOnce(run, causes);
  }

  /** Finds loops that run through something outside of the bed. */
  #countAtOnce(run: BedRun, causes: readonly RunCause[]): void {
    const now = this.#now();
    if (now !== this.#runsAt) this.#runsAtOnce.clear();
    this.#runsAt = now;
    const runs = (this.#runsAtOnce.get(run.name) ?? 0) + 1;
    this.#runsAtOnce.set(run.name, runs);
    if (runs >= MAX_RUNS_AT_ONCE) this.#foundLoop(run, causes, `${runs} runs while virtual time stood still`);
  }

  #foundLoop(run: BedRun, causes: readonly RunCause[], evidence: string): void {
    const changes = causes.flatMap(({ change }) => [change, change?.previous]);
    for (const change of changes) if (change !== undefined) this.authors.of(change);
    this.#loop ??= { run, error: loopError({ run, causes, evidence }) };
  }

  /** Follows the shortest way back to what the bed did not do itself: a key that is not on it is not the reason for the run. */
  #lineageOf(run: BedRun): Lineage {
    if (run.lineage !== undefined) return run.lineage;
    let shortest: Lineage | undefined;
    for (const cause of run.causes) {
      const lineage = this.#lineageOfCause(cause, run);
      if (shortest === undefined || isShorter(lineage, shortest, run.name)) shortest = lineage;
    }
    const { depth, runs: runsBefore } = shortest ?? OUTSIDE;
    const runs = new Map(runsBefore);
    runs.set(run.name, (runs.get(run.name) ?? 0) + 1);
    run.causes = [];
    return (run.lineage = { depth: depth + 1, runs });
  }

  #lineageOfCause({ change, addedBy }: RunCause, run: BedRun): Lineage {
    const author = addedBy ?? (change && this.authors.of(change));
    const isEarlier = author !== undefined && author.sequence < run.sequence && author.sequence > this.#epoch;
    return isEarlier ? this.#lineageOf(author) : OUTSIDE;
  }
}

function isShorter(one: Lineage, other: Lineage, name: string): boolean {
  if (one.depth !== other.depth) return one.depth < other.depth;
  return (one.runs.get(name) ?? 0) < (other.runs.get(name) ?? 0);
}

/**
 * Where a change has brought the machine's time into an object, as a run that calls `Date.now()` does, waits for the next millisecond:
 * a second run within the same one would write nothing new, and a loop would end by luck.
 */
function waitForNewTime({ before, after }: ObjectChange): void {
  const now = performance.timeOrigin + performance.now();
  const written = changedPaths(before, after)
    .map(({ after: value }) => (typeof value === 'string' ? Date.parse(value) : value))
    .filter((time): time is number => typeof time === 'number' && Math.abs(now - time) < RECENT_MS);
  if (written.length === 0) return;
  const last = Math.max(...written);
  for (let reads = 0; Date.now() <= last && reads < MAX_READS; reads += 1);
}
