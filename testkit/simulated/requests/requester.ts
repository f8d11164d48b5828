import type { IncomingHttpHeaders } from 'node:http';

/** Who requests without credentials are from. */
export const ANONYMOUS_ADMIN = 'simulated';

const ISSUED = 'simulated-token';

/** Makes a token that {@link userOfToken} reads the user from. */
export function issueToken(user: string, serial: string): string {
  return [ISSUED, Buffer.from(user).toString('base64url'), serial].join('.');
}

/** The user of a token that this server has issued; undefined for other tokens. */
export function userOfToken(token: string): string | undefined {
  const [prefix, user] = token.split('.');
  return prefix === ISSUED && user !== undefined ? Buffer.from(user, 'base64url').toString() : undefined;
}

/** The bearer token of a request; empty: it has none. */
export function bearerToken(headers: IncomingHttpHeaders): string {
  return /^Bearer (.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/**
 * The name of the user that a request is from: whom it impersonates, the account that its token was issued for, any other
 * token itself, or {@link ANONYMOUS_ADMIN}.
 */
export function userOf(headers: IncomingHttpHeaders): string {
  const impersonated = headers['impersonate-user'];
  if (typeof impersonated === 'string') return impersonated;
  const token = bearerToken(headers);
  return token === '' ? ANONYMOUS_ADMIN : (userOfToken(token) ?? token);
}

/** The groups of a user, as far as its name says. */
export function groupsOf(user: string): string[] {
  const [system, kind, namespace] = user.split(':');
  const account = system === 'system' && kind === 'serviceaccount';
  const groups = account ? ['system:serviceaccounts', `system:serviceaccounts:${namespace ?? ''}`] : [];
  return [...(user === ANONYMOUS_ADMIN ? ['system:masters'] : groups), 'system:authenticated'];
}
