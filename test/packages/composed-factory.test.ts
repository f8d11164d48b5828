import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as kubernetes from '@informer-gen/kubernetes';
import * as preview from '@informer-gen/kubernetes/preview';
import { podInformer, podResource } from '@informer-gen/kubernetes/core/v1/pods';
import type { Pod } from '@informer-gen/kubernetes/core/v1/types';
import { BaseSharedInformerFactory, connect } from '@informer-gen/runtime';
import type { ServerTlsOptions } from '@informer-gen/testing';
import { FakeClient, SimulatedApiServer, createAuthority, issueCertificate, parseYaml } from '@informer-gen/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as mine from '../../examples/controller/generated/index.js';

const crds = parseYaml(
  await readFile(fileURLToPath(new URL('../../examples/crds/widgets.yaml', import.meta.url)), 'utf8'),
);

/** A server with one object of each of the two outputs. */
async function startServer(tls?: ServerTlsOptions): Promise<SimulatedApiServer> {
  const server = await SimulatedApiServer.start({ crds, ...(tls && { tls }) });
  server.create('pods', { metadata: { name: 'web' }, spec: { nodeName: 'node-1' } });
  server.create('widgets', { metadata: { name: 'a' }, spec: { color: 'red', size: 'small' } });
  return server;
}

/** For informers that never run. */
const idleClient = new FakeClient();

function watchRequests(server: SimulatedApiServer, resource: string): number {
  return server.requests.filter((request) => request.resource === resource && request.verb === 'watch').length;
}

describe("a user's own output and @informer-gen/kubernetes", () => {
  it('share one factory: allInformers puts the resources of an output on any', async () => {
    await using server = await startServer();
    await using client = await connect({ server: server.url });
    await using factory = new BaseSharedInformerFactory(client);
    const builtIn = kubernetes.allInformers(factory);
    const custom = mine.allInformers(factory);
    const pods = builtIn.core.v1.pods.lister();
    const widgets = custom.exampleCom.v1.widgets.lister();

    factory.start();
    await factory.waitForCacheSync({ timeoutMs: 10_000 });

    expect(pods.pods('default').get('web')?.spec?.nodeName).toBe('node-1');
    expect(widgets.widgets('default').get('a')?.spec.color).toBe('red');
    expect(factory.informers()).toHaveLength(2);
    expect(kubernetes.forResource(factory, 'v1', 'pods').lister().list()).toHaveLength(1);
    expect(mine.forResource(factory, 'example.com/v1', 'widgets').lister().list()).toHaveLength(1);
    expect(watchRequests(server, 'pods')).toBe(1);
  });

  it('can be one object, with the accessors of both', async () => {
    await using server = await startServer();
    await using client = await connect({ server: server.url });
    const base = new kubernetes.SharedInformerFactory(client);
    await using factory = Object.assign(base, mine.allInformers(base));
    factory.apps.v1.deployments.informer();
    factory.exampleCom.v1.widgets.informer();

    factory.start();
    await factory.waitForCacheSync({ timeoutMs: 10_000 });

    expect(factory.exampleCom.v1.widgets.lister().list()).toHaveLength(1);
    expect(factory.apps.v1.deployments.lister().list()).toEqual([]);
  });

  it('share one connection when their factories are given the same client', async () => {
    // Over TLS, where HTTP/2 is spoken: many watches on one connection.
    const authority = createAuthority();
    const leaf = issueCertificate(authority, { commonName: 'simulated', hosts: ['127.0.0.1'], usage: 'server' });
    const ca = authority.certificatePem;
    await using server = await startServer({ cert: leaf.certificatePem, key: leaf.privateKeyPem, ca });
    await using client = await connect({ server: server.url, ca });
    await using builtIn = new kubernetes.SharedInformerFactory(client);
    await using custom = new mine.SharedInformerFactory(client);
    builtIn.core.v1.pods.informer();
    builtIn.apps.v1.deployments.informer();
    custom.exampleCom.v1.widgets.informer();

    builtIn.start();
    custom.start();
    await Promise.all([
      builtIn.waitForCacheSync({ timeoutMs: 10_000 }),
      custom.waitForCacheSync({ timeoutMs: 10_000 }),
    ]);

    expect(server.openWatches()).toBe(3);
    expect(server.openConnections).toBe(1);
  });

  it('are one informer for what both ask for, whichever way they ask', () => {
    const factory = new BaseSharedInformerFactory(idleClient);
    const informer = kubernetes.allInformers(factory).core.v1.pods.informer();
    expect(podInformer(factory).informer()).toBe(informer);
    expect(factory.informerFor(podResource)).toBe(informer);
    expect(kubernetes.forResource(factory, 'v1', 'pods').informer()).toBe(informer);
    expectTypeOf(podInformer(factory).lister().list()).toEqualTypeOf<readonly Pod[]>();
  });

  it('joins versions that are not stable the same way', () => {
    const factory = new kubernetes.SharedInformerFactory(idleClient);
    const { storage } = preview.allInformers(factory);
    expect(Object.keys(storage)).not.toContain('v1');
    expect(Object.keys(factory.storage)).toEqual(['v1']);
    storage.v1beta1.volumeattributesclasses.informer();
    expect(factory.informers()).toHaveLength(1);
  });
});
