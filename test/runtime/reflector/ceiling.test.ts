// How often a server is asked whose watches all end at once, or which fails again and again.
import type { ApiError, WatchEvent } from '@informer-gen/runtime';
import { settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { added, apiError, bookmark, expired, type Pod, pod, refused } from '../../conformance/support/pods.js';
import { reflecting } from '../../conformance/support/reflecting.js';

const errorEvent = ({ status }: ApiError): WatchEvent<Pod> => ({ type: 'ERROR', status });

describe('watches that end at once', () => {
  it.each([
    ['an event', () => added(pod('a', 5))],
    ['a bookmark', () => bookmark(5)],
  ])(
    'deviation(watch-openings-have-a-ceiling): after %s they are opened five times a second at most, and status says why',
    async (_what, event) => {
      const { source, clock, errors, reflector, run, stop } = reflecting({
        watch: (_options, _call, watch) => {
          watch.send([event()]);
          watch.end();
        },
      });
      const running = run();
      await clock.advanceAsync(30_000);
      expect(source.requests).toBeLessThanOrEqual(150);
      expect(source.requests).toBeGreaterThan(60);
      expect(reflector.status.lastError).toMatchObject({ code: 'WatchClosed', verb: 'watch' });
      expect(errors.length).toBeGreaterThan(0);
      stop.abort();
      await running;
    },
  );

  it('deviation(watch-openings-have-a-ceiling): beside lists that fail every other time, all is asked five times a second at most', async () => {
    for (const first of [refused(), expired(), apiError(504, 'Timeout', 'x')]) {
      const { source, clock, run, stop } = reflecting(
        {
          list: (_options, call) => {
            if (call % 2 === 1) throw first;
            return { items: [], resourceVersion: '5' };
          },
          watch: (_options, call, watch) => {
            watch.send([bookmark(5)]);
            if (call % 2 === 1) watch.send([errorEvent(expired())]);
            watch.end();
          },
        },
        { backoff: undefined },
      );
      const running = run();
      await clock.advanceAsync(30_000);
      expect(source.requests).toBeLessThanOrEqual(150);
      stop.abort();
      await running;
    }
  });

  it('do not leave behind that it waits: the one that stays is told as watching', async () => {
    let endsAtOnce = true;
    const { clock, reflector, run, stop } = reflecting({
      watch: (_options, _call, watch) => {
        watch.send([bookmark(5)]);
        if (endsAtOnce) watch.end();
      },
    });
    const running = run();
    await clock.advanceAsync(10_000);
    expect(reflector.status.phase).toBe('backing-off');
    endsAtOnce = false;
    await clock.advanceAsync(10_000);
    const { phase, lastError, retryAt } = reflector.status;
    expect([phase, lastError, retryAt]).toEqual(['watching', undefined, undefined]);
    stop.abort();
    await running;
  });

  it('cost a healthy stream nothing: no timer, no wait', async () => {
    const { source, clock, run, stop } = reflecting();
    const running = run();
    await clock.advanceAsync(0);
    expect(clock.pendingTimers).toBe(0);
    for (let watch = 2; watch <= 20; watch += 1) {
      await clock.advanceAsync(400_000);
      source.last.end();
      await settle();
      expect(source.watches).toHaveLength(watch);
    }
    stop.abort();
    await running;
  });
});
