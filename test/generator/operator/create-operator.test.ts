// `informer-gen init --operator`: what it writes, and when it writes nothing. The projects are built, tested and run by
// `npm run check:operator`.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { FakeClient, parseYaml } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { run } from '../../../generator/cli/run.js';
import { createOperator } from '../../../generator/operator/create-operator.js';
import { crd, text, version } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

const conditions = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  items: {
    type: 'object',
    required: ['type', 'status'],
    properties: Object.fromEntries(
      ['type', 'status', 'reason', 'message', 'lastTransitionTime'].map((name) => [name, { type: 'string' }]),
    ),
  },
};
const withStatus = {
  type: 'object',
  properties: {
    spec: { type: 'object', required: ['size'], properties: { size: { type: 'integer', minimum: 3 } } },
    status: { type: 'object', properties: { conditions } },
  },
};
const widget = crd({ versions: [{ ...version('v1', withStatus), subresources: { status: {} } }] });

/** Runs the command line in a workspace: its exit code and what it printed. */
async function init(workspace: Workspace, ...args: readonly string[]): Promise<{ code: number; printed: string }> {
  let printed = '';
  const take = (line: string): void => void (printed += line);
  const terminal = { cwd: workspace.folder, interactive: false, print: take, error: take };
  return { code: await run(['init', ...args], terminal), printed };
}

