import { randomFrom } from '../../../conformance/oracle/scripted-writer.js';

/** Choices that are the same for the same seed, in every run. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomFrom(seed);
    // Neighbouring seeds begin alike: let them grow apart.
    for (let i = 0; i < 8; i += 1) this.#next();
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.#next() * (to - from + 1));
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.integer(0, choices.length - 1)];
    if (choice === undefined) throw new Error('there is nothing to pick from');
    return choice;
  }

  /** Another source, for a part that may take any number of choices without changing those of the others. */
  fork(): Random {
    return new Random(this.integer(0, 2 ** 31 - 1));
  }
}
