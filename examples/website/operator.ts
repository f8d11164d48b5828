import { isConditionTrue } from '@informer-gen/runtime/controller';
import type { Manager } from '@informer-gen/runtime/controller';
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { configMapResource } from '@informer-gen/kubernetes/core/v1/configmaps';
import { serviceResource } from '@informer-gen/kubernetes/core/v1/services';
import { SharedInformerFactory } from './generated/index.js';
import { websiteResource } from './generated/web.acme.dev/v1/websites.js';
import type { Website } from './generated/web.acme.dev/v1/websites.js';

/** Where pages are cached outside of the cluster. */
export interface Cdn {
  purge(host: string): Promise<void>;
}

/** A Website becomes a ConfigMap with its page, a Deployment that serves it, and a Service in front. */
export function setUp(manager: Manager, cdn: Cdn): void {
  const websites = new SharedInformerFactory(manager).webAcmeDev.v1.websites.lister();
  manager
    .controller(websiteResource)
    .owns(configMapResource, deploymentResource, serviceResource)
    .finalizer('web.acme.dev/purge', (site) => cdn.purge(site.spec.host))
    .reconcile({ workers: 4, timeoutMs: 60_000 }, async (site, { apply, status, event }) => {
      const rival = websites.list().find((other) => isOlder(other, site) && other.spec.host === site.spec.host);
      if (rival) {
        status.condition('Ready', false, { reason: 'HostTaken', message: `${rival.metadata.name} has the host` });
        return event({ type: 'Warning', reason: 'HostTaken', note: `${site.spec.host} is taken` });
      }
      await apply(configMapResource, { data: { 'index.html': site.spec.html } });
      await apply(serviceResource, { spec: { selector: labelsOf(site), ports: [{ port: 80, protocol: 'TCP' }] } });
      const deployment = await apply(deploymentResource, { spec: deploymentOf(site) });
      const ready = deployment.status?.readyReplicas ?? 0;
      const isReady = ready >= site.spec.replicas;
      const wasReady = isConditionTrue(site.status?.conditions, 'Ready');
      if (isReady && !wasReady) event({ reason: 'Published', note: `${site.spec.host} is live` });
      status.set({ readyReplicas: ready, url: `http://${site.spec.host}/` });
      status.condition('Ready', isReady, { reason: 'Replicas', message: `${ready} of ${site.spec.replicas} ready` });
    });
}

const labelsOf = ({ metadata }: Website) => ({ website: metadata.name });

function deploymentOf(site: Website) {
  const volumes = [{ name: 'page', configMap: { name: site.metadata.name } }];
  const volumeMounts = [{ name: 'page', mountPath: '/usr/share/nginx/html' }];
  const ports = [{ containerPort: 80, protocol: 'TCP' as const }];
  return {
    replicas: site.spec.replicas,
    selector: { matchLabels: labelsOf(site) },
    template: {
      metadata: { labels: labelsOf(site) },
      spec: { volumes, containers: [{ name: 'nginx', image: 'nginx:1.29', ports, volumeMounts }] },
    },
  };
}

function isOlder(one: Website, other: Website): boolean {
  const [a, b] = [one.metadata, other.metadata];
  return a.uid !== b.uid && `${a.creationTimestamp} ${a.uid}` < `${b.creationTimestamp} ${b.uid}`;
}
