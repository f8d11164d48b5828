import { randomInt } from 'node:crypto';

const SEEDS = 2 ** 32;

/** The part of vitest's worker that leads to the test that runs now. */
interface VitestWorker {
  readonly current?: { readonly context?: { onTestFailed?(callback: () => void): void } };
}

/** The seed of a bed: the source of its random numbers, which is named where a test fails. */
export class BedSeed {
  readonly value: number;
  /** Returns numbers in [0, 1), the same for the same seed. */
  readonly random: () => number;

  /** @param seed A whole number from 0 to 4,294,967,295. Default: another one for each bed. */
  constructor(seed: number = randomInt(SEEDS)) {
    if (!Number.isInteger(seed) || seed < 0 || seed >= SEEDS)
      throw new RangeError(`seed ${String(seed)}: must be a whole number from 0 to ${SEEDS - 1}`);
    this.value = seed;
    this.random = mulberry32(seed);
  }

  /** Prints the seed if the running test fails. Only vitest provides a hook that any code can use. */
  printIfTestFails(): void {
    const { __vitest_worker__: worker } = globalThis as { readonly __vitest_worker__?: VitestWorker };
    try {
      worker?.current?.context?.onTestFailed?.(() => {
        // By the console, which test runners show beside the test.
        // oxlint-disable-next-line no-console
        console.error(
          `ControllerBed: seed ${this.value}; ControllerBed.start({ seed: ${this.value} }) repeats the run`,
        );
      });
    } catch {
      // Refused in a hook such as afterEach.
    }
  }

  /** Adds the seed to an error as the property `seed`, which test runners print with the error. */
  addTo(error: unknown): void {
    if (error instanceof Error && Object.isExtensible(error) && !('seed' in error))
      Object.defineProperty(error, 'seed', { value: this.value, enumerable: true, configurable: true });
  }
}

/** A generator with 32 bits of state, by Tommy Ettinger: small, and the same on every engine. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / SEEDS;
  };
}
