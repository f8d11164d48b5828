/** Plain calls, ours and client-node's, as `bench/peers/client-go/calls.go` makes them: `calls <url> <calls> <at once> <variant>`. */
import { connect, defineResource } from '@informer-gen/runtime';
import { CoreV1Api, KubeConfig, PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { loadServerConfig } from './client-node-config.js';
import { print, readArguments, setting, Stopwatch } from './measure.js';

const { url, objects: calls, events: atOnce, variant } = readArguments();
const kubeconfig = setting('KUBECONFIG');

/** One client's way to make each call. */
interface Caller {
  get(name: string): Promise<unknown>;
  create(name: string): Promise<unknown>;
  apply(name: string, round: string): Promise<unknown>;
}

/** How many objects are applied in turn. */
const APPLIED_OBJECTS = 50;
const namespace = 'default';
const run = `${variant}-${process.pid}`;
const labels = { app: 'bench', run };
const spec = { containers: [{ name: 'main', image: 'registry.example.com/team/app:v1.0.0' }] };

async function ours(): Promise<Caller> {
  const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
  const where = kubeconfig === undefined ? { server: url } : { kubeconfigPath: kubeconfig };
  const client = await connect({ ...where, fieldManager: 'bench' });
  return {
    get: (name) => client.get(pods, { namespace, name }),
    create: (name) => client.create(pods, { metadata: { namespace, name, labels }, spec }),
    apply: (name, round) =>
      client.apply(pods, { metadata: { namespace, name, labels: { ...labels, round } }, spec }, { force: true }),
  };
}

function clientNode(): Caller {
  const config = kubeconfig === undefined ? loadServerConfig(url) : new KubeConfig();
  if (kubeconfig !== undefined) config.loadFromFile(kubeconfig);
  const api = config.makeApiClient(CoreV1Api);
  const asApply = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply);
  const type = { apiVersion: 'v1', kind: 'Pod' };
  const fieldManager = 'bench';
  return {
    get: (name) => api.readNamespacedPod({ namespace, name }),
    create: (name) =>
      api.createNamespacedPod({ namespace, body: { ...type, metadata: { name, labels }, spec }, fieldManager }),
    apply(name, round) {
      const body = { ...type, metadata: { name, labels: { ...labels, round } }, spec };
      return api.patchNamespacedPod({ namespace, name, body, fieldManager, force: true }, asApply);
    },
  };
}

/** Makes the calls from one number to another, so many at once. */
async function all(from: number, to: number, call: (i: number) => Promise<unknown>): Promise<void> {
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < to) {
      const i = next;
      next += 1;
      await call(i);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Warms up with a tenth of the calls and measures the rest. */
async function measure(verb: string, call: (i: number) => Promise<unknown>): Promise<{ [figure: string]: number }> {
  const first = Math.floor(calls / 10);
  await all(0, first, call);
  const watch = new Stopwatch();
  await all(first, first + calls, call);
  const { ms, cpuMs } = watch.read();
  return { [`${verb}PerSecond`]: (calls / ms) * 1000, [`${verb}CpuMicros`]: (cpuMs * 1000) / calls };
}

const caller = variant === 'ours' ? await ours() : clientNode();
await caller.create(`${run}-read`);
const get = await measure('get', () => caller.get(`${run}-read`));
const create = await measure('create', (i) => caller.create(`${run}-${i}`));
const apply = await measure('apply', (i) => caller.apply(`${run}-applied-${i % APPLIED_OBJECTS}`, String(i)));
print({ client: variant, ...get, ...create, ...apply });
process.exit(0);
