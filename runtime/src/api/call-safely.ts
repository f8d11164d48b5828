import { toError } from './on-error.js';

/**
 * Calls a function of the user that returns nothing. What it throws is handed on, and so is what it rejects with: its type
 * says void, which an async function may be given for.
 */
export function callSafely(call: () => unknown, onFailure: (error: Error) => void): void {
  try {
    const result = call();
    if (isThenable(result)) Promise.resolve(result).catch((thrown: unknown) => onFailure(toError(thrown)));
  } catch (thrown) {
    onFailure(toError(thrown));
  }
}

/** Something was returned that will not be waited for: it must not end the process when it rejects. */
export function leaveAlone(result: unknown): void {
  callSafely(
    () => result,
    () => {},
  );
}

/** Whether it is a promise, of whoever's making. */
function isThenable(result: unknown): result is PromiseLike<unknown> {
  return typeof result === 'object' && result !== null && 'then' in result && typeof result.then === 'function';
}
