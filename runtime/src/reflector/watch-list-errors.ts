import { ApiError } from '../api/api-error.js';

/** The initial state came, but not the bookmark that ends it. */
export class InitialEventsEndMissingError extends Error {
  override readonly name = 'InitialEventsEndMissingError';

  constructor(detail: string) {
    super(`the server accepted sendInitialEvents but ${detail}; falling back to LIST`);
  }
}

/** True for failures that will come again: the server does not know WatchList, or something between strips it. */
export function meansUnsupported(error: unknown): boolean {
  if (error instanceof InitialEventsEndMissingError) return true;
  return (
    error instanceof ApiError &&
    (error.code === 400 || error.code === 422 || error.code === 405 || error.reason === 'Invalid')
  );
}
