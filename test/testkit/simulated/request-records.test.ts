// What the log of requests and interceptors show of a request: its body and who sent it.
import { connect } from '@informer-gen/runtime';
import type { ResourceCaller } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import type { ManagerClient } from '@informer-gen/runtime/controller';
import { FakeClient, FakeClock, settle, SimulatedApiServer } from '@informer-gen/testing';
import type { RequestRecord, SimulatedCluster } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps } from '../../runtime/controller/support/websites.js';

interface Simulated extends AsyncDisposable {
  readonly cluster: SimulatedCluster;
  readonly client: ManagerClient;
  readonly url: string | undefined;
}

const servers: readonly (readonly [string, () => Promise<Simulated>])[] = [
  [
    'a FakeClient',
    async () => {
      const client = new FakeClient({ clock: new FakeClock() });
      return { cluster: client, client, url: undefined, [Symbol.asyncDispose]: () => Promise.resolve() };
    },
  ],
  [
    'a SimulatedApiServer',
    async () => {
      const cluster = await SimulatedApiServer.start();
      const client = await connect({ server: cluster.url });
      return {
        cluster,
        client,
        url: cluster.url,
        async [Symbol.asyncDispose]() {
          await client[Symbol.asyncDispose]();
          await cluster[Symbol.asyncDispose]();
        },
      };
    },
  ],
];

const at = { namespace: 'default', name: 'a' };
const shown = ({ verb, contentType, body }: RequestRecord): unknown[] => [verb, contentType, body];

async function writeOneOfEach(client: ResourceCaller): Promise<void> {
  await client.create(configMaps, { metadata: at, data: { x: '1' } });
  await client.patch(configMaps, at, { data: { x: '2' } });
  await client.patch(configMaps, at, [{ op: 'remove', path: '/data/x' }], { type: 'json' });
  await client.apply(configMaps, { metadata: at, data: { y: '1' } }, { fieldManager: 'me' });
  await client.get(configMaps, at);
  await client.delete(configMaps, at, { preconditions: { uid: (await client.get(configMaps, at)).metadata?.uid } });
}

describe.each(servers)('the requests of %s', (_name, start) => {
  it('have their bodies, parsed, with the content type', async () => {
    await using test = await start();
    await writeOneOfEach(test.client);
    const [created, merged, patched, applied, read, , deleted] = test.cluster.requests.map(shown);
    const type = { apiVersion: 'v1', kind: 'ConfigMap' };
    expect(created).toEqual(['create', 'application/json', { ...type, metadata: at, data: { x: '1' } }]);
    expect(merged).toEqual(['patch', 'application/merge-patch+json', { data: { x: '2' } }]);
    expect(patched).toEqual(['patch', 'application/json-patch+json', [{ op: 'remove', path: '/data/x' }]]);
    expect(applied).toEqual(['patch', 'application/apply-patch+yaml', { ...type, metadata: at, data: { y: '1' } }]);
    expect(read).toEqual(['get', undefined, undefined]);
    expect(deleted).toMatchObject([
      'delete',
      'application/json',
      { kind: 'DeleteOptions', preconditions: { uid: expect.any(String) as unknown } },
    ]);
  });

  it('show their bodies to interceptors, which decide by them, also of requests that are refused', async () => {
    await using test = await start();
    test.cluster.deny({ verb: 'patch', when: ({ body }) => JSON.stringify(body).includes('secret') });
    const seen: unknown[] = [];
    test.cluster.onRequest(({ body }) => {
      seen.push(body);
      return (body as { data?: { x?: string } } | undefined)?.data?.x === 'bad' ? { status: 409 } : undefined;
    });
    const bad = test.client.create(configMaps, { metadata: at, data: { x: 'bad' } }, { retries: 0 });
    await expect(bad).rejects.toMatchObject({ statusCode: 409 });
    const secret = test.client.patch(configMaps, at, { data: { x: 'secret' } });
    await expect(secret).rejects.toMatchObject({ code: 'Forbidden' });
    expect(seen).toMatchObject([{ data: { x: 'bad' } }, { data: { x: 'secret' } }]);
    expect(test.cluster.requests.at(-1)?.body).toEqual({ data: { x: 'secret' } });
  });

  it('say which manager sent them', async () => {
    await using test = await start();
    const managers = await Promise.all(
      ['first-operator', 'acme.dev/second'].map(async (name) => {
        const target = test.url === undefined ? { client: test.client } : { connect: { server: test.url } };
        const manager = await Manager.create({ name, ...target });
        manager.controller(configMaps, { name: name.replace('/', '-') }).reconcile(() => {});
        return manager;
      }),
    );
    const stop = new AbortController();
    const running = managers.map((manager) => manager.run({ signal: stop.signal, signals: [] }));
    await test.cluster.until(() => test.cluster.requestsOf({ verb: 'watch' }).length >= 2);
    await managers[1]?.client.create(configMaps, { metadata: at });
    await test.client.get(configMaps, at);
    const clients = (verb: string): string[] => test.cluster.requestsOf({ verb }).map(({ client }) => client);
    expect(clients('watch').sort()).toEqual(['acme.dev/second', 'first-operator']);
    expect(clients('create')).toEqual(['acme.dev/second']);
    expect(clients('get')).toEqual(['informer-gen-runtime']);
    expect(test.cluster.requestsOf({ client: 'first-operator', verb: 'create' })).toEqual([]);
    expect(test.cluster.requestsOf({ client: 'acme.dev/second', verb: 'create' })).toHaveLength(1);
    stop.abort(new Error('over'));
    await Promise.all(running);
    for (const manager of managers) await manager[Symbol.asyncDispose]();
    await settle();
  });
});

