// Errors that functions of a test throw while the simulated cluster handles a request.
import { connect, defineResource, isForbidden } from '@informer-gen/runtime';
import {
  ControllerBed,
  FakeClient,
  FakeClock,
  InterceptorError,
  settle,
  SimulatedApiServer,
} from '@informer-gen/testing';
import type { KubernetesObject } from '@informer-gen/runtime';
import type { SimulatedCluster } from '@informer-gen/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';

const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
const maps = defineResource<Named>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});
const name = { namespace: 'default', name: 'a' };
const bug = new TypeError('bug of the test');

function failing(): never {
  throw bug;
}

interface Named extends KubernetesObject {
  readonly data?: { readonly [key: string]: string };
}

/** Places where a test gives a function that is called with each request. */
const places: readonly [string, (cluster: SimulatedCluster) => () => void][] = [
  ['onRequest', (cluster) => cluster.onRequest(failing)],
  ['onRequest', (cluster) => cluster.onRequest(() => Promise.reject(bug))],
  ['`when` of a rule', (cluster) => cluster.failAlways({ when: failing, status: 500 })],
  ['`when` of a rule', (cluster) => cluster.deny({ when: failing })],
];

describe('an error that a function of the test throws', () => {
  it.each(places)('reaches the caller of FakeClient as the cause: %s', async (place, add) => {
    const server = new FakeClient({ clock: new FakeClock() });
    const remove = add(server);
    const error = await server.get(pods, name).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InterceptorError);
    expect((error as Error).message).toBe(
      `${place} threw at GET /api/v1/namespaces/default/pods/a, which has no answer: bug of the test`,
    );
    expect((error as Error).cause).toBe(bug);
    expect(server.errors).toEqual([error]);
    expect(server.requests[0]?.code).toBeUndefined();
    remove();
    await expect(server.get(pods, name)).rejects.toThrow('404');
  });

  it.each(places)('reaches a reader of a watch of FakeClient: %s', async (_place, add) => {
    const server = new FakeClient({ clock: new FakeClock() });
    add(server);
    const watching = (async () => {
      for await (const _event of server.watch(pods, { resourceVersion: '1', signal: AbortSignal.timeout(10_000) }));
    })();
    await expect(watching).rejects.toBeInstanceOf(InterceptorError);
  });

  it('breaks the connection over HTTP, and the server lists the error', async () => {
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url });
    const stop = server.onRequest(failing);
    const error = await client.create(pods, { metadata: name }).catch((thrown: unknown) => thrown);
    stop();
    expect(error).toMatchObject({ code: expect.not.stringMatching('InternalError') as unknown });
    expect(server.errors.map(({ cause }) => cause)).toContain(bug);
    expect(server.objects(pods)).toEqual([]);
  });

  it('is in the errors of a ControllerBed, once, if a run of a reconcile fails with it', async () => {
    await using bed = await ControllerBed.start({
      server: 'simulated',
      setUp: (manager) =>
        void manager.controller(maps, { name: 'maps' }).reconcile(async (_map, { client }) => {
          await client.patch(maps, name, { data: { a: 'b' } });
        }),
    });
    let isFirst = true;
    bed.server.onRequest(({ verb }) => {
      if (verb !== 'patch' || !isFirst) return;
      isFirst = false;
      failing();
    });
    bed.create(maps, { metadata: name });
    await expect(bed.idle()).rejects.toThrow('onRequest threw at PATCH');
    expect(bed.errors.map(({ cause }) => cause)).toEqual([bug]);
    await bed.idle();
    expect(bed.get(maps, 'a')?.data).toEqual({ a: 'b' });
  });

  it('is in the errors of a ControllerBed if the reconcile catches it', async () => {
    await using bed = await ControllerBed.start({
      server: 'simulated',
      setUp: (manager) =>
        void manager.controller(maps, { name: 'maps' }).reconcile(async (_map, { client }) => {
          await client.patch(maps, name, { data: { a: 'b' } }).catch(() => {});
        }),
    });
    bed.server.onRequest(({ verb }) => (verb === 'patch' ? failing() : undefined));
    bed.create(maps, { metadata: name });
    await expect(bed.idle()).rejects.toThrow('onRequest threw at PATCH');
    expect(bed.errors.map(({ cause }) => cause)).toEqual([bug]);
  });

  it('is given to onInterceptorError', async () => {
    const given: InterceptorError[] = [];
    const server = new FakeClient({ onInterceptorError: (error) => void given.push(error) });
    server.onRequest(failing);
    await server.list(pods).catch(() => {});
    expect(given).toEqual(server.errors);
  });

  it('does not hide the denial of a rule whose own function works', async () => {
    const server = new FakeClient({ clock: new FakeClock() });
    server.deny({ when: () => true });
    const error = await server.get(pods, name).catch((thrown: unknown) => thrown);
    expect(isForbidden(error)).toBe(true);
    expect(server.errors).toEqual([]);
  });

  it('is thrown to the test itself from requestsOf', async () => {
    const server = new FakeClient({ clock: new FakeClock() });
    await server.list(pods);
    expect(() => server.requestsOf({ when: failing })).toThrow(bug);
    expect(server.errors).toEqual([]);
  });
});

describe('a simulated server that is disposed of', () => {
  afterEach(() => void vi.restoreAllMocks());

  async function run(read: (server: SimulatedApiServer) => void): Promise<string> {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {});
    {
      await using server = await SimulatedApiServer.start();
      await using client = await connect({ server: server.url });
      const stop = server.onRequest(failing);
      await client.create(pods, { metadata: name }).catch(() => {});
      stop();
      await settle();
      read(server);
    }
    return print.mock.calls.map((line) => line.map(String).join(' ')).join('\n');
  }

  it('prints errors of the test that the test has not read', async () => {
    expect(await run(() => {})).toContain(
      'SimulatedApiServer: 1 unread error of the test (see errors): onRequest threw',
    );
  });

  it('prints nothing if the test has read them', async () => {
    expect(await run((server) => expect(server.errors).not.toEqual([]))).toBe('');
  });
});
