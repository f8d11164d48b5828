import { LinkedAbort } from './linked-abort.js';

/**
 * Works with a signal that aborts when the first of these does, with its reason. Leaves no listener behind, and however
 * many work at once, a signal has one listener.
 */
export async function withEitherSignal<R>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const link = new LinkedAbort(...signals.filter((signal) => signal !== undefined));
  try {
    return await work(link.signal);
  } finally {
    link.unlink();
  }
}
