/**
 * The user asked for something that cannot be done: a wrong flag, a path that is not there, a broken config file.
 *
 * @example
 * await generate({ crd: [] }).catch((reason: unknown) => {
 *   if (reason instanceof UsageError) console.error(reason.message);
 *   else throw reason;
 * });
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * The generator made something wrong: a bug of ours, or an input that nobody foresaw. Nothing was written.
 *
 * @example
 * if (error instanceof VerifyError) console.error(error.message); // a bug of ours: nothing was written
 */
export class VerifyError extends Error {
  override readonly name = 'VerifyError';
}
