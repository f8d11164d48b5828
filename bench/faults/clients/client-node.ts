/** makeInformer of @kubernetes/client-node, started again 5 s after an error as its documentation has it. */
import { CustomObjectsApi, CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import type { KubernetesListObject, KubernetesObject } from '@kubernetes/client-node';
import { collectionPath, printEvent, readClientArguments } from './print-line.js';

const RESTART_MS = 5000;

const task = readClientArguments();
const { kubeconfigPath, group, plural, namespace } = task;
const config = new KubeConfig();
config.loadFromFile(kubeconfigPath);
const path = collectionPath(task);

async function list(): Promise<KubernetesListObject<KubernetesObject>> {
  if (group === '') return await config.makeApiClient(CoreV1Api).listNamespacedConfigMap({ namespace });
  const api = config.makeApiClient(CustomObjectsApi);
  return (await api.listNamespacedCustomObject({
    group,
    version: 'v1',
    namespace,
    plural,
  })) as KubernetesListObject<KubernetesObject>;
}

const informer = makeInformer<KubernetesObject>(config, path, list);
informer.on('add', (object) => printEvent('add', object));
informer.on('update', (object) => printEvent('update', object));
informer.on('delete', (object) => printEvent('delete', object));
informer.on('error', restartLater);

function restartLater(): void {
  setTimeout(() => void informer.start().catch(restartLater), RESTART_MS);
}

await informer.start();
printEvent('synced');
