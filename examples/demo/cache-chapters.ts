import type { Widget } from '../controller/generated/example.com/v1/widgets.js';
import { widget } from './stage.js';
import type { Stage } from './stage.js';

/** The factory's informers fill their caches, and handlers are told. */
export async function informersChapter({ terminal, events, server, factory, signal }: Stage): Promise<void> {
  await terminal.chapter(
    'Informers',
    'a simulated API server in this process, over real sockets; one informer per resource',
  );
  server.create('factories', { metadata: { name: 'north' }, spec: { location: 'Tromsø' } });
  server.create('widgets', widget('red-1', { color: 'red', size: 'small', replicas: 3 }, { line: 'a' }));
  server.create('widgets', widget('blue-1', { color: 'blue', size: 'huge', replicas: 1 }, { line: 'b' }));

  const widgets = factory.exampleCom.v1.widgets;
  factory.exampleCom.v1.factories.informer();
  factory.shopExampleCom.v1.orders.informer();
  const name = ({ metadata }: Widget): string => metadata.name;
  const registration = widgets.informer().addEventHandler({
    onAdd: (added) => events.print(`+ widget ${name(added)}: ${added.spec.color}, ${added.spec.size}`),
    onUpdate: (before, after) => {
      if (before.metadata.resourceVersion === after.metadata.resourceVersion) return; // a relist, and no change
      events.print(`~ widget ${name(after)}: replicas ${before.spec.replicas} to ${after.spec.replicas}`);
    },
    onDelete: ({ key, finalStateUnknown }) =>
      events.print(`- widget ${key.split('/')[1]}${finalStateUnknown ? ' (the deletion itself was missed)' : ''}`),
  });
  factory.start({ signal });
  await factory.waitForCacheSync({ signal });
  await registration.whenSynced({ signal });

  server.create('widgets', widget('green-1', { color: 'green', size: 'large', replicas: 1 }, { line: 'a' }));
  await events.printed('+ widget green-1: green, large');
  server.patch('widgets', 'green-1', { spec: { replicas: 5 } });
  await events.printed('~ widget green-1: replicas 1 to 5');
}

/** Reading from memory: listers, selectors, an index. */
export async function listersChapter({ terminal, factory, server }: Stage): Promise<void> {
  await terminal.chapter('Listers and indexes', 'answers from memory, typed; the server is not asked');
  const before = server.requests.length;
  const { widgets, factories } = factory.exampleCom.v1;
  const names = (found: readonly Widget[]): string =>
    found
      .map(({ metadata }) => metadata.name)
      .sort()
      .join(', ');

  const lister = widgets.lister();
  terminal.code(
    "lister.widgets('default').get('red-1')?.spec.replicas",
    String(lister.widgets('default').get('red-1')?.spec.replicas),
  );
  terminal.code("lister.list('line in (a, c)')", names(lister.list('line in (a, c)')));
  terminal.code("factories.lister().get('north')?.spec?.location", factories.lister().get('north')?.spec?.location);
  widgets.informer().addIndexers({ bySize: ({ spec }) => [spec.size] });
  terminal.code("indexer.byIndex('bySize', 'huge')", names(widgets.informer().indexer.byIndex('bySize', 'huge')));
  terminal.line(terminal.style('dim', `requests to the server meanwhile: ${server.requests.length - before}`));
}
