import { AsyncLocalStorage } from 'node:async_hooks';
import type { Expectation } from './expectation.js';

/** One run of a reconcile, as far as reading its own writes is concerned. */
export class Run {
  readonly #expectations: Expectation[] = [];
  readonly #pending = new Set<Promise<unknown>>();
  readonly #unknown = new Set<string>();

  /** A write that has not been answered: lists wait for it. */
  began(write: Promise<unknown>): void {
    this.#pending.add(write);
    const ended = (): void => void this.#pending.delete(write);
    write.then(ended, ended);
  }

  /** A write was answered. */
  expect(expectations: readonly Expectation[]): void {
    this.#expectations.push(...expectations);
  }

  /** Something was written of which nobody can say what it changed: lists of this resource read live. */
  becameUnknown(resourceKey: string): void {
    this.#unknown.add(resourceKey);
  }

  isUnknown(resourceKey: string): boolean {
    return this.#unknown.has(resourceKey);
  }

  /** Resolves when everything that was sent has been answered, with success or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  /** What the caches have not reached yet, of one resource or of all. */
  unmet(resourceKey?: string): Expectation[] {
    return this.#expectations.filter(
      (each) => (resourceKey === undefined || each.resourceKey === resourceKey) && !each.isMet(),
    );
  }
}

/** The run in which a piece of code is called, however many awaits deep; undefined outside of reconciles. */
export const currentRun: AsyncLocalStorage<Run> = new AsyncLocalStorage<Run>();
