import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SimulatedApiServer } from '@informer-gen/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { widgetCrd } from './widget-crd.js';

const installed = spawnSync('kubectl', ['version', '--client']).status === 0;
const title = 'kubectl on the simulated server' + (installed ? '' : ' (skipped: kubectl is not installed)');

describe.skipIf(!installed)(title, { timeout: 60_000 }, () => {
  let server: SimulatedApiServer;
  let folder: string;

  beforeEach(async () => {
    server = await SimulatedApiServer.start({ controllers: { namespaces: true } });
    folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
    await writeFile(join(folder, 'kubeconfig'), server.kubeconfig());
  });

  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  function flags(args: readonly string[]): string[] {
    return ['--kubeconfig', join(folder, 'kubeconfig'), '--cache-dir', join(folder, 'cache'), ...args];
  }

  function kubectl(...args: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      execFile('kubectl', flags(args), (error, stdout, stderr) =>
        error ? reject(new Error(stderr)) : resolve(stdout),
      );
    });
  }

  async function file(...objects: unknown[]): Promise<string> {
    const path = join(folder, 'objects.json');
    await writeFile(path, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
    return path;
  }

  const widget = (color: string): object => ({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a', namespace: 'default' },
    spec: { color },
  });

  it('applies a CRD and its objects, once more with a change, and server-side', async () => {
    expect(await kubectl('apply', '-f', await file(widgetCrd))).toContain('widgets.example.com created');
    await kubectl('wait', '--for=condition=established', '--timeout=10s', 'crd/widgets.example.com');
    expect(await kubectl('apply', '-f', await file(widget('red')))).toContain('widget.example.com/a created');
    expect(await kubectl('apply', '-f', await file(widget('red')))).toContain('unchanged');
    expect(await kubectl('apply', '-f', await file(widget('blue')))).toContain('configured');
    expect(server.get('widgets', 'a')).toMatchObject({ spec: { color: 'blue' }, metadata: { generation: 2 } });
    const serverSide = await kubectl('apply', '--server-side', '--force-conflicts', '-f', await file(widget('green')));
    expect(serverSide).toContain('serverside-applied');
    expect(server.get('widgets', 'a')).toMatchObject({ spec: { color: 'green' } });
    expect(await kubectl('get', 'wd')).toMatch(/NAME\s+COLOR\na\s+green/);
    expect(await kubectl('delete', 'crd', 'widgets.example.com')).toContain('deleted');
    await expect(kubectl('get', 'widgets')).rejects.toThrow(/NotFound|resource type/);
  });

  it('creates, gets, labels, patches, scales and deletes', async () => {
    await kubectl('create', 'namespace', 'team');
    await kubectl('create', 'configmap', 'settings', '--from-literal=k=v', '-n', 'team');
    await kubectl('create', 'deployment', 'web', '--image=nginx', '--dry-run=client', '-o', 'json').then((text) =>
      writeFile(join(folder, 'web.json'), text),
    );
    await kubectl('create', '-f', join(folder, 'web.json'));
    await kubectl('label', 'configmap', 'settings', 'tier=one', '-n', 'team');
    await kubectl(
      'patch',
      'deployment',
      'web',
      '-p',
      '{"spec":{"template":{"spec":{"containers":[{"name":"nginx","image":"other"}]}}}}',
    );
    await kubectl('patch', 'configmap', 'settings', '-n', 'team', '--type=merge', '-p', '{"data":{"k":"w"}}');
    await kubectl('scale', 'deployment', 'web', '--replicas=3');
    expect(server.get('configmaps', 'team/settings')).toMatchObject({
      data: { k: 'w' },
      metadata: { labels: { tier: 'one' } },
    });
    expect(server.get('deployments', 'web')).toMatchObject({
      spec: { replicas: 3, template: { spec: { containers: [{ name: 'nginx', image: 'other' }] } } },
    });
    expect(await kubectl('get', 'configmap', '-A', '-l', 'tier=one', '-o', 'name')).toBe('configmap/settings\n');
    expect(JSON.parse(await kubectl('get', 'deploy', 'web', '-o', 'json'))).toMatchObject({
      kind: 'Deployment',
      metadata: { name: 'web' },
    });
    expect(await kubectl('delete', 'deployment', 'web')).toContain('deleted');
    expect(await kubectl('delete', 'namespace', 'team')).toContain('deleted');
    expect(server.objects('configmaps')).toEqual([]);
  });

  it('watches', async () => {
    const child = spawn('kubectl', flags(['get', 'configmaps', '--watch', '--output-watch-events', '--no-headers']));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    try {
      await server.until(() => server.openWatches() === 1);
      server.create('configmaps', { metadata: { name: 'a' } });
      server.delete('configmaps', 'a');
      expect((await lines.next()).value).toMatch(/^ADDED\s+a\s/);
      expect((await lines.next()).value).toMatch(/^DELETED\s+a\s/);
    } finally {
      child.kill();
    }
  });
});
