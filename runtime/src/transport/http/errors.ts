import { InformerError } from '../../api/informer-error.js';
/** The connection to the server broke, or none could be made. `cause` is what Node said about it. */
export class ConnectionError extends InformerError {
  override readonly name = 'ConnectionError';

  constructor(what: string, cause?: unknown) {
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : undefined;
    super('Connection', why === undefined ? what : `${what}: ${why}`, { cause });
  }
}

/** The server stopped answering: no bytes within the limit, though the connection looks open. */
export class UnresponsiveServerError extends InformerError {
  override readonly name = 'UnresponsiveServerError';

  constructor(what: string, limitMs: number) {
    super(
      'Unresponsive',
      `${what}: nothing came from the server for ${Math.round(limitMs / 1000)} s, so the connection was given up`,
    );
  }
}

/** Who we are could not be found out: an exec plugin failed, a token file is missing. `cause` says more. */
export class CredentialsError extends InformerError {
  override readonly name = 'CredentialsError';

  constructor(why: string, cause?: unknown) {
    super('Credentials', `no credentials for the API server: ${why}`, { cause });
  }
}

/** The client was disposed of, and makes no more requests. */
export class ClientClosedError extends InformerError {
  override readonly name = 'ClientClosedError';

  constructor() {
    super('ClientClosed', 'the client is closed: make another one with connect()');
  }
}

/** There is no usable configuration: says what was looked for and what to do. */
export class ConfigurationError extends InformerError {
  override readonly name = 'ConfigurationError';

  constructor(problem: string, options?: { readonly cause?: unknown }) {
    super('Configuration', problem, options);
  }
}
