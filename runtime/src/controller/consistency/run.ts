import { runTime } from '../helpers/run-time.js';
import type { RunTime } from '../helpers/run-time.js';
import type { Expectation } from './expectation.js';

const NOTHING: readonly Expectation[] = [];
const NONE: readonly string[] = [];

/** One run of a reconcile, as far as reading its own writes is concerned. */
export class Run implements RunTime {
  readonly clock: RunTime['clock'];
  readonly random: RunTime['random'];
  readonly #expectations: Expectation[] = [];
  // Made with the first write: most runs change nothing.
  /** What was sent and not answered, and to which resource. */
  #pending: Map<Promise<unknown>, string> | undefined;
  #unknown: Set<string> | undefined;

  constructor({ clock, random }: RunTime = {}) {
    this.clock = clock;
    this.random = random;
  }

  /** A write that has not been answered: lists wait for it, and so does the next run of the key. */
  began(write: Promise<unknown>, resourceKey: string): void {
    const pending = (this.#pending ??= new Map());
    pending.set(write, resourceKey);
    const ended = (): void => void pending.delete(write);
    write.then(ended, ended);
  }

  /** A write was answered. */
  expect(expectations: readonly Expectation[]): void {
    this.#expectations.push(...expectations);
  }

  /** Something was written of which nobody can say what it changed: lists of this resource read live. */
  becameUnknown(resourceKey: string): void {
    (this.#unknown ??= new Set()).add(resourceKey);
  }

  isUnknown(resourceKey: string): boolean {
    return this.#unknown?.has(resourceKey) === true;
  }

  /** Whether everything that was sent has been answered. */
  get isSettled(): boolean {
    return this.#pending === undefined || this.#pending.size === 0;
  }

  /** Resolves when everything that was sent has been answered, with success or not. */
  async settled(): Promise<void> {
    if (this.#pending !== undefined) await Promise.allSettled(this.#pending.keys());
  }

  /** The resources whose caches may lack something that the run wrote, or of which something was not answered yet. */
  lagging(): readonly string[] {
    if (this.isSettled && this.#expectations.length === 0) return NONE;
    return [...(this.#pending?.values() ?? []), ...this.unmet().map((each) => each.resourceKey)];
  }

  /** What the caches have not reached yet, of one resource or of all. */
  unmet(resourceKey?: string): readonly Expectation[] {
    if (this.#expectations.length === 0) return NOTHING;
    return this.#expectations.filter(
      (each) => (resourceKey === undefined || each.resourceKey === resourceKey) && !each.isMet(),
    );
  }
}

/** The run in which a piece of code is called, however many awaits deep; undefined outside of reconciles. */
export const currentRun = {
  getStore(): Run | undefined {
    const run = runTime.getStore();
    return run instanceof Run ? run : undefined;
  },
  /** Calls the work as part of the run. */
  run<R>(run: Run, work: () => R): R {
    return runTime.run(run, work);
  },
};
