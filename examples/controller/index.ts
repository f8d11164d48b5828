/**
 * A whole controller: it keeps the status of every Widget in line with its spec.
 *
 *     npx informer-gen --crd examples/crds --out examples/controller/generated     # a build step
 *     KUBECONFIG=… node --conditions=@informer-gen/source --import tsx examples/controller/index.ts
 */
import { connect, objectKey, RateLimitingQueue, splitKey } from '@informer-gen/runtime';
import { SharedInformerFactory } from './generated/index.js';
import { reconcile } from './reconcile.js';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort(new Error(name)));
const { signal } = stop;

await using client = await connect(); // KUBECONFIG, ~/.kube/config, or the service account of the pod
await using factory = new SharedInformerFactory(client, { resyncPeriodMs: 600_000 });
await using queue = new RateLimitingQueue<string>({ name: 'widgets' });
const widgets = factory.exampleCom.v1.widgets;

widgets.informer().addEventHandler({
  onAdd: (widget) => queue.add(objectKey(widget)),
  onUpdate: (_before, widget) => queue.add(objectKey(widget)),
  onDelete: (deleted) => queue.add(deleted.key), // known even when the last state is not
});

factory.start({ signal });
await factory.waitForCacheSync({ signal }); // rejects with the signal's reason
console.log(`synced: ${widgets.lister().list().length} widgets`);

// Ends quietly on abort. Leaving the block calls done().
for await (using item of queue.items({ signal })) {
  const { namespace, name } = splitKey(item.key);
  const widget = widgets.lister().widgets(namespace).get(name); // from memory, typed
  try {
    if (widget) await reconcile(client, widget);
    console.log(`${item.key}: ${widget ? `${widget.spec.replicas ?? 1} ${widget.spec.color}` : 'gone'}`);
    item.forget();
  } catch (error) {
    console.error(`${item.key}: ${String(error)}, again later`);
    item.retry(); // addRateLimited
  }
}
console.log('stopped');
