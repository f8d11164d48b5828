import { type ApiClient, defineResource, type KubernetesObject } from '@informer-gen/runtime';
import { LoadServer } from './load-server.js';

/** Where pods are created: any client. */
type PodWriter = Pick<ApiClient, 'create' | 'replace'>;

const pageSize = 500;
const writersAtOnce = 32;

const podResource = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
const namespaceResource = defineResource({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
});

interface Pod extends KubernetesObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: { readonly [key: string]: string };
  };
  readonly spec: unknown;
  readonly status: unknown;
}

/** Creates the pods that the load server would serve, with their status. */
export async function createPods(client: PodWriter, objects: number): Promise<void> {
  await using source = await LoadServer.start({ objects });
  const created = new Set<string>();
  for (let from = 0; from < objects; from += pageSize) {
    const response = await fetch(`${source.url}/api/v1/pods?limit=${pageSize}${from === 0 ? '' : `&continue=${from}`}`);
    const { items } = (await response.json()) as { items: Pod[] };
    const missing = [...new Set(items.map((pod) => pod.metadata.namespace))].filter((name) => !created.has(name));
    for (const name of missing) {
      await client.create(namespaceResource, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      created.add(name);
    }
    await eachOf(items, (pod) => createPod(client, pod));
  }
}

async function createPod(client: PodWriter, { metadata, spec, status }: Pod): Promise<void> {
  const {
    managedFields: _managedFields,
    uid: _uid,
    resourceVersion: _version,
    ...rest
  } = metadata as { [name: string]: unknown };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...rest, name: metadata.name, namespace: metadata.namespace },
    spec,
  };
  await client.create(podResource, pod);
  await client.replace(podResource, { ...pod, status }, { subresource: 'status' });
}

/** Works through the items, several at a time. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: writersAtOnce }, worker));
}
