import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../async/clock.js';

/** The clock and the random source of a run of a reconcile. */
export interface RunTime {
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Returns numbers in [0, 1). Default: Math.random. */
  readonly random?: (() => number) | undefined;
}

/** Those of the run in which a helper is called, however many awaits deep. Empty outside of reconciles. */
export const runTime: AsyncLocalStorage<RunTime> = new AsyncLocalStorage<RunTime>();
