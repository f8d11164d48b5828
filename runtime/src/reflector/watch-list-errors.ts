import { InformerError } from '../api/informer-error.js';
import { ApiError } from '../api/api-error.js';

/** The initial state came, but not the bookmark that ends it. */
export class InitialEventsEndMissingError extends InformerError {
  override readonly name = 'InitialEventsEndMissingError';

  constructor(detail: string) {
    super('InitialEventsEndMissing', `the server accepted sendInitialEvents but ${detail}; falling back to LIST`);
  }
}

/** True for failures that will come again: the server does not know WatchList, or something between strips it. */
export function meansUnsupported(error: unknown): boolean {
  if (error instanceof InitialEventsEndMissingError) return true;
  return (
    error instanceof ApiError &&
    (error.statusCode === 400 || error.statusCode === 422 || error.statusCode === 405 || error.reason === 'Invalid')
  );
}
