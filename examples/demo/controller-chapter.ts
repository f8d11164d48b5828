import { ItemExponentialFailureRateLimiter, objectKey, RateLimitingQueue, splitKey } from '@informer-gen/runtime';
import type { RateLimiter } from '@informer-gen/runtime';
import { orderResource } from '../controller/generated/shop.example.com/v1/orders.js';
import type { Order } from '../controller/generated/shop.example.com/v1/orders.js';
import { placeOrders } from './cache-chapters.js';
import { widget } from './stage.js';
import type { Stage } from './stage.js';

/** A controller packs orders: informer, keys, queue, workers. One order has to wait for its widget. */
export async function controllerChapter(stage: Stage): Promise<void> {
  const { terminal, events, server, factory, signal } = stage;
  terminal.chapter('A controller', 'handler, key, work queue, two workers; what fails comes again, later each time');
  await using queue = new RateLimitingQueue<string>({ rateLimiter: telling(stage) });
  const orders = factory.shopExampleCom.v1.orders;
  using _registration = orders.informer().addEventHandler({
    onAdd: (added) => queue.add(objectKey(added)),
    onUpdate: (_before, updated) => queue.add(objectKey(updated)),
    onDelete: (deleted) => queue.add(deleted.key),
  });

  const worker = async (): Promise<void> => {
    for await (using item of queue.items({ signal })) {
      const { namespace, name } = splitKey(item.key);
      const found = orders.lister().orders(namespace).get(name);
      try {
        if (found) await pack(stage, found);
        item.forget();
      } catch (error) {
        events.print(`order ${name}: ${error instanceof Error ? error.message : String(error)}`);
        item.retry();
      }
    }
  };
  const workers = Promise.all([worker(), worker()]);

  placeOrders(stage);
  await events.printed('order ada-1: packed');
  await events.printed('order ada-2: again in 100 ms');
  terminal.act('somebody makes the missing widget');
  server.create('widgets', widget('gold-1', { color: 'red', size: 'small', replicas: 1 }));
  await events.printed('order ada-2: packed');
  await queue.shutDownWithDrain();
  await workers;
}

/** Packs an order whose widgets all exist, and says so in its status. */
async function pack({ client, events, factory }: Stage, found: Order): Promise<void> {
  if (found.status?.phase === 'Packed') return;
  const widgets = factory.exampleCom.v1.widgets.lister().widgets(found.metadata.namespace);
  if (found.spec.lines.some((line) => widgets.get(line.widget) === undefined)) throw new Error('a widget is missing');
  await client.patch(orderResource, found.metadata, { status: { phase: 'Packed' } }, { subresource: 'status' });
  events.print(`order ${found.metadata.name}: packed`);
}

/** Doubles the wait with each failure of a key, and tells of it. */
function telling({ events }: Stage): RateLimiter<string> {
  const limiter = new ItemExponentialFailureRateLimiter<string>(50, 1000);
  return {
    when(key) {
      const delayMs = limiter.when(key);
      events.print(`order ${splitKey(key).name}: again in ${delayMs} ms`);
      return delayMs;
    },
    forget: (key) => limiter.forget(key),
    numRequeues: (key) => limiter.numRequeues(key),
  };
}
