/** The user asked for something that cannot be done: a wrong flag, a path that is not there, a broken config file. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
