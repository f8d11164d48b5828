// Servers name URLs and paths; the credentials of the kubeconfig must reach the server of the kubeconfig only.
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createAuthority, issueCertificate, kubeconfigText } from '@informer-gen/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../../generator/cli/run.js';
import { UsageError } from '../../../generator/index.js';
import { readCluster } from '../../../generator/input/cluster.js';
import type { ClusterContent } from '../../../generator/input/cluster.js';
import { crd, specOf, text as jsonText } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const TOKEN = 'sesame';

/** A request as a server received it. */
interface Received {
  readonly path: string;
  readonly token: string | undefined;
  /** Common name of the client certificate. */
  readonly certificate: string | undefined;
}

/** The parts of a kubeconfig that tests change. */
interface Kubeconfig {
  readonly clusters: [{ readonly cluster: Record<string, unknown> }];
  readonly users: [{ user: object }];
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server on loopback that records the credentials of each request. */
class RecordingServer {
  readonly received: Received[] = [];
  /** Also connections without a request, such as a TLS handshake. */
  connections = 0;
  readonly url: string;

  private constructor(url: string) {
    this.url = url;
  }

  static async start(answers: Readonly<Record<string, Answer | object>>, tls?: object): Promise<RecordingServer> {
    const listener: RequestListener = (request, response) => {
      const path = request.url ?? '';
      const certificate = tls && (request.socket as TLSSocket).getPeerCertificate().subject?.CN;
      self.received.push({ path, token: request.headers.authorization, certificate: certificate?.toString() });
      const answer = answers[path] ?? answers[path.split('?')[0] ?? ''];
      if (typeof answer === 'function') (answer as Answer)(response, request);
      else response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
    };
    const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
    server.on('connection', () => (self.connections += 1));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    started.push(server);
    const { port } = server.address() as AddressInfo;
    const self = new RecordingServer(`${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`);
    return self;
  }

