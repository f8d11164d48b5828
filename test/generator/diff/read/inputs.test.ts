import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { diff, UsageError } from '../../../../generator/index.js';
import { crd, specOf, text } from '../../support/crds.js';
import { Workspace } from '../../support/workspace.js';
import { builtIn, openApi } from '../openapi-fixture.js';
import { lines } from '../support.js';

const OLD = text(crd({ schema: specOf({ size: { type: 'string' } }) }));
const NEW = text(crd({ schema: specOf({ size: { type: 'integer' } }) }));

function git(workspace: Workspace, ...args: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...args], { cwd: workspace.folder, stdio: 'ignore' });
}

/** A repository whose tag `before` has the old CRD, and whose work tree has the new one. */
function repository(): Workspace {
  const workspace = new Workspace({
    'crds/a.yaml': OLD,
    'crds/deep/b.json': text(crd({ kind: 'Gear' })),
    'crds/x.txt': '',
  });
  git(workspace, 'init', '-q');
  git(workspace, 'add', '.');
  git(workspace, 'commit', '-qm', 'one');
  git(workspace, 'tag', 'before');
  workspace.write('crds/a.yaml', NEW);
  return workspace;
}

describe('inputs of diff', () => {
  it.each(['git:before:crds', 'before:crds', 'git:HEAD:./crds/', 'before:crds/**'])(
    'reads %s from git',
    async (old) => {
      const { folder } = repository();
      const report = await diff({ old, new: 'crds', cwd: folder });
      expect(lines(report.changes)).toEqual(['type-changed Widget.spec.size']);
      expect(report.changes[0]?.old?.file).toMatch(/^(?:before|HEAD):crds\/a\.yaml$/);
      expect(report.old.kinds).toBe(2);
    },
  );

  it('reads one file of a revision, relative to the current folder', async () => {
    const workspace = repository();
    const report = await diff({ old: 'before:a.yaml', new: 'a.yaml', cwd: workspace.path('crds') });
    expect(lines(report.changes)).toEqual(['type-changed Widget.spec.size']);
    expect(report.changes[0]?.old?.file).toBe('before:a.yaml');
  });

  it.each([
    ['git:nowhere:crds', /git knows no revision "nowhere"/],
    ['before:none', /the revision has no YAML or JSON file there/],
    ['git:crds', /git:<revision>:<path>/],
    ['before:../..', /leads out of the repository/],
    ['nowhere:crds', /neither a file nor a path in a git revision/],
    ['none.yaml', /none\.yaml does not exist/],
    ['crds/x.txt', /holds neither CRDs nor a Kubernetes OpenAPI document/],
  ])('says what is wrong with %s', async (old, message) => {
    const { folder } = repository();
    const failed = diff({ old, new: 'crds', cwd: folder });
    await expect(failed).rejects.toThrow(UsageError);
    await expect(failed).rejects.toThrow(message);
  });

  it('tells CRDs from OpenAPI by what is in the files, in one folder', async () => {
    const workspace = new Workspace({
      'old/crd.yaml': OLD,
      'old/api.json': openApi([builtIn('', 'v1', 'Pod', 'pods')]),
      'old/package.json': '{"name":"x"}',
      'new/crd.yaml': NEW,
      'new/v3/api.json': openApi([builtIn('', 'v1', 'Pod', 'pods')], {}, 'v3'),
    });
    const report = await diff({ old: 'old', new: 'new', cwd: workspace.folder });
    expect(lines(report.changes)).toEqual(['type-changed Widget.spec.size']);
    expect(report.old).toMatchObject({ kinds: 2, files: 2, problems: [] });
  });

  it('reads one side from standard input, not both', async () => {
    const workspace = new Workspace({ 'new.yaml': NEW });
    const stdin = (): Promise<string> => Promise.resolve(OLD);
    const report = await diff({ old: '-', new: 'new.yaml', cwd: workspace.folder, stdin });
    expect(lines(report.changes)).toEqual(['type-changed Widget.spec.size']);
    await expect(diff({ old: '-', new: '-', cwd: workspace.folder, stdin })).rejects.toThrow(/only one side/);
  });
});

describe('generated output as an input of diff', () => {
  it('stands for what its manifest says it was generated from', async () => {
    const workspace = new Workspace({ 'crds/a.yaml': OLD, 'new.yaml': NEW });
    await workspace.generate();
    for (const old of ['generated', 'generated/.informer-gen.json']) {
      const report = await diff({ old, new: 'new.yaml', cwd: workspace.folder });
      expect(lines(report.changes)).toEqual(['type-changed Widget.spec.size']);
      expect(report.changes[0]?.old?.file).toBe('crds/a.yaml');
    }
  });

  it('is read itself where that is gone, and the report says what cannot be seen', async () => {
    const workspace = new Workspace({ 'crds/a.yaml': OLD, 'same.yaml': OLD, 'new.yaml': NEW });
    await workspace.generate();
    workspace.remove('crds');
    const report = await diff({ old: 'generated', new: 'new.yaml', cwd: workspace.folder });
    expect(lines(report.changes)).toEqual(['type-changed Widget.spec.size']);
    expect(report.old.notes).toEqual([expect.stringContaining('the generated types are compared')]);
    expect((await diff({ old: 'generated', new: 'same.yaml', cwd: workspace.folder })).changes).toEqual([]);
  });
});

describe('a live cluster as an input of diff', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** Serves one CRD and no OpenAPI, as an API server does. */
  async function cluster(workspace: Workspace, served: string): Promise<void> {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url?.startsWith('/apis/apiextensions.k8s.io/v1/customresourcedefinitions') === true) {
        response.end(
          JSON.stringify({ kind: 'CustomResourceDefinitionList', metadata: {}, items: [JSON.parse(served)] }),
        );
      } else if (request.url === '/openapi/v3/api/v1')
        response.end(openApi([builtIn('', 'v1', 'Pod', 'pods')], {}, 'v3'));
      else if (request.url?.startsWith('/openapi/v3') === true) {
        response.end(JSON.stringify({ paths: { 'api/v1': { serverRelativeURL: '/openapi/v3/api/v1' } } }));
      } else {
        response.statusCode = 404;
        response.end('{}');
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'other',
      clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'u', user: {} }],
      contexts: [{ name: 'staging', context: { cluster: 'c', user: 'u' } }],
    };
    workspace.write('kubeconfig.json', JSON.stringify(config));
  }

  it('is compared with the checked-in output', async () => {
    const workspace = new Workspace({ 'crds/a.yaml': OLD });
    await workspace.generate();
    await cluster(workspace, NEW);
    const kubeconfig = workspace.path('kubeconfig.json');
    const report = await diff({ old: 'generated', new: 'cluster:staging', cwd: workspace.folder, kubeconfig });
    expect(lines(report.changes)).toEqual(['type-changed Widget.spec.size']);
    expect(report.new.notes).toEqual([
      'cluster:staging: its 1 built-in kinds are left out, for generated has custom ones alone',
    ]);
  });

  it('is compared with its built-in kinds where the other side has such too', async () => {
    const workspace = new Workspace({ 'old/a.yaml': OLD, 'old/b.json': openApi([builtIn('', 'v1', 'Node', 'nodes')]) });
    await cluster(workspace, OLD);
    const kubeconfig = workspace.path('kubeconfig.json');
    const report = await diff({ old: 'old', new: 'cluster:staging', cwd: workspace.folder, kubeconfig });
    expect(lines(report.changes)).toEqual(['kind-removed Node', 'kind-added Pod']);
  });
});
