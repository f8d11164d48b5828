import { X509Certificate } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CertifiedKey } from '@informer-gen/testing';
import { createAuthority, issueCertificate } from '@informer-gen/testing';

const authority = createAuthority();
const serving = issueCertificate(authority, {
  commonName: 'server',
  hosts: ['127.0.0.1', 'localhost'],
  usage: 'server',
});

/** Does one handshake in which each side asks for the other's certificate; returns what the server saw of the client. */
async function handshake(client: CertifiedKey, servername?: string): Promise<{ name: string; authorized: boolean }> {
  const { promise, resolve } = withResolvers<{ name: string; authorized: boolean }>();
  const server = createServer(
    {
      cert: serving.certificatePem,
      key: serving.privateKeyPem,
      ca: authority.certificatePem,
      requestCert: true,
      rejectUnauthorized: false,
    },
    (socket) => {
      resolve({ name: String(socket.getPeerCertificate().subject.CN), authorized: socket.authorized });
      socket.end();
    },
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const socket: TLSSocket = connect({
    host: '127.0.0.1',
    port,
    ca: authority.certificatePem,
    cert: client.certificatePem,
    key: client.privateKeyPem,
    ...(servername === undefined ? {} : { servername }),
  });
  const failed = new Promise<never>((_resolve, reject) => socket.once('error', reject));
  try {
    return await Promise.race([promise, failed]);
  } finally {
    socket.destroy();
    server.close();
  }
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('certificates made without any other program', () => {
  it('carry a TLS handshake in which both sides check the other', async () => {
    const client = issueCertificate(authority, { commonName: 'jane', organizations: ['readers'], usage: 'client' });

    await expect(handshake(client)).resolves.toEqual({ name: 'jane', authorized: true });
  });

  it('are refused for a host they do not name', async () => {
    const client = issueCertificate(authority, { commonName: 'jane', usage: 'client' });

    await expect(handshake(client, 'elsewhere.example')).rejects.toThrow(/altnames/);
  });

  it('are refused once they have expired, and when another authority made them', async () => {
    const expired = issueCertificate(authority, { commonName: 'late', usage: 'client', validForMs: -1000 });
    const foreign = issueCertificate(createAuthority(), { commonName: 'stranger', usage: 'client' });

    await expect(handshake(expired)).resolves.toEqual({ name: 'late', authorized: false });
    await expect(handshake(foreign)).resolves.toEqual({ name: 'stranger', authorized: false });
  });

  it('say what they were made to say, for any name', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(name, name, (commonName, organization) => {
        const made = issueCertificate(authority, { commonName, organizations: [organization], usage: 'client' });
        const read = new X509Certificate(made.certificatePem);
        const subject = read.toLegacyObject().subject;
        expect({ CN: subject.CN, O: subject.O }).toEqual({ CN: commonName, O: organization });
        expect(read.verify(new X509Certificate(authority.certificatePem).publicKey)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
