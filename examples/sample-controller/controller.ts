import { SharedInformerFactory } from '@informer-gen/kubernetes';
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { controllerOf } from '@informer-gen/runtime/controller';
import type { Manager } from '@informer-gen/runtime/controller';
import { fooResource } from './generated/samplecontroller.k8s.io/v1alpha1/foos.js';
import type { Foo } from './generated/samplecontroller.k8s.io/v1alpha1/foos.js';

/** A Foo becomes the Deployment that it names: what Kubernetes' sample-controller does. */
export function setUp(manager: Manager): void {
  const deployments = new SharedInformerFactory(manager).apps.v1.deployments.lister();
  manager
    .controller(fooResource)
    .owns(deploymentResource)
    .reconcile({ workers: 2 }, async (foo, { apply, status, event, log }) => {
      const name = foo.spec?.deploymentName;
      if (!name) return log('the name of the deployment is missing');
      const existing = deployments.deployments(foo.metadata.namespace).get(name);
      if (existing && controllerOf(existing)?.uid !== foo.metadata.uid) {
        const note = `Resource "${name}" already exists and is not managed by Foo`;
        event({ type: 'Warning', reason: 'ErrResourceExists', note });
        throw new Error(note);
      }
      const deployment = await apply(deploymentResource, { metadata: { name }, spec: deploymentOf(foo) });
      status.set({ availableReplicas: deployment.status?.availableReplicas ?? 0 });
      event({ reason: 'Synced', note: 'Foo synced successfully' });
    });
}

function deploymentOf({ metadata, spec }: Foo) {
  const labels = { app: 'nginx', controller: metadata.name };
  return {
    replicas: spec?.replicas,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'nginx', image: 'nginx:latest' }] } },
  };
}
