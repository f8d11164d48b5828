/**
 * Makes `generated/`: the informers, listers and factory of every built-in Kubernetes resource.
 *
 *   npm run generate:kubernetes                        from the snapshot that is checked in
 *   npm run generate:kubernetes -- --check             fails where generated/ is not what the generator gives
 *   npm run generate:kubernetes -- --version 1.36.3    a new snapshot from a kube-apiserver of that version first
 *   npm run generate:kubernetes -- --docs --out DIR    with Kubernetes' descriptions, from a live server, as it is published
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { describeProblem, generate, type GenerateOptions, type GenerateReport } from '../generator/index.js';
import { startApiServer } from '@informer-gen/testing';
import { KUBERNETES_TYPES_FILE } from '../generator/package-files.js';
import { snapshotOf } from './kubernetes-snapshot.js';
import { typesTable } from './kubernetes-types-table.js';
import { readCommandLine } from './command-line.js';

const root = resolve(import.meta.dirname, '..');
const snapshotFile = join(root, 'generated/openapi.json');

const { values } = readCommandLine(import.meta.url, {
  options: {
    version: { type: 'string' },
    check: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    out: { type: 'string', default: join(root, 'generated') },
  },
});

/** The OpenAPI v3 documents of a kube-apiserver that serves everything it has. */
async function readServer(wanted?: string): Promise<{ version: string; documents: object[] }> {
  await using server = await startApiServer({ runtimeConfig: { 'api/all': true }, audit: false });
  const version = server.version.replace(/^v/, '');
  if (wanted !== undefined && wanted.replace(/^v/, '') !== version) {
    throw new Error(
      `the kube-apiserver found is ${version}, not ${wanted}: set KUBEBUILDER_ASSETS to one of that version`,
    );
  }
  const index = await server.json<{ paths: { [name: string]: { serverRelativeURL: string } } }>('/openapi/v3');
  const urls = Object.entries(index.paths)
    .filter(([name]) => /^apis?\/(.*\/)?v\d/.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    version,
    documents: await Promise.all(urls.map(([, { serverRelativeURL }]) => server.json<object>(serverRelativeURL))),
  };
}

/** Versions that are not stable are off by default on servers: they come as an output of their own, with its own factory. */
const unstable = ['*/v*alpha*', '*/v*beta*'];

/** As client-go calls these groups. */
const groups = {
  'rbac.authorization.k8s.io': 'rbac',
  'flowcontrol.apiserver.k8s.io': 'flowcontrol',
  'internal.apiserver.k8s.io': 'internal',
};

async function generateAll(openapi: string, options: GenerateOptions & { out: string }): Promise<GenerateReport[]> {
  const shared: GenerateOptions = {
    ...options,
    openapi,
    names: { groups },
    verify: 'syntax',
    readme: false,
    force: true,
    cwd: root,
  };
  return [
    await generate({ ...shared, exclude: unstable }),
    await generate({ ...shared, include: unstable, out: join(options.out, 'preview') }),
  ];
}

if (values.version !== undefined) {
  const { version, documents } = await readServer(values.version);
  writeFileSync(snapshotFile, `${JSON.stringify(snapshotOf(version, documents))}\n`);
  console.log(
    `snapshot of Kubernetes ${version}: ${documents.length} group versions, ${readFileSync(snapshotFile).length} bytes`,
  );
}

const table = typesTable(snapshotFile, { exclude: unstable, names: { groups } });
if (!values.check && !values.docs) writeFileSync(KUBERNETES_TYPES_FILE, table);
if (readFileSync(KUBERNETES_TYPES_FILE, 'utf8') !== table) {
  console.log(`${relative(root, KUBERNETES_TYPES_FILE)} is out of date: run npm run generate:kubernetes`);
  process.exitCode = 1;
}

const temporary = values.docs ? mkdtempSync(join(tmpdir(), 'informer-gen-openapi-')) : undefined;
try {
  let openapi = snapshotFile;
  if (temporary !== undefined) {
    const { documents } = await readServer();
    documents.forEach((document, position) =>
      writeFileSync(join(temporary, `${position}.json`), JSON.stringify(document)),
    );
    openapi = temporary;
  }
  const reports = await generateAll(openapi, { out: resolve(values.out), check: values.check, docs: values.docs });
  for (const { ok, resources, written, unchanged, removed, problems, differences } of reports) {
    console.log(`${resources} resources; written ${written.length}, unchanged ${unchanged}, removed ${removed.length}`);
    for (const problem of problems) console.log(describeProblem(problem));
    for (const { path, diff } of differences) console.log(`${path} differs:\n  ${diff.join('\n  ')}`);
    if (!ok) process.exitCode = 1;
  }
} finally {
  if (temporary !== undefined) rmSync(temporary, { recursive: true });
}
