import { checkHealth } from '@informer-gen/runtime';
import type { InformerStatus } from '@informer-gen/runtime';
import { order, widget } from './stage.js';
import type { Stage } from './stage.js';

/** The server goes away and comes back; what happened meanwhile is not lost, and the controller goes on. */
export async function brokenConnectionChapter(stage: Stage): Promise<void> {
  const { terminal, events, server } = stage;
  await terminal.chapter('The connection breaks', 'an informer heals by itself, with backoff, and says what it does');
  using _telling = tellStatus(stage);
  const watches = server.openWatches();
  terminal.act('the server goes away, and a widget and an order are made while nobody listens');
  await server.stop();
  server.create('widgets', widget('blue-2', { color: 'blue', size: 'large', replicas: 1 }));
  server.create('orders', order('ada-3', 'blue-2', 1));
  await events.printed('backing off: no connection');
  terminal.act('the server is back');
  await server.restart();
  await events.printed('+ widget blue-2: blue, large');
  await events.printed('order ada-3: packed');
  await allWatching(stage);
  await server.until(() => server.openWatches() === watches);
}

/** A delete that no watch will ever tell of: the history is gone when the informer comes back. */
export async function missedDeleteChapter(stage: Stage): Promise<void> {
  const { terminal, events, server } = stage;
  await terminal.chapter(
    'A delete that nobody saw',
    'the server forgets its history meanwhile: everything is listed again, and compared',
  );
  using _telling = tellStatus(stage);
  const watches = server.openWatches();
  terminal.act('the server answers 503, an object is deleted, the history is compacted');
  const heal = server.failAlways({ resource: 'widgets', status: 503, message: 'the server is being upgraded' });
  server.cutWatches('close', { resource: 'widgets' });
  server.delete('widgets', 'red-1');
  server.compact();
  await events.printed('backing off: 503 the server is being upgraded');
  terminal.act('the server answers again');
  heal();
  await events.printed('- widget red-1 (the deletion itself was missed)');
  await server.until(() => server.openWatches() === watches);
}

/** What the informers say of themselves. */
export async function statusChapter(stage: Stage): Promise<void> {
  const { terminal, factory, server } = stage;
  await allWatching(stage);
  await terminal.chapter('Status', 'for probes and dashboards');
  const rows = factory.informers().map(({ status, indexer }) => [
    status.resource,
    status.phase,
    String(indexer.list().length),
    Object.entries(status.relists)
      .map(([reason, count]) => `${reason} ${count}`)
      .join(', '),
  ]);
  terminal.table(['resource', 'phase', 'objects', 'lists, by reason'], rows);
  const { ready } = checkHealth(factory.informers());
  const watches = `${server.openWatches()} watches`;
  terminal.code('checkHealth(factory.informers())', `${ready ? 'ready' : 'not ready'}; ${watches} open`);
}

/** Prints what the informer of widgets does, until it is disposed of. */
function tellStatus({ events, factory }: Stage): Disposable {
  let last = 'watching';
  const stop = factory.exampleCom.v1.widgets.informer().onStatus((status) => {
    const line = describe(status);
    if (line !== undefined && line !== last) events.print(line);
    last = line ?? last;
  });
  return { [Symbol.dispose]: stop };
}

function describe({ phase, lastError }: InformerStatus): string | undefined {
  if (phase === 'watching') return 'watching';
  if (phase !== 'backing-off') return undefined;
  return `backing off: ${lastError?.statusCode === undefined ? 'no connection' : `${lastError.statusCode} ${reasonOf(lastError)}`}`;
}

function reasonOf({ message }: { readonly message: string }): string {
  return message.slice(message.indexOf(': ') + 1).trim();
}

/** Resolves when every informer watches. */
async function allWatching({ factory }: Stage): Promise<void> {
  const watching = (informer: ReturnType<Stage['factory']['informers']>[number]): Promise<void> =>
    new Promise((resolve) => {
      if (informer.status.phase === 'watching') return resolve();
      const stop = informer.onStatus(({ phase }) => {
        if (phase !== 'watching') return;
        stop();
        resolve();
      });
    });
  await Promise.all(factory.informers().map(watching));
}
