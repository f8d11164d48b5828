// Who is answered: nobody but this machine, unless a token is known; no page of another site, under whatever name.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect as connectSocket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { BaseSharedInformerFactory, defineResource } from '@informer-gen/runtime';
import type { KubernetesObject } from '@informer-gen/runtime';
import { inspectorHandler, serveInspector } from '@informer-gen/runtime/inspect';
import type { Inspector, InspectorOptions } from '@informer-gen/runtime/inspect';
import { FakeClient } from '@informer-gen/testing';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, askJson } from './support/ask.js';

const token = 'correct-horse-battery';
const secretResource = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
});

async function serve(options: Partial<InspectorOptions> = {}): Promise<Inspector> {
  const client = new FakeClient();
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'db',
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"password":"aHVudGVyMg=="}}' },
    },
    data: { password: 'aHVudGVyMg==' },
  };
  client.direct.create(secretResource, secret);
  const factory = new BaseSharedInformerFactory(client);
  const informer = factory.informerFor(secretResource);
  informer.addIndexers({
    byPassword: (object) => [String((object as { data?: { password?: string } }).data?.password)],
  });
  factory.start();
  onTestFinished(() => factory.shutdown());
  await factory.waitForCacheSync();
  const inspector = await serveInspector({ factory }, { port: 0, ...options });
  onTestFinished(() => inspector[Symbol.asyncDispose]());
  return inspector;
}

