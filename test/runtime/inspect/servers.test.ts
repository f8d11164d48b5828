// What is said of an informer that may not read, and that it goes when it may: on both servers.
import { BaseSharedInformerFactory } from '@informer-gen/runtime';
import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { namespaceResource, podResource } from '../../../examples/support/kubernetes.js';
import { openServer, simulatedServer } from '../../../examples/support/servers.js';
import type { ExampleServer } from '../../../examples/support/servers.js';
import { realClock } from '../../../runtime/src/async/clock.js';
import { Collector } from '../../../runtime/src/inspect/collect/collector.js';
import { describeWithApiServer } from '../../setup/api-server.js';

async function refusedThenGranted(server: ExampleServer): Promise<void> {
  const user = await server.limitedUser();
  const { metadata } = await server.client.create(namespaceResource, { metadata: { generateName: 'inspector-' } });
  const namespace = metadata.name;
  await using factory = new BaseSharedInformerFactory(user.client, { namespace, onError: () => {} });
  using inspector = new Collector({ factory }, { clock: realClock, masked: [] });
  factory.informerFor(podResource);
  factory.start();
  await expect.poll(() => inspector.inspection().problems.length, { timeout: 10_000 }).toBe(1);
  const { problems, informers } = inspector.inspection();
  expect(problems[0]?.cause).toMatch(/403/);
  expect(problems[0]?.next).toContain('apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"]');
  expect(informers[0]?.timeline.some(({ type }) => type === 'error')).toBe(true);
  await user.grant(namespace);
  await factory.waitForCacheSync({ timeoutMs: 15_000 });
  await expect.poll(() => inspector.inspection().problems, { timeout: 10_000 }).toEqual([]);
}

describe('an informer that may not read, on the simulated server', () => {
  it('is a problem until it may', { timeout: 40_000 }, async () => {
    await using server = await simulatedServer(await SimulatedApiServer.start());
    await refusedThenGranted(server);
  });
});

describeWithApiServer('an informer that may not read, on a real server', (apiServer) => {
  it('is a problem until it may', { timeout: 40_000 }, async () => {
    await using server = await openServer(apiServer().kubeconfigPath);
    await refusedThenGranted(server);
  });
});
