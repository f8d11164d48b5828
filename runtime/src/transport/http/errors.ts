/** The connection to the server broke, or none could be made. `cause` is what Node said about it. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(what: string, cause?: unknown) {
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : undefined;
    super(why === undefined ? what : `${what}: ${why}`, cause === undefined ? undefined : { cause });
  }
}

/** The server stopped answering: no bytes within the limit, though the connection looks open. */
export class UnresponsiveServerError extends Error {
  override readonly name = 'UnresponsiveServerError';

  constructor(what: string, limitMs: number) {
    super(`${what}: nothing came from the server for ${Math.round(limitMs / 1000)} s, so the connection was given up`);
  }
}

/** Who we are could not be found out: an exec plugin failed, a token file is missing. `cause` says more. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';

  constructor(why: string, cause?: unknown) {
    super(`no credentials for the API server: ${why}`, cause === undefined ? undefined : { cause });
  }
}

/** The client was disposed of, and makes no more requests. */
export class ClientClosedError extends Error {
  override readonly name = 'ClientClosedError';

  constructor() {
    super('the client is closed: make another one with connect()');
  }
}

/** There is no usable configuration: says what was looked for and what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