  get paths(): string[] {
    return this.received.map(({ path }) => path);
  }
}

const started: Server[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const server of started.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The index of a server with one aggregated API, whose entry has the given path, and one API of its own. */
function index(serverRelativeURL: unknown): object {
  return {
    paths: {
      'apis/evil.io/v1': { serverRelativeURL },
      'apis/good.io/v1': { serverRelativeURL: '/openapi/v3/apis/good.io/v1?hash=0A' },
    },
  };
}

function read(url: string, allowPartial = false): Promise<ClusterContent> {
  const workspace = new Workspace({ config: kubeconfigText({ url, credentials: { token: TOKEN } }) });
  return readCluster({ kubeconfig: workspace.path('config'), allowPartial });
}

const hostile: readonly unknown[] = [
  'OTHER/openapi/v3/apis/evil.io/v1',
  'OTHER',
  '//HOST/openapi/v3/apis/evil.io/v1',
  '///HOST/openapi/v3/a',
  '/\\HOST/openapi/v3/a',
  '\\\\HOST\\openapi\\v3\\a',
  '@HOST/openapi/v3/a',
  ':80@HOST/openapi/v3/a',
  '/openapi/v3/@HOST',
  '/openapi/v3/user:password@HOST/a',
  '.HOST/openapi/v3/a',
  '\t//HOST/openapi/v3/a',
  '/\n/HOST/openapi/v3/a',
  '\u0000//HOST/a',
  ' /openapi/v3/apis/evil.io/v1',
  '/openapi/v3/apis/evil.io/v1\n',
  '/openapi/v3/a\tb',
  'http:/openapi/v3/a',
  'file:///etc/passwd',
  'data:application/json,{}',
  '/openapi/v3/../../api/v1/secrets',
  '/openapi/v3/..',
  '/openapi/v3/.',
  '/openapi/v3/a/./b',
  '/openapi/v3/%2e%2e/%2e%2e/api/v1/secrets',
  '/openapi/v3/.%2E/a',
  '/openapi/v3/..%2f..%2fapi/v1/secrets',
  '/openapi/v3/%252e%252e/a',
  '/openapi/v3/..\\..\\api\\v1\\secrets',
  '/openapi/v3/..;/api',
  '/openapi/v3/\u2025/a',
  '/openapi/v3//HOST/a',
  '/openapi/v3/a/',
  '/openapi/v3/a#b',
  '/openapi/v3/a?b#c',
  '/openapi/v3/a?b\r\nx-header: c',
  '/openapi/v3',
  '/openapi/v3/',
  '/openapi/v3?a=/openapi/v3/a',
  '/openapi/v33/a',
  '/openapi/v2',
  '/OpenAPI/v3/a',
  '/other/openapi/v3/a',
  '/',
  '',
  'openapi/v3/apis/evil.io/v1',
  '../openapi/v3/a',
  42,
  true,
  null,
  undefined,
  {},
  ['/openapi/v3/apis/evil.io/v1'],
  { toString: '/openapi/v3/a' },
];

describe('a serverRelativeURL that is not a path below /openapi/v3', () => {
  it.each(hostile.map((path) => [path]))('is an error that names the group version, or a warning: %j', async (path) => {
    const other = await RecordingServer.start({});
    const given =
      typeof path === 'string' ? path.replaceAll('OTHER', other.url).replaceAll('HOST', new URL(other.url).host) : path;
    const good = { openapi: '3.0.0', paths: {} };
    const server = await RecordingServer.start({
      [CRDS]: { items: [] },
      '/openapi/v3': index(given),
      '/openapi/v3/apis/good.io/v1': good,
    });
    const failed = read(server.url);
    await expect(failed).rejects.toBeInstanceOf(UsageError);
    await expect(failed).rejects.toThrow(/^apis\/evil\.io\/v1: its serverRelativeURL .*--allow-partial/);
    expect(server.paths).toEqual([`${CRDS}?limit=40`, '/openapi/v3']);

    const { documents, warnings } = await read(server.url, true);
    expect(warnings).toEqual([expect.stringMatching(/^apis\/evil\.io\/v1: /)]);
    expect(documents.map(({ file }) => file)).toEqual([`${server.url}/openapi/v3/apis/good.io/v1`, server.url + CRDS]);
    expect(server.paths.slice(2)).toEqual([`${CRDS}?limit=40`, '/openapi/v3', '/openapi/v3/apis/good.io/v1?hash=0A']);
    expect(other.connections).toBe(0);
  });

  it('does not receive a client certificate', async () => {
    const authority = createAuthority();
    const { certificatePem: cert, privateKeyPem: key } = issueCertificate(authority, {
      commonName: 'server',
      hosts: ['127.0.0.1'],
      usage: 'server',
    });
    const tls = { cert, key, ca: authority.certificatePem, requestCert: true };
    const user = issueCertificate(authority, { commonName: 'admin', usage: 'client' });
    const other = await RecordingServer.start({ '/openapi/v3/apis/evil.io/v1': {} }, tls);
    const server = await RecordingServer.start(
      {
        [CRDS]: { items: [] },
        '/openapi/v3': index(`${other.url}/openapi/v3/apis/evil.io/v1`),
        '/openapi/v3/apis/good.io/v1': {},
      },
      tls,
    );
    const credentials = { certificatePem: user.certificatePem, privateKeyPem: user.privateKeyPem };
    const config = kubeconfigText({ url: server.url, caPem: authority.certificatePem, credentials });
    const workspace = new Workspace({ config });
    const { warnings } = await readCluster({ kubeconfig: workspace.path('config'), allowPartial: true });
    expect(warnings).toHaveLength(1);
    expect(server.received.map(({ certificate }) => certificate)).toEqual(['admin', 'admin', 'admin']);
    expect(other.connections).toBe(0);
  });

  it('ends the command line with an error and not with an exception', async () => {
    const server = await RecordingServer.start({ [CRDS]: { items: [] }, '/openapi/v3': index('http://other.example') });
    const workspace = new Workspace({
      config: kubeconfigText({ url: server.url, credentials: { token: TOKEN } }),
    });
    let printed = '';
    const terminal = { print: () => {}, error: (text: string) => void (printed += text), interactive: false };
    const args = ['--cluster', '--kubeconfig', workspace.path('config')];
    expect(await run(args, { ...terminal, cwd: workspace.folder })).toBe(2);
    expect(printed).toMatch(/^informer-gen: apis\/evil\.io\/v1: .*"http:\/\/other\.example"/);
    expect(workspace.has('generated')).toBe(false);
  });
});

describe('the server of the kubeconfig', () => {
  it.each(['/clusters/one', '/clusters/one/', '/clusters/one//'])('may have the path prefix %s', async (prefix) => {
    const document = '/openapi/v3/apis/good.io/v1';
    const server = await RecordingServer.start({
      [`/clusters/one${CRDS}`]: { items: [] },
      '/clusters/one/openapi/v3': { paths: { 'apis/good.io/v1': { serverRelativeURL: `${document}?hash=0A` } } },
      [`/clusters/one${document}`]: {},
    });
    const { documents } = await read(server.url + prefix);
    expect(documents).toHaveLength(2);
    expect(server.paths).toEqual([
      `/clusters/one${CRDS}?limit=40`,
      '/clusters/one/openapi/v3',
      `/clusters/one${document}?hash=0A`,
    ]);
    expect(server.received.every(({ token }) => token === `Bearer ${TOKEN}`)).toBe(true);
  });

  it('keeps its password out of the names of documents', async () => {
    const server = await RecordingServer.start({ [CRDS]: { items: [] }, '/openapi/v3': { paths: {} } });
    const { documents } = await read(server.url.replace('//', '//me:secret@'));
    expect(documents.map(({ file }) => file)).toEqual([server.url + CRDS]);
  });

  it.each([301, 302, 303, 307, 308])('is not left by a redirect with status %i', async (status) => {
    const other = await RecordingServer.start({});
    const redirect: Answer = (response, { url }) => response.writeHead(status, { location: other.url + url }).end();
    const document = '/openapi/v3/apis/good.io/v1';
    for (const redirected of [CRDS, '/openapi/v3', document]) {
      const server = await RecordingServer.start({
        [CRDS]: { items: [] },
        '/openapi/v3': { paths: { 'apis/good.io/v1': { serverRelativeURL: document } } },
        [document]: {},
        [redirected]: redirect,
      });
      await expect(read(server.url)).rejects.toThrow(`${redirected} answered ${status}: redirects are not followed`);
    }
    expect(other.connections).toBe(0);
  });
});

describe('a document that cannot be read', () => {
  const document = '/openapi/v3/apis/good.io/v1';
  const answers = {
    [CRDS]: { items: [] },
    '/openapi/v3': { paths: { 'apis/good.io/v1': { serverRelativeURL: document } } },
    [document]: {},
  };
  const endless: Answer = (response) => {
    const chunk = Buffer.alloc(1024 ** 2, ' ');
    const write = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', write);
    write();
  };

  it.each([CRDS, '/openapi/v3', document])('ends at 64 MiB: %s', async (path) => {
    const server = await RecordingServer.start({ ...answers, [path]: endless });
    await expect(read(server.url)).rejects.toThrow(`${path}: the response exceeds 64 MiB`);
  });

  it.each([CRDS, '/openapi/v3', document])('ends after 60 s, even if it keeps sending bytes: %s', async (path) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrivals = new EventEmitter();
    const arrived = once(arrivals, 'arrived');
    const server = await RecordingServer.start({
      ...answers,
      [path]: (response) => response.write('{', () => arrivals.emit('arrived', response)),
    });
    const failed = read(server.url).catch((error: unknown) => error);
    let isOver = false;
    void failed.then(() => (isOver = true));
    const [response] = (await arrived) as [ServerResponse];
    vi.advanceTimersByTime(59_999);
    await new Promise((resolve) => response.write(' ', resolve));
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(String(await failed)).toContain(`${path}: the response was not complete after 60 s`);
  });

  it.each(['the server', 'the proxy'])(
    'ends after 60 s if %s accepts the connection and never answers',
    async (who) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const silent = createTcpServer();
      const connected = once(silent, 'connection');
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const config = JSON.parse(kubeconfigText({ url, credentials: { token: TOKEN } })) as Kubeconfig;
      if (who === 'the proxy') config.clusters[0].cluster['proxy-url'] = url;
      const workspace = new Workspace({ config: JSON.stringify(config) });
      const failed = readCluster({ kubeconfig: workspace.path('config') }).catch((error: unknown) => error);
      const [socket] = (await connected) as [Socket];
      await once(socket, 'readable');
      vi.advanceTimersByTime(60_000);
      expect(String(await failed)).toContain('the response was not complete after 60 s');
      socket.destroy();
      silent.close();
    },
  );

  it.each([
    ['503', (response: ServerResponse) => response.writeHead(503).end('{"message":"down"}'), 'answered 503: down'],
    ['a broken connection', (response: ServerResponse) => response.destroy(), 'cannot be reached'],
    ['a response that is too large', endless, 'exceeds 64 MiB'],
  ])('is left out with a warning if a partial result is allowed: %s', async (_, answer, message) => {
    const other = { 'apis/other.io/v1': { serverRelativeURL: '/openapi/v3/apis/other.io/v1' } };
    const server = await RecordingServer.start({
      ...answers,
      '/openapi/v3': { paths: { ...answers['/openapi/v3'].paths, ...other } },
      '/openapi/v3/apis/other.io/v1': {},
      [document]: answer,
    });
    await expect(read(server.url)).rejects.toThrow(message);
    const { documents, warnings } = await read(server.url, true);
    expect(warnings).toEqual([expect.stringMatching(/^apis\/good\.io\/v1: /)]);
    expect(warnings[0]).toContain(message);
    expect(documents.map(({ file }) => file)).toEqual([`${server.url}/openapi/v3/apis/other.io/v1`, server.url + CRDS]);
  });

  it('cannot control a terminal by the message of its error', async () => {
    const server = await RecordingServer.start({
      [CRDS]: (response) => response.writeHead(500).end(JSON.stringify({ message: 'no\u001b[2J\r\nroot# \u202ex' })),
    });
    await expect(read(server.url)).rejects.toThrow(`${CRDS} answered 500: no [2J root#  x`);
  });
});