describe('the inspector', () => {
  it('answers only to names of this machine, so that a name which is pointed here learns nothing', async () => {
    const { port } = await serve();
    for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.1', '[::1]'])
      expect((await ask(port, '/api/inspection', { headers: { host: `${host}:${port}` } })).status).toBe(200);
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.nip.io',
      'localhost.',
      '10.0.0.7',
      '[fe80::1]',
      '0.0.0.0',
      'evil.example@127.0.0.1',
    ]) {
      for (const path of ['/', '/assets/app.js', '/api/inspection', '/api/stream', '/nowhere']) {
        const { status, text } = await ask(port, path, { headers: { host: `${host}:${port}` } });
        expect([400, 403], `${host} ${path}`).toContain(status);
        expect(text).not.toContain('informers');
      }
    }
  });

  it('does not let a second Host header or an absolute address stand for the first', async () => {
    const { port } = await serve();
    const raw = (text: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connectSocket(port, '127.0.0.1', () => socket.end(text));
        let answer = '';
        socket.on('data', (chunk) => (answer += String(chunk)));
        socket.on('close', () => resolve(answer));
      });
    const twice = await raw(
      'GET /api/inspection HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(twice).toMatch(/^HTTP\/1\.1 400/);
    const absolute = await raw(
      'GET http://localhost/api/inspection HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(absolute).toMatch(/^HTTP\/1\.1 (400|403)/);
    const none = await raw('GET /api/inspection HTTP/1.0\r\n\r\n');
    expect(none).toMatch(/^HTTP\/1\.1 400/);
  });

  it('gives pages of other sites nothing, and no leave to read', async () => {
    const { port } = await serve();
    const path = '/api/inspection';
    const host = `localhost:${port}`;
    for (const headers of [
      { host, origin: 'http://evil.example' },
      { host, origin: 'null' },
      { host, origin: `http://localhost:${port + 1}` },
      { host, 'sec-fetch-site': 'cross-site' },
      { host, 'sec-fetch-site': 'same-site' },
    ]) {
      const reply = await ask(port, path, { headers });
      expect(reply.status, JSON.stringify(headers)).toBe(403);
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const own = await ask(port, path, { headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' } });
    expect(own.status).toBe(200);
    expect(own.headers['access-control-allow-origin']).toBe(undefined);
  });

  it('answers GET alone', async () => {
    const { port } = await serve();
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
      const { status, headers } = await ask(port, '/api/inspection', { method });
      expect(status).toBe(405);
      expect(headers['allow']).toBe('GET');
    }
  });

  it('sends every answer with a strict policy, unsniffed and unkept', async () => {
    const { port } = await serve();
    for (const path of ['/', '/assets/app.js', '/assets/app.css', '/api/inspection', '/nowhere']) {
      const { headers } = await ask(port, path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|\*|data:|https?:/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
    const { text } = await ask(port, '/');
    expect(text).not.toMatch(/<script(?![^>]*src=)|<style| on\w+=|javascript:/i);
  });

  it('has nothing beyond its table of paths, however the path is written', async () => {
    const { port } = await serve();
    const paths = [
      '/../package.json',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets//app.js',
      '/%00',
      '/api/__proto__',
      '/api/informers/__proto__',
      '/api/informers/constructor/objects',
      '/assets/toString',
      '/%E0%A4%A',
      '/api/informers/secrets/object/x?key=default/db',
    ];
    for (const path of paths) expect((await ask(port, path)).status, path).toBe(404);
  });

  it('answers any path and query with JSON or a part of the page, and never fails', async () => {
    const { port } = await serve();
    const word = fc.oneof(
      fc.constantFrom(
        'api',
        'informers',
        'secrets',
        'objects',
        'object',
        'controllers',
        'key',
        'events',
        '..',
        '.',
        '%2e',
        '',
        'limit=-1',
        'labels=a+b',
      ),
      fc.webSegment(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 5 }), fc.webQueryParameters(), async (words, query) => {
        const path = `/${words.join('/')}?${query}`;
        if (path.startsWith('/api/stream')) return;
        const { status, text } = await ask(port, path);
        expect([200, 308, 400, 404], path).toContain(status);
        expect(text).not.toContain('aHVudGVyMg');
      }),
      { numRuns: 150 },
    );
  });

  it('needs its token for data, compares it whole, and tells the page without', async () => {
    const { port } = await serve({ token });
    expect((await ask(port, '/')).status).toBe(200);
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Basic ${token}`,
      token,
    ]) {
      const { status, headers } = await ask(port, '/api/inspection', { headers: { authorization } });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toMatch(/^Bearer/);
    }
    expect((await ask(port, `/api/inspection?token=${token}`)).status).toBe(401);
    expect((await ask(port, '/api/stream')).status).toBe(401);
    expect((await ask(port, '/api/inspection', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  });

  it('does not listen beyond loopback without a token, nor take one that can be guessed', async () => {
    await expect(serve({ host: '0.0.0.0' })).rejects.toThrow(/give it a token/);
    await expect(serve({ host: '::' })).rejects.toThrow(/give it a token/);
    await expect(serve({ token: 'short' })).rejects.toThrow(/too short/);
    await expect(serve({ allowedHosts: ['ops.example.com'] })).rejects.toThrow(/needs a token/);
  });

  it('mounted in a server of the program, answers loopback alone without a token', async () => {
    const factory = new BaseSharedInformerFactory(new FakeClient());
    using handler = inspectorHandler({ factory }, { basePath: '/debug/inspector' });
    const server = createServer(handler).listen(0, '0.0.0.0');
    onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    expect((await ask(port, '/debug/inspector/')).text).toContain('<!doctype html>');
    expect((await ask(port, '/debug/inspector')).headers['location']).toBe('./inspector/');
    expect((await ask(port, '/debug/inspector/api/inspection')).status).toBe(200);
    expect((await ask(port, '/api/inspection')).status).toBe(404);
    expect((await ask(port, '/debug/inspectorx/api/inspection')).status).toBe(404);
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    if (outside === undefined) return;
    const response = await fetch(`http://${outside.address}:${port}/debug/inspector/api/inspection`);
    expect(response.status).toBe(403);
  });

  it('shows nothing of a Secret but names: not by its object, an annotation, an index or a search', async () => {
    const { port } = await serve();
    const object = await askJson<{ data: unknown; metadata: { annotations: object } }>(
      port,
      '/api/informers/secrets/object?key=default/db',
    );
    expect(object.data).toEqual({ password: '•••••• (masked)' });
    expect(Object.values(object.metadata.annotations)).toEqual(['•••••• (masked)']);
    expect((await ask(port, '/api/informers/secrets/objects?index=byPassword&value=aHVudGVyMg==')).status).toBe(400);
    const page = await askJson<{ indexes: unknown; masked: boolean }>(port, '/api/informers/secrets/objects');
    expect(page).toMatchObject({ indexes: ['namespace'], masked: true });
    for (const path of ['/api/inspection', '/api/events', '/api/informers/secrets', '/api/informers/secrets/objects'])
      expect((await ask(port, path)).text).not.toContain('aHVudGVyMg');
  });

  it('does not leaf further than it can put in order without holding up the program', async () => {
    const { port } = await serve();
    const leaf = (offset: string): Promise<number> =>
      ask(port, `/api/informers/secrets/objects?offset=${offset}`).then(({ status }) => status);
    expect([await leaf('10000'), await leaf('10001'), await leaf('999999999999'), await leaf('-1')]).toEqual([
      200, 400, 400, 400,
    ]);
  });

  it('lets only so many listen, and frees the place of one that goes', async () => {
    const { port } = await serve({ maxStreams: 2 });
    const listen = async (): Promise<AbortController> => {
      const stop = new AbortController();
      const response = await fetch(`http://127.0.0.1:${port}/api/stream`, { signal: stop.signal });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      return stop;
    };
    const [first, second] = [await listen(), await listen()];
    expect((await ask(port, '/api/stream')).status).toBe(503);
    first.abort();
    await expect
      .poll(async () => {
        const third = await fetch(`http://127.0.0.1:${port}/api/stream`);
        await third.body?.cancel();
        return third.status;
      })
      .toBe(200);
    second.abort();
  });
});
