import type { Observed } from '../observe/subjects.js';

/** The subjects of one type that are there, with what is kept for each. */
export class LiveSubjects<S extends Observed, V> {
  readonly #make: (subject: S) => V;
  readonly #values = new Map<S, V>();
  readonly #live = new Set<S>();

  constructor(make: (subject: S) => V) {
    this.#make = make;
  }

  add(subject: S): V {
    this.#live.add(subject);
    return this.get(subject);
  }

  remove(subject: S): void {
    this.#live.delete(subject);
    this.#values.delete(subject);
  }

  /** What is kept for a subject, also for one that is about to go. */
  get(subject: S): V {
    let value = this.#values.get(subject);
    if (value === undefined) {
      value = this.#make(subject);
      if (this.#live.has(subject)) this.#values.set(subject, value);
    }
    return value;
  }

  all(): Iterable<S> {
    return this.#live;
  }

  /** One value for each set of labels, of all subjects that have them: two informers may be of one resource. */
  gauge(
    labelsOf: (subject: S) => readonly string[],
    read: (subject: S) => number | undefined,
    join: (one: number, other: number) => number,
  ): (readonly [readonly string[], number])[] {
    const found = new Map<string, readonly [readonly string[], number]>();
    for (const subject of this.#live) {
      const value = read(subject);
      if (value === undefined) continue;
      const labels = labelsOf(subject);
      const key = labels.join('\u0000');
      const known = found.get(key);
      found.set(key, [labels, known === undefined ? value : join(known[1], value)]);
    }
    return [...found.values()];
  }
}

/** How values of one series add up. */
export const sum = (one: number, other: number): number => one + other;
