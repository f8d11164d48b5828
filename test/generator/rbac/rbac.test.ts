import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../generator/cli/run.js';
import type { Terminal } from '../../../generator/cli/terminal.js';
import { loadUserProgram } from '../../../generator/program/user-program.js';
import { differenceOfRoles } from '../../../generator/rbac/compare-roles.js';
import { findUses } from '../../../generator/rbac/find-uses.js';
import type { FoundUses } from '../../../generator/rbac/find-uses.js';
import { rbac } from '../../../generator/rbac/rbac.js';
import { crd, text, version } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    lib: ['es2023', 'esnext.disposable'],
    customConditions: ['@informer-gen/source'],
  },
  include: ['**/*.ts'],
});

const schema = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { size: { type: 'integer' } } },
    status: { type: 'object', properties: { ready: { type: 'boolean' } } },
  },
};
const CRDS = text(
  crd({ versions: [{ ...version('v1', schema), subresources: { status: {} } }] }),
  crd({ kind: 'Gear', schema }),
);

/** What a program needs, a line for each group and resource: `example.com widgets list,watch`. */
async function needs(program: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const workspace = new Workspace({ 'crds.yaml': CRDS, 'tsconfig.json': TSCONFIG, 'main.ts': program, ...more });
  await workspace.generate({ crd: ['crds.yaml'] });
  const { rules, unknown } = rbac({ cwd: workspace.folder });
  const lines = rules.flatMap(({ apiGroups, resources, verbs }) =>
    resources.map((resource) => `${apiGroups[0]} ${resource} ${verbs.join()}`.trim()),
  );
  return [...lines, ...unknown.map((location) => `? ${location}`)];
}

const CLIENT = `
import { connect } from '@informer-gen/runtime';
import { podResource } from '@informer-gen/kubernetes/core/v1/pods';
import { gearResource } from './generated/example.com/v1/gears.js';
import { widgetResource } from './generated/example.com/v1/widgets.js';
const client = await connect();
`;

