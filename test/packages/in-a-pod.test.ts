import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createAuthority, issueCertificate, SimulatedApiServer } from '@informer-gen/testing';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const MOUNTED_AT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Prints the name of every ConfigMap that it is told of. It is not near any node_modules. */
const PROGRAM = `
import { connect, defineResource, newResourceInformer } from '@informer-gen/runtime';
const configMaps = defineResource({ group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true });
const informer = newResourceInformer(await connect(), configMaps, { namespace: 'default' });
informer.addEventHandler({ onAdd: ({ metadata }) => console.log(metadata.name) });
await informer.run({ signal: new AbortController().signal });
`;

it('a program in a pod needs its service account alone: no client-node, and a token that rotates is read again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'informer-gen-pod-'));
  const authority = createAuthority();
  const { certificatePem: cert, privateKeyPem: key } = issueCertificate(authority, {
    commonName: 'kubernetes',
    hosts: ['127.0.0.1'],
    usage: 'server',
  });
  await using server = await SimulatedApiServer.start({ tls: { cert, key, ca: authority.certificatePem } });
  const createConfigMap = (name: string): unknown =>
    server.create('configmaps', { metadata: { namespace: 'default', name } });
  const file = path.join(folder, 'program.mjs');
  await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname },
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    conditions: ['@informer-gen/source'],
    external: ['@kubernetes/client-node'],
  });
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(MOUNTED_AT, folder));
  await writeFile(path.join(folder, 'ca.crt'), authority.certificatePem);
  await writeFile(path.join(folder, 'token'), 'first\n');
  server.requireTokens(['first']);
  createConfigMap('before');

  const { hostname, port } = new URL(server.url);
  const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port, HOME: folder };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const told: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => told.push(line));
  try {
    await expect.poll(() => told, { timeout: 30_000 }).toContain('before');
    await writeFile(path.join(folder, 'token'), 'second');
    server.requireTokens(['second']);
    server.cutWatches();
    createConfigMap('after');
    await expect.poll(() => told, { timeout: 30_000 }).toContain('after');
    expect(server.requests.some(({ code }) => code === 401)).toBe(true);
  } finally {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  }
}, 90_000);