describe('the list of CRDs', () => {
  it('is read in pages whose tokens stay inside the query', async () => {
    const pages: readonly (readonly [string, object])[] = [
      ['', { items: [{ metadata: { name: 'a' } }], metadata: { continue: '&limit=0#/../x y' } }],
      ['&continue=%26limit%3D0%23%2F..%2Fx%20y', { items: [{ metadata: { name: 'b' } }] }],
    ];
    const server = await RecordingServer.start({
      ...Object.fromEntries(pages.map(([query, page]) => [`${CRDS}?limit=40${query}`, page])),
      '/openapi/v3': { paths: {} },
    });
    const { documents } = await read(server.url);
    expect(documents[0]?.text).toMatch(/"name":"a".*"name":"b"/);
    expect(server.paths.slice(0, 2)).toEqual(pages.map(([query]) => `${CRDS}?limit=40${query}`));
  });

  it('is an error if it never ends', async () => {
    const server = await RecordingServer.start({ [CRDS]: { items: [], metadata: { continue: 'next' } } });
    await expect(read(server.url)).rejects.toThrow('the list has more than 1000 pages of 40');
  });
});

describe('a schema that names URLs', () => {
  it('makes the generator fetch nothing', async () => {
    const other = await RecordingServer.start({});
    const url = `${other.url}/schema.json`;
    const links = { $schema: url, $id: url, externalDocs: { url }, description: `See ${url}`, 'x-url': url };
    const workspace = new Workspace({
      'crds/a.json': jsonText(crd({ schema: { ...specOf({ size: { type: 'string' } }), ...links } })),
      'crds/b.json': jsonText(crd({ kind: 'Gear', schema: { type: 'object', properties: { spec: { $ref: url } } } })),
      'openapi.json': JSON.stringify({
        openapi: '3.0.0',
        servers: [{ url: other.url }],
        paths: {},
        components: {
          schemas: {
            'io.other.v1.Gadget': {
              type: 'object',
              properties: { spec: { $ref: url } },
              'x-kubernetes-group-version-kind': [{ group: 'other.io', version: 'v1', kind: 'Gadget' }],
            },
          },
        },
      }),
    });
    const { problems } = await workspace.generate({ crd: ['crds'], openapi: ['openapi.json'] });
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringContaining(`$ref "${url}"`));
    expect(workspace.read('generated/example.com/v1/types/widgets.ts')).toContain('readonly size');
    expect(other.connections).toBe(0);
  });
});

describe('credentials that cannot be sent', () => {
  it('are an error that does not quote them', async () => {
    const url = 'http://127.0.0.1:9';
    const config = kubeconfigText({ url, credentials: { token: `${TOKEN}\nx` } });
    const workspace = new Workspace({ config });
    const failed = readCluster({ kubeconfig: workspace.path('config') });
    await expect(failed).rejects.toBeInstanceOf(UsageError);
    await expect(failed).rejects.not.toThrow(TOKEN);
  });

  it('are an error that does not quote what an exec plugin printed', async () => {
    const config = JSON.parse(kubeconfigText({ url: 'http://127.0.0.1:9' })) as Kubeconfig;
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'echo', args: [TOKEN] };
    config.users[0].user = { exec };
    const workspace = new Workspace({ config: JSON.stringify(config) });
    const failed = readCluster({ kubeconfig: workspace.path('config') });
    await expect(failed).rejects.toThrow('the exec plugin did not print JSON');
    await expect(failed).rejects.not.toThrow(TOKEN);
  });
});
