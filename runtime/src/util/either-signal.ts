/** Works with a signal that aborts when the first of these does, with its reason. Leaves no listener behind. */
export async function withEitherSignal<R>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const given = signals.filter((signal) => signal !== undefined);
  const [only] = given;
  if (only && given.length === 1) return work(only);
  const controller = new AbortController();
  const abort = (): void => controller.abort(given.find((signal) => signal.aborted)?.reason);
  for (const signal of given) signal.addEventListener('abort', abort, { once: true });
  if (given.some((signal) => signal.aborted)) abort();
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of given) signal.removeEventListener('abort', abort);
  }
}
