// A manager whose informers have a clock of their own, as on virtual time beside a real server.
import { FakeClock } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { rig } from '../support/manager-rig.js';
import { websites } from '../support/websites.js';

const site = { metadata: { name: 'a', namespace: 'default' }, spec: { html: 'x' } };

describe('the clock of the informers of a manager', () => {
  it('drives their resyncs and the health of the caches; that of the manager drives queues', async () => {
    const informerClock = new FakeClock(0);
    const clock = new FakeClock();
    await using test = await rig({
      clock,
      http: { port: 0, host: '127.0.0.1' },
      informers: { clock: informerClock, resyncPeriodMs: 60_000 },
    });
    const times: number[] = [];
    test.manager.controller(websites).reconcile(() => {
      times.push(clock.now());
      return times.length === 1 ? { requeueAfterMs: 300_000 } : undefined;
    });
    await test.start();
    test.server.direct.create(websites, site);
    await clock.advanceAsync(299_999);
    expect(times).toHaveLength(1);
    await clock.advanceAsync(1);
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 300_000]);
    const answer = await fetch(`http://127.0.0.1:${test.manager.httpPort}/readyz/caches`);
    expect(await answer.text()).toContain('[+]caches ok');
    await informerClock.advanceAsync(120_000);
    expect(times).toHaveLength(4);
  });
});