describe('a new operator', { timeout: 60_000 }, () => {
  it('is a whole project: code and tests of each kind, types, role, image, manifests, workflow', async () => {
    const workspace = new Workspace({ 'crds/widgets.yaml': text(widget, crd({ kind: 'Gear' })) });
    const { code, printed } = await init(workspace, '--operator', 'widget-operator', '--crd', 'crds');
    expect(printed).toBe(
      'wrote widget-operator: an operator of Gear, Widget\nnext: cd widget-operator && npm install && npm test\n',
    );
    expect(code).toBe(0);
    for (const file of [
      'package.json',
      'tsconfig.json',
      'vitest.config.ts',
      'Dockerfile',
      '.gitignore',
      '.github/workflows/ci.yaml',
      'README.md',
      'kustomization.yaml',
      'deploy/deployment.yaml',
      'crds/widgets.example.com.yaml',
      'src/main.ts',
      'src/controllers/gear.ts',
      'src/controllers/widget.ts',
      'src/generated/example.com/v1/widgets.ts',
      'test/gear.test.ts',
      'samples/widget.yaml',
    ])
      expect(workspace.has(`widget-operator/${file}`), file).toBe(true);
    expect(workspace.read('widget-operator/src/main.ts')).toContain('process.exit(1)');
    expect(workspace.read('widget-operator/src/controllers/widget.ts')).toContain("status.condition('Ready'");
    expect(workspace.read('widget-operator/src/controllers/gear.ts')).not.toContain('status');
    expect(workspace.read('widget-operator/test/widget.test.ts')).toContain('spec: { size: 3 }');
    const role = workspace.read('widget-operator/deploy/role.yaml');
    expect(role).toContain('resources: [widgets/status]');
    expect(role).not.toContain('gears/status');
    for (const file of ['package.json', 'tsconfig.json']) JSON.parse(workspace.read(`widget-operator/${file}`));
  });

  it('gives its tests the time that a real server takes to start, and Node a small young generation in any image', async () => {
    const workspace = new Workspace({ 'widgets.yaml': text(widget) });
    await createOperator({ name: 'w', crd: ['widgets.yaml'], cwd: workspace.folder });
    expect(workspace.read('w/vitest.config.ts')).toContain('testTimeout: 60_000');
    const [deployment] = parseYaml(workspace.read('w/deploy/deployment.yaml'));
    const option = /^ENV NODE_OPTIONS=(.*)$/m.exec(workspace.read('w/Dockerfile'))?.[1];
    expect(deployment).toMatchObject({
      spec: { template: { spec: { containers: [{ env: [{ name: 'NODE_OPTIONS', value: option }] }] } } },
    });
  });

  it('has samples that the server takes', async () => {
    const workspace = new Workspace({ 'widgets.yaml': text(widget) });
    await createOperator({ name: 'w', crd: ['widgets.yaml'], cwd: workspace.folder });
    const crds = parseYaml(workspace.read('w/crds/widgets.example.com.yaml'));
    const client = new FakeClient({ crds });
    const [sample] = parseYaml(workspace.read('w/samples/widget.yaml')) as [object];
    expect(client.direct.create('widgets', sample)).toMatchObject({ kind: 'Widget', spec: { size: 3 } });
  });

  it('says for which kind an object could not be made up, and leaves its test to do', async () => {
    const rules = { ...withStatus, 'x-kubernetes-validations': [{ rule: 'self.metadata.name.size() > 20' }] };
    const workspace = new Workspace({ 'widgets.yaml': text(crd({ schema: rules })) });
    const { printed } = await init(workspace, '--operator', 'w', '--crd', 'widgets.yaml');
    expect(printed).toContain('the test of Widget needs an object from you: object: rules in CEL');
    expect(workspace.read('w/test/widget.test.ts')).toContain("it.todo('reconciles each of them')");
  });

  it('keeps kinds of one name in two groups apart', async () => {
    const workspace = new Workspace({ 'crds.yaml': text(widget, crd({ group: 'other.org' })) });
    await createOperator({ name: 'w', crd: ['crds.yaml'], cwd: workspace.folder });
    expect(readdirSync(workspace.path('w/src/controllers'))).toEqual(['widget-example-com.ts', 'widget-other-org.ts']);
    const main = workspace.read('w/src/main.ts');
    expect(main).toContain('addExampleComWidgetController(manager)');
    expect(main).toContain('addOtherOrgWidgetController(manager)');
    expect(workspace.read('w/src/controllers/widget-other-org.ts')).toContain("{ name: 'widget.other.org' }");
  });

  it('takes CRDs out of lists, without what a server added', async () => {
    const exported = {
      ...widget,
      metadata: { ...(widget as { metadata: object }).metadata, uid: 'u', resourceVersion: '7' },
    };
    const list = { apiVersion: 'v1', kind: 'List', items: [exported] };
    const workspace = new Workspace({ 'list.json': JSON.stringify(list) });
    await createOperator({ name: 'w', crd: ['list.json'], cwd: workspace.folder });
    const [read] = parseYaml(workspace.read('w/crds/widgets.example.com.yaml'));
    expect(read).toMatchObject({ kind: 'CustomResourceDefinition', metadata: { name: 'widgets.example.com' } });
    expect(JSON.stringify(read)).not.toContain('resourceVersion');
  });

  it.each([
    ['a name that is none', ['--operator', 'No_Name'], 'is no name for an operator'],
    ['a CRD that is not there', ['--operator', 'w', '--crd', 'nowhere'], 'nowhere'],
    ['a file without a CRD', ['--operator', 'w', '--crd', 'none.yaml'], 'no CustomResourceDefinition in none.yaml'],
    ['a file that is no YAML', ['--operator', 'w', '--crd', 'broken.yaml'], 'broken.yaml:1:'],
    ['a CRD that cannot be one', ['--operator', 'w', '--crd', 'wrong.yaml'], 'wrong.yaml'],
    ['a folder with something in it', ['--operator', 'full'], 'is there already, and is not empty'],
    ['a file in the place of its folder', ['--operator', 'w', '--out', 'none.yaml'], 'is no folder'],
    ['--force', ['--operator', 'w', '--force'], 'written over nothing'],
    ['CRDs without an operator', ['--crd', 'none.yaml'], 'go with --operator'],
  ])('is not begun for %s, and nothing is left behind', async (_what, args, message) => {
    const wrong = { ...widget, spec: { group: 'example.com', scope: 'Sometimes', names: {}, versions: [] } };
    const workspace = new Workspace({
      'none.yaml': 'kind: ConfigMap\n',
      'broken.yaml': 'a: [\n',
      'wrong.yaml': text(wrong),
      'full/keep.txt': 'mine',
    });
    const before = readdirSync(workspace.folder);
    const { code, printed } = await init(workspace, ...args);
    expect(printed).toContain(message);
    expect(code).toBe(2);
    expect(readdirSync(workspace.folder)).toEqual(before);
    expect(workspace.read('full/keep.txt')).toBe('mine');
  });

  it('may be read by whoever may read other new folders', async () => {
    const workspace = new Workspace({ 'other/.keep': '' });
    await createOperator({ name: 'w', cwd: workspace.folder });
    expect(statSync(workspace.path('w')).mode).toBe(statSync(workspace.path('other')).mode);
  });

  it('goes into a folder that is there and empty, and into one of another name', async () => {
    const workspace = new Workspace({ 'a/b/.keep': '' });
    workspace.remove('a/b/.keep');
    await createOperator({ name: 'w', out: 'a/b', cwd: workspace.folder });
    expect(existsSync(path.join(workspace.folder, 'a/b/package.json'))).toBe(true);
    expect(readdirSync(workspace.path('a'))).toEqual(['b']);
  });
});
