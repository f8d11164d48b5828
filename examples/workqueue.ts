import {
  ItemExponentialFailureRateLimiter,
  newSharedIndexInformer,
  objectKey,
  RateLimitingQueue,
  splitKey,
} from '@informer-gen/runtime';
import type { RateLimiter } from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import { createPod } from './support/pods.js';

export const summary = 'informer, keys, queue, three workers; a key that fails comes again, later each time';

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  for (const name of ['a', 'b', 'c', 'flaky', 'd', 'e']) await createPod(client, { namespace, name });

  const backoff = new ItemExponentialFailureRateLimiter<string>(10, 1000);
  await using queue = new RateLimitingQueue<string>({ rateLimiter: telling(backoff, output.print.bind(output)) });
  const informer = newSharedIndexInformer(client.listerWatcher(podResource, { namespace }), podResource);
  // Handlers do no work. They put keys into the queue: one that is in it already is not added twice.
  const registration = informer.addEventHandler({
    onAdd: (pod) => queue.add(objectKey(pod)),
    onUpdate: (_before, pod) => queue.add(objectKey(pod)),
    onDelete: (deleted) => queue.add(deleted.key),
  });
  void informer.run({ signal });
  await registration.whenSynced({ signal }); // the handler has been told of everything: six keys are queued

  let failuresLeft = 3;
  const reconcile = async (key: string): Promise<void> => {
    const pod = informer.getIndexer().getByKey(key); // the newest state, whatever the event was
    if (pod === undefined) return; // deleted meanwhile
    await client.get(podResource, pod.metadata); // stands for work that takes time
    if (pod.metadata.name === 'flaky' && failuresLeft-- > 0) throw new Error('not yet');
  };

  const inWork = new Set<string>();
  let mostInWork = 0;
  const worker = async (): Promise<void> => {
    // Leaving the block says `done` for its item. A key is never with two workers: added meanwhile, it waits for that.
    for await (using item of queue.items({ signal })) {
      const { name } = splitKey(item.key);
      if (inWork.has(item.key)) throw new Error(`${name} is with two workers at once`);
      mostInWork = Math.max(mostInWork, inWork.add(item.key).size);
      try {
        await reconcile(item.key);
        output.print(`${name}: done`);
        item.forget();
      } catch (error) {
        output.print(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        item.retry();
      } finally {
        inWork.delete(item.key);
      }
    }
  };
  const workers = Promise.all([worker(), worker(), worker()]);

  for (const name of ['a', 'b', 'c', 'd', 'e', 'flaky']) await output.printed(`${name}: done`);
  await queue.shutDownWithDrain();
  await workers;
  output.print(`most keys in work at once: ${mostInWork}`);
}

/** A rate limiter that tells what another one decides. */
function telling(limiter: RateLimiter<string>, print: (line: string) => void): RateLimiter<string> {
  return {
    when(key) {
      const delayMs = limiter.when(key);
      print(`${splitKey(key).name}: comes again in ${delayMs} ms`);
      return delayMs;
    },
    forget: (key) => limiter.forget(key),
    numRequeues: (key) => limiter.numRequeues(key),
  };
}
