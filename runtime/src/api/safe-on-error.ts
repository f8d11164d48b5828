import { callSafely } from './call-safely.js';
import type { OnError } from './on-error.js';
import { reportOnStderr } from './report-on-stderr.js';

/**
 * The same hook, except that what it throws, or rejects with where it is async, goes to stderr: an error in the report of an
 * error ends neither a loop nor the process.
 */
export function safeOnError(onError: OnError | undefined): OnError {
  if (!onError) return reportOnStderr;
  return (error, context) =>
    callSafely(
      () => onError(error, context),
      (failure) => {
        reportOnStderr(error, context);
        reportOnStderr(new Error(`onError failed: ${failure.message}`), context);
      },
    );
}
