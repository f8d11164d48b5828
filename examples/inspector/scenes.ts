import { readFile } from 'node:fs/promises';
import { podResource } from '@informer-gen/kubernetes/core/v1/pods';
import { secretResource } from '@informer-gen/kubernetes/core/v1/secrets';
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { BaseSharedInformerFactory, connect, defineResource } from '@informer-gen/runtime';
import type { KubernetesObject, Resource } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import { serveInspector } from '@informer-gen/runtime/inspect';
import type { Inspector, InspectorOptions } from '@informer-gen/runtime/inspect';
import { parseYaml, SimulatedApiServer } from '@informer-gen/testing';
import { CleanUp } from '../support/clean-up.js';
import { websiteResource } from '../website/generated/web.acme.dev/v1/websites.js';
import { setUp } from '../website/operator.js';

/** What goes on in a program that is inspected. */
export const scenes = ['healthy', 'stuck-informer', 'backlog', 'failing-key'] as const;
export type Scene = (typeof scenes)[number];

/** A program on a simulated server, and its inspector. */
export interface Stage extends AsyncDisposable {
  readonly server: SimulatedApiServer;
  readonly manager: Manager;
  readonly factory: BaseSharedInformerFactory;
  readonly inspector: Inspector;
}

const widgetResource: Resource = defineResource<KubernetesObject>({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
});

const crdFile = new URL('../website/crds/websites.yaml', import.meta.url);

/**
 * Starts the Website operator on a simulated server, beside a factory of pods and Secrets, and inspects both. `all` has
 * everything go on at once.
 */
export async function startStage(scene: Scene | 'all', options: InspectorOptions): Promise<Stage> {
  const has = (part: Scene): boolean => scene === part || scene === 'all';
  const cleanUp = new CleanUp();
  const server = cleanUp.use(await SimulatedApiServer.start({ crds: parseYaml(await readFile(crdFile, 'utf8')) }));
  const client = cleanUp.use(await connect({ server: server.url }));
  if (has('stuck-informer')) server.deny({ resource: 'widgets' });
  for (const name of ['blog', 'shop', 'docs']) server.create(websiteResource, site(name));
  server.create(secretResource, { metadata: { name: 'registry' }, data: { password: 'aHVudGVyMg==' } });
  for (let at = 0; at < 12; at += 1) server.create(podResource, pod(`web-${at}`));

  const factory = cleanUp.use(new BaseSharedInformerFactory(client, { onError: () => {} }));
  const pods = factory.informerFor(podResource);
  pods.addIndexers({ byNode: ({ spec }) => [spec?.nodeName ?? ''] });
  pods.addEventHandler({ onUpdate: () => {} }, { name: 'dashboard' });
  factory.informerFor(secretResource);
  if (has('stuck-informer')) factory.informerFor(widgetResource).addEventHandler({}, { name: 'billing' });

  const manager = cleanUp.use(
    await Manager.create({
      name: 'website-operator',
      client,
      leaderElection: { namespace: 'default', identity: 'website-operator-7c9f_0' },
      // What is stuck for the show must not hold up the end.
      gracePeriodMs: 0,
      onError: () => {},
      log: () => {},
    }),
  );
  setUp(manager, { purge: async () => {} });
  // Beside the operator of the example, whose runs are short and go well.
  manager
    .controller(websiteResource, { name: 'certificates' })
    .reconcile({ workers: 2 }, async ({ metadata: { name } }, { signal }) => {
      if (has('failing-key') && name === 'shop')
        throw new Error('the certificate authority answered 503 for shop.example.com');
      if (has('backlog') && name.startsWith('site-')) await waitFor(6000, signal);
    });
  const inspector = cleanUp.use(await serveInspector({ factory, manager }, options));
  factory.start();
  void manager.run({ signals: [] });
  await manager.whenElected();
  if (has('backlog')) for (let at = 0; at < 240; at += 1) server.create(websiteResource, site(`site-${at}`));
  cleanUp.add(keepBusy(server));
  return { server, manager, factory, inspector, [Symbol.asyncDispose]: () => cleanUp[Symbol.asyncDispose]() };
}

/** Changes a few objects again and again, as a cluster does. */
function keepBusy(server: SimulatedApiServer): () => void {
  let round = 0;
  const timer = setInterval(() => {
    round += 1;
    const name = ['blog', 'docs'][round % 2] ?? 'blog';
    if (server.get(deploymentResource, name) !== undefined)
      server.patch(deploymentResource, name, { status: { replicas: 2, readyReplicas: (round >> 1) % 3 } });
    server.patch(podResource, `web-${round % 12}`, { status: { phase: 'Running', message: `round ${round}` } });
  }, 250);
  return () => clearInterval(timer);
}

function site(name: string): { metadata: { name: string; labels: { [name: string]: string } }; spec: object } {
  const spec = { html: `<h1>${name}</h1>`, host: `${name}.example.com`, replicas: 2 };
  return { metadata: { name, labels: { team: name === 'shop' ? 'sales' : 'web' } }, spec };
}

function pod(name: string): { metadata: { name: string; labels: { [name: string]: string } }; spec: object } {
  const spec = { nodeName: `node-${name.length % 3}`, containers: [{ name: 'nginx', image: 'nginx:1.29' }] };
  return { metadata: { name, labels: { app: 'web' } }, spec };
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