describe('the role that a program needs', { timeout: 60_000 }, () => {
  it('lets it read the caches of its factories and informers, and no others', async () => {
    const program = `
import { connect } from '@informer-gen/runtime';
import { SharedInformerFactory } from './generated/index.js';
const factory = new SharedInformerFactory(await connect());
export const lister = factory.exampleCom.v1.widgets.lister();
`;
    expect(await needs(program)).toEqual(['example.com widgets list,watch']);
  });

  it('lets it do what its calls of the client do, subresources by themselves', async () => {
    const program = `${CLIENT}
const at = { namespace: 'default', name: 'a' };
await client.get(gearResource, at);
await client.delete(gearResource, at);
await client.apply(widgetResource, { metadata: at });
await client.patch(widgetResource, at, { status: { ready: true } }, { subresource: 'status' });
for await (const pod of client.listAll(podResource)) console.log(pod.metadata.name);
`;
    expect(await needs(program)).toEqual([
      'pods list',
      'example.com gears get,delete',
      'example.com widgets create,patch',
      'example.com widgets/status patch',
    ]);
  });

  it('knows the clients of a clientset', async () => {
    const program = `
import { connect } from '@informer-gen/runtime';
import { Clientset } from './generated/clientset.js';
const api = new Clientset(await connect());
const here = api.exampleCom.v1.widgets.namespace('default');
await here.create({ metadata: { name: 'a' } });
await here.status.patch('a', { status: { ready: true } });
await api.exampleCom.v1.gears.list();
`;
    expect(await needs(program)).toEqual([
      'example.com gears list',
      'example.com widgets create',
      'example.com widgets/status patch',
    ]);
  });

  it('follows resources through functions of the program, and says where it cannot', async () => {
    const program = `${CLIENT}
import type { Client, KubernetesObject, Resource } from '@informer-gen/runtime';
function remove<T extends KubernetesObject>(resource: Resource<T>, name: string): Promise<unknown> {
  return client.delete(resource, { namespace: 'default', name });
}
function removeAll<T extends KubernetesObject>(resource: Resource<T>): Promise<unknown> {
  return remove(resource, 'all');
}
await remove(gearResource, 'a');
await removeAll(widgetResource);
export function orphan<T extends KubernetesObject>(resource: Resource<T>, from: Client): unknown {
  return from.listerWatcher(resource);
}
`;
    expect(await needs(program)).toEqual(['example.com gears delete', 'example.com widgets delete', '? main.ts:18']);
  });

  it('knows dynamic kinds by their literals, and leaves tests out', async () => {
    const program = `
import { connect, DynamicSharedInformerFactory } from '@informer-gen/runtime';
const factory = new DynamicSharedInformerFactory(await connect());
const gvr = { group: 'batch', version: 'v1', resource: 'jobs' };
factory.forResource(gvr).informer();
factory.forResource({ group: '', version: 'v1', resource: process.argv[2] ?? '' }).informer();
`;
    const test = `${CLIENT}\nawait client.deleteCollection(podResource, { namespace: 'default' });\n`;
    expect(await needs(program, { 'main.test.ts': test, 'test/other.ts': test.replaceAll('./gen', '../gen') })).toEqual(
      ['batch jobs list,watch', '? main.ts:6'],
    );
  });

  it('lets a controller watch, apply, write its status, events and leases, as far as it does', async () => {
    const program = `${CLIENT}
import { Manager } from '@informer-gen/runtime/controller';
const manager = await Manager.create({ name: 'widgets', client, leaderElection: true });
manager
  .controller(widgetResource)
  .owns(podResource)
  .finalizer('example.com/purge', () => undefined)
  .reconcile({ workers: 2 }, async (widget, { apply, status, event }) => {
    await apply(podResource, { spec: { containers: [] } });
    status.set({ ready: true });
    event({ type: 'Normal', reason: 'Done', action: 'Reconcile', note: widget.metadata.name });
  });
manager.controller(gearResource).reconcile(async (gear, context) => context.log.info(gear.metadata.name));
`;
    expect(await needs(program)).toEqual([
      'pods get,list,watch,create,patch',
      'coordination.k8s.io leases get,create,update',
      'events.k8s.io events create,patch',
      'example.com gears list,watch',
      'example.com widgets get,list,watch,patch',
      'example.com widgets/finalizers update',
      'example.com widgets/status patch',
    ]);
  });

  it('knows watches of metadata, watches that are added later, children that are applied, and reads of the server', async () => {
    const program = `${CLIENT}
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { nodeResource } from '@informer-gen/kubernetes/core/v1/nodes';
import { secretResource } from '@informer-gen/kubernetes/core/v1/secrets';
import { Manager, toOwners } from '@informer-gen/runtime/controller';
const manager = await Manager.create({ name: 'widgets', client, readYourWrites: { onTimeout: 'live' } });
const built = manager
  .controller(widgetResource)
  .watches(secretResource, toOwners(gearResource), { metadataOnly: true })
  .reconcile(async (_widget, { apply, list, byIndex }) => {
    await apply(podResource, { spec: { containers: [] } }, { owned: false });
    await list(deploymentResource);
    await byIndex(deploymentResource, { name: 'x', value: 'y' });
  });
built.watch(nodeResource, () => []);
`;
    expect(await needs(program)).toEqual([
      'nodes list,watch',
      'secrets list,watch',
      'pods get,create,patch',
      'apps deployments list',
      'events.k8s.io events create,patch',
      'example.com widgets get,list,watch',
      'example.com widgets/finalizers update',
    ]);
  });

  it('knows the helpers of controllers, scales, and events that are recorded by hand', async () => {
    const program = `${CLIENT}
import { apiVersionOf, resourceKey } from '@informer-gen/runtime/client-go';
import { addFinalizer, applyIfChanged, createOrUpdate, EventRecorder, IntentMemory, readOwned, writeStatus } from '@informer-gen/runtime/controller';
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
const at = { namespace: 'default', name: 'a' };
const gear = await client.get(gearResource, at);
await addFinalizer(client, gearResource, gear, 'example.com/x');
await createOrUpdate(client, podResource, at, () => {});
await readOwned(client, widgetResource, at, { fieldManager: 'me' });
await client.apply(widgetResource, { metadata: at, status: {} }, { subresource: 'status' });
await client.patch(deploymentResource, at, { spec: { replicas: 3 } }, { subresource: 'scale' });
await writeStatus(client, gearResource, { object: gear, fieldManager: 'me', now: 0 }, () => {});
const recorder = new EventRecorder({ client, controller: 'me' });
recorder.record(gearResource, gear, { reason: 'Done', note: '' });
console.log(resourceKey(podResource), apiVersionOf(podResource), applyIfChanged, IntentMemory);
`;
    expect(await needs(program)).toEqual([
      'pods get,create,update',
      'apps deployments/scale patch',
      'events.k8s.io events create,patch',
      'example.com gears get,patch',
      'example.com gears/status patch',
      'example.com widgets/status patch',
      'example.com widgets get',
    ]);
  });

  it('knows what is imported under another name, through a namespace, and out of a file that exports it again', async () => {
    const program = `
import { connect } from '@informer-gen/runtime';
import * as runtime from '@informer-gen/runtime/controller';
import { createOrUpdate as upsert, LeaderElector as Elector, Manager as Operator } from '@informer-gen/runtime/controller';
import * as kinds from './kinds.js';
import { gears } from './kinds.js';
const client = await connect();
const manager = await Operator.create({ name: 'widgets', client, leaderElection: { name: 'w' } });
manager.controller(kinds.widgets).reconcile(async (_widget, { apply: put, list: read }) => {
  await put(kinds.pods, { spec: { containers: [] } });
  await read(kinds.nodes);
});
await upsert(client, gears, { namespace: 'default', name: 'a' }, () => {});
export const make = (): Promise<runtime.Manager> => runtime.Manager.create({ name: 'other', client });
export const electorOf = (options: ConstructorParameters<typeof Elector>[0]): Elector => new Elector(options);
`;
    const kinds = `
import { podResource } from '@informer-gen/kubernetes/core/v1/pods';
export { podResource as pods };
export { nodeResource as nodes } from '@informer-gen/kubernetes/core/v1/nodes';
export { gearResource as gears } from './generated/example.com/v1/gears.js';
export { widgetResource as widgets } from './generated/example.com/v1/widgets.js';
`;
    expect(await needs(program, { 'kinds.ts': kinds })).toEqual([
      'nodes list',
      'pods get,create,patch',
      'coordination.k8s.io leases get,create,update',
      'events.k8s.io events create,patch',
      'example.com gears get,create,update',
      'example.com widgets get,list,watch',
      'example.com widgets/finalizers update',
    ]);
  });

  it('knows the lists that a controller owns', async () => {
    const program = `${CLIENT}
import { secretResource } from '@informer-gen/kubernetes/core/v1/secrets';
import { Manager } from '@informer-gen/runtime/controller';
const manager = await Manager.create({ name: 'widgets', client });
const children = [podResource, secretResource];
manager.controller(widgetResource).owns(...children).reconcile(() => {});
`;
    expect(await needs(program)).toEqual([
      'pods list,watch',
      'secrets list,watch',
      'example.com widgets list,watch',
      'example.com widgets/finalizers update',
    ]);
  });

  it('says where a list of resources is filled somewhere else, and needs nothing for what is only kept or printed', async () => {
    const program = `${CLIENT}
import type { Resource } from '@informer-gen/runtime';
const all: Resource[] = [];
all.push(podResource);
new Map<string, Resource>().set('gear', gearResource);
console.log(widgetResource);
for (const each of all) await client.listAll(each);
`;
    expect(await needs(program)).toEqual(['? main.ts:13']);
  });
});

