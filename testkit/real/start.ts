import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kubeconfigText } from '../credentials/kubeconfig.js';
import { ApiServer } from './api-server.js';
import { auditPolicy } from './audit.js';
import { requireApiServer } from './binaries.js';
import type { ApiServerBinaries } from './binaries.js';
import { createAuthority, issueServingCertificate } from '../credentials/certificates.js';
import type { CertifiedKey } from '../credentials/certificates.js';
import { ApiServerStartError } from './errors.js';
import { startEtcd } from './etcd.js';
import type { Etcd } from './etcd.js';
import { serverFiles } from './flags.js';
import type { ApiServerSettings } from './flags.js';
import { freePort } from './ports.js';
import { sharedReaper } from './reaper.js';
import { authenticationConfiguration, startTokenIssuer } from './tokens.js';
import type { TokenIssuer } from './tokens.js';

/** Settings of the server, and of its start. */
export interface StartOptions extends ApiServerSettings {
  /** Default: the first that {@link requireApiServer} finds. */
  readonly binaries?: ApiServerBinaries;
  /** How long the API server may take to become ready, at the start and after each restart. Default 60 seconds. */
  readonly readyTimeoutMs?: number;
}

const PORT_ATTEMPTS = 3;

/**
 * Starts etcd and kube-apiserver on loopback, on ports and in a folder of their own, and waits until they are ready.
 * Any number can run side by side. When this process ends, however it does, they end too.
 *
 * @example
 * await using server = await startApiServer({ featureGates: { ShardedListAndWatch: true } });
 * await server.json('/api/v1/namespaces');
 */
export async function startApiServer(options: StartOptions = {}): Promise<ApiServer> {
  const binaries = options.binaries ?? requireApiServer();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(binaries, options);
    } catch (error) {
      const portTaken = error instanceof ApiServerStartError && error.message.includes('address already in use');
      if (!portTaken || attempt >= PORT_ATTEMPTS) throw error;
    }
  }
}

async function startOnce(binaries: ApiServerBinaries, options: StartOptions): Promise<ApiServer> {
  const folder = await mkdtemp(join(tmpdir(), 'informer-gen-apiserver-'));
  sharedReaper().addFolder(folder);
  const authority = createAuthority();
  const serving = issueServingCertificate(authority);
  const issuer = await startTokenIssuer(serving);
  const cleanUp = async (): Promise<void> => {
    await issuer.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    sharedReaper().removeFolder(folder);
  };
  let etcd: Etcd | undefined;
  let server: ApiServer | undefined;
  try {
    etcd = await startEtcd(binaries.etcd, folder);
    const setup = { folder, authority, serving, issuer, etcd, binaries, cleanUp };
    server = await prepareServer(setup, options);
    await server.restartApiServer();
    return server;
  } catch (error) {
    if (server !== undefined) await server.stop();
    else {
      await etcd?.server.kill9();
      await cleanUp();
    }
    throw error;
  }
}

interface Setup {
  readonly folder: string;
  readonly authority: CertifiedKey;
  readonly serving: CertifiedKey;
  readonly issuer: TokenIssuer;
  readonly etcd: Etcd;
  readonly binaries: ApiServerBinaries;
  readonly cleanUp: () => Promise<void>;
}

async function prepareServer(setup: Setup, options: StartOptions): Promise<ApiServer> {
  const { folder, authority, issuer, etcd, binaries, cleanUp } = setup;
  const port = await freePort();
  const adminToken = randomBytes(24).toString('base64url');
  const connection = {
    url: `https://127.0.0.1:${port}`,
    version: await versionOf(binaries.kubeApiServer),
    caPem: authority.certificatePem,
    caKeyPem: authority.privateKeyPem,
    adminToken,
    tokenIssuerUrl: issuer.url,
    tokenKeyPem: issuer.privateKeyPem,
    kubeconfigPath: join(folder, 'kubeconfig'),
    auditLogFile: options.audit === false ? undefined : serverFiles(folder).auditLog,
  };
  await writeServerFiles(setup, adminToken);
  const { url, caPem, kubeconfigPath } = connection;
  await writeFile(kubeconfigPath, kubeconfigText({ url, caPem, credentials: { token: adminToken } }), { mode: 0o600 });
  const { readyTimeoutMs = 60_000, binaries: _binaries, ...settings } = options;
  return new ApiServer({
    connection,
    settings,
    program: binaries.kubeApiServer,
    etcd,
    folder,
    port,
    readyTimeoutMs,
    cleanUp,
  });
}

async function writeServerFiles(setup: Setup, adminToken: string): Promise<void> {
  const files = serverFiles(setup.folder);
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  });
  const contents: readonly (readonly [file: string, text: string])[] = [
    [files.servingCertificate, setup.serving.certificatePem],
    [files.servingKey, setup.serving.privateKeyPem],
    [files.clientAuthority, setup.authority.certificatePem],
    [files.serviceAccountKey, privateKey],
    [files.tokens, `${adminToken},informer-gen:admin,informer-gen:admin,"system:masters"\n`],
    [files.authentication, authenticationConfiguration(setup.issuer, setup.authority.certificatePem)],
    [files.auditPolicy, auditPolicy],
  ];
  await Promise.all(contents.map(async ([file, text]) => await writeFile(file, text, { mode: 0o600 })));
}

/** Asked of the program, so that it is known before the server runs: `Kubernetes v1.36.3`. */
async function versionOf(kubeApiServer: string): Promise<string> {
  const { stdout } = await promisify(execFile)(kubeApiServer, ['--version']);
  return stdout.trim().replace(/^Kubernetes /, '');
}