describe('the bodies of requests', () => {
  it('are parsed from YAML, and are strings where they cannot be parsed', async () => {
    await using server = await SimulatedApiServer.start();
    const send = (contentType: string, body: string): Promise<Response> =>
      fetch(`${server.url}/api/v1/namespaces/default/configmaps`, {
        method: 'POST',
        headers: { 'content-type': contentType, 'user-agent': 'kubectl/v1.36.3 (linux/amd64) kubernetes/abc' },
        body,
      });
    await send('application/yaml', 'kind: ConfigMap\nmetadata:\n  name: a\n');
    await send('application/json; charset=utf-8', '{"kind":');
    expect(server.requests.map(shown)).toEqual([
      ['create', 'application/yaml', { kind: 'ConfigMap', metadata: { name: 'a' } }],
      ['create', 'application/json', '{"kind":'],
    ]);
    expect(server.requests.map(({ client, user }) => [client, user])).toEqual([
      ['kubectl', 'simulated'],
      ['kubectl', 'simulated'],
    ]);
  });

  it('of protobuf are objects too', async () => {
    await using server = await SimulatedApiServer.start();
    const { encodeProtobuf, PROTOBUF } = await import('../../../testkit/simulated/representation/protobuf-body.js');
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: '1' } };
    await fetch(`${server.url}/api/v1/namespaces/default/configmaps`, {
      method: 'POST',
      headers: { 'content-type': PROTOBUF },
      body: Buffer.from(encodeProtobuf(object) ?? []),
    });
    expect(server.requests[0]?.body).toMatchObject(object);
  });

  it('are retained for the newest requests, up to 32 MiB in total', async () => {
    const client = new FakeClient({ clock: new FakeClock() });
    const data = { x: 'x'.repeat(1_000_000) };
    for (let count = 0; count < 40; count += 1)
      await client.create(configMaps, { metadata: { ...at, name: `c${count}` }, data });
    const { requests } = client;
    expect(requests).toHaveLength(40);
    expect([requests[0]?.body, requests[0]?.contentType]).toEqual([undefined, 'application/json']);
    expect(requests[39]?.body).toMatchObject({ data });
    const retained = requests.filter(({ body }) => body !== undefined).length;
    expect(retained).toBe(33);
  });
});