/** Each a program of its own. */
const CHOICES: readonly (readonly [what: string, code: string])[] = [
  ['a loop', 'for (const each of [podResource, gearResource]) await client.listAll(each);'],
  [
    'a loop over a constant',
    'const all = [podResource, gearResource] as const; for (const each of all) await client.listAll(each);',
  ],
  [
    'a loop over a list of any resources',
    'const all: readonly Resource[] = [podResource, gearResource]; for (const each of all) await client.listAll(each);',
  ],
  ['a callback', '[podResource, gearResource].forEach((each) => void client.listAll(each));'],
  [
    'a callback behind a filter',
    'const all: Resource[] = [podResource, gearResource]; await Promise.all(all.filter(Boolean).map((each) => client.listAll(each)));',
  ],
  [
    'the values of a table',
    'const table: Record<string, Resource> = { p: podResource, g: gearResource }; for (const each of Object.values(table)) await client.listAll(each);',
  ],
  [
    'the entries of a table',
    'const table: Record<string, Resource> = { p: podResource, g: gearResource }; for (const [, each] of Object.entries(table)) await client.listAll(each);',
  ],
  [
    'a list of rows',
    'const rows: { kind: Resource }[] = [{ kind: podResource }, { kind: gearResource }]; for (const { kind } of rows) await client.listAll(kind); ',
  ],
  [
    'a row of a loop',
    'const rows: { kind: Resource }[] = [{ kind: podResource }, { kind: gearResource }]; for (const row of rows) await client.listAll(row.kind); ',
  ],
  ['a choice', 'await client.listAll(process.argv[2] ? podResource : gearResource);'],
  [
    'a choice with a name',
    'const chosen: Resource = process.argv[2] ? podResource : gearResource; await client.listAll(chosen);',
  ],
  [
    'a table by its key',
    "const table = { p: podResource, g: gearResource }; await client.listAll(table[process.argv[2] as 'p' | 'g']);",
  ],
  [
    'a parameter that is a list',
    'async function all(of: readonly Resource[]) { for (const each of of) await client.listAll(each); } await all([podResource, gearResource]);',
  ],
  [
    'the rest of the parameters',
    'async function all(...of: Resource[]) { for (const each of of) await client.listAll(each); } await all(podResource, gearResource);',
  ],
];

