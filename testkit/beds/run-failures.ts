import type { Observer, ReconcileEnded } from '@informer-gen/runtime/observe';
import { runName } from './bed-run.js';

/** A key whose last run failed. */
interface Failure {
  readonly name: string;
  readonly error: Error;
  /** The test has seen this error of this key. */
  isSeen: boolean;
}

const MAX_NAMED = 5;

/** Keys whose last run failed, and which of the errors the test has already seen. */
export class RunFailures {
  readonly observer: Observer;
  readonly #failures = new Map<string, Failure>();

  constructor() {
    this.observer = { reconcileEnded: ({ name: controller }, end) => this.#ended(controller, end) };
  }

  /** The test has seen every error so far. */
  markSeen(): void {
    for (const failure of this.#failures.values()) failure.isSeen = true;
  }

  /** Returns the errors that the test has not seen, as one error, and marks them as seen. */
  take(): Error | undefined {
    const byError = new Map([...this.#failures.values()].map((failure) => [failure.error, failure]));
    const unseen = [...byError.values()].filter(({ isSeen }) => !isSeen);
    this.markSeen();
    const [first] = unseen;
    if (first === undefined || unseen.length === 1) return first?.error;
    const named = unseen.slice(0, MAX_NAMED).map(({ name, error }) => `\n  ${name}: ${error.message}`);
    const more = unseen.length > MAX_NAMED ? `\n  and ${unseen.length - MAX_NAMED} more` : '';
    const errors = unseen.map(({ error }) => error);
    const message = `the last run of ${unseen.length} keys failed:${named.join('')}${more}`;
    return new AggregateError(errors, message, { cause: first.error });
  }

  /** Adds a failure that no later run can heal. */
  add(name: string, error: Error): void {
    this.#failures.set(name, { name, error, isSeen: false });
  }

  #ended(controller: string, { key, error }: ReconcileEnded): void {
    const name = runName({ controller, key });
    if (error === undefined) {
      this.#failures.delete(name);
      return;
    }
    const previous = this.#failures.get(name);
    const isSeen = previous?.isSeen === true && isSameProblem(previous.error, error);
    this.#failures.set(name, { name, error, isSeen });
  }
}

/** Compares the errors of a run and of its retry, without the numbers in them, which may count attempts. */
function isSameProblem(one: Error, other: Error): boolean {
  const [a, b] = [one, other].map(({ name, message }) => `${name}: ${message}`.replaceAll(/\d+/g, '#'));
  return a === b;
}
