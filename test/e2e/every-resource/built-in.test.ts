import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BaseSharedInformerFactory, connect, type Client } from '@informer-gen/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as stable from '../../../generated/index.js';
import { resources as stableResources } from '../../../generated/generic.js';
import * as unstable from '../../../generated/preview/index.js';
import { resources as unstableResources } from '../../../generated/preview/generic.js';
import { describeWithOwnApiServer } from '../../setup/api-server.js';
import { compileOutput, emitRuntimeDeclarations, ROOT } from '../../generator/corpus/compile-output.js';
import { claimsText, type Claim } from '../../types/values/literals.js';
import type { Json } from '../../types/values/schema.js';
import { Arrivals } from './arrivals.js';
import { bodies } from './bodies.js';
import { type Exceptions } from './fixture.js';
import { createObject, resourcesOf, servedResources, type FoundResource } from './resources.js';

/** Resources of the server that neither output has, and why. */
const exceptions: Exceptions = {};

describeWithOwnApiServer(
  'an informer of every built-in resource',
  { runtimeConfig: { 'api/all': true }, audit: false },
  (server) => {
    let client: Client & AsyncDisposable;
    let factory: BaseSharedInformerFactory;
    let found: FoundResource[] = [];
    const arrivals = new Arrivals();

    beforeAll(async () => {
      client = await connect({ kubeconfigPath: server().kubeconfigPath });
      factory = new BaseSharedInformerFactory(client);
      found = [
        ...resourcesOf({
          informers: stable.allInformers(factory),
          resources: stableResources,
          find: (apiVersion, plural) => stable.findResource(factory, apiVersion, plural),
        }),
        ...resourcesOf({
          informers: unstable.allInformers(factory),
          resources: unstableResources,
          find: (apiVersion, plural) => unstable.findResource(factory, apiVersion, plural),
        }),
      ];
    });

    afterAll(async () => {
      await factory.shutdown();
      await client[Symbol.asyncDispose]();
    });

    it('exists exactly for what the server can list and watch, but for the exceptions', async () => {
      const served = await servedResources(server());
      const generated = found.map(({ key }) => key);
      expect([...generated, ...Object.keys(exceptions)].sort()).toEqual(served);
      expect([...bodies.keys()].sort()).toEqual(generated.sort());
    });

    it('syncs', async () => {
      for (const each of found) arrivals.expect(each, bodies.get(each.key)?.name ?? '');
      factory.start();
      await factory.waitForCacheSync({ timeoutMs: 60_000 });
      expect(found.filter(({ informer }) => !informer.hasSynced())).toEqual([]);
    }, 90_000);

    it('tells of an object that is created, and its typed lister returns it', async () => {
      for (const each of found) {
        const { name, body } = bodies.get(each.key) ?? { name: '', body: {} };
        await createObject(server(), each, { metadata: { name }, ...body });
      }
      expect(await arrivals.all(30_000)).toEqual([]);
      for (const { key, apiVersion, resource, get } of found) {
        const object = get('default', bodies.get(key)?.name ?? '');
        expect(object, key).toMatchObject({ apiVersion, kind: resource.kind });
      }
    }, 90_000);

    it('holds only objects that are literals of their generated types, with all that the server adds', async () => {
      const claims = found.flatMap(({ key, apiVersion, resource, informer }) => {
        const types = stableResources[key] === undefined ? 'Preview' : 'Stable';
        const type = `${types}['${apiVersion}']['${resource.plural}']`;
        return informer.indexer.list().map((value): Claim => ({ type, value: value as unknown as Json, about: key }));
      });
      expect(claims.length).toBeGreaterThan(found.length);
      expect(await compiled(claims)).toEqual([]);
    }, 120_000);
  },
);

/** What the compiler says of literals of the types in `generated/`. */
async function compiled(claims: readonly Claim[]): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-objects-'));
  try {
    const out = path.join(folder, 'out');
    cpSync(path.join(ROOT, 'generated'), path.join(out, 'kubernetes'), {
      recursive: true,
      filter: (source) => !/[/\\](?:dist|node_modules)$/.test(source),
    });
    const imports = [
      "import type { ResourceTypes as Stable } from './kubernetes/generic.js';",
      "import type { ResourceTypes as Preview } from './kubernetes/preview/generic.js';",
    ];
    writeFileSync(path.join(out, 'claims.ts'), `${imports.join('\n')}\n${claimsText(claims)}`);
    await emitRuntimeDeclarations(path.join(folder, 'runtime'));
    return await compileOutput(out, { runtime: path.join(folder, 'runtime') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
