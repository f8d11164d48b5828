import { InformerError } from '../../api/informer-error.js';
/**
 * The connection to the server broke, or none could be made. `cause` is what Node said about it.
 *
 * @example
 * if (error instanceof ConnectionError) console.log(error.message, error.cause);
 */
export class ConnectionError extends InformerError {
  override readonly name = 'ConnectionError';

  constructor(what: string, cause?: unknown) {
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : undefined;
    super('Connection', why === undefined ? what : `${what}: ${why}`, { cause });
  }
}

/**
 * The server stopped answering: no bytes within the limit, though the connection looks open.
 *
 * @example
 * if (error instanceof UnresponsiveServerError) console.log(error.message);
 */
export class UnresponsiveServerError extends InformerError {
  override readonly name = 'UnresponsiveServerError';

  constructor(what: string, limitMs: number) {
    super(
      'Unresponsive',
      `${what}: nothing came from the server for ${Math.round(limitMs / 1000)} s, so the connection was given up`,
    );
  }
}

/**
 * Who we are could not be found out: an exec plugin failed, a token file is missing. `cause` says more.
 *
 * @example
 * if (error instanceof CredentialsError) console.log(error.message);
 */
export class CredentialsError extends InformerError {
  override readonly name = 'CredentialsError';

  constructor(why: string, cause?: unknown) {
    super('Credentials', `no credentials for the API server: ${why}`, { cause });
  }
}

/**
 * The client was disposed of, and makes no more requests.
 *
 * @example
 * if (error instanceof ClientClosedError) console.log('somebody still uses a client that is disposed of');
 */
export class ClientClosedError extends InformerError {
  override readonly name = 'ClientClosedError';

  constructor() {
    super('ClientClosed', 'the client is closed: make another one with connect()');
  }
}

/**
 * There is no usable configuration: says what was looked for and what to do.
 *
 * @example
 * if (error instanceof ConfigurationError) console.log(error.message);
 */
export class ConfigurationError extends InformerError {
  override readonly name = 'ConfigurationError';

  constructor(problem: string, options?: { readonly cause?: unknown }) {
    super('Configuration', problem, options);
  }
}
