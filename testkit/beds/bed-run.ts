import { AsyncLocalStorage } from 'node:async_hooks';
import type { ObjectChange } from './object-changes.js';

/** Why a run started: a change of an object, or a run that added the key itself. */
export interface RunCause {
  readonly change?: ObjectChange | undefined;
  /** The run that added the key to the queue. */
  readonly addedBy?: BedRun | undefined;
}

/** A call of the client that was not answered yet. */
export interface OpenRequest {
  /** `patch configmaps default/a`. */
  readonly text: string;
}

/** Names a key of a controller: `website default/a`. */
export function runName({ controller, key }: { readonly controller: string; readonly key: string }): string {
  return `${controller} ${key}`;
}

/** The shortest chain of runs that led to a run. Each run triggered the next by what it wrote. */
export interface Lineage {
  /** Length of the chain, the run itself included. */
  readonly depth: number;
  /** Number of runs of each key in the chain. */
  readonly runs: ReadonlyMap<string, number>;
}

/** One run of a reconcile on a bed. */
export class BedRun {
  readonly controller: string;
  readonly key: string;
  /** Position among all runs of the bed, in the order in which they started. */
  readonly sequence: number;
  /** Why it started. Empty for a run that time or something outside of the bed started. Dropped once they are evaluated. */
  causes: readonly RunCause[];
  /** Timers of the virtual clock that the run has set and that are pending. */
  timers: number = 0;
  /** Requests of the run that are not answered yet. */
  readonly requests: Set<OpenRequest> = new Set();
  /** Undefined until it is evaluated. */
  lineage: Lineage | undefined;

  constructor(run: Pick<BedRun, 'controller' | 'key' | 'sequence' | 'causes'>) {
    this.controller = run.controller;
    this.key = run.key;
    this.sequence = run.sequence;
    this.causes = run.causes;
  }

  get name(): string {
    return runName(this);
  }
}

/** The run in which a piece of code is called, however many awaits deep; undefined outside of runs. */
export const currentBedRun: AsyncLocalStorage<BedRun> = new AsyncLocalStorage<BedRun>();
