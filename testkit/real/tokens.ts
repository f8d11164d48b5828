import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { CertifiedKey } from '../credentials/certificates.js';

/**
 * Tokens for any user at any time. The API server's file of static tokens is read once, at its start; so it is told to
 * trust an OpenID issuer of ours as well, and whoever holds that issuer's key signs a token when a test wants one.
 */
export interface TokenIssuer {
  readonly url: string;
  readonly privateKeyPem: string;
  close(): Promise<void>;
}

/** What a token says. */
export interface TokenClaims {
  readonly user: string;
  /** Default: none. The server adds system:authenticated. */
  readonly groups?: readonly string[];
  /** Default one day. Zero or less makes a token that has expired already. */
  readonly validForMs?: number;
}

const AUDIENCE = 'informer-gen-tests';
const KEY_ID = 'tests';
const ONE_DAY_MS = 86_400_000;

/** Serves the issuer's two documents on loopback, where the API server fetches them whenever it starts. */
export async function startTokenIssuer(serving: CertifiedKey): Promise<TokenIssuer> {
  const { privateKey: privateKeyPem } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const publicKey = createPublicKey(privateKeyPem).export({ format: 'jwk' });
  const keys = { keys: [{ ...publicKey, kid: KEY_ID, alg: 'ES256', use: 'sig' }] };
  const server = createServer({ cert: serving.certificatePem, key: serving.privateKeyPem });
  const url = `https://127.0.0.1:${await listen(server)}`;
  server.on('request', (request, response) => {
    const document =
      request.url === '/keys'
        ? keys
        : {
            issuer: url,
            jwks_uri: `${url}/keys`,
            response_types_supported: ['id_token'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['ES256'],
          };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  });
  // The API server holds the key, not the connection: an idle issuer must not keep a test process alive.
  server.unref();
  return {
    url,
    privateKeyPem,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Signs a token that the API server accepts as `claims.user` in `claims.groups`. */
export function signToken(issuer: Pick<TokenIssuer, 'url' | 'privateKeyPem'>, claims: TokenClaims): string {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const payload = {
    iss: issuer.url,
    aud: AUDIENCE,
    sub: claims.user,
    groups: claims.groups ?? [],
    iat: nowSeconds,
    exp: nowSeconds + Math.floor((claims.validForMs ?? ONE_DAY_MS) / 1000),
    jti: randomUUID(),
  };
  const signed = [{ alg: 'ES256', typ: 'JWT', kid: KEY_ID }, payload].map(base64Url).join('.');
  const key = createPrivateKey(issuer.privateKeyPem);
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/** The API server's configuration file that makes it trust the issuer. */
export function authenticationConfiguration(issuer: Pick<TokenIssuer, 'url'>, caPem: string): string {
  return JSON.stringify({
    // Older than v1, and understood by every release from 1.30 on.
    apiVersion: 'apiserver.config.k8s.io/v1beta1',
    kind: 'AuthenticationConfiguration',
    jwt: [
      {
        issuer: { url: issuer.url, audiences: [AUDIENCE], certificateAuthority: caPem },
        claimMappings: { username: { claim: 'sub', prefix: '' }, groups: { claim: 'groups', prefix: '' } },
      },
    ],
  });
}

async function listen(server: Server): Promise<number> {
  return await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function base64Url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
