import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BaseSharedInformerFactory, connect, type Client, type InformerHost } from '@informer-gen/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import type { ApiServerAccess } from '@informer-gen/testing';
import { describeWithOwnApiServer } from '../../setup/api-server.js';
import { compileOutput, emitRuntimeDeclarations, ROOT } from '../../generator/corpus/compile-output.js';
import { DATA } from '../../generator/corpus/corpus.js';
import { crdResources, type Crd, type CrdResource } from '../../types/values/crd-values.js';
import { claimsText, type Claim } from '../../types/values/literals.js';
import { sampleFields, type Mode } from '../../types/values/sample.js';
import type { Json } from '../../types/values/schema.js';
import { Arrivals } from './arrivals.js';
import { crdFiles, noWholeSample } from './custom-objects.js';
import { createObject, resourcesOf, type FoundResource, type Output } from './resources.js';

/** Inside the repository, where tests are transformed; a folder with a dot, which other tools pass over. */
const out = path.join(import.meta.dirname, '.output');

const files = [
  ...crdFiles.own.map((file) => path.join(ROOT, file)),
  ...crdFiles.real.map((file) => path.join(DATA, file)),
];
const inputs = files.filter((file) => existsSync(file));
const custom = new Map<string, CrdResource>(
  inputs
    .flatMap((file) => crdResources(readFileSync(file, 'utf8')))
    .map((resource) => [`${resource.group}/${resource.version}/${resource.plural}`, resource]),
);

/** What the index and the table of a generated output export. */
interface GeneratedOutput {
  allInformers(host: InformerHost): object;
  findResource(host: InformerHost, apiVersion: string, plural: string): { informer(): unknown };
}

/** Loads an output as a user's program does. */
async function load(host: InformerHost): Promise<Output> {
  const index = (await import(path.join(out, 'index.ts'))) as GeneratedOutput;
  const { resources } = (await import(path.join(out, 'generic.ts'))) as Pick<Output, 'resources'>;
  const find: Output['find'] = (apiVersion, plural) => index.findResource(host, apiVersion, plural);
  return { informers: index.allInformers(host), resources, find };
}

/** Installs a CRD and waits until its resources are served. */
async function install(server: ApiServerAccess, crd: Crd): Promise<void> {
  const url = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  // A conversion webhook that nobody runs would fail every request for another version.
  const body = { ...crd, status: undefined, spec: { ...crd.spec, conversion: undefined } };
  await server.json(url, { method: 'POST', body });
}

async function waitUntilServed(server: ApiServerAccess, { group, version, plural }: CrdResource): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { status } = await server.request(`/apis/${group}/${version}/${plural}?limit=1`);
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${plural}.${group}/${version} is not served`);
}

/** A sample of a resource's schema, without what every object has. */
function bodyOf({ key }: FoundResource, mode: Mode): { readonly [name: string]: Json } {
  const fields = Object.entries(sampleFields(custom.get(key)?.schema ?? {}, mode));
  return Object.fromEntries(fields.filter(([name]) => !['apiVersion', 'kind', 'metadata'].includes(name)));
}

describeWithOwnApiServer('an informer of every resource of a set of CRDs', { audit: false }, (server) => {
  let client: Client & AsyncDisposable;
  let factory: BaseSharedInformerFactory;
  let found: FoundResource[] = [];
  const nameOf = ({ resource }: FoundResource): string => `every-${resource.version}`;
  const wholeNameOf = ({ resource }: FoundResource): string => `whole-${resource.version}`;

  beforeAll(async () => {
    mkdirSync(out, { recursive: true });
    const { problems } = await generate({ crd: inputs, out, verify: 'none', prune: true });
    expect(problems).toEqual([]);
    const crds = new Map([...custom.values()].map(({ crd }) => [crd.metadata.name, crd]));
    await Promise.all([...crds.values()].map((crd) => install(server(), crd)));
    await Promise.all([...custom.values()].map((resource) => waitUntilServed(server(), resource)));
    client = await connect({ kubeconfigPath: server().kubeconfigPath });
    factory = new BaseSharedInformerFactory(client);
    found = resourcesOf(await load(factory));
  }, 180_000);

  afterAll(async () => {
    await factory?.shutdown();
    await client?.[Symbol.asyncDispose]();
    rmSync(out, { recursive: true, force: true });
  });

  it('is there for every served version, and the exceptions are about resources that exist', () => {
    expect(found.map(({ key }) => key).sort()).toEqual([...custom.keys()].sort());
    const real = new Set(crdFiles.real.filter((file) => existsSync(path.join(DATA, file))));
    if (real.size === crdFiles.real.length) {
      expect(Object.keys(noWholeSample).filter((key) => !custom.has(key))).toEqual([]);
    }
  });

  it('tells of an object that is created, and its typed lister returns it', async () => {
    const arrivals = new Arrivals();
    for (const each of found) arrivals.expect(each, nameOf(each));
    factory.start();
    await factory.waitForCacheSync({ timeoutMs: 60_000 });
    const refused: string[] = [];
    for (const each of found) {
      await createObject(server(), each, { metadata: { name: nameOf(each) }, ...bodyOf(each, 'required') });
      const whole = { metadata: { name: wholeNameOf(each) }, ...bodyOf(each, 'all') };
      await createObject(server(), each, whole).catch(() => refused.push(each.key));
    }
    const expected = Object.keys(noWholeSample).filter((key) => custom.has(key));
    expect(refused.sort()).toEqual(expected.sort());
    expect(await arrivals.all(30_000)).toEqual([]);
    for (const each of found) {
      const { apiVersion, resource, get } = each;
      expect(get('default', nameOf(each)), each.key).toMatchObject({ apiVersion, kind: resource.kind });
    }
  }, 120_000);

  it('holds only objects that are literals of their generated types, with the defaults that the server fills in', async () => {
    // Without conversion, an object of another version may be none of this one's: only those made in it are looked at.
    const claims = found.flatMap((each) => {
      const type = `ResourceTypes['${each.apiVersion}']['${each.resource.plural}']`;
      const objects = [nameOf(each), wholeNameOf(each)].map((name) => each.get('default', name));
      return objects
        .filter((object) => object !== undefined)
        .map((value): Claim => ({ type, value: value as unknown as Json, about: each.key }));
    });
    expect(claims.length).toBeGreaterThanOrEqual(found.length);
    const folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-custom-'));
    try {
      const output = path.join(folder, 'out');
      await generate({ crd: inputs, out: output, verify: 'none' });
      const imported = "import type { ResourceTypes } from './generic.js';\n";
      writeFileSync(path.join(output, 'claims.ts'), imported + claimsText(claims));
      await emitRuntimeDeclarations(path.join(folder, 'runtime'));
      expect(await compileOutput(output, { runtime: path.join(folder, 'runtime') })).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
