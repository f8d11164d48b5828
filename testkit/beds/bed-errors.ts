import type { OnError } from '@informer-gen/runtime';
import { InterceptorError } from '../simulated/faults/interceptor-error.js';
import { RunFailures } from './run-failures.js';

/** Errors that are printed beside the first. */
const MAX_PRINTED = 3;

/** The errors of a bed that have no caller, and which of them the test has seen. */
export class BedErrors {
  /** Every error, in order. */
  readonly all: Error[] = [];
  /** Those of keys whose last run failed. */
  readonly failures: RunFailures = new RunFailures();
  /** Those that no run of a reconcile has thrown. */
  readonly #others: Error[] = [];
  #othersSeen = 0;

  readonly onError: OnError = (error, { reconcile }) => {
    // An error of the test itself is listed where it was thrown; the request that failed with it has no second one.
    if (error instanceof InterceptorError && this.all.includes(error)) return;
    this.all.push(error);
    if (reconcile === undefined) this.#others.push(error);
  };

  /** A function of the test threw while the server handled a request: an error of the test, which no later run heals. */
  readonly interceptorFailed = (error: InterceptorError): void => {
    this.all.push(error);
    this.failures.add('onRequest', error);
  };

  /** The manager has ended with this error. */
  managerFailed(error: Error): void {
    this.all.push(error);
    this.failures.add('the manager', error);
  }

  /** The test has read the errors. */
  markSeen(): void {
    this.failures.markSeen();
    this.#othersSeen = this.#others.length;
  }

  /**
   * Returns a function that prints the errors that fail no key, such as those of handlers and informers, and that the test has not seen:
   * nothing else would show them. Errors from now on are not among them.
   */
  unchecked(): () => void {
    const errors = this.#others.slice(this.#othersSeen);
    this.#othersSeen = this.#others.length;
    return () => print(errors);
  }
}

function print(errors: readonly Error[]): void {
  const [first] = errors;
  if (first === undefined) return;
  const others = new Set(errors.map(String));
  others.delete(String(first));
  const more = [...others].slice(0, MAX_PRINTED).map((text) => `\n  ${text}`);
  const what = errors.length === 1 ? '1 unchecked error' : `${errors.length} unchecked errors`;
  // By the console, which test runners show beside the test.
  // oxlint-disable-next-line no-console
  console.error(`ControllerBed: ${what} (see bed.errors): ${first.stack}${more.join('')}`);
}
