import { expect, it } from 'vitest';
import { configMaps, createConfigMap } from '../objects.js';
import { RunningInformer } from '../running-informer.js';
import type { ServerUnderTest } from '../server-under-test.js';

/** WatchList where the server has it switched off. */
export function watchListSuite(server: () => ServerUnderTest): void {
  it('falls back to LIST where WatchList is off, and remembers that for the resource', async () => {
    await server().setWatchList(false);
    try {
      const namespace = await server().createNamespace();
      await createConfigMap(server(), namespace, 'a');
      const userAgent = 'fallback';
      await using client = await server().connect({ userAgent });
      await using first = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps);
      await first.synced();
      await using second = new RunningInformer(client.listerWatcher(configMaps), configMaps);
      await second.informer.whenSynced({ timeoutMs: 15_000 });
      await createConfigMap(server(), namespace, 'b');
      await first.event('add', `${namespace}/b`);
      await second.event('add', `${namespace}/b`);
      const requests = await server().requestsOf(userAgent);
      const asked = requests.filter(({ query }) => query['sendInitialEvents'] === 'true');
      expect(asked.map(({ code }) => code)).toEqual([422]);
      expect(requests.map(({ verb }) => verb).sort()).toEqual(['list', 'list', 'watch', 'watch', 'watch']);
    } finally {
      await server().setWatchList(true);
    }
  });
}
