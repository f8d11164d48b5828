/** The generator made something wrong: a bug of ours, or an input that nobody foresaw. Nothing was written. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError';
}
