import { configMapResource } from '@informer-gen/kubernetes/core/v1/configmaps';
import { objectKey } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import { widgetResource } from '../controller/generated/example.com/v1/widgets.js';
import { orderResource } from '../controller/generated/shop.example.com/v1/orders.js';
import { order, widget } from './stage.js';
import type { Stage } from './stage.js';

/**
 * A manager runs a reconcile: each order gets a packing list that it owns, and a status. One has to wait for its widget, and a
 * list that somebody deletes comes back. It runs until what is returned is disposed of.
 */
export async function controllerChapter(stage: Stage): Promise<AsyncDisposable> {
  const { terminal, events, server, signal } = stage;
  await terminal.chapter(
    'A controller',
    'manager.controller(orders).owns(configmaps).reconcile(…): what fails comes again, what is right is not written twice',
  );
  const manager = await packingManager(stage);
  const running = manager.run({ signal, signals: [] });

  server.create('orders', order('ada-1', 'red-1', 2));
  server.create('orders', order('ada-2', 'gold-1', 1));
  await events.printed('order ada-1: packed');
  await events.printed('order ada-2: there is no widget gold-1');
  terminal.act('somebody makes the missing widget');
  server.create('widgets', widget('gold-1', { color: 'red', size: 'small', replicas: 1 }));
  await events.printed('order ada-2: packed');
  terminal.act('somebody deletes a packing list');
  server.delete(configMapResource, 'ada-1');
  await events.printed('order ada-1: packed');
  const written = server.requestsOf({ resource: 'configmaps', verb: 'patch' }).length;
  terminal.line(terminal.style('dim', `packing lists written: ${written}, one for each and one again`));
  return { [Symbol.asyncDispose]: () => manager[Symbol.asyncDispose]().then(() => running) };
}

async function packingManager({ client, events }: Stage): Promise<Manager> {
  const told = new Set<string>();
  const manager = await Manager.create({ name: 'packer', client, onError: () => {}, log: () => {} });
  const widgets = manager.informerFactory.informerFor(widgetResource);
  const packingLists = manager.informerFactory.informerFor(configMapResource);
  const orders = manager.informerFactory.informerFor(orderResource);
  manager
    .controller(orderResource)
    .owns(configMapResource)
    // A widget wakes the orders of its namespace that wait for it.
    .watches(widgetResource, ({ metadata }) =>
      orders.indexer
        .list()
        .filter(({ spec }) => spec.lines.some((line) => line.widget === metadata.name))
        .map(objectKey),
    )
    .reconcile(async ({ metadata, spec, status: last }, { apply, status }) => {
      const before = packingLists.indexer.getByKey(objectKey({ metadata }));
      if (last?.phase === 'Packed' && before !== undefined) return;
      const missing = spec.lines.find((line) => !widgets.indexer.getByKey(`${metadata.namespace}/${line.widget}`));
      if (missing !== undefined) {
        const line = `order ${metadata.name}: there is no widget ${missing.widget}`;
        // It is tried again and again, a little later each time; told once.
        if (!told.has(line)) events.print(line);
        told.add(line);
        throw new Error(line);
      }
      await apply(configMapResource, { data: Object.fromEntries(spec.lines.map((l) => [l.widget, String(l.amount)])) });
      status.set({ phase: 'Packed' });
      if (before === undefined) events.print(`order ${metadata.name}: packed`);
    });
  return manager;
}
