/**
 * Does what a user of `informer-gen init --operator` does, with the packages as they are packed: writes two projects (the
 * sample, and one for several CRDs), installs, checks, builds and tests them, and runs the sample on a real API server with the
 * rights of its role and no others: it reconciles, answers probes, and exits when it loses its lease.
 *
 *   npm run check:operator
 *   npm run check:operator -- --packed <folder>    with what `check:packages -- --keep <folder>` packed
 */
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RealApiServer } from '@informer-gen/testing';
import type { ApiClient } from '@informer-gen/runtime';
import { deploy } from './operators/deployed-operator.js';
import { nodeBinary } from './packaging/node-binary.js';
import { packAll, packedIn, root } from './packaging/packages.js';
import type { PackageJson, Tarball } from './packaging/packages.js';
import { Project } from './packaging/project.js';
import { readCommandLine } from './command-line.js';

const { packed } = readCommandLine(import.meta.url, { options: { packed: { type: 'string' } } }).values;
const NAME = 'greeting-operator';
const GROUP = `${NAME}.example.com`;
const WAIT_MS = 30_000;
const POLL_MS = 100;

const work = mkdtempSync(join(tmpdir(), 'informer-gen-operator-'));
const node = nodeBinary(process.versions.node.split('.')[0] ?? '', work);
const started = performance.now();

function say(text: string): void {
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
}

/** Writes two projects with the generator as it is installed. */
function writeProjects(tarballs: readonly Tarball[]): { readonly sample: Project; readonly given: Project } {
  const tool = new Project(join(work, 'tool'), { node, tarballs });
  tool.follow(['npm', 'i', 'informer-gen']);
  const init = ['npx', '--no-install', 'informer-gen', 'init', '--operator'];
  tool.run([...init, NAME]);
  assert.throws(() => tool.run([...init, NAME]), /is there already, and is not empty/);
  const crds = ['examples/website/crds', 'examples/crds'].map((folder) => join(root, folder));
  tool.run([...init, 'shop-operator', '--out', 'nested/shop', '--crd', ...crds]);
  const at = (folder: string): Project => new Project(join(tool.folder, folder), { node, tarballs, written: true });
  return { sample: at(NAME), given: at('nested/shop') };
}

/** `npm install`, with our packages from their tarballs. */
function install(project: Project, tarballs: readonly Tarball[]): void {
  const file = join(project.folder, 'package.json');
  const before = readFileSync(file, 'utf8');
  const files = new Map(tarballs.map(({ name, file: tarball }) => [name, `file:${tarball}`]));
  const withFiles = (names: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(names).map(([name, version]) => [name, files.get(name) ?? version]));
  const content = JSON.parse(before) as PackageJson & { devDependencies: Record<string, string> };
  const [dependencies, devDependencies] = [content.dependencies, content.devDependencies].map(withFiles);
  writeFileSync(file, JSON.stringify({ ...content, dependencies, devDependencies }));
  project.follow(['npm', 'install']);
  writeFileSync(file, before);
}

function buildAndTest(project: Project): void {
  for (const script of ['check', 'typecheck', 'build', 'test']) project.run(['npm', 'run', script]);
  say(`${project.folder.slice(work.length + 1)}: up to date, compiles, passes its tests`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks again until the answer is there. */
async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`in ${WAIT_MS} ms there was no ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  output(): string;
  exited(): Promise<number | null>;
}

async function start(project: Project, kubeconfig: string): Promise<Running> {
  const port = await freePort();
  const env = { ...node.env, KUBECONFIG: kubeconfig, PORT: String(port) };
  const child = spawn(node.path, ['dist/main.js'], { cwd: project.folder, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = once(child, 'exit');
  return { child, port, output: () => text, exited: async () => ((await exit) as [number | null])[0] };
}

async function reconciles(project: Project, client: ApiClient, { port }: Running): Promise<void> {
  const sample = JSON.parse(readFileSync(join(project.folder, 'samples/greeting.yaml'), 'utf8')) as object;
  const greetings = `/apis/${GROUP}/v1alpha1/namespaces/default/greetings`;
  await client.request({ method: 'POST', path: greetings, body: sample });
  await eventually('ConfigMap', async () => {
    const { data } = await client.request<{ data: { text: string } }>({
      path: '/api/v1/namespaces/default/configmaps/example',
    });
    return data.text === 'example' ? true : undefined;
  });
  await eventually('condition', async () => {
    const { status } = await client.request<{
      status?: { conditions?: { status: string }[]; observedGeneration?: number };
    }>({ path: `${greetings}/example` });
    return status?.conditions?.[0]?.status === 'True' && status.observedGeneration === 1 ? true : undefined;
  });
  await eventually('event', async () => {
    const { items } = await client.request<{ items: { reason: string }[] }>({
      path: '/apis/events.k8s.io/v1/namespaces/default/events',
    });
    return items.find(({ reason }) => reason === 'Published');
  });
  for (const probe of ['healthz', 'readyz']) {
    const { status } = await fetch(`http://127.0.0.1:${port}/${probe}`);
    assert.equal(status, 200, `/${probe} answers ${status}`);
  }
}

/** Somebody else holds the lease: the process must end. */
async function takeLease(client: ApiClient): Promise<void> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/default/leases/${NAME}`;
  const headers = { 'content-type': 'application/merge-patch+json' };
  const body = { spec: { holderIdentity: 'somebody else', leaseDurationSeconds: 3600 } };
  await client.request({ method: 'PATCH', path, headers, body });
}

async function runOnRealServer(project: Project): Promise<void> {
  await using server = await RealApiServer.start();
  const kubeconfig = await deploy(project.folder, NAME, server);
  await using client = await server.connect();
  const first = await start(project, kubeconfig);
  try {
    await reconciles(project, client, first);
    first.child.kill('SIGTERM');
    assert.equal(await first.exited(), 0, first.output());
    assert.equal(first.output(), 'leading\nstopped\n');
    say('runs on a real server with the rights of its role: reconciles, answers probes, ends on SIGTERM');
  } finally {
    first.child.kill('SIGKILL');
  }
  const second = await start(project, kubeconfig);
  try {
    await eventually('leader', async () => (second.output().includes('leading') ? true : undefined));
    await takeLease(client);
    assert.equal(await second.exited(), 1, second.output());
    assert.match(second.output(), /LeaderElectionLostError/);
    say('exits when it has lost its lease');
  } finally {
    second.child.kill('SIGKILL');
  }
}

try {
  const tarballs = packed === undefined ? await packAll(join(work, 'tarballs'), { docs: false }) : packedIn(packed);
  say('packed');
  const { sample, given } = writeProjects(tarballs);
  say('written');
  install(sample, tarballs);
  say('installed');
  buildAndTest(sample);
  symlinkSync(join(sample.folder, 'node_modules'), join(given.folder, 'node_modules'));
  buildAndTest(given);
  await runOnRealServer(sample);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
