import type { OnError } from './on-error.js';
import { reportOnStderr, toError } from './on-error.js';

/** The same hook, except that what it throws goes to stderr: an error in the report of an error ends no loop. */
export function safeOnError(onError: OnError | undefined): OnError {
  if (!onError) return reportOnStderr;
  return (error, context) => {
    try {
      onError(error, context);
    } catch (thrown) {
      reportOnStderr(error, context);
      reportOnStderr(new Error(`onError threw: ${toError(thrown).message}`), context);
    }
  };
}
