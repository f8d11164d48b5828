// Kubernetes' sample-controller on us: what the original's own tests ask, and a process on both servers.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { eventResource } from '@informer-gen/kubernetes/events.k8s.io/v1/events';
import { ControllerBed, findApiServer, parseYaml, startTestServer } from '@informer-gen/testing';
import type { TestServerKind } from '@informer-gen/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setUp } from '../../examples/sample-controller/controller.js';
import { fooResource } from '../../examples/sample-controller/generated/samplecontroller.k8s.io/v1alpha1/foos.js';
import { generate } from '../../generator/index.js';
import { Child } from './child.js';

const example = fileURLToPath(new URL('../../examples/sample-controller/', import.meta.url));

function foo(name: string, replicas?: number): { metadata: { name: string }; spec: object } {
  return {
    metadata: { name },
    spec: { deploymentName: `${name}-deployment`, ...(replicas !== undefined && { replicas }) },
  };
}

function startBed(): Promise<ControllerBed> {
  return ControllerBed.start({ crds: join(example, 'crds'), setUp });
}

/** Writes of deployments and statuses, as `verb resource`. */
function writes(bed: ControllerBed): string[] {
  return bed.server.requests
    .filter(({ verb, resource }) => !['list', 'watch', 'get'].includes(verb) && !resource.startsWith('events'))
    .map(({ verb, resource, subresource }) => [verb, resource, ...(subresource ? [subresource] : [])].join(' '));
}

describe('the sample controller', () => {
  it('makes the deployment that a Foo names, owned by it, and says so', async () => {
    await using bed = await startBed();
    const { metadata } = bed.create(fooResource, foo('test', 1));
    await bed.idle();
    expect(bed.get(deploymentResource, 'test-deployment')).toMatchObject({
      metadata: { ownerReferences: [{ kind: 'Foo', name: 'test', uid: metadata.uid, controller: true }] },
      spec: { replicas: 1, template: { spec: { containers: [{ name: 'nginx', image: 'nginx:latest' }] } } },
    });
    expect(bed.get(fooResource, 'test')?.status).toEqual({ availableReplicas: 0 });
    expect(new Set(bed.events())).toEqual(new Set(['Synced: Foo synced successfully']));
    expect(bed.errors).toEqual([]);
  });

  it('writes nothing when nothing is to do', async () => {
    await using bed = await startBed();
    bed.create(fooResource, foo('test', 1));
    await bed.idle();
    const before = writes(bed);
    bed.patch(fooResource, 'test', { metadata: { labels: { touched: 'yes' } } });
    await bed.idle();
    expect(writes(bed)).toEqual(before);
  });

  it('follows the number of replicas, and leaves it alone where a Foo has none', async () => {
    await using bed = await startBed();
    bed.create(fooResource, foo('test', 1));
    bed.create(fooResource, foo('free'));
    await bed.idle();
    bed.patch(fooResource, 'test', { spec: { replicas: 2 } });
    bed.patch(deploymentResource, 'free-deployment', { spec: { replicas: 5 } });
    await bed.idle();
    expect(bed.get(deploymentResource, 'test-deployment')?.spec?.replicas).toBe(2);
    expect(bed.get(deploymentResource, 'free-deployment')?.spec?.replicas).toBe(5);
    bed.patch(deploymentResource, 'test-deployment', { spec: { replicas: 7 } });
    await bed.idle();
    expect(bed.get(deploymentResource, 'test-deployment')?.spec?.replicas).toBe(2);
  });

  it('tells how many replicas are available, and makes a deployment again that somebody deleted', async () => {
    await using bed = await startBed();
    bed.create(fooResource, foo('test', 2));
    await bed.idle();
    bed.patch(deploymentResource, 'test-deployment', { status: { replicas: 2, availableReplicas: 2 } });
    await bed.idle();
    expect(bed.get(fooResource, 'test')?.status).toEqual({ availableReplicas: 2 });
    bed.delete(deploymentResource, 'test-deployment');
    await bed.idle();
    expect(bed.get(deploymentResource, 'test-deployment')).toBeDefined();
    expect(bed.get(fooResource, 'test')?.status).toEqual({ availableReplicas: 0 });
  });

  it('leaves a deployment alone that is not its own: a warning, an error, and another try', async () => {
    await using bed = await startBed();
    const containers = [{ name: 'other', image: 'other' }];
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers } };
    bed.create(deploymentResource, {
      metadata: { name: 'test-deployment' },
      spec: { replicas: 3, selector: { matchLabels: { a: 'b' } }, template },
    });
    bed.create(fooResource, foo('test', 1));
    const message = 'Resource "test-deployment" already exists and is not managed by Foo';
    await expect(bed.idle({ withinMs: 100 })).rejects.toThrow(message);
    expect(bed.events()).toEqual([`ErrResourceExists: ${message}`]);
    expect(bed.errors.length).toBeGreaterThan(1);
    expect(new Set(bed.errors.map((error) => error.message))).toEqual(new Set([message]));
    expect(bed.get(deploymentResource, 'test-deployment')?.spec?.replicas).toBe(3);
    bed.delete(deploymentResource, 'test-deployment');
    await bed.idle({ withinMs: 10_000 });
    expect(bed.get(deploymentResource, 'test-deployment')?.spec?.replicas).toBe(1);
  });

  it('passes over a Foo without a name for its deployment', async () => {
    await using bed = await startBed();
    bed.create(fooResource, { metadata: { name: 'nameless' }, spec: {} });
    await bed.idle();
    expect(bed.errors).toEqual([]);
    expect(bed.logs.map(({ message }) => message)).toEqual(['the name of the deployment is missing']);
    expect(bed.list(deploymentResource)).toEqual([]);
  });

  it('is as long as the page beside the original says', async () => {
    const page = await readFile(new URL('../../docs/sample-controller.md', import.meta.url), 'utf8');
    const lines = async (name: string): Promise<number> => {
      const text = await readFile(join(example, name), 'utf8');
      return text.split('\n').filter((line) => !/^\s*$|^\s*(\/\/|\/\*\*|\*)|^import /.test(line)).length;
    };
    const [controller, main] = [await lines('controller.ts'), await lines('index.ts')];
    expect(page).toContain(`| \`controller\` | 226 | ${controller} |`);
    expect(page).toContain(`| \`main\` | 41 | ${main} |`);
  });

  it('has the types that the generator makes of its CRD today (else: npm run examples:generate)', async () => {
    const report = await generate({ crd: join(example, 'crds'), out: join(example, 'generated'), check: true });
    expect({ written: report.written, removed: report.removed }).toEqual({ written: [], removed: [] });
  });
});