const UNTOLD: readonly (readonly [what: string, code: string])[] = [
  [
    'a list that grows',
    'const grown: Resource[] = [podResource]; grown.push(gearResource); for (const each of grown) await client.listAll(each);',
  ],
  [
    'a table that grows',
    'const more: Record<string, Resource> = { p: podResource }; more[process.argv[2] ?? ""] = gearResource; for (const each of Object.values(more)) await client.listAll(each);',
  ],
  [
    'a variable that is assigned to',
    'let last: Resource = podResource; const next = () => { last = gearResource; }; next(); await client.listAll(last);',
  ],
  [
    'what a function returns',
    'function kinds(): Resource[] { return [podResource, gearResource]; } for (const each of kinds()) await client.listAll(each);',
  ],
];

describe('a resource that is one of several', { timeout: 60_000 }, () => {
  let usesOf: (what: string) => FoundUses;

  beforeAll(async () => {
    const programs = [...CHOICES, ...UNTOLD];
    const start = `${CLIENT}\nimport type { Resource } from '@informer-gen/runtime';\n`;
    const files = Object.fromEntries(programs.map(([, code], i) => [`program-${i}.ts`, `${start}${code}\n`]));
    const workspace = new Workspace({ 'crds.yaml': CRDS, 'tsconfig.json': TSCONFIG, ...files });
    await workspace.generate({ crd: ['crds.yaml'] });
    const program = loadUserProgram(join(workspace.folder, 'tsconfig.json'), workspace.folder);
    usesOf = (what) => {
      const name = `program-${programs.findIndex(([each]) => each === what)}.ts`;
      const own = program.files.filter(({ fileName }) => fileName.endsWith(`/${name}`));
      return findUses({ ...program, files: own }, workspace.folder);
    };
  });

  it.each(CHOICES)('is known in %s', (what) => {
    const { permissions, unknown } = usesOf(what);
    expect(permissions.map(({ resource, verb }) => `${resource} ${verb}`)).toEqual(['pods list', 'gears list']);
    expect(unknown).toEqual([]);
  });

  it.each(UNTOLD)('is said not to be known in %s', (what) => {
    const { permissions, unknown } = usesOf(what);
    expect(permissions).toEqual([]);
    expect(unknown).toHaveLength(1);
  });
});

describe('informer-gen rbac', { timeout: 60_000 }, () => {
  it('prints a role whose rules name the code that needs them', async () => {
    const workspace = new Workspace({
      'crds.yaml': CRDS,
      'tsconfig.json': TSCONFIG,
      'main.ts': `${CLIENT}\nawait client.list(gearResource);\n`,
    });
    await workspace.generate({ crd: ['crds.yaml'] });
    const printed: string[] = [];
    const errors: string[] = [];
    const terminal: Terminal = {
      cwd: workspace.folder,
      interactive: false,
      print: (line: string) => void printed.push(line),
      error: (line: string) => void errors.push(line),
    };
    expect(await run(['rbac', '--name', 'gears', '--namespace', 'tools'], terminal)).toBe(0);
    expect(printed.join('')).toBe(`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: gears
  namespace: tools
rules:
  # main.ts:8
  - apiGroups: [example.com]
    resources: [gears]
    verbs: [list]
`);
    expect(await run(['rbac', '--tsconfig', 'nowhere.json'], terminal)).toBe(2);
    expect(errors.join('')).toContain('nowhere.json does not exist');
  });

  it('makes the folder of its file, and refuses what is no namespace', async () => {
    const workspace = new Workspace({ 'tsconfig.json': TSCONFIG, 'main.ts': 'export {};\n' });
    const errors: string[] = [];
    const terminal: Terminal = {
      cwd: workspace.folder,
      interactive: false,
      print: () => {},
      error: (line: string) => void errors.push(line),
    };
    expect(await run(['rbac', '--out', 'deploy/all/role.yaml'], terminal)).toBe(0);
    expect(workspace.read('deploy/all/role.yaml')).toContain('kind: ClusterRole');
    expect(await run(['rbac', '--namespace', 'X Y'], terminal)).toBe(2);
    expect(errors.join('')).toContain('"X Y" is no namespace');
  });

  it('calls a role out of date that cannot be read', () => {
    const workspace = new Workspace({ 'broken.yaml': 'kind: [' });
    expect(differenceOfRoles({ rules: [] }, workspace.path('broken.yaml'))).toContain('it cannot be read: line 1');
  });
});
