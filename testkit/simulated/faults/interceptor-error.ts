import type { RequestRecord } from '../requests/request-log.js';

/**
 * A function of the test threw while the simulated cluster handled a request: an interceptor of `onRequest`, or the `when` of a
 * rule. The request has no answer. `cause` is what the function threw.
 *
 * @example
 * server.onRequest(() => {
 *   throw new Error('not expected');
 * });
 * await client.list(podResource, { retries: 0 }).catch(() => {});
 * String(server.errors[0]?.cause); // → 'Error: not expected'
 */
export class InterceptorError extends Error {
  override readonly name = 'InterceptorError';
  readonly request: RequestRecord;

  constructor(callback: string, request: RequestRecord, cause: unknown) {
    const what = cause instanceof Error ? cause.message : String(cause);
    super(`${callback} threw at ${request.method} ${request.path}, which has no answer: ${what}`, { cause });
    this.request = request;
  }
}

/** Prints errors that the test has not read, so that a test over HTTP does not fail without a hint. */
export function printUnread(server: string, errors: readonly InterceptorError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  const count = errors.length === 1 ? '1 unread error' : `${errors.length} unread errors`;
  // By the console, which test runners show beside the test.
  // oxlint-disable-next-line no-console
  console.error(`${server}: ${count} of the test (see errors): ${first.message}`, first.cause);
}
