import type { CertifiedKey } from './certificates.js';

/** How a user proves who they are: a bearer token, or a client certificate. */
export type Credentials = { readonly token: string } | CertifiedKey;

/** What a kubeconfig is made of. */
export interface KubeconfigOptions {
  /** Of the API server. */
  readonly url: string;
  /** The authority to trust. Default: none, as plain HTTP has none; HTTPS is then not verified. */
  readonly caPem?: string | undefined;
  /** Default: none; the user is anonymous. */
  readonly credentials?: Credentials | undefined;
  /** Default `default`. */
  readonly namespace?: string | undefined;
  /** Of the cluster, the user and the context. Default `informer-gen`. */
  readonly name?: string | undefined;
}

/**
 * Returns a kubeconfig with one cluster, user and context. JSON is YAML, so that no YAML writer is needed.
 *
 * @example
 * kubeconfigText({ url: 'http://127.0.0.1:8001' }).includes('127.0.0.1'); // → true
 */
export function kubeconfigText({
  url,
  caPem,
  credentials,
  namespace = 'default',
  name = 'informer-gen',
}: KubeconfigOptions): string {
  const trust =
    caPem === undefined
      ? // client-node refuses plain HTTP without it.
        { 'insecure-skip-tls-verify': true }
      : { 'certificate-authority-data': toBase64(caPem) };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, ...trust } }],
    users: [{ name, user: userEntry(credentials) }],
    contexts: [{ name, context: { cluster: name, user: name, namespace } }],
    'current-context': name,
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** Returns text as kubeconfigs hold certificates and keys. */
export function toBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

function userEntry(credentials: Credentials | undefined): object {
  if (credentials === undefined) return {};
  if ('token' in credentials) return { token: credentials.token };
  return {
    'client-certificate-data': toBase64(credentials.certificatePem),
    'client-key-data': toBase64(credentials.privateKeyPem),
  };
}
