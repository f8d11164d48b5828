import { InformerError } from '../../api/informer-error.js';
import type { Observers } from '../../observe/observers.js';
import type { ReconcileLoop } from '../reconcile/reconcile-loop.js';
import type { LoopOptions } from '../reconcile/controller-host.js';
import type { Runnable } from './runnable-group.js';

/** What the controllers of a manager have to do. */
export interface ManagerActivity {
  /** Keys that are ready or being worked on. */
  readonly busy: number;
  /** When the next key that waits becomes ready; undefined when none waits. */
  readonly nextReadyAt: number | undefined;
}

/** The controllers of a manager, by name. */
export class ManagerControllers {
  readonly #loops = new Map<string, ReconcileLoop>();
  readonly #observers: Observers;
  readonly #run: (runnable: Runnable) => void;

  /** @param run Runs what it is given when its turn has come. */
  constructor(observers: Observers, run: (runnable: Runnable) => void) {
    this.#observers = observers;
    this.#run = run;
  }

  get loops(): readonly ReconcileLoop[] {
    return [...this.#loops.values()];
  }

  add(loop: ReconcileLoop, { warmUp = false }: LoopOptions): void {
    if (this.#loops.has(loop.name))
      throw new InformerError(
        'Configuration',
        `there is a controller ${loop.name} already: give this one another name`,
      );
    this.#run({
      name: loop.name,
      run: (options) => loop.run(options),
      ...(warmUp && { warmUp: (options) => loop.warmUp(options) }),
    });
    this.#loops.set(loop.name, loop);
    this.#observers.include(loop);
  }

  /** What they have to do now, and next. */
  activity(): ManagerActivity {
    const queues = this.loops.map(({ queue }) => queue);
    const times = queues.flatMap(({ nextReadyAt }) => nextReadyAt ?? []);
    return {
      busy: queues.reduce((sum, queue) => sum + queue.length + queue.processingLength, 0),
      nextReadyAt: times.length === 0 ? undefined : Math.min(...times),
    };
  }
}
