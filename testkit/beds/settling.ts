import type { Manager } from '@informer-gen/runtime/controller';
import type { Observer } from '@informer-gen/runtime/observe';
import type { BedWorld } from './bed-world.js';
import { workInTransit } from './in-transit.js';
import type { OpenWork } from './in-transit.js';

/** Turns without progress after which nothing hidden is left: what is between two stages takes one turn at most. */
const QUIET_TURNS = 3;
/** Machine time without progress after which work that may wait for virtual time is taken to wait for it. */
const UNKNOWN_WAITS_MS = 500;
/** Machine time without progress before a wait for virtual time is an error: an answer may come from outside of the bed. */
const REFUSES_AFTER_MS = 100;
/** Longer pauses between two turns are those of a busy machine. */
const MAX_PAUSE_MS = 50;
/** Machine time between two checks while something outside of the bed is waited for. */
const CHECK_EVERY_MS = 2;

/** Waits until nothing is in transit between server, caches, queues and runs, and moves virtual time. */
export class Settling {
  readonly #world: BedWorld;
  readonly #manager: Manager;
  #events = 0;
  #hasStarted = false;

  constructor(world: BedWorld, manager: Manager) {
    this.#world = world;
    this.#manager = manager;
    const count = (): void => void (this.#events += 1);
    const observer: Observer = {
      keyAdded: count,
      keyDelayed: count,
      keyTaken: count,
      keyDone: count,
      reconcileEnded: count,
      eventsStored: count,
      eventsTold: count,
    };
    manager.observe(observer);
    const started = (): void => {
      this.#events += 1;
      this.#hasStarted = true;
    };
    manager.whenElected().then(started, started);
  }

  /**
   * Resolves when nothing is in transit and no key is due within `withinMs`. Advances virtual time no further than necessary. Rejects if something in transit needs more virtual time than that.
   */
  async idle(withinMs: number): Promise<void> {
    const { clock } = this.#world;
    const end = clock.now() + withinMs;
    this.#world.idleBegins();
    for (;;) {
      const open = await this.#rest(end);
      const { nextReadyAt = Infinity } = this.#manager.activity();
      const dueAt = open.length === 0 ? nextReadyAt : this.#nextTimerAt();
      if (dueAt > end) {
        const holding = open.filter(({ mayStay }) => mayStay !== true);
        if (holding.length === 0) return;
        throw waitsForTime(holding, this.#world.clock.nextTimerInMs);
      }
      await this.#moveTo(Math.max(clock.now(), Math.min(dueAt, this.#nextTimerAt())));
    }
  }

  /** Lets virtual time pass; each time something becomes due, whatever follows from it comes to rest before time goes on. */
  async advance(ms: number): Promise<void> {
    const { clock } = this.#world;
    const end = clock.now() + ms;
    this.#world.idleBegins();
    await this.#rest(end);
    for (let next = this.#nextTimerAt(); next <= end; next = this.#nextTimerAt()) {
      await this.#moveTo(next);
      await this.#rest(end);
    }
    await this.#moveTo(end);
    await this.#rest(end);
  }

  /** Waits for an end, and lets as much virtual time pass as it takes. */
  async outlast(end: Promise<unknown>): Promise<void> {
    const { clock } = this.#world;
    const state = { isOver: false };
    const over = (): void => void (state.isOver = true);
    end.then(over, over);
    const turns = { quiet: 0, progress: this.#progress };
    while (!state.isOver) {
      await this.#world.turn();
      const isQuiet = turns.progress === this.#progress && this.#world.requests.open.length === 0;
      turns.progress = this.#progress;
      turns.quiet = isQuiet || this.#world.kind === 'simulated' ? turns.quiet + 1 : 0;
      if (turns.quiet >= QUIET_TURNS) clock.advance(clock.nextTimerInMs ?? 0);
    }
    await end;
  }

  /** True until the controllers run. With an election, they may never run: another process may lead. */
  get #isStarting(): boolean {
    const { phase, election } = this.#manager.inspect();
    return !this.#hasStarted && election === undefined && phase === 'running';
  }

  /** Changes whenever something happens. */
  get #progress(): number {
    return this.#events + this.#world.requests.progress;
  }

  #nextTimerAt(): number {
    const { clock } = this.#world;
    return clock.now() + (clock.nextTimerInMs ?? Infinity);
  }

