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
  /**
   * Prepares what needs a leader, while another process may still lead: awaited before the election begins, and before it
   * runs. Where this process never leads, the signal aborts and nothing runs. Not called in a cold standby. Default: nothing.
   */
  warmUp?(options: Pick<RunnableOptions, 'signal'>): void | Promise<void>;
  /** Runs until the signal aborts. What it throws ends the manager. */
  run(options: RunnableOptions): void | Promise<void>;
}

/** Runnables that start and stop together. */
export class RunnableGroup {
  readonly #added: Runnable[] = [];
  readonly #running: Promise<void>[] = [];
  readonly #warmUps = new Map<Runnable, Promise<void>>();
  readonly #stop = new AbortController();
  readonly #abandon: AbortSignal;
  readonly #onFailure: (error: Error) => void;
  #warms = false;
  #started = false;

  constructor(abandon: AbortSignal, onFailure: (error: Error) => void) {
    this.#abandon = abandon;
    this.#onFailure = onFailure;
  }

  /** Adds one; it starts at once if the group has, and warms up at once if the others have. */
  add(runnable: Runnable): void {
    this.#added.push(runnable);
    if (this.#started) this.#run(runnable);
    else if (this.#warms) {
      this.#warmUp(runnable)?.catch((thrown: unknown) => {
        // Once it runs, that fails too, and says so.
        if (!this.#started && !this.#wasToldTo(thrown)) this.#onFailure(toError(thrown));
      });
    }
  }

  /** Prepares those that can be, before they start. Rejects when one could not. */
  async warmUp(): Promise<void> {
    this.#warms = true;
    await Promise.all(this.#added.flatMap((runnable) => this.#warmUp(runnable) ?? []));
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
    await Promise.allSettled([...this.#running, ...this.#warmUps.values()]);
  }

  #warmUp(runnable: Runnable): Promise<void> | undefined {
    if (runnable.warmUp === undefined) return undefined;
    const warmingUp = (async () => runnable.warmUp?.({ signal: this.#stop.signal }))();
    this.#warmUps.set(runnable, warmingUp);
    return warmingUp;
  }

  #run(runnable: Runnable): void {
    const options = { signal: this.#stop.signal, abandon: this.#abandon };
    const running = (async () => {
      try {
        const warmUp = this.#warmUps.get(runnable);
        if (warmUp !== undefined) await warmUp;
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
