/** The user asked for something that cannot be done: a wrong flag, a path that is not there, a broken config file. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The generator made something wrong: a bug of ours, or an input that nobody foresaw. Nothing was written. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError';
}
