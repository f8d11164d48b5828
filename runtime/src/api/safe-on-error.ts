import type { ErrorContext, OnError } from './on-error.js';
import { toError } from './on-error.js';
import { reportOnStderr } from './report-on-stderr.js';

/**
 * The same hook, except that what it throws, or rejects with where it is async, goes to stderr: an error in the report of an
 * error ends neither a loop nor the process.
 */
export function safeOnError(onError: OnError | undefined): OnError {
  if (!onError) return reportOnStderr;
  return (error, context) => {
    try {
      // Its type says void, which an async function may be given for.
      const result: unknown = onError(error, context);
      if (result instanceof Promise) void reportRejection(result, error, context);
    } catch (thrown) {
      reportBoth(error, context, `threw: ${toError(thrown).message}`);
    }
  };
}

async function reportRejection(result: Promise<unknown>, error: Error, context: ErrorContext): Promise<void> {
  try {
    await result;
  } catch (thrown) {
    reportBoth(error, context, `rejected: ${toError(thrown).message}`);
  }
}

function reportBoth(error: Error, context: ErrorContext, problem: string): void {
  reportOnStderr(error, context);
  reportOnStderr(new Error(`onError ${problem}`), context);
}
