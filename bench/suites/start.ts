/** How a program starts in a pod: what loading costs, when the first list is sent, and what an idle factory takes. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, issueCertificate, SimulatedApiServer } from '@informer-gen/testing';
import { column } from '../lib/columns.js';
import { goal } from '../lib/goal.js';
import { node22 } from '../lib/node22.js';
import type { Options } from '../lib/options.js';
import { rootFolder } from '../lib/programs.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { runCommand } from '../lib/run-command.js';
import { medians, type Numbers } from '../lib/stats.js';

/** Where pods have their service account; the bench has none there, and lets the compiled runtime look elsewhere. */
const MOUNTED_AT = '/var/run/secrets/kubernetes.io/serviceaccount';
const IDLE_MS = 3000;
const ALLOWED = { loadMs: 40, firstListMs: 150, idleBytes: 20e6 };

const figures = `startMs: performance.now(), cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000`;

/** Each a process of its own. Times are since the start of the process. */
const programs: { readonly [id: string]: { readonly name: string; readonly text: string } } = {
  empty: { name: 'Node 22, nothing loaded', text: `console.log(JSON.stringify({ ${figures} }));` },
  bare: {
    name: 'Node 22, http2 and tls',
    text: `import 'node:http2';
import 'node:tls';
const started = { ${figures} };
setTimeout(() => console.log(JSON.stringify({ ...started, rss: process.memoryUsage.rss() })), ${IDLE_MS});`,
  },
  root: {
    name: 'informer-gen, the root entry point',
    text: `import './runtime/index.js';
console.log(JSON.stringify({ ${figures} }));`,
  },
  idle: {
    name: 'informer-gen, three idle informers',
    text: `import { BaseSharedInformerFactory, connect, defineResource } from './runtime/index.js';
const factory = new BaseSharedInformerFactory(await connect());
for (const [kind, plural] of [['Pod', 'pods'], ['Service', 'services'], ['ConfigMap', 'configmaps']])
  factory.informerFor(defineResource({ group: '', version: 'v1', kind, plural, namespaced: true }));
factory.start();
await factory.waitForCacheSync({ timeoutMs: 30_000 });
const started = { ${figures}, timeOrigin: performance.timeOrigin };
setTimeout(() => {
  console.log(JSON.stringify({ ...started, rss: process.memoryUsage.rss() }));
  process.exit();
}, ${IDLE_MS});`,
  },
};

export async function startSuite({ rounds }: Options): Promise<SuiteResult> {
  await runCommand(['npm', 'run', 'build:runtime'], { cwd: rootFolder });
  const folder = await mkdtemp(join(tmpdir(), 'informer-gen-start-'));
  try {
    const rows = await inFolder(folder, rounds);
    const of = (id: string, figure: string): number | undefined => rows.find((row) => row.id === id)?.figures[figure];
    const above = (id: string, base: string, figure: string): number | undefined => {
      const [high, low] = [of(id, figure), of(base, figure)];
      return high === undefined || low === undefined ? undefined : high - low;
    };
    const section = '12 start';
    const load = above('root', 'empty', 'startMs');
    const idle = above('idle', 'bare', 'rss');
    return {
      suite: 'start',
      settings: { rounds },
      rows,
      columns: [
        column('ms since start', 'startMs'),
        column('CPU ms', 'cpuMs'),
        column('first list sent ms', 'firstListMs'),
        column('RSS MB', 'rss', { scale: 1e6 }),
      ],
      goals: [
        goal({ section, text: 'loading the root, to 40 ms', of: load, by: ALLOWED.loadMs, atMost: 1 }),
        goal({
          section,
          text: 'first list sent, to 150 ms',
          of: of('idle', 'firstListMs'),
          by: ALLOWED.firstListMs,
          atMost: 1,
        }),
        goal({ section, text: 'three idle informers, to 20 MB', of: idle, by: ALLOWED.idleBytes, atMost: 1 }),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inFolder(folder: string, rounds: number): Promise<Row[]> {
  const node = await node22();
  const authority = createAuthority();
  const { certificatePem, privateKeyPem } = issueCertificate(authority, {
    commonName: 'kubernetes',
    hosts: ['127.0.0.1'],
    usage: 'server',
  });
  await using server = await SimulatedApiServer.start({
    tls: { cert: certificatePem, key: privateKeyPem, ca: authority.certificatePem },
  });
  let firstRequestAt = 0;
  server.onRequest(() => {
    firstRequestAt ||= Date.now();
    return undefined;
  });
  await prepare(folder, authority.certificatePem);
  const { hostname, port } = new URL(server.url);
  const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port, HOME: folder };
  const found = new Map<string, Numbers[]>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const id of Object.keys(programs)) {
      process.stderr.write(`round ${round} of ${rounds}: ${programs[id]?.name}\n`);
      firstRequestAt = 0;
      const { stdout } = await runCommand([node, join(folder, `${id}.mjs`)], { env });
      const { timeOrigin, ...rest } = JSON.parse(stdout) as { readonly [figure: string]: number };
      const sent = timeOrigin === undefined ? {} : { firstListMs: firstRequestAt - timeOrigin };
      found.set(id, [...(found.get(id) ?? []), { ...rest, ...sent }]);
    }
  }
  return Object.entries(programs).map(([id, { name }]) => {
    const all = found.get(id) ?? [];
    return { id, name, figures: medians(all), rounds: all, errors: [] };
  });
}

/** The compiled runtime as Node loads it, and the programs, in a folder that stands in for the pod's. */
async function prepare(folder: string, ca: string): Promise<void> {
  const runtime = join(folder, 'runtime');
  await cp(join(rootFolder, 'runtime/dist/bundled'), runtime, { recursive: true });
  for (const file of await readdir(runtime, { recursive: true })) {
    if (!file.endsWith('.js')) continue;
    const text = await readFile(join(runtime, file), 'utf8');
    if (text.includes(MOUNTED_AT)) await writeFile(join(runtime, file), text.replaceAll(MOUNTED_AT, folder));
  }
  const files = { token: 'a-token', 'ca.crt': ca, namespace: 'default', 'package.json': '{"type":"module"}' };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  for (const [id, { text }] of Object.entries(programs)) await writeFile(join(folder, `${id}.mjs`), text);
}
