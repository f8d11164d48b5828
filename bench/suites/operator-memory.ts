/** The memory of an operator as in a pod, above that of Node itself with the modules that it cannot do without. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, issueCertificate, SimulatedApiServer } from '@informer-gen/testing';
import type { CertifiedKey } from '@informer-gen/testing';
import { websiteCrd } from '../../test/runtime/controller/support/websites.js';
import { column } from '../lib/columns.js';
import { goal } from '../lib/goal.js';
import { node22 } from '../lib/node22.js';
import type { Options } from '../lib/options.js';
import { bundleClient, rootFolder } from '../lib/programs.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { type Contender, runRounds } from '../lib/rounds.js';
import { medians } from '../lib/stats.js';

/** Where pods have their service account; the bench has none there, and lets the bundled program look elsewhere. */
const MOUNTED_AT = '/var/run/secrets/kubernetes.io/serviceaccount';
const ALLOWED_BYTES = 35e6;
const IDLE_MS = 5000;
const section = '10 memory above bare Node 22';

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
    const rssOf = (id: string): number => rows.find((row) => row.id === id)?.figures['rss'] ?? Number.NaN;
    const above = (id: string): number => rssOf(id) - rssOf('bare');
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
        goal({ section, text: "as the template's image, to 35 MB", of: above('image'), by: ALLOWED_BYTES, atMost: 1 }),
        goal({ section, text: "with Node's own settings, to 35 MB", of: above('plain'), by: ALLOWED_BYTES, atMost: 1 }),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inFolder(folder: string, objects: number, rounds: number): Promise<Row[]> {
  const node = await node22();
  const authority = createAuthority();
  const files = { token: 'a-token', 'ca.crt': authority.certificatePem, namespace: 'default', 'bare.mjs': bareProgram };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const bundle = await readFile(await bundleClient('operator'), 'utf8');
  await writeFile(join(folder, 'operator.mjs'), bundle.replaceAll(MOUNTED_AT, folder));
  const bare: Contender = { id: 'bare', name: 'Node 22, http2 and tls', command: [node, join(folder, 'bare.mjs')] };
  const operator = (id: string, name: string, options: string): Contender => ({
    id,
    name: `operator, ${objects} objects, ${name}`,
    command: [node, join(folder, 'operator.mjs'), '-', String(objects)],
    env: { NODE_OPTIONS: options },
  });
  const contenders = [
    bare,
    operator('image', "as the template's image", await imageOptions()),
    operator('plain', "with Node's own settings", ''),
  ];
  const found = contenders.map((contender) => ({ contender, runs: [] as Row[] }));
  for (let round = 1; round <= rounds; round++)
    for (const { contender, runs } of found) runs.push(await onNewServer(contender, { authority, objects }));
  return found.map(({ contender: { id, name }, runs }) => {
    const figures = runs.flatMap((run) => run.rounds);
    return { id, name, figures: medians(figures), rounds: figures, errors: runs.flatMap(({ errors }) => errors) };
  });
}

/** On a server on which nothing is done yet: a second run would find its work done. */
async function onNewServer(
  contender: Contender,
  { authority, objects }: { readonly authority: CertifiedKey; readonly objects: number },
): Promise<Row> {
  const leaf = issueCertificate(authority, { commonName: 'kubernetes', hosts: ['127.0.0.1'], usage: 'server' });
  const tls = { cert: leaf.certificatePem, key: leaf.privateKeyPem, ca: authority.certificatePem };
  await using server = await SimulatedApiServer.start({ crds: [websiteCrd], tls });
  for (let i = 0; i < objects; i += 1) {
    const metadata = { namespace: 'default', name: `site-${i}` };
    server.create('websites', { metadata, spec: { html: '<p>hello</p>'.repeat(20), replicas: 2 } });
  }
  const { hostname, port } = new URL(server.url);
  const env = { ...contender.env, KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
  const [row] = await runRounds([{ ...contender, env }], { rounds: 1 });
  if (row === undefined) throw new Error('a round without a row');
  return row;
}

/** How the image of `informer-gen init --operator` runs Node. */
async function imageOptions(): Promise<string> {
  const dockerfile = await readFile(join(rootFolder, 'templates', 'operator', 'dockerfile.hbs'), 'utf8');
  return /^ENV NODE_OPTIONS=(.*)$/m.exec(dockerfile)?.[1] ?? '';
}
