/** The memory of an operator as in a pod, above that of Node itself with the modules that it cannot do without. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, issueCertificate, SimulatedApiServer } from '@informer-gen/testing';
import { websiteCrd } from '../../test/runtime/controller/support/websites.js';
import { column } from '../lib/columns.js';
import { goal } from '../lib/goal.js';
import { node22 } from '../lib/node22.js';
import type { Options } from '../lib/options.js';
import { bundleClient } from '../lib/programs.js';
import type { SuiteResult } from '../lib/result.js';
import { type Contender, runRounds } from '../lib/rounds.js';

/** Where pods have their service account; the bench has none there, and lets the bundled program look elsewhere. */
const MOUNTED_AT = '/var/run/secrets/kubernetes.io/serviceaccount';
const ALLOWED_BYTES = 35e6;
const IDLE_MS = 5000;

/** What Node takes with HTTP/2 and TLS loaded, after as long a wait as the operator's. */
const bareProgram = `
import 'node:http2';
import 'node:tls';
setTimeout(() => console.log(JSON.stringify({ client: 'node', rss: process.memoryUsage.rss() })), ${IDLE_MS});
`;

export async function operatorMemorySuite({ objects = 1000, rounds }: Options): Promise<SuiteResult> {
  const folder = await mkdtemp(join(tmpdir(), 'informer-gen-operator-'));
  try {
    const rows = await inFolder(folder, objects, rounds);
    const [bare, operator] = ['bare', 'operator'].map((id) => rows.find((row) => row.id === id)?.figures['rss']);
    const above = operator === undefined || bare === undefined ? undefined : operator - bare;
    return {
      suite: 'operator-memory',
      settings: { objects, rounds },
      rows,
      columns: [
        column('RSS MB', 'rss', { scale: 1e6 }),
        column('peak MB', 'peakRss', { scale: 1e6 }),
        column('heap+ext MB', 'held', { scale: 1e6 }),
      ],
      goals: [
        goal({
          section: '10 controllers',
          text: 'above bare Node 22, to 35 MB',
          of: above,
          by: ALLOWED_BYTES,
          atMost: 1,
        }),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inFolder(folder: string, objects: number, rounds: number): ReturnType<typeof runRounds> {
  const node = await node22();
  const authority = createAuthority();
  const { certificatePem, privateKeyPem } = issueCertificate(authority, {
    commonName: 'kubernetes',
    hosts: ['127.0.0.1'],
    usage: 'server',
  });
  await using server = await SimulatedApiServer.start({
    crds: [websiteCrd],
    tls: { cert: certificatePem, key: privateKeyPem, ca: authority.certificatePem },
  });
  for (let i = 0; i < objects; i += 1) {
    const metadata = { namespace: 'default', name: `site-${i}` };
    server.create('websites', { metadata, spec: { html: '<p>hello</p>'.repeat(20), replicas: 2 } });
  }
  const files = { token: 'a-token', 'ca.crt': authority.certificatePem, namespace: 'default', 'bare.mjs': bareProgram };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const bundle = await readFile(await bundleClient('operator'), 'utf8');
  await writeFile(join(folder, 'operator.mjs'), bundle.replaceAll(MOUNTED_AT, folder));
  const { hostname, port } = new URL(server.url);
  const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
  const contenders: Contender[] = [
    { id: 'bare', name: 'Node 22, http2 and tls', command: [node, join(folder, 'bare.mjs')] },
    {
      id: 'operator',
      name: `operator, ${objects} objects`,
      command: [node, join(folder, 'operator.mjs'), '-', String(objects)],
      env,
    },
  ];
  return await runRounds(contenders, { rounds });
}