const kinds: readonly TestServerKind[] = findApiServer() === undefined ? ['simulated'] : ['simulated', 'real'];

describe.each(kinds)('the sample controller as a program on a %s server', (kind) => {
  it('brings Foos in line, and ends on SIGTERM', { timeout: 120_000 }, async () => {
    const crds = parseYaml(await readFile(join(example, 'crds/foos.yaml'), 'utf8'));
    await using server = await startTestServer({ kind, crds });
    await using client = await server.connect();
    const namespace = 'default';
    const tsx = ['--conditions=@informer-gen/source', '--import', 'tsx'];
    const KUBECONFIG = await fileWith(server.kubeconfig());
    const child = new Child(process.execPath, [...tsx, join(example, 'index.ts')], { KUBECONFIG });
    const at = { namespace, name: 'one-deployment' };
    await client.create(fooResource, { ...foo('one', 3), metadata: { name: 'one', namespace } });
    const poll = (ask: () => Promise<unknown>): ReturnType<typeof expect.poll> =>
      expect.poll(() => ask().catch(() => undefined), { timeout: 60_000 });
    await poll(() => client.get(deploymentResource, at)).toMatchObject({ spec: { replicas: 3 } });
    const available = { replicas: 3, readyReplicas: 2, availableReplicas: 2 };
    await client.patch(deploymentResource, at, { status: available }, { subresource: 'status' });
    await poll(() => client.get(fooResource, { namespace, name: 'one' })).toMatchObject({
      status: { availableReplicas: 2 },
    });
    await poll(async () =>
      (await client.list(eventResource, { namespace })).items.map(({ reason }) => reason),
    ).toContain('Synced');
    expect(await child.end('SIGTERM')).toBe(0);
    expect(child.stderr).toBe('');
  });
});

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'informer-gen-sample-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'kubeconfig'), text);
  return join(folder, 'kubeconfig');
}
