import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../../generator/index.js';
import { crd, specOf, text } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

const GADGET = { group: 'other.io', version: 'v1', kind: 'Gadget' };
const OPENAPI = {
  openapi: '3.0.0',
  paths: {
    '/apis/other.io/v1/gadgets': {
      get: {
        'x-kubernetes-action': 'list',
        'x-kubernetes-group-version-kind': GADGET,
        parameters: [{ name: 'watch', in: 'query' }],
      },
    },
  },
  components: {
    schemas: {
      'io.other.v1.Gadget': {
        type: 'object',
        properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } },
        'x-kubernetes-group-version-kind': [GADGET],
      },
    },
  },
};

/** Answered with 403. */
const FORBIDDEN = { message: 'forbidden' };

/** Answered with a page for people. */
const PAGE = { message: 'page' };

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) server.close();
});

/** An API server with one CRD and one more group version, and a kubeconfig for it. */
async function cluster(answers: Record<string, unknown>): Promise<Workspace> {
  const server = createServer((request, response) => {
    const answer = answers[request.url?.split('?')[0] ?? ''];
    const authorized = request.headers.authorization === 'Bearer sesame';
    const status = answer === FORBIDDEN ? 403 : answer === undefined ? 404 : 200;
    response.writeHead(authorized ? status : 401, { 'content-type': 'application/json' });
    if (answer === PAGE) return response.end('<html>Welcome</html>');
    return response.end(
      JSON.stringify(authorized ? (answer ?? { message: 'not found' }) : { message: 'who are you?' }),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const config = (token: string): string =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'here',
    });
  return new Workspace({ 'kube.json': config('sesame'), 'wrong.json': config('open') });
}

const ANSWERS = {
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions': {
    items: [
      {
        metadata: { name: 'widgets.example.com' },
        spec: crd({ schema: specOf({ size: { type: 'string' } }) })['spec'],
      },
    ],
  },
  '/openapi/v3': {
    paths: { 'apis/other.io/v1': { serverRelativeURL: '/openapi/v3/apis/other.io/v1?hash=1' }, version: {} },
  },
  '/openapi/v3/apis/other.io/v1': OPENAPI,
};

describe('--cluster', () => {
  it('reads CRDs and OpenAPI v3 of a live API server, with the credentials of the kubeconfig', async () => {
    const workspace = await cluster(ANSWERS);
    const report = await workspace.generate({
      crd: [],
      cluster: { kubeconfig: workspace.path('kube.json'), context: 'here' },
    });
    expect(report).toMatchObject({ ok: true, crds: 1, openapiDocuments: 1, resources: 2 });
    expect(workspace.read('generated/other.io/v1/types/gadgets.ts')).toContain('readonly a?: string | undefined;');
    expect(workspace.read('generated/example.com/v1/types/widgets.ts')).toContain(
      'readonly size?: string | undefined;',
    );
  });

  it('can be mixed with files', async () => {
    const workspace = await cluster(ANSWERS);
    workspace.write('crds/a.json', text(crd({ kind: 'Third' })));
    const report = await workspace.generate({ cluster: { kubeconfig: workspace.path('kube.json') } });
    expect(report.resources).toBe(3);
  });

  it('refuses where CRDs may not be listed, which are only in part in OpenAPI; with allowPartial it warns', async () => {
    const answers = { ...ANSWERS, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions': FORBIDDEN };
    const workspace = await cluster(answers);
    const kubeconfig = workspace.path('kube.json');
    const refused = workspace.generate({ crd: [], cluster: { kubeconfig } });
    await expect(refused).rejects.toThrow(/the CRDs of .* may not be listed .*--allow-partial/);
    expect(workspace.has('generated')).toBe(false);
    const report = await workspace.generate({ crd: [], cluster: { kubeconfig, allowPartial: true } });
    expect(report).toMatchObject({ ok: true, crds: 0, resources: 1 });
    expect(report.warnings[0]).toMatch(/may not be listed/);
  });

  it('says that there is no kubeconfig', async () => {
    const workspace = new Workspace();
    vi.stubEnv('KUBECONFIG', '');
    vi.stubEnv('HOME', workspace.folder);
    const failed = workspace.generate({ crd: [], cluster: true });
    await expect(failed).rejects.toThrow(/^there is no kubeconfig: /);
    await expect(failed).rejects.toBeInstanceOf(UsageError);
    vi.stubEnv('KUBECONFIG', workspace.path('nowhere'));
    await expect(workspace.generate({ crd: [], cluster: true })).rejects.toThrow(/kubeconfig cannot be read/);
  });

  it('takes of several files in KUBECONFIG those that are there, as kubectl does', async () => {
    const workspace = await cluster(ANSWERS);
    vi.stubEnv('KUBECONFIG', ['nowhere', 'kube.json'].map((file) => workspace.path(file)).join(delimiter));
    expect(await workspace.generate({ crd: [], cluster: true })).toMatchObject({ ok: true, crds: 1 });
  });

  it.each(['/openapi/v3', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'])(
    'says that the answer of %s is not JSON',
    async (path) => {
      const workspace = await cluster({ ...ANSWERS, [path]: PAGE });
      const failed = workspace.generate({ crd: [], cluster: { kubeconfig: workspace.path('kube.json') } });
      await expect(failed).rejects.toThrow(
        /answered with something that is not JSON: is this a Kubernetes API server\?/,
      );
      await expect(failed).rejects.toBeInstanceOf(UsageError);
    },
  );

  it.each([
    ['wrong credentials', 'wrong.json', undefined, /answered 401: who are you\?/],
    ['a context that is not there', 'kube.json', 'there', /kubeconfig/],
    ['a kubeconfig that holds nothing', 'empty.yaml', undefined, /empty\.yaml is no kubeconfig/],
    ['a server that is no address', 'no-address.json', undefined, /must begin with https:\/\/ or http:\/\/, not ":::"/],
    ['a server of another protocol', 'ftp.json', undefined, /must begin with https:\/\/ or http:\/\/, not "ftp:\/\/a"/],
    ['a kubeconfig that is not there', 'none.json', undefined, /kubeconfig cannot be read/],
  ])('says what is wrong: %s', async (_, file, context, message) => {
    const workspace = await cluster(ANSWERS);
    workspace.write('empty.yaml', '');
    for (const [name, server] of [
      ['no-address.json', ':::'],
      ['ftp.json', 'ftp://a'],
    ] as const)
      workspace.write(name, workspace.read('kube.json').replace(/http:[^"]*/, server));
    await expect(
      workspace.generate({ crd: [], cluster: { kubeconfig: workspace.path(file), context } }),
    ).rejects.toThrow(message);
  });
});
