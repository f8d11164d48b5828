import { monitorEventLoopDelay } from 'node:perf_hooks';
import { connect, defineResource, type KubernetesObject, newSharedIndexInformer } from '@informer-gen/runtime';

/** What a reader process is told by its parent. */
export interface ReaderTask {
  readonly client: 'ours' | 'ours, by LIST' | 'client-node';
  readonly kubeconfigPath: string;
  /** One informer each; the empty one stands for all namespaces. */
  readonly namespaces: readonly string[];
}

/** What it found. */
export interface ReaderReport {
  readonly objects: number;
  readonly syncedMs: number;
  /** How long the event loop was held at worst, and at the 99th percentile, while syncing. */
  readonly worstStallMs: number;
  readonly p99StallMs: number;
  /** The most processor time that the process used in one go: what is left of the worst stall on an idle machine. */
  readonly worstBusyMs: number;
  readonly heapMegabytes: number;
  readonly residentMegabytes: number;
}

const pods = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
});

/** Loads what is needed; what it gives starts the informers, resolves when all are filled, and gives how to count. */
type Prepare = (task: ReaderTask) => Promise<() => Promise<() => number>>;

const prepareOurs: Prepare = async ({ client: name, kubeconfigPath, namespaces }) => {
  const client = await connect({ kubeconfigPath });
  await client.request({ path: '/version' });
  return async () => {
    const informers = namespaces.map((namespace) => {
      const source = client.listerWatcher(pods, namespace === '' ? {} : { namespace });
      const informer = newSharedIndexInformer(source, pods, { reflector: { useWatchList: name === 'ours' } });
      void informer.run({ signal: new AbortController().signal });
      return informer;
    });
    await Promise.all(informers.map((informer) => informer.whenSynced()));
    return () => informers.reduce((sum, informer) => sum + informer.getStore().list().length, 0);
  };
};

const prepareClientNode: Prepare = async ({ kubeconfigPath, namespaces }) => {
  const { CoreV1Api, KubeConfig, makeInformer, VersionApi } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  config.loadFromFile(kubeconfigPath);
  const api = config.makeApiClient(CoreV1Api);
  await config.makeApiClient(VersionApi).getCode();
  return async () => {
    const informers = namespaces.map((namespace) =>
      namespace === ''
        ? makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces())
        : makeInformer(config, `/api/v1/namespaces/${namespace}/pods`, () => api.listNamespacedPod({ namespace })),
    );
    await Promise.all(informers.map((informer) => informer.start()));
    return () => informers.reduce((sum, informer) => sum + informer.list().length, 0);
  };
};

/** Looks every millisecond how much processor time has gone; calling what it gives ends that, and tells the most. */
function watchProcessorTime(): () => number {
  let before = process.cpuUsage();
  let worstMicros = 0;
  const timer = setInterval(() => {
    const used = process.cpuUsage(before);
    worstMicros = Math.max(worstMicros, used.user + used.system);
    before = process.cpuUsage();
  }, 1);
  return () => {
    clearInterval(timer);
    return worstMicros / 1000;
  };
}

/** Does the task, reports, and stays until the parent ends it. */
async function main(): Promise<void> {
  const task = JSON.parse(process.argv[2] ?? '{}') as ReaderTask;
  const start = await (task.client === 'client-node' ? prepareClientNode : prepareOurs)(task);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const worstBusyMs = watchProcessorTime();
  const startedAt = performance.now();
  const count = await start();
  const syncedMs = performance.now() - startedAt;
  delay.disable();
  worstBusyMs();
  // Let watches begin, and what the lists left behind be collected.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  globalThis.gc?.();
  const memory = process.memoryUsage();
  const report: ReaderReport = {
    objects: count(),
    syncedMs: Math.round(syncedMs),
    worstStallMs: Math.round(delay.max / 1e6),
    worstBusyMs: Math.round(worstBusyMs()),
    p99StallMs: Math.round(delay.percentile(99) / 1e6),
    heapMegabytes: Math.round(memory.heapUsed / 1e6),
    residentMegabytes: Math.round(memory.rss / 1e6),
  };
  process.send?.(report);
  setInterval(() => {}, 60_000);
}

await main();
