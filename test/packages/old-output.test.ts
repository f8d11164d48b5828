import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BaseSharedInformerFactory, connect } from '@informer-gen/runtime';
import { FakeClient, parseYaml, SimulatedApiServer } from '@informer-gen/testing';
import { expect, expectTypeOf, it } from 'vitest';
import * as today from '../../examples/controller/generated/index.js';
import type { widgetResource as todays } from '../../examples/controller/generated/example.com/v1/widgets.js';
import type { widgetResource } from './generated-by-0.1.0/example.com/v1/widgets.js';
import { newFilteredWidgetInformer } from './generated-by-0.1.0/example.com/v1/widgets.js';
import * as old from './generated-by-0.1.0/index.js';

// The folder is what version 0.1.0 wrote, and is never generated again once that version is out: it stands for everything
// that users have checked in. Where it does not compile or run any more, `codegen/v1` was broken.

const crds = parseYaml(
  await readFile(fileURLToPath(new URL('../../examples/crds/widgets.yaml', import.meta.url)), 'utf8'),
);

async function startServer(): Promise<SimulatedApiServer> {
  const server = await SimulatedApiServer.start({ crds });
  server.create('widgets', { metadata: { name: 'a' }, spec: { color: 'red', size: 'small' } });
  server.create('widgets', { metadata: { name: 'b' }, spec: { color: 'blue', size: 'small' } });
  return server;
}

it('an output of an older generator works with the runtime of today', async () => {
  await using server = await startServer();
  await using client = await connect({ server: server.url });
  await using factory = new old.SharedInformerFactory(client);
  const { widgets } = factory.exampleCom.v1;
  const added: string[] = [];
  const registration = widgets.informer().addEventHandler({ onAdd: (widget) => void added.push(widget.spec.color) });

  factory.start();
  await factory.waitForCacheSync({ timeoutMs: 10_000 });
  await registration.whenSynced();

  expect(added.sort()).toEqual(['blue', 'red']);
  expect(widgets.lister().widgets('default').get('a')?.spec.size).toBe('small');
  expect(factory.forResource('example.com/v1', 'widgets').lister().list()).toHaveLength(2);
  expect(newFilteredWidgetInformer(client, { fieldSelector: { 'spec.color': 'red' } }).hasSynced()).toBe(false);
});

it('outputs of different generators share one factory and its informers', () => {
  const factory = new BaseSharedInformerFactory(new FakeClient());
  const informer = old.allInformers(factory).exampleCom.v1.widgets.informer();
  expect(today.allInformers(factory).exampleCom.v1.widgets.informer()).toBe(informer);
  expectTypeOf<typeof todays>().toExtend<typeof widgetResource>();
});
