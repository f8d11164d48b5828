import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import {
  bitString,
  booleanTrue,
  der,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOfOne,
  time,
  utf8String,
} from './der.js';

/** A certificate and its private key, both PEM. */
export interface CertifiedKey {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/** What a leaf certificate says about its holder. */
export interface LeafOptions {
  /** To the API server: the user's name. */
  readonly commonName: string;
  /** To the API server: the user's groups. Default: none. */
  readonly organizations?: readonly string[];
  /** DNS names and addresses that a server may be reached by. Default: none. */
  readonly hosts?: readonly string[];
  /** What the certificate is for. */
  readonly usage: 'server' | 'client';
  /** Default one year. Negative makes one that has expired already. */
  readonly validForMs?: number;
}

const oid = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
} as const;

const ONE_YEAR_MS = 365 * 86_400_000;
/** Clocks may differ a little; a certificate from the future is refused. */
const BACKDATE_MS = 3_600_000;

/**
 * Makes a self-signed certificate authority with an elliptic-curve key.
 *
 * @example
 * const authority = createAuthority('tests');
 * authority.certificatePem.startsWith('-----BEGIN CERTIFICATE'); // → true
 */
export function createAuthority(commonName = 'informer-gen test authority'): CertifiedKey {
  const keys = newKeyPair();
  const certificatePem = signCertificate({
    subject: [[oid.commonName, commonName]],
    issuer: [[oid.commonName, commonName]],
    publicKeyDer: keys.publicKeyDer,
    signingKeyPem: keys.privateKeyPem,
    validForMs: ONE_YEAR_MS,
    extensions: [
      extension(oid.basicConstraints, sequence(booleanTrue()), true),
      // keyCertSign and cRLSign.
      extension(oid.keyUsage, bitString(Uint8Array.of(0b0000_0110), 1), true),
      extension(oid.subjectKeyIdentifier, octetString(keyIdentifier(keys.publicKeyDer))),
    ],
  });
  return { certificatePem, privateKeyPem: keys.privateKeyPem };
}

/**
 * Makes a certificate for a server or a client, signed by `authority` (one that {@link createAuthority} made).
 *
 * @example
 * const leaf = issueCertificate(createAuthority(), { commonName: 'localhost', usage: 'server' });
 * leaf.certificatePem.startsWith('-----BEGIN CERTIFICATE'); // → true
 */
export function issueCertificate(authority: CertifiedKey, options: LeafOptions): CertifiedKey {
  const keys = newKeyPair();
  const authorityKeyDer = createPublicKey(authority.privateKeyPem).export({ type: 'spki', format: 'der' });
  const extensions = [
    // digitalSignature.
    extension(oid.keyUsage, bitString(Uint8Array.of(0b1000_0000), 7), true),
    extension(
      oid.extendedKeyUsage,
      sequence(objectIdentifier(options.usage === 'server' ? oid.serverAuth : oid.clientAuth)),
    ),
    extension(oid.authorityKeyIdentifier, sequence(der(0x80, keyIdentifier(authorityKeyDer)))),
  ];
  const hosts = options.hosts ?? [];
  if (hosts.length > 0) extensions.push(extension(oid.subjectAltName, sequence(...hosts.map(generalName))));
  const certificatePem = signCertificate({
    subject: [
      ...(options.organizations ?? []).map((organization) => [oid.organization, organization] as const),
      [oid.commonName, options.commonName],
    ],
    issuer: [[oid.commonName, commonNameOf(authority.certificatePem)]],
    publicKeyDer: keys.publicKeyDer,
    signingKeyPem: authority.privateKeyPem,
    validForMs: options.validForMs ?? ONE_YEAR_MS,
    extensions,
  });
  return { certificatePem, privateKeyPem: keys.privateKeyPem };
}

/** Makes the certificate that an API server on loopback shows, signed by `authority`. */
export function issueServingCertificate(authority: CertifiedKey): CertifiedKey {
  const hosts = ['127.0.0.1', 'localhost', 'kubernetes.default.svc'];
  return issueCertificate(authority, { commonName: 'kube-apiserver', hosts, usage: 'server' });
}

type Name = readonly (readonly [type: string, value: string])[];

interface CertificateParts {
  readonly subject: Name;
  readonly issuer: Name;
  readonly publicKeyDer: Uint8Array;
  readonly signingKeyPem: string;
  readonly validForMs: number;
  readonly extensions: readonly Uint8Array[];
}

function signCertificate(parts: CertificateParts): string {
  const algorithm = sequence(objectIdentifier(oid.ecdsaWithSha256));
  const now = Date.now();
  const notAfter = now + parts.validForMs;
  const toBeSigned = sequence(
    der(0xa0, integer(Uint8Array.of(2))), // version 3
    integer(randomBytes(16)),
    algorithm,
    distinguishedName(parts.issuer),
    sequence(time(new Date(Math.min(now, notAfter) - BACKDATE_MS)), time(new Date(notAfter))),
    distinguishedName(parts.subject),
    parts.publicKeyDer,
    der(0xa3, sequence(...parts.extensions)),
  );
  const signature = sign('sha256', toBeSigned, parts.signingKeyPem);
  return toPem(sequence(toBeSigned, algorithm, bitString(signature)));
}

function newKeyPair(): { readonly publicKeyDer: Buffer; readonly privateKeyPem: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKeyDer: publicKey, privateKeyPem: privateKey };
}

function distinguishedName(name: Name): Buffer {
  return sequence(...name.map(([type, value]) => setOfOne(sequence(objectIdentifier(type), utf8String(value)))));
}

function extension(id: string, value: Uint8Array, critical = false): Buffer {
  return sequence(objectIdentifier(id), ...(critical ? [booleanTrue()] : []), octetString(value));
}

function generalName(host: string): Buffer {
  if (isIPv4(host)) return der(0x87, Buffer.from(host.split('.').map(Number)));
  return isIPv6(host) ? der(0x87, ipv6Bytes(host)) : der(0x82, Buffer.from(host, 'ascii'));
}

function ipv6Bytes(host: string): Buffer {
  // As URLs have it: no leading zeros, no IPv4 at its end.
  const [head = '', tail] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return Buffer.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]));
}

function keyIdentifier(publicKeyDer: Uint8Array): Buffer {
  return createHash('sha1').update(publicKeyDer).digest();
}

function commonNameOf(certificatePem: string): string {
  const match = /^CN=(.*)$/m.exec(new X509Certificate(certificatePem).subject);
  if (match?.[1] === undefined) throw new Error('the authority certificate has no common name');
  return match[1];
}

function toPem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
