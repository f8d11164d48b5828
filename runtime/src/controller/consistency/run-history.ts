import type { Expectation } from './expectation.js';
import type { Run } from './run.js';

const NOTHING: readonly Expectation[] = [];

/** From how many keys on those whose writes are all seen are looked for and dropped. */
const SWEEP_FROM = 1000;

/** What earlier runs of each key of a controller wrote and the caches have not reached yet. */
export class RunHistory {
  readonly #byKey = new Map<string, readonly Expectation[]>();
  #sweepAt = SWEEP_FROM;

  /** How many keys have writes that no cache has confirmed. */
  get size(): number {
    return this.#byKey.size;
  }

  /** Whether nothing that runs of the key wrote is left to be confirmed. */
  isClear(key: string): boolean {
    return !this.#byKey.has(key);
  }

  /** What must still be met before the key may run again. */
  unmet(key: string): readonly Expectation[] {
    const known = this.#byKey.get(key);
    if (known === undefined) return NOTHING;
    const unmet = known.filter((each) => !each.isMet());
    if (unmet.length === 0) this.#byKey.delete(key);
    return unmet;
  }

  /** A run of the key is over. */
  add(key: string, run: Run): void {
    const written = run.unmet();
    if (written.length === 0 && this.isClear(key)) return;
    const unmet = [...this.unmet(key), ...written];
    if (unmet.length === 0) return;
    this.#byKey.set(key, unmet);
    if (this.#byKey.size < this.#sweepAt) return;
    for (const known of this.#byKey.keys()) this.unmet(known);
    this.#sweepAt = Math.max(SWEEP_FROM, this.#byKey.size * 2);
  }

  /** Waits until the caches have everything; rejects with the code `StaleCache` when that takes longer. */
  async wait(key: string, options: { readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<void> {
    const unmet = this.unmet(key);
    if (unmet.length > 0) await Promise.all(unmet.map((each) => each.wait(options)));
    this.#byKey.delete(key);
  }
}
