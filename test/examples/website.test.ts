// The Website operator: on the bed, and as two processes on both servers.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { configMapResource } from '@informer-gen/kubernetes/core/v1/configmaps';
import { serviceResource } from '@informer-gen/kubernetes/core/v1/services';
import { connect } from '@informer-gen/runtime';
import type { ResourceCaller } from '@informer-gen/runtime';
import { ControllerBed, parseYaml, SimulatedApiServer } from '@informer-gen/testing';
import type { TestServerKind } from '@informer-gen/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { websiteResource } from '../../examples/website/generated/web.acme.dev/v1/websites.js';
import { setUp } from '../../examples/website/operator.js';
import { diff, generate } from '../../generator/index.js';
import { apiServerAvailable, describeWithApiServer } from '../setup/api-server.js';
import { Child } from './child.js';

const example = fileURLToPath(new URL('../../examples/website/', import.meta.url));

function site(name: string, host = `${name}.example.com`): { metadata: { name: string }; spec: object } {
  return { metadata: { name }, spec: { html: `<h1>${name}</h1>`, host, replicas: 2 } };
}

function startBed(server: TestServerKind, purged: string[] = []): Promise<ControllerBed> {
  return ControllerBed.start({
    server,
    crds: join(example, 'crds'),
    setUp: (manager) => setUp(manager, { purge: async (host) => void purged.push(host) }),
  });
}

const servers: readonly TestServerKind[] = apiServerAvailable ? ['simulated', 'real'] : ['simulated'];

describe.each(servers)('the Website operator on a bed, on the %s server', { timeout: 90_000 }, (server) => {
  it('makes a page, a deployment and a service of each site, and says when it is ready', async () => {
    await using bed = await startBed(server);
    bed.create(websiteResource, site('a'));
    await bed.idle();
    expect(bed.get(configMapResource, 'a')?.data).toEqual({ 'index.html': '<h1>a</h1>' });
    expect(bed.get(serviceResource, 'a')?.spec?.selector).toEqual({ website: 'a' });
    expect(bed.get(deploymentResource, 'a')?.spec?.replicas).toBe(2);
    expect(bed.get(websiteResource, 'a')?.status).toMatchObject({
      readyReplicas: 0,
      conditions: [{ type: 'Ready', status: 'False' }],
    });
    bed.patch(deploymentResource, 'a', { status: { replicas: 2, readyReplicas: 2 } });
    await bed.idle();
    expect(bed.get(websiteResource, 'a')?.status).toMatchObject({
      readyReplicas: 2,
      url: 'http://a.example.com/',
      conditions: [{ type: 'Ready', status: 'True', message: '2 of 2 ready', observedGeneration: 1 }],
    });
    expect(bed.events()).toEqual(['Published: a.example.com is live']);
    expect(bed.errors).toEqual([]);
  });

  it('follows changes, and purges the page before its site goes', async () => {
    const purged: string[] = [];
    await using bed = await startBed(server, purged);
    bed.create(websiteResource, site('a'));
    await bed.idle();
    bed.patch(websiteResource, 'a', { spec: { html: 'new', replicas: 3 } });
    await bed.idle();
    expect(bed.get(configMapResource, 'a')?.data).toEqual({ 'index.html': 'new' });
    expect(bed.get(deploymentResource, 'a')?.spec?.replicas).toBe(3);
    bed.delete(websiteResource, 'a');
    await bed.idle();
    expect(purged).toEqual(['a.example.com']);
    expect(bed.get(websiteResource, 'a')).toBeUndefined();
  });

  it('gives a host to the older of two sites', async () => {
    await using bed = await startBed(server);
    bed.create(websiteResource, site('first', 'shop.example.com'));
    await bed.advance(2000);
    bed.create(websiteResource, site('second', 'shop.example.com'));
    await bed.idle();
    expect(bed.get(websiteResource, 'second')?.status?.conditions).toMatchObject([
      { type: 'Ready', status: 'False', reason: 'HostTaken' },
    ]);
    expect(bed.get(deploymentResource, 'second')).toBeUndefined();
    expect(bed.events()).toEqual(['HostTaken: shop.example.com is taken']);
  });
});

