// A relist over HTTP: equal bytes keep the cached object, other bytes under the same uid and version replace it.
import { newSharedIndexInformer } from '@informer-gen/runtime';
import type { ListerWatcherOptions } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { Backoff } from '../../../runtime/src/async/backoff.js';
import { realClock } from '../../../runtime/src/async/clock.js';
import { connect } from '../../../runtime/src/client/connect.js';
import { eventually, http1Server } from './servers.js';
import { eventLine, pod, podList, pods, type Pod } from './wire.js';

const gone = eventLine('ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' });

function named(name: string, nodeName: string, manager = 'kubectl'): Pod {
  const { metadata, ...rest } = pod(name, '7');
  return { ...rest, metadata: { ...metadata, managedFields: [{ manager }] } as Pod['metadata'], spec: { nodeName } };
}

describe.each<ListerWatcherOptions>([{}, { managedFields: 'keep' }, { lazy: true }])('with %j', (options) => {
  it('an object is replaced, and told, when its content changed under the same uid and version', async () => {
    const lists = [
      [named('same', 'n'), named('other', 'old')],
      [named('same', 'n'), named('other', 'new')],
    ];
    let listed = 0;
    await using server = await http1Server((request, response) => {
      const isWatch = request.url?.includes('watch=true') === true;
      // The first watch sends an object again, as lists do not: with its type.
      if (isWatch && listed === 1) return void response.end(eventLine('MODIFIED', named('same', 'n')) + gone);
      if (isWatch) return void response.write(' \n');
      response.end(podList(lists[listed] ?? []));
      listed += 1;
    });
    await using client = await connect({ server: server.url, transport: 'http1' });
    const backoff = new Backoff({ clock: realClock, initialMs: 1 });
    const source = client.listerWatcher(pods, options);
    const informer = newSharedIndexInformer(source, pods, { reflector: { backoff, useWatchList: false } });
    const told: string[] = [];
    informer.addEventHandler({
      onUpdate: (before, after) =>
        void told.push(`${after.metadata?.name}: ${before.spec?.nodeName} ${after.spec?.nodeName}`),
    });
    const stop = new AbortController();
    const running = informer.run(stop);
    await eventually(() => told.length > 0, 'the watch sent something');
    const same = informer.indexer.getByKey('default/same');
    await eventually(() => told.includes('other: old new'), 'the change is told');
    expect(informer.indexer.getByKey('default/other')?.spec?.nodeName).toBe('new');
    expect(informer.indexer.getByKey('default/same')).toBe(same);
    stop.abort();
    await running;
  });
});
