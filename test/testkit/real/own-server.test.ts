import { describe, expect, it } from 'vitest';
import type { ApiServer } from '@informer-gen/testing';
import { ApiServerStartError, startApiServer } from '@informer-gen/testing';
import { apiServerAvailable, describeWithOwnApiServer } from '../../setup/api-server.js';
import { firstWatchEvent, watchLines } from './watch-lines.js';

interface ObjectList {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly { readonly metadata: { readonly name: string; readonly uid: string } }[];
}

const path = '/api/v1/namespaces/default/configmaps';

async function create(server: ApiServer, ...wanted: readonly string[]): Promise<void> {
  for (const name of wanted) await server.json(path, { method: 'POST', body: { metadata: { name } } });
}

async function names(server: ApiServer): Promise<readonly string[]> {
  return (await server.json<ObjectList>(path)).items.map((item) => item.metadata.name);
}

/** What a list and a watch at that resourceVersion are answered with. */
async function answersAt(server: ApiServer, resourceVersion: string): Promise<{ list: number; watch: unknown }> {
  const { status } = await server.request(`${path}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`);
  const event = await firstWatchEvent(server, `${path}?watch=true&resourceVersion=${resourceVersion}`);
  return { list: status, watch: event.type === 'ERROR' ? event.object.code : event.type };
}

describeWithOwnApiServer('an API server of one test file', { audit: false }, (server) => {
  it('keeps its data and its address over kill -9 and a restart, and resets open watches', async () => {
    await create(server(), 'kept');
    const { url, pid } = server();
    const watch = watchLines(server(), `${path}?watch=true`);
    await watch.next();
    const broken = expect(watch.next()).rejects.toThrow(/aborted|ECONNRESET|hang up/);

    await server().kill9ApiServer();
    await broken;
    expect(server().pid).toBeUndefined();
    await expect(server().request('/readyz')).rejects.toThrow('ECONNREFUSED');
    await server().restartApiServer();

    expect(server().url).toBe(url);
    expect(server().pid).not.toBe(pid);
    expect(await names(server())).toEqual(['kept']);
  });

  it('answers nothing while suspended, and goes on afterwards', async () => {
    server().suspendApiServer();
    await expect(server().request('/api', { timeoutMs: 200 })).rejects.toThrow('aborted');
    server().resumeApiServer();

    await expect(server().request('/api')).resolves.toMatchObject({ status: 200 });
  });

  it('answers old resourceVersions with 410 once its history has expired', async () => {
    await create(server(), 'a1', 'a2', 'a3');
    const firstPage = await server().json<ObjectList>(`${path}?limit=1`);
    const { resourceVersion, continue: next = '' } = firstPage.metadata;
    await create(server(), 'a4');
    expect(await answersAt(server(), resourceVersion)).toEqual({ list: 200, watch: 'ADDED' });

    await server().expireHistory();

    expect(await answersAt(server(), resourceVersion)).toEqual({ list: 410, watch: 410 });
    const secondPage = await server().request(`${path}?limit=1&continue=${encodeURIComponent(next)}`);
    expect(secondPage.status).toBe(410);
    expect((await server().json<ObjectList>(`${path}?limit=1`)).items).toHaveLength(1);
  });

  it('takes other settings at a restart', async () => {
    await expect(server().auditLog()).rejects.toThrow('audit: false');
    const watchList = `${path}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`;
    await server().restartApiServer({ featureGates: { WatchList: false } });

    const { status, text } = await server().request(watchList);

    expect(status).toBe(422);
    expect(text).toContain('sendInitialEvents');
  });

  it('shows its logs', async () => {
    const logs = await server().logs();

    expect(logs.kubeApiServer).toContain(server().version);
  });
});

describeWithOwnApiServer('an API server without a watch cache', { watchCache: false }, (server) => {
  it('answers old resourceVersions with 410 right after a compaction', async () => {
    await create(server(), 'a');
    const { resourceVersion } = (await server().json<ObjectList>(path)).metadata;
    await create(server(), 'b');
    expect(await answersAt(server(), resourceVersion)).toEqual({ list: 200, watch: 'ADDED' });

    const compactedAt = await server().compact();

    expect(compactedAt).toBeGreaterThan(Number(resourceVersion));
    expect(await server().revision()).toBeGreaterThanOrEqual(compactedAt);
    expect(await answersAt(server(), resourceVersion)).toEqual({ list: 410, watch: 410 });
  });
});

describeWithOwnApiServer(
  'an API server with a feature gate',
  { featureGates: { ShardedListAndWatch: true } },
  (server) => {
    it('lists each object in exactly one of two shards', async () => {
      const all = Array.from({ length: 16 }, (_, index) => `m${String(index).padStart(2, '0')}`);
      await create(server(), ...all);
      const shard = async (from: string, to: string): Promise<readonly string[]> => {
        const selector = encodeURIComponent(`shardRange(object.metadata.uid, '${from}', '${to}')`);
        const list = await server().json<ObjectList>(`${path}?shardSelector=${selector}`);
        return list.items.map((item) => item.metadata.name);
      };

      const low = await shard('0x0000000000000000', '0x8000000000000000');
      const high = await shard('0x8000000000000000', '0x10000000000000000');

      expect([...low, ...high].sort()).toEqual(all);
    });
  },
);

describe.skipIf(!apiServerAvailable)('several API servers', () => {
  it('run side by side with data of their own', async () => {
    const [one, two] = await Promise.all([startApiServer({ audit: false }), startApiServer({ audit: false })]);
    try {
      await create(one, 'only-in-one');

      expect(one.url).not.toBe(two.url);
      expect(await names(one)).toEqual(['only-in-one']);
      expect(await names(two)).toEqual([]);
      expect((await two.request('/api', { token: one.adminToken })).status).toBe(401);
      await one.stop();
      expect(await names(two)).toEqual([]);
    } finally {
      await Promise.all([one.stop(), two.stop()]);
    }
  });

  it('fail to start with the end of their log', async () => {
    const starting = startApiServer({ flags: { 'no-such-flag': 'x' } });

    await expect(starting).rejects.toThrow(ApiServerStartError);
    await expect(starting).rejects.toThrow(/kube-apiserver exited with 1[^]*unknown flag: --no-such-flag/);
  });

  it('cannot be used after they were stopped', async () => {
    const server = await startApiServer({ audit: false });
    await server.stop();
    await server.stop();

    await expect(server.restartApiServer()).rejects.toThrow('stopped for good');
    expect(server.pid).toBeUndefined();
  });
});
