import { createPrivateKey, X509Certificate } from 'node:crypto';

interface PemBlock {
  readonly type: string;
  readonly text: string;
}

const BLOCK = /^-----BEGIN ([^\n-]+)-----[ \t]*\r?\n([A-Za-z0-9+/=\r\n]*)\n?-----END \1-----/gm;

/** What Go says of a certificate and its private key, both PEM; undefined: they belong together. */
export function keyPairFault(certificate: string, key: string): string | undefined {
  const [certificates, keys] = [blocksOf(certificate), blocksOf(key)];
  const leaf = certificates.find(({ type }) => type === 'CERTIFICATE');
  if (leaf === undefined) return missingCertificate(certificates.map(({ type }) => type));
  const secret = keys.find(({ type }) => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY'));
  if (secret === undefined) return missingKey(keys.map(({ type }) => type));
  return mismatch(leaf.text, secret.text);
}

function blocksOf(text: string): PemBlock[] {
  return Array.from(text.matchAll(BLOCK), ([whole, type = '']) => ({ type, text: whole }));
}

function missingCertificate(skipped: readonly string[]): string {
  const [first = ''] = skipped;
  if (first === '') return 'tls: failed to find any PEM data in certificate input';
  return skipped.length === 1 && first.endsWith('PRIVATE KEY')
    ? 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
    : `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${skipped.join(' ')}]`;
}

function missingKey(skipped: readonly string[]): string {
  const [first = ''] = skipped;
  if (first === '') return 'tls: failed to find any PEM data in key input';
  return skipped.length === 1 && first === 'CERTIFICATE'
    ? 'tls: found a certificate rather than a key in the PEM for the private key'
    : `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${skipped.join(' ')}]`;
}

function mismatch(certificate: string, key: string): string | undefined {
  let parsed: X509Certificate;
  try {
    parsed = new X509Certificate(certificate);
  } catch {
    return 'x509: malformed certificate';
  }
  try {
    return parsed.checkPrivateKey(createPrivateKey(key)) ? undefined : 'tls: private key does not match public key';
  } catch {
    return 'tls: failed to parse private key';
  }
}
