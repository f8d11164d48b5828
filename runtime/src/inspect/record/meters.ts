import type { Durations, Flow } from '../model/inspection.js';

const BUCKETS = 11;
const BUCKET_MS = 1000;
/** So many of the last durations are kept. */
const SAMPLES = 256;
/** Of equal ones that are told together no more are kept: one slow call must not vanish behind a flood of quick ones. */
const SAMPLES_AT_ONCE = 8;

/** Counts, and knows how many there were in each of the last ten seconds. */
export class Meter {
  #count = 0;
  readonly #buckets: number[] = Array.from({ length: BUCKETS }, () => 0);
  /** The second that was counted last. */
  #second = 0;

  add(now: number, count = 1): void {
    this.#moveTo(now);
    this.#count += count;
    this.#buckets[this.#second % BUCKETS] = (this.#buckets[this.#second % BUCKETS] ?? 0) + count;
  }

  /** Over the ten seconds before the one that has just begun. */
  flow(now: number): Flow {
    this.#moveTo(now);
    const current = this.#buckets[this.#second % BUCKETS] ?? 0;
    const all = this.#buckets.reduce((sum, each) => sum + each, 0);
    return { count: this.#count, perSecond: Math.round(((all - current) / (BUCKETS - 1)) * 10) / 10 };
  }

  #moveTo(now: number): void {
    const second = Math.floor(now / BUCKET_MS);
    const passed = Math.min(second - this.#second, BUCKETS);
    for (let at = 1; at <= passed; at += 1) this.#buckets[(second - passed + at) % BUCKETS] = 0;
    if (second > this.#second) this.#second = second;
  }
}

/** The last durations. */
export class DurationMeter {
  readonly #samples: number[] = [];
  #next = 0;

  /** @param count How many there are of it. */
  add(ms: number, count = 1): void {
    for (let left = Math.min(count, SAMPLES_AT_ONCE); left > 0; left -= 1) {
      this.#samples[this.#next] = ms;
      this.#next = (this.#next + 1) % SAMPLES;
    }
  }

  durations(): Durations {
    const sorted = [...this.#samples].sort((a, b) => a - b);
    const at = (share: number): number => round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
    return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: round(sorted.at(-1) ?? 0) };
  }
}

function round(ms: number): number {
  return ms < 10 ? Math.round(ms * 100) / 100 : Math.round(ms);
}
