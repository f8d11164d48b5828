import { toError } from '../../api/on-error.js';

/** When a runnable ends. */
export interface RunnableOptions {
  /** End, and finish what is under way. */
  readonly signal: AbortSignal;
  /** End at once: the time for finishing is over, or leadership was lost. */
  readonly abandon: AbortSignal;
}

/** Something that a manager starts and stops. */
export interface Runnable {
  readonly name: string;
  /** Runs only while this process leads. Default true. */
  readonly needsLeader?: boolean | undefined;
  /** Runs until the signal aborts. What it throws ends the manager. */
  run(options: RunnableOptions): void | Promise<void>;
}

/** Runnables that start and stop together. */
export class RunnableGroup {
  readonly #added: Runnable[] = [];
  readonly #running: Promise<void>[] = [];
  readonly #stop = new AbortController();
  readonly #abandon: AbortSignal;
  readonly #onFailure: (error: Error) => void;
  #started = false;

  constructor(abandon: AbortSignal, onFailure: (error: Error) => void) {
    this.#abandon = abandon;
    this.#onFailure = onFailure;
  }

  /** Adds one; it starts at once if the group has. */
  add(runnable: Runnable): void {
    this.#added.push(runnable);
    if (this.#started) this.#run(runnable);
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    for (const runnable of this.#added) this.#run(runnable);
  }

  /** Ends all, and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#started = false;
    this.#stop.abort(new Error('the manager stops'));
    await Promise.all(this.#running);
  }

  #run(runnable: Runnable): void {
    const options = { signal: this.#stop.signal, abandon: this.#abandon };
    const running = (async () => {
      try {
        await runnable.run(options);
      } catch (thrown) {
        if (!this.#wasToldTo(thrown)) this.#onFailure(toError(thrown));
      }
    })();
    this.#running.push(running);
  }

  /** Ending because one was told to is no failure. */
  #wasToldTo(thrown: unknown): boolean {
    const { aborted, reason } = this.#stop.signal;
    if (this.#abandon.aborted) return true;
    return aborted && (thrown === reason || (thrown instanceof Error && thrown.name === 'AbortError'));
  }
}
