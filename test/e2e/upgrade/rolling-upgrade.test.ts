// A CRD is upgraded twice while its operators run: code that was generated from the old and from the new definition works side
// by side on one cluster, takes over from each other in both directions, and loses no change and no field.
import { writeFileSync } from 'node:fs';
import { defineResource } from '@informer-gen/runtime';
import type { ApiClient, DynamicObject } from '@informer-gen/runtime';
import { findApiServer, startTestServer } from '@informer-gen/testing';
import type { TestServerKind } from '@informer-gen/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Child } from '../../examples/child.js';
import { Workspace } from '../../generator/support/workspace.js';
import { CRD_NAME, stages, widgetCrd } from './widget-stages.js';
import type { Stage } from './widget-stages.js';

const widgets = (version: string): ReturnType<typeof defineResource<DynamicObject>> =>
  defineResource<DynamicObject>({ group: 'example.com', version, kind: 'Widget', plural: 'widgets', namespaced: true });
const configMaps = defineResource<DynamicObject>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});
const namespace = 'default';

/** An operator of one stage: what it knows of a widget goes into a ConfigMap. */
function programOf({ version, fields }: Stage): string {
  const data = fields.map((field) => `${field}: String(widget.spec.${field})`).join(', ');
  return `
import { configMapResource } from '@informer-gen/kubernetes/core/v1/configmaps';
import { Manager } from '@informer-gen/runtime/controller';
import { widgetResource } from './generated/example.com/${version}/widgets.js';

const [identity] = process.argv.slice(2);
await using manager = await Manager.create({
  name: 'widget-operator',
  leaderElection: { identity, leaseDurationMs: 4000, renewDeadlineMs: 3000, retryPeriodMs: 300 },
});
manager
  .controller(widgetResource)
  .owns(configMapResource)
  .finalizer('example.com/cleanup', () => {})
  .reconcile({ workers: 4 }, async (widget, { apply, status }) => {
    await apply(configMapResource, { data: { ${data} } });
    status.set({ ${fields.map((field) => `${field}Seen: widget.spec.${field}`).join(', ')} });
    status.condition('Ready', true, { reason: identity, message: 'as it should be' });
  });
void manager.whenElected().then(() => console.log('leading'));
manager.add({ name: 'standby', needsLeader: false, run: () => console.log('ready') });
await manager.run();
console.log('stopped');
`;
}

/** The folder of each stage's program, generated from its definition. */
async function build(): Promise<Record<keyof typeof stages, string>> {
  const built: Record<string, string> = {};
  for (const [name, stage] of Object.entries(stages)) {
    const workspace = new Workspace({ 'crd.json': JSON.stringify(widgetCrd(stage)), 'operator.ts': programOf(stage) });
    workspace.write('package.json', '{ "type": "module" }');
    await workspace.generate({ crd: ['crd.json'] });
    built[name] = workspace.folder;
  }
  return built;
}

class Cluster {
  readonly client: ApiClient;
  readonly #kubeconfig: string;
  readonly #folders: Record<keyof typeof stages, string>;

  constructor(client: ApiClient, kubeconfig: string, folders: Record<keyof typeof stages, string>) {
    this.client = client;
    this.#kubeconfig = kubeconfig;
    this.#folders = folders;
  }

  async start(stage: keyof typeof stages): Promise<Child> {
    const tsx = ['--conditions=@informer-gen/source', '--import', 'tsx'];
    const child = new Child(process.execPath, [...tsx, `${this.#folders[stage]}/operator.ts`, stage], {
      KUBECONFIG: this.#kubeconfig,
    });
    onTestFinished(() => child.signal('SIGKILL'));
    await child.printed('ready');
    return child;
  }

  /** One leaves, the other takes over. */
  async handOver(from: Child, to: Child): Promise<void> {
    expect(await from.end('SIGTERM')).toBe(0);
    expect({ stdout: from.stdout.split('\n').at(-2), stderr: from.stderr }).toEqual({ stdout: 'stopped', stderr: '' });
    await to.printed('leading');
  }

