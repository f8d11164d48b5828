/**
 * `npm run check:programs`: lets programs of others work against the simulated API server: kubectl, a
 * controller on kube-rs, with `--client-node` both major versions of client-node, with `--go` a controller-runtime manager
 * with leader election. Those that are not installed, or not asked for, are skipped, and said so.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SimulatedApiServer } from '@informer-gen/testing';
import { CLIENT_NODE_VERSIONS, runClientNode } from './real-programs/client-node.js';
import { KUBECTL_LINES, runKubectl } from './real-programs/kubectl.js';
import { buildKubeRs, runKubeRs } from './real-programs/kube-rs.js';
import { buildManager, runManager } from './real-programs/manager.js';
import { run } from './real-programs/run.js';
import { readCommandLine } from './command-line.js';

const { values } = readCommandLine(import.meta.url, {
  options: { go: { type: 'boolean', default: false }, 'client-node': { type: 'boolean', default: false } },
});

const widgetCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
};
const widget = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'a', namespace: 'default' },
  spec: { size: 1 },
};

const folder = await mkdtemp(join(tmpdir(), 'programs-'));
await using server = await SimulatedApiServer.start({ controllers: { namespaces: true, garbageCollector: true } });
const kubeconfig = join(folder, 'kubeconfig');
const objects = join(folder, 'objects.json');
await writeFile(kubeconfig, server.kubeconfig());
await writeFile(objects, JSON.stringify(widget));
server.create('nodes', { metadata: { name: 'n1' } });
server.create('customresourcedefinitions', widgetCrd);

const faults: string[] = [];
if ((await run('kubectl', ['version', '--client'])).code === 0) {
  const found = await runKubectl({ folder, kubeconfig, objects });
  console.log(`kubectl: ${KUBECTL_LINES - found.length} of ${KUBECTL_LINES} commands as expected`);
  faults.push(...found);
} else console.log('kubectl: skipped, it is not installed');

for (const version of CLIENT_NODE_VERSIONS) {
  if (!values['client-node']) {
    console.log(`client-node ${version}: skipped: ask for it with --client-node: it is installed from the registry`);
    continue;
  }
  const found = await runClientNode(version, folder, kubeconfig);
  console.log(`client-node ${version}: ${found.length === 0 ? 'wrote, watched, applied' : 'failed'}`);
  faults.push(...found);
  if (server.get('namespaces', 'client-node')) server.delete('namespaces', 'client-node');
}
const built = values.go ? await buildManager(folder) : { why: 'ask for it with --go: the first build takes minutes' };
if ('program' in built) {
  for (const contentType of ['application/json', '']) {
    server.clearRequests();
    const found = await runManager(server, { program: built.program, kubeconfig, contentType });
    const said = found.length === 0 ? 'led, copied, cleaned up' : 'failed';
    console.log(`controller-runtime manager, ${contentType || 'as it is'}: ${said}`);
    faults.push(...found);
  }
} else console.log(`controller-runtime manager: skipped: ${built.why}`);

if ((await run('cargo', ['--version'])).code === 0) {
  console.log('kube-rs controller: is built, which takes minutes the first time');
  const crate = await buildKubeRs();
  if ('program' in crate) {
    const found = await runKubeRs(server, crate.program);
    console.log(`kube-rs controller: ${found.length === 0 ? 'installed, reconciled, healed, cleaned up' : 'failed'}`);
    faults.push(...found);
  } else console.log(`kube-rs controller: skipped: ${crate.why}`);
} else console.log('kube-rs controller: skipped: cargo is not installed');

for (const fault of faults) console.log(fault);
await rm(folder, { recursive: true });
process.exitCode = faults.length > 0 ? 1 : 0;
