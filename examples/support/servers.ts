import { connect, defineResource } from '@informer-gen/runtime';
import type { ApiClient } from '@informer-gen/runtime';
import { SimulatedApiServer } from '@informer-gen/testing';
import { CleanUp } from './clean-up.js';
import type { LimitedUser } from './context.js';
import { podResource } from './kubernetes.js';
import type { PodName } from './pods.js';

/** A server that examples can run against. Disposing of it ends what was started for it, and closes every client. */
export interface ExampleServer extends AsyncDisposable {
  readonly client: ApiClient;
  limitedUser(): Promise<LimitedUser>;
  bind(pod: PodName, node: string): Promise<void>;
}

/** Opens what `--server` names: `simulated`, `real`, or the path of a kubeconfig. */
export async function openServer(name: string): Promise<ExampleServer> {
  if (name === 'simulated') return simulatedServer(await SimulatedApiServer.start());
  if (name !== 'real') return clusterOf(name);
  // Loaded only when asked for: it belongs to the tests.
  const { startApiServer } = await import('@informer-gen/testing');
  const server = await startApiServer();
  return clusterOf(server.kubeconfigPath, () => server.stop());
}

/** A server in this process: needs nothing, keeps nothing. */
export async function simulatedServer(server: SimulatedApiServer): Promise<ExampleServer> {
  const cleanUp = new CleanUp();
  cleanUp.use(server);
  const client = cleanUp.use(await connect({ server: server.url }));
  return {
    client,
    async limitedUser() {
      const granted = new Set<string>();
      server.deny({
        when: ({ headers, namespace = '' }) =>
          headers['impersonate-user'] === limitedUserName && !granted.has(namespace),
      });
      return {
        client: cleanUp.use(await connect({ server: server.url, impersonate: { user: limitedUserName } })),
        grant: async (namespace) => void granted.add(namespace),
      };
    },
    bind: async ({ namespace, name }, node) =>
      void server.patch('pods', `${namespace}/${name}`, { spec: { nodeName: node } }),
    [Symbol.asyncDispose]: () => cleanUp[Symbol.asyncDispose](),
  };
}

/** A cluster with authorization and everything. */
async function clusterOf(kubeconfigPath: string, stop?: () => Promise<void>): Promise<ExampleServer> {
  const cleanUp = new CleanUp();
  if (stop) cleanUp.add(stop);
  const client = cleanUp.use(await connect({ kubeconfigPath }));
  return {
    client,
    limitedUser: async () => ({
      client: cleanUp.use(await connect({ kubeconfigPath, impersonate: { user: limitedUserName } })),
      grant: (namespace) => grantPods(client, namespace),
    }),
    async bind({ namespace, name }, node) {
      const binding = { metadata: { namespace, name }, target: { apiVersion: 'v1', kind: 'Node', name: node } };
      await client.create(podResource, binding, { subresource: 'binding' });
    },
    [Symbol.asyncDispose]: () => cleanUp[Symbol.asyncDispose](),
  };
}

const limitedUserName = 'informer-gen-example';
const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1', namespaced: true } as const;
const roleResource = defineResource({ ...rbac, kind: 'Role', plural: 'roles' });
const roleBindingResource = defineResource({ ...rbac, kind: 'RoleBinding', plural: 'rolebindings' });

async function grantPods(client: ApiClient, namespace: string): Promise<void> {
  const metadata = { namespace, name: 'pod-reader' };
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }];
  await client.create(roleResource, { metadata, rules });
  await client.create(roleBindingResource, {
    metadata,
    roleRef: { apiGroup: rbac.group, kind: 'Role', name: metadata.name },
    subjects: [{ apiGroup: rbac.group, kind: 'User', name: limitedUserName }],
  });
}