  async #moveTo(time: number): Promise<void> {
    const { clock } = this.#world;
    const from = clock.now();
    clock.advance(time - from);
    if (time > from) await this.#world.timeHasPassed(from);
  }

  /** Resolves when nothing makes progress any more without virtual time, to what waits for that: nothing when the bed is idle. */
  async #rest(end: number): Promise<readonly OpenWork[]> {
    const world = this.#world;
    const quiet = new QuietTime();
    for (;;) {
      await world.turn();
      this.#throwProblems();
      const progress = this.#progress;
      if (quiet.turnsSince(progress) < QUIET_TURNS) continue;
      const open = workInTransit(world, this.#manager, this.#isStarting);
      if (open.length === 0) {
        open.push(...(await this.#behindServer()));
        if (progress !== this.#progress) continue;
        if (open.length === 0) return open;
      } else if (this.#waitsForClock(open, quiet.ms, end)) return open;
      if (quiet.ms > world.patienceMs) throw stuck(open, quiet.ms, world.clock.nextTimerInMs);
      await briefly();
    }
  }

  async #behindServer(): Promise<OpenWork[]> {
    const behind = await this.#world.resourcesBehind(this.#manager);
    return behind.map((resource) => ({ text: `the cache of ${resource} is behind the server`, waitsFor: 'machine' }));
  }

  #waitsForClock(open: readonly OpenWork[], quietMs: number, end: number): boolean {
    const isDue = this.#nextTimerAt() <= end;
    if (open.some(({ waitsFor }) => waitsFor === 'machine')) return false;
    if (open.some(({ waitsFor }) => waitsFor === 'unknown')) return isDue && quietMs > UNKNOWN_WAITS_MS;
    const isHeldBack = open.every(({ mayStay }) => mayStay);
    return isDue || isHeldBack || quietMs > REFUSES_AFTER_MS;
  }

  #throwProblems(): void {
    const { refused, tracker } = this.#world;
    if (refused.length > 0) throw new Error(`the role does not grant: ${refused.join(', ')}`);
    const loop = tracker.takeLoop();
    if (loop !== undefined) throw loop;
  }
}

/** How long nothing has made progress. */
class QuietTime {
  /** Elapsed machine time in ms, excluding periods when this process was suspended. */
  ms: number = 0;
  #progress = NaN;
  #turns = 0;
  #at = 0;

  /** Counts a turn. Returns the turns since the last progress. */
  turnsSince(progress: number): number {
    const now = performance.now();
    const isQuiet = progress === this.#progress;
    this.ms = isQuiet ? this.ms + Math.min(now - this.#at, MAX_PAUSE_MS) : 0;
    this.#turns = isQuiet ? this.#turns + 1 : 0;
    this.#progress = progress;
    this.#at = now;
    return this.#turns;
  }
}

function stuck(open: readonly OpenWork[], quietMs: number, dueInMs: number | undefined): Error {
  const seconds = Math.round(quietMs / 100) / 10;
  const time = dueInMs === undefined ? '' : `; if it waits for virtual time, call advance(${dueInMs})`;
  return new Error(
    `the bed is not idle: ${textOf(open)}, without progress for ${seconds} s; ` +
      `a reconcile must settle: await only requests, timers of bed.clock, and promises that settle during the test${time}`,
  );
}

function waitsForTime(open: readonly OpenWork[], dueInMs: number | undefined): Error {
  const what = `the bed is not idle: ${textOf(open)}`;
  if (dueInMs === undefined || open.every(({ hangs }) => hangs))
    return new Error(
      `${what}, and no timer is pending that ends the wait; end the fault that holds the answer back, or give the call a signal that aborts`,
    );
  return new Error(
    `${what}, which waits for virtual time; the next timer is due in ${dueInMs} ms: ` +
      `let time pass with advance(${dueInMs}) or idle({ withinMs: ${dueInMs} })`,
  );
}

const MAX_NAMED = 3;

function textOf(open: readonly OpenWork[]): string {
  const more = open.length > MAX_NAMED ? ` (and ${open.length - MAX_NAMED} more)` : '';
  return `${open
    .slice(0, MAX_NAMED)
    .map(({ text }) => text)
    .join('; ')}${more}`;
}

function briefly(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, CHECK_EVERY_MS));
}