describe('the Website operator', () => {
  it('goes on after the server has refused and failed requests', async () => {
    await using bed = await startBed('simulated');
    bed.server.failNext({ verb: 'patch', status: 500 });
    bed.server.failNext({ verb: 'patch', status: 409 });
    bed.create(websiteResource, site('a'));
    await bed.idle();
    expect(bed.errors.length).toBeGreaterThan(0);
    expect(bed.get(deploymentResource, 'a')?.spec?.replicas).toBe(2);
  });

  it('takes at most 84 lines, without imports, comments, blanks and generated code', async () => {
    const texts = await Promise.all(['operator.ts', 'index.ts'].map((name) => readFile(join(example, name), 'utf8')));
    const lines = texts.join('\n').split('\n');
    const counted = lines.filter((line) => !/^\s*$|^\s*(\/\/|\/\*\*|\*)|^import /.test(line));
    expect(counted.length).toBeGreaterThan(40);
    expect(counted.length).toBeLessThanOrEqual(84);
  });

  it('is found by `diff --usage` wherever it uses what an upgrade would take away', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'informer-gen-website-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const crd = await readFile(join(example, 'crds/websites.yaml'), 'utf8');
    const without = crd.replace('required: [html, host]', 'required: [html]').replace(/^ +host: .*\n/m, '');
    await writeFile(join(folder, 'websites.yaml'), without);
    const compilerOptions = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: ['node'] };
    const tsconfig = {
      compilerOptions: {
        ...compilerOptions,
        lib: ['es2023', 'esnext.disposable'],
        customConditions: ['@informer-gen/source'],
      },
      files: [join(example, 'operator.ts')],
    };
    const config = join(example, 'tsconfig.usage.json');
    onTestFinished(() => rm(config));
    await writeFile(config, JSON.stringify(tsconfig));
    const report = await diff({ old: join(example, 'crds'), new: folder, usage: config });
    const isOfHost = ({ change }: { readonly change: number }): boolean =>
      report.changes[change]?.path === 'Website.spec.host';
    const uses = report.usage?.uses.filter(isOfHost).map(({ text }) => text) ?? [];
    const operator = await readFile(join(example, 'operator.ts'), 'utf8');
    const mentions = operator.split('\n').filter((line) => line.includes('.spec.host'));
    expect(new Set(uses)).toEqual(new Set(mentions.map((line) => line.trim())));
  });

  it('has the types that the generator makes of its CRD today (else: npm run examples:generate)', async () => {
    const report = await generate({ crd: join(example, 'crds'), out: join(example, 'generated'), check: true });
    expect({ written: report.written, removed: report.removed }).toEqual({ written: [], removed: [] });
  });
});

/** Two processes: one works, the other takes over when the first ends. */
async function twoReplicas(kubeconfig: string, client: ResourceCaller, namespace: string): Promise<void> {
  const KUBECONFIG = await fileWith(kubeconfig);
  const replica = (): Child =>
    new Child(process.execPath, ['--conditions=@informer-gen/source', '--import', 'tsx', join(example, 'index.ts')], {
      KUBECONFIG,
      PORT: '0',
    });
  const appears = async (name: string): Promise<void> => {
    await client.create(websiteResource, {
      metadata: { name, namespace },
      spec: { html: 'x', host: `${name}.example.com` },
    });
    await expect
      .poll(() => client.get(deploymentResource, { name, namespace }).catch(() => undefined), { timeout: 20_000 })
      .toMatchObject({ metadata: { ownerReferences: [{ kind: 'Website', name, controller: true }] } });
  };
  const first = replica();
  await first.printed('leading');
  const second = replica();
  await appears('one');
  expect(await first.end('SIGTERM')).toBe(0);
  expect(first.stdout).toBe('leading\nstopped\n');
  await second.printed('leading');
  await appears('two');
  expect(await second.end('SIGTERM')).toBe(0);
  expect(`${first.stderr}${second.stderr}`).toBe('');
}

describe('two replicas of the Website operator', { timeout: 90_000 }, () => {
  it('take over from each other on the simulated server', async () => {
    const crds = parseYaml(await readFile(join(example, 'crds/websites.yaml'), 'utf8'));
    await using server = await SimulatedApiServer.start({ crds });
    await using client = await connect({ server: server.url });
    await twoReplicas(server.kubeconfig(), client, 'default');
  });

  describeWithApiServer('with a real server', (server) => {
    it('take over from each other', async () => {
      const [crd] = parseYaml(await readFile(join(example, 'crds/websites.yaml'), 'utf8'));
      const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
      await server().request(path, { method: 'POST', body: crd as object });
      const { url, adminToken: token, caPem: ca } = server();
      await using client = await connect({ server: url, token, ca });
      await expect
        .poll(() =>
          client.list(websiteResource).then(
            () => 'served',
            () => 'not yet',
          ),
        )
        .toBe('served');
      await twoReplicas(server().kubeconfig, client, await server().createNamespace());
    });
  });
});

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'informer-gen-website-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'kubeconfig'), text);
  return join(folder, 'kubeconfig');
}
