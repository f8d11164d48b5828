import { InformerError } from '../../api/informer-error.js';
import { raceWithAbort } from '../../async/abort.js';
import type { Clock } from '../../async/clock.js';
import { realClock } from '../../async/clock.js';
import { withTimeout } from '../../async/timeout.js';
import type { Run } from './run.js';

const NOTHING: readonly Run[] = [];

/** From how many keys on those whose writes are all seen are looked for and dropped. */
const SWEEP_FROM = 1000;

/** The earlier runs of each key of a controller that wrote what the caches have not reached yet, or what was not answered yet. */
export class RunHistory {
  readonly #byKey = new Map<string, readonly Run[]>();
  readonly #clock: Clock;
  #sweepAt = SWEEP_FROM;

  constructor(clock: Clock = realClock) {
    this.#clock = clock;
  }

  /** How many keys have writes that no cache has confirmed. */
  get size(): number {
    return this.#byKey.size;
  }

  /** Whether nothing that runs of the key wrote is left to be confirmed. */
  isClear(key: string): boolean {
    return !this.#byKey.has(key);
  }

  /** The resources whose caches may lack something that runs of the key wrote. */
  lagging(key: string): ReadonlySet<string> {
    return new Set(this.#open(key).flatMap((run) => run.lagging()));
  }

  /** A run of the key is over; what it left without waiting for its answer may not be. */
  add(key: string, run: Run): void {
    const isOpen = run.lagging().length > 0;
    if (!isOpen && this.isClear(key)) return;
    const open = isOpen ? [...this.#open(key), run] : this.#open(key);
    if (open.length === 0) return;
    this.#byKey.set(key, open);
    if (this.#byKey.size < this.#sweepAt) return;
    for (const known of this.#byKey.keys()) this.#open(known);
    this.#sweepAt = Math.max(SWEEP_FROM, this.#byKey.size * 2);
  }

  /** Waits until all was answered and the caches have it; rejects with the code `StaleCache` when that takes longer. */
  async wait(key: string, options: { readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<void> {
    const runs = this.#open(key);
    if (runs.some((run) => !run.isSettled)) await this.#answered(runs, options);
    await Promise.all(runs.flatMap((run) => run.unmet()).map((each) => each.wait(options)));
    this.#byKey.delete(key);
  }

  async #answered(
    runs: readonly Run[],
    { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<void> {
    const settled = Promise.all(runs.map((run) => run.settled()));
    const timedOut = (): Error =>
      new InformerError('StaleCache', `a write of an earlier run was not answered within ${timeoutMs} ms`);
    await withTimeout((limit) => raceWithAbort(settled, limit), { signal, timeoutMs, clock: this.#clock, timedOut });
  }

  #open(key: string): readonly Run[] {
    const known = this.#byKey.get(key);
    if (known === undefined) return NOTHING;
    const open = known.filter((run) => run.lagging().length > 0);
    if (open.length === 0) this.#byKey.delete(key);
    return open;
  }
}
