import { SimulatedApiServer } from '@informer-gen/testing';
import type { ClusterControllers } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ask } from './http-client.js';

const CMS = '/api/v1/namespaces/default/configmaps';

function start(controllers: ClusterControllers): Promise<SimulatedApiServer> {
  return SimulatedApiServer.start({ controllers });
}

function create(server: SimulatedApiServer, name: string, owners: readonly string[] = [], more: object = {}): string {
  const ownerReferences = owners.map((uid) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid, ...more }));
  return server.create('configmaps', { metadata: { name, ownerReferences } }).metadata.uid ?? '';
}

function names(server: SimulatedApiServer): (string | undefined)[] {
  return server.objects('configmaps').map(({ metadata }) => metadata.name);
}

describe('the garbage collector', () => {
  it('is off unless it is asked for', async () => {
    await using server = await start({});
    create(server, 'child', [create(server, 'owner')]);
    server.delete('configmaps', 'owner');
    expect(names(server)).toEqual(['child']);
  });

  it('deletes what was owned, down the line, but not what others own too', async () => {
    await using server = await start({ garbageCollector: true });
    const owner = create(server, 'owner');
    const other = create(server, 'other');
    create(server, 'grandchild', [create(server, 'child', [owner])]);
    create(server, 'shared', [owner, other]);
    server.delete('configmaps', 'owner');
    expect(names(server)).toEqual(['other', 'shared']);
    expect(server.get('configmaps', 'shared')?.['metadata']).toMatchObject({ ownerReferences: [{ uid: other }] });
  });

  it('deletes what is created for an owner that is not there', async () => {
    await using server = await start({ garbageCollector: true });
    create(server, 'late', ['gone']);
    expect(names(server)).toEqual([]);
  });

  it('lets go of dependents when they are to be orphaned', async () => {
    await using server = await start({ garbageCollector: true });
    create(server, 'child', [create(server, 'owner')]);
    await ask(server, `${CMS}/owner?propagationPolicy=Orphan`, { method: 'DELETE' });
    expect(names(server)).toEqual(['child']);
    expect(server.get('configmaps', 'child')?.metadata).not.toHaveProperty('ownerReferences');
  });

  it('keeps an owner that is deleted in the foreground until those that block it are gone', async () => {
    await using server = await start({ garbageCollector: true });
    create(server, 'child', [create(server, 'owner')], { blockOwnerDeletion: true });
    server.patch('configmaps', 'child', { metadata: { finalizers: ['example.com/hold'] } });
    const answer = await ask(server, `${CMS}/owner?propagationPolicy=Foreground`, { method: 'DELETE' });
    expect(answer.json['metadata']?.['finalizers']).toEqual(['foregroundDeletion']);
    expect(names(server)).toEqual(['child', 'owner']);
    server.patch('configmaps', 'child', { metadata: { finalizers: null } });
    expect(names(server)).toEqual([]);
  });
});

describe('the namespace controller', () => {
  it('is off unless it is asked for: a namespace stays until it is finalized', async () => {
    await using server = await start({});
    server.create('namespaces', { metadata: { name: 'n' } });
    server.create('configmaps', { metadata: { name: 'a', namespace: 'n' } });
    server.delete('namespaces', 'n');
    expect(server.get('namespaces', 'n')).toMatchObject({ status: { phase: 'Terminating' } });
    expect(server.objects('configmaps', 'n')).toHaveLength(1);
    const body = { metadata: { name: 'n' }, spec: { finalizers: [] } };
    expect((await ask(server, '/api/v1/namespaces/n/finalize', { method: 'PUT', body })).code).toBe(200);
    expect(server.get('namespaces', 'n')).toBeUndefined();
  });

  it('does not let anybody delete the namespaces that clusters need', async () => {
    await using server = await start({ namespaces: true });
    const answer = await ask(server, '/api/v1/namespaces/default', { method: 'DELETE' });
    expect([answer.code, answer.json['message']]).toEqual([
      403,
      'namespaces "default" is forbidden: this namespace may not be deleted',
    ]);
  });
});
