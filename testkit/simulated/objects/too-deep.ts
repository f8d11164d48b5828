/** Depth up to which objects are processed on every supported Node, with its default stack. */
const SUPPORTED_LEVELS = 1000;

/** An overflow of the call stack as an error that says what to do; any other error as it is. */
export function explainOverflow(thrown: unknown): unknown {
  if (!(thrown instanceof RangeError) || !thrown.message.includes('call stack')) return thrown;
  const limit = `objects nested deeper than about ${SUPPORTED_LEVELS} levels`;
  return new RangeError(`the simulated server cannot process ${limit}; use a real API server, which accepts 10,000`, {
    cause: thrown,
  });
}

/** Calls a function; see {@link explainOverflow}. */
export function explainingOverflow<R>(call: () => R): R {
  try {
    return call();
  } catch (thrown) {
    throw explainOverflow(thrown);
  }
}
