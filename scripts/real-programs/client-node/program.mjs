// A day of @kubernetes/client-node on a server: `node program.mjs KUBECONFIG`, in a folder where it is installed. Prints
// one line for each thing that went wrong. Run with 1.4 and with 2.
import assert from 'node:assert/strict';
import {
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
} from '@kubernetes/client-node';

const config = new KubeConfig();
config.loadFromFile(process.argv[2]);
const core = config.makeApiClient(CoreV1Api);
const apps = config.makeApiClient(AppsV1Api);
const custom = config.makeApiClient(CustomObjectsApi);
const objects = KubernetesObjectApi.makeApiClient(config);
const namespace = 'client-node';
const labels = { app: 'web' };
const widgets = { group: 'example.com', version: 'v1', namespace, plural: 'widgets' };

async function step(title, run) {
  try {
    await run();
  } catch (error) {
    console.log(`${title}: ${error.body ? JSON.stringify(error.body) : error.stack}`);
    process.exitCode = 1;
  }
}

const seen = [];
const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
  core.listNamespacedConfigMap({ namespace }),
);
for (const type of ['add', 'update', 'delete']) {
  informer.on(type, (object) => seen.push(`${type} ${object.metadata.name} ${object.data?.k}`));
}

await step('a namespace', () => core.createNamespace({ body: { metadata: { name: namespace } } }));
await step('an informer', () => informer.start());
await step('a config map, created, replaced and read', async () => {
  const made = await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'a' }, data: { k: '1' } } });
  await core.replaceNamespacedConfigMap({ namespace, name: 'a', body: { ...made, data: { k: '2' } } });
  const stale = core.replaceNamespacedConfigMap({ namespace, name: 'a', body: { ...made, data: { k: '3' } } });
  await assert.rejects(stale, (error) => error.code === 409);
  const read = await core.readNamespacedConfigMap({ namespace, name: 'a' });
  assert.deepEqual(read.data, { k: '2' });
  assert.ok(read.metadata.creationTimestamp instanceof Date);
});
await step('a deployment, scaled and patched', async () => {
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const body = { metadata: { name: 'web' }, spec: { selector: { matchLabels: labels }, template } };
  await apps.createNamespacedDeployment({ namespace, body });
  const scale = await apps.readNamespacedDeploymentScale({ namespace, name: 'web' });
  await apps.replaceNamespacedDeploymentScale({ namespace, name: 'web', body: { ...scale, spec: { replicas: 3 } } });
  const patched = await apps.patchNamespacedDeployment(
    { namespace, name: 'web', body: { spec: { paused: true } } },
    setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
  );
  assert.deepEqual([patched.spec.replicas, patched.spec.paused], [3, true]);
});
await step('an invalid object is refused with its causes', async () => {
  const body = { metadata: { name: 'bad' }, spec: { containers: [] } };
  const refused = core.createNamespacedPod({ namespace, body });
  await assert.rejects(refused, (error) => error.code === 422 && /spec\.containers: Required value/.test(error.body));
});
await step('a custom object, created, listed and deleted', async () => {
  const body = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' }, spec: { size: 2 } };
  await custom.createNamespacedCustomObject({ ...widgets, body });
  const list = await custom.listNamespacedCustomObject(widgets);
  assert.deepEqual(
    list.items.map((item) => item.spec),
    [{ size: 2 }],
  );
  await custom.deleteNamespacedCustomObject({ ...widgets, name: 'w' });
});
await step('server-side apply', async () => {
  const spec = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied', namespace }, data: { k: 'x' } };
  const applied = await objects.patch(spec, undefined, undefined, 'me', true, PatchStrategy.ServerSideApply);
  assert.equal(applied.metadata.managedFields[0].manager, 'me');
});
await step('the informer has seen it all', async () => {
  await core.deleteNamespacedConfigMap({ namespace, name: 'a' });
  for (let tries = 0; tries < 200 && !seen.includes('delete a 2'); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  for (const event of ['add a 1', 'update a 2', 'delete a 2', 'add applied x']) {
    assert.ok(seen.includes(event), `${event} is not among ${seen.join(', ')}`);
  }
});
await informer.stop();