  async upgrade(stage: Stage): Promise<void> {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${CRD_NAME}`;
    const { metadata } = await this.client.request<{ metadata: { resourceVersion: string } }>({ path });
    const crd = widgetCrd(stage);
    const body = { ...crd, metadata: { ...crd.metadata, resourceVersion: metadata.resourceVersion } };
    await this.client.request({ method: 'PUT', path, body });
    const list = (): Promise<string> =>
      this.client.list(widgets(stage.version)).then(
        () => 'served',
        () => 'not yet',
      );
    await expect.poll(list, { timeout: 20_000 }).toBe('served');
  }

  async create(name: string, spec: object, version = 'v1'): Promise<void> {
    await this.client.create(widgets(version), { metadata: { name, namespace }, spec });
  }

  /** What is in the ConfigMaps, by widget, once everybody who leads has written it. */
  async settlesOn(expected: Record<string, Record<string, string>>): Promise<void> {
    const read = async (): Promise<Record<string, unknown>> => {
      const { items } = await this.client.list(configMaps, { namespace });
      const ours = items.filter(({ metadata }) => metadata?.ownerReferences?.length === 1);
      return Object.fromEntries(ours.map((item) => [item.metadata?.name, item['data']]));
    };
    await expect.poll(read, { timeout: 30_000 }).toEqual(expected);
  }

  async widgetBecomes(name: string, expected: object): Promise<void> {
    const read = (): Promise<DynamicObject> => this.client.get(widgets('v1'), { namespace, name });
    await expect.poll(read, { timeout: 30_000 }).toMatchObject(expected);
  }
}

const kinds: readonly TestServerKind[] = findApiServer() === undefined ? ['simulated'] : ['simulated', 'real'];

describe.each(kinds)('a rolling upgrade of a CRD on a %s server', (kind) => {
  it('goes on with old and new generated code side by side', { timeout: 240_000 }, async () => {
    await using server = await startTestServer({ kind, crds: [widgetCrd(stages.first)] });
    await using client = await server.connect();
    const folders = await build();
    const kubeconfig = `${folders.first}/kubeconfig`;
    writeFileSync(kubeconfig, server.kubeconfig());
    const cluster = new Cluster(client, kubeconfig, folders);

    const old = await cluster.start('first');
    await old.printed('leading');
    await cluster.create('a', { size: 1 });
    await cluster.settlesOn({ a: { size: '1' } });

    // New fields. The old code goes on, and takes none of them away.
    await cluster.upgrade(stages.fields);
    await cluster.create('b', { size: 2, color: 'blue' });
    await cluster.settlesOn({ a: { size: '1' }, b: { size: '2' } });
    await cluster.widgetBecomes('b', { spec: { size: 2, color: 'blue' }, status: { sizeSeen: 2 } });

    const newer = await cluster.start('fields');
    await cluster.create('c', { size: 3 });
    await cluster.settlesOn({ a: { size: '1' }, b: { size: '2' }, c: { size: '3' } });
    await cluster.handOver(old, newer);
    await cluster.settlesOn({
      a: { size: '1', color: 'red' },
      b: { size: '2', color: 'blue' },
      c: { size: '3', color: 'red' },
    });
    await cluster.widgetBecomes('b', { status: { sizeSeen: 2, colorSeen: 'blue' } });

    // Another version, which is stored from now on. Both are served, and one is the other by name alone.
    await cluster.upgrade(stages.version);
    await cluster.create('d', { size: 4, color: 'green' }, 'v2');
    const newest = await cluster.start('version');
    await cluster.client.patch(widgets('v1'), { namespace, name: 'a' }, { spec: { size: 10 } });
    const all = {
      a: { size: '10', color: 'red' },
      b: { size: '2', color: 'blue' },
      c: { size: '3', color: 'red' },
      d: { size: '4', color: 'green' },
    };
    await cluster.settlesOn(all);
    await cluster.handOver(newer, newest);
    await client.patch(widgets('v1'), { namespace, name: 'b' }, { spec: { size: 20 } });
    await client.patch(widgets('v2'), { namespace, name: 'c' }, { spec: { color: 'white' } });
    const changed = { ...all, b: { size: '20', color: 'blue' }, c: { size: '3', color: 'white' } };
    await cluster.settlesOn(changed);
    await expect
      .poll(async () => (await client.get(configMaps, { namespace, name: 'b' })).metadata?.ownerReferences)
      .toMatchObject([{ apiVersion: 'example.com/v2', kind: 'Widget', name: 'b', controller: true }]);

    // And back: the older code works on what the newer left.
    const again = await cluster.start('fields');
    await cluster.handOver(newest, again);
    await client.patch(widgets('v2'), { namespace, name: 'd' }, { spec: { size: 40 } });
    await cluster.settlesOn({ ...changed, d: { size: '40', color: 'green' } });
    await client.delete(widgets('v2'), { namespace, name: 'a' });
    const isThere = (): Promise<string> =>
      client.get(widgets('v2'), { namespace, name: 'a' }).then(
        () => 'there',
        () => 'gone',
      );
    await expect.poll(isThere, { timeout: 20_000 }).toBe('gone');
    expect(await again.end('SIGTERM')).toBe(0);
    expect(again.stderr).toBe('');
  });
});
