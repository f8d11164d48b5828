import { describe, expect, it } from 'vitest';
import { isConnected, Lab } from './lab.js';

const minuteMs = 60_000;

function initialEventRequests(lab: Lab): number {
  return lab.server.requests.filter(({ query }) => query['sendInitialEvents'] === 'true').length;
}

describe('WatchList', () => {
  it.each(['no-bookmark', 'ignored'] as const)(
    'antrea#8123, cozystack PR#2786, k9s#4044, k9s PR#4186, openyurt PR#2745, kubernetes#135895: an end bookmark that never comes is not waited for (%s)',
    async (mode) => {
      await using lab = await Lab.start({ server: { bookmarkIntervalMs: 0 } });
      lab.create('a');
      lab.server.settings.watchList = mode;
      const running = lab.run();
      const tookMs = await lab.passUntil(() => isConnected(running.informer), 2 * minuteMs);
      expect(tookMs).toBeGreaterThanOrEqual(29_000);
      expect(tookMs).toBeLessThanOrEqual(35_000);
      expect(running.names).toEqual(['a']);
      expect(running.informer.hasSynced()).toBe(true);
    },
  );

  it('is not tried again by other informers of the resource, until a later relist finds out anew', async () => {
    await using lab = await Lab.start({ server: { bookmarkIntervalMs: 0 } });
    lab.create('a');
    lab.server.settings.watchList = 'no-bookmark';
    const first = lab.run();
    await lab.passUntil(() => isConnected(first.informer), 2 * minuteMs);
    expect(initialEventRequests(lab)).toBe(1);
    const second = await lab.watching();
    expect(second.names).toEqual(['a']);
    expect(initialEventRequests(lab)).toBe(1);

    lab.server.settings.watchList = 'on';
    await lab.pass(11 * minuteMs);
    lab.server.expireWatches();
    await lab.passUntil(() => first.informer.status.relists.expired === 1 && isConnected(first.informer), minuteMs);
    expect(initialEventRequests(lab)).toBeGreaterThan(1);
  });

  it.each(['invalid', 'bad-request'] as const)(
    'falls back at once where it is refused (%s), and remembers',
    async (mode) => {
      await using lab = await Lab.start();
      lab.create('a');
      lab.server.settings.watchList = mode;
      await lab.watching();
      await lab.watching();
      expect(initialEventRequests(lab)).toBe(1);
    },
  );

  it('kubernetes PR#136583: versions of unordered initial events are no place to go on from', async () => {
    await using lab = await Lab.start();
    lab.create('a', 'b', 'c');
    lab.server.settings.watchList = 'no-bookmark';
    const running = lab.run();
    await lab.until(() => lab.server.openWatches() === 1, 'the stream');
    await lab.pass(2000);
    lab.server.settings.watchList = 'on';
    lab.server.cutWatches('reset');
    await lab.passUntil(() => isConnected(running.informer), minuteMs);
    const asked = lab.server.requests.filter(({ query }) => query['sendInitialEvents'] === 'true');
    expect(asked.map(({ query }) => query['resourceVersion'] ?? '')).toEqual(['', '']);
    expect(running.names).toEqual(['a', 'b', 'c']);
    expect(running.told).toEqual(['add a', 'add b', 'add c']);
  });

  it('keeps waiting while initial events still come, however slowly', async () => {
    await using lab = await Lab.start({ server: { bookmarkIntervalMs: 0 } });
    lab.server.settings.watchList = 'no-bookmark';
    const running = lab.run();
    await lab.until(() => lab.server.openWatches() === 1, 'the stream');
    for (let minute = 0; minute < 4; minute++) {
      lab.create(`m${minute}`);
      await lab.pass(25_000);
    }
    expect(running.informer.hasSynced()).toBe(false);
    lab.server.sendBookmarks({}, { endOfInitialEvents: true });
    await lab.until(() => running.informer.hasSynced(), 'synced');
    expect(running.names).toEqual(['m0', 'm1', 'm2', 'm3']);
    expect(initialEventRequests(lab)).toBe(1);
  });
});
