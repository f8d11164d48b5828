import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { configMapResource } from '@informer-gen/kubernetes/core/v1/configmaps';
import { nodeResource } from '@informer-gen/kubernetes/core/v1/nodes';
import type { Node } from '@informer-gen/kubernetes/core/v1/nodes';
import { podResource } from '@informer-gen/kubernetes/core/v1/pods';
import type { Pod } from '@informer-gen/kubernetes/core/v1/pods';
import { BaseSharedInformerFactory, connect } from '@informer-gen/runtime';
import type { ApiClient, Indexer, SharedIndexInformer } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import type { Condition } from '@informer-gen/runtime/codegen/v1';
import { FakeClock, parseYaml, SimulatedApiServer } from '@informer-gen/testing';
import { expect } from 'vitest';
import { widgetResource } from '../../examples/controller/generated/example.com/v1/widgets.js';
import type { Widget } from '../../examples/controller/generated/example.com/v1/widgets.js';

/** What examples in doc comments take for granted: names that they use and do not declare. All of it is real. */
export interface ExampleContext {
  readonly server: SimulatedApiServer;
  readonly client: ApiClient;
  readonly clock: FakeClock;
  readonly signal: AbortSignal;
  /** Has synced. */
  readonly factory: BaseSharedInformerFactory;
  readonly pods: SharedIndexInformer<Pod>;
  readonly informer: SharedIndexInformer<Pod>;
  readonly nodes: SharedIndexInformer<Node>;
  readonly indexer: SharedIndexInformer<Pod>['indexer'] & Partial<Pick<Indexer<Pod>, 'add'>>;
  readonly pod: Pod;
  readonly widget: Widget;
  readonly manager: Manager;
  readonly conditions: readonly Condition[];
  /** Of a call that failed: an object was not there. */
  readonly error: unknown;
  readonly reconcile: (key: string) => Promise<void>;
  readonly podResource: typeof podResource;
  readonly nodeResource: typeof nodeResource;
  readonly widgetResource: typeof widgetResource;
  readonly configMapResource: typeof configMapResource;
  readonly deploymentResource: typeof deploymentResource;
  /** What `expression; // → value` becomes. */
  readonly same: (actual: unknown, expected: unknown) => void;
}

/** The names of it, for whoever looks which of them an example uses. */
export const CONTEXT_NAMES: readonly (keyof ExampleContext)[] = [
  'server',
  'client',
  'clock',
  'signal',
  'factory',
  'pods',
  'informer',
  'nodes',
  'indexer',
  'pod',
  'widget',
  'manager',
  'conditions',
  'error',
  'reconcile',
  'podResource',
  'nodeResource',
  'widgetResource',
  'configMapResource',
  'deploymentResource',
  'same',
];

/** Runs an example in a context of its own: a simulated server with a pod, a node and a widget. */
export async function inContext(crds: readonly string[], run: (context: ExampleContext) => unknown): Promise<void> {
  const stop = new AbortController();
  await using server = await SimulatedApiServer.start({ crds: crds.flatMap((text) => parseYaml(text)) });
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u-1', controller: true };
  const spec = { nodeName: 'node-1', containers: [{ name: 'main', image: 'nginx' }] };
  server.create('nodes', { metadata: { name: 'node-1' } });
  server.create('pods', { metadata: { name: 'web', namespace: 'default', ownerReferences: [owner] }, spec });
  server.create('widgets', { metadata: { name: 'a', namespace: 'default' }, spec: { color: 'red', size: 'small' } });
  await using client = await connect({ server: server.url, fieldManager: 'me' });
  await using manager = await Manager.create({ name: 'example', client, onError: () => {} });
  await using factory = new BaseSharedInformerFactory(client, { onError: () => {} });
  const [pods, nodes] = [factory.informerFor(podResource), factory.informerFor(nodeResource)];
  factory.start({ signal: stop.signal });
  await factory.waitForCacheSync({ signal: stop.signal });
  const error = await client
    .get(podResource, { namespace: 'default', name: 'nobody' })
    .catch((reason: unknown) => reason);
  const condition = {
    type: 'Ready',
    status: 'True',
    reason: 'Replicas',
    message: '',
    lastTransitionTime: '2026-01-01T00:00:00Z',
  };
  // What runs until a signal gets a moment: the examples show how things begin.
  const ending = setTimeout(() => stop.abort(new Error('the example has ended')), 3000);
  try {
    await run({
      server,
      client,
      clock: new FakeClock(),
      signal: stop.signal,
      factory,
      pods,
      informer: pods,
      nodes,
      indexer: pods.indexer,
      pod: pods.indexer.getByKey('default/web') as Pod,
      widget: await client.get(widgetResource, { namespace: 'default', name: 'a' }),
      manager,
      conditions: [condition as Condition],
      error,
      reconcile: async () => {},
      podResource,
      nodeResource,
      widgetResource,
      configMapResource,
      deploymentResource,
      same: (actual, expected) => expect(actual).toEqual(expected),
    });
  } finally {
    clearTimeout(ending);
    stop.abort(new Error('the example has ended'));
  }
}
