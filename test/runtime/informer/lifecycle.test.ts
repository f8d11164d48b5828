// How an informer starts, says what it does, heals and ends.
import { getEventListeners } from 'node:events';
import { checkHealth, type InformerStatus, newSharedIndexInformer } from '@informer-gen/runtime';
import { type ReflectorPhase } from '@informer-gen/runtime/client-go';
import { FakeClock, FakeListerWatcher, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { informing } from '../../conformance/support/informing.js';
import { apiError, internalError, type Pod, pod, pods, refused } from '../../conformance/support/pods.js';

const forbidden = () => apiError(403, 'Forbidden', 'pods is forbidden: nobody may list pods');

describe('an informer', () => {
  it('runs only once: a second run is reported and returns', async () => {
    const { informer, source, errors, start, stop } = informing([pod('a')]);
    await start();
    await informer.run({ signal: new AbortController().signal });
    expect(errors.map(({ error, context }) => [context.stage, error.message])).toEqual([
      ['process', 'the informer runs already, or has run; it runs only once'],
    ]);
    expect(source.openWatches).toBe(1);
    await stop();
    await informer.run({ signal: new AbortController().signal });
    expect(source.openWatches).toBe(0);
  });

  it('says where it is, and tells of each change', async () => {
    const { informer, source, clock, start, stop } = informing([pod('a')]);
    const phases: ReflectorPhase[] = [];
    const end = informer.onStatus(({ phase }) => {
      if (phases.at(-1) !== phase) phases.push(phase);
    });
    expect(informer.status).toMatchObject({ phase: 'idle', synced: false, resource: 'pods', relists: {} });
    source.failNext('list', refused());
    await start();
    await clock.advanceAsync(800);
    await stop();
    expect(phases).toEqual(['idle', 'listing', 'backing-off', 'listing', 'watching', 'stopped']);
    end();
  });

  it('counts its lists by their reasons', async () => {
    const { informer, source, clock, start, stop } = informing([pod('a')]);
    source.failNext('list', refused());
    await start();
    await clock.advanceAsync(800);
    source.failWatches(apiError(500, 'StoreReadError', 'x'));
    await clock.advanceAsync(10_000);
    source.failWatches(apiError(410, 'Expired', 'too old'));
    await clock.advanceAsync(10_000);
    source.resetWatches();
    await clock.advanceAsync(100);
    source.failNext('watch', new Error('no route'));
    source.resetWatches();
    await clock.advanceAsync(60_000);
    expect(informer.status.relists).toEqual({
      initial: 1,
      'list failed': 1,
      'watch ended with an error': 1,
      expired: 1,
      'watch ended at once': 1,
      'watch failed': 1,
    });
    expect(informer.status.phase).toBe('watching');
    await stop();
  });

  it('keeps the last error with verb, resource, code and message', async () => {
    const { informer, source, clock, start, stop } = informing([pod('a')]);
    source.failNext('list', forbidden());
    await start();
    expect(informer.status).toMatchObject({
      phase: 'backing-off',
      retryAt: clock.now() + 400,
      lastError: {
        verb: 'list',
        resource: 'pods',
        statusCode: 403,
        message: 'forbidden: pods is forbidden: nobody may list pods',
        at: clock.now(),
      },
    });
    await clock.advanceAsync(800);
    expect(informer.status.retryAt).toBeUndefined();
    source.failWatches(internalError());
    await settle();
    expect(informer.status.lastError).toMatchObject({ verb: 'watch', statusCode: 500 });
    await stop();
  });

  it('notes when events came, and since when no watch is open', async () => {
    const { informer, source, clock, start, stop } = informing();
    expect(informer.status.lastEventAt).toBeUndefined();
    const startedAt = clock.now();
    source.failNext('list', refused());
    await start();
    expect(informer.status.disconnectedSince).toBe(startedAt);
    await clock.advanceAsync(5000);
    expect(informer.status.disconnectedSince).toBeUndefined();
    expect(informer.status.lastEventAt).toBeUndefined();
    source.add(pod('a'));
    await settle();
    const eventAt = clock.now();
    expect(informer.status.lastEventAt).toBe(eventAt);
    await clock.advanceAsync(5000);
    for (let i = 0; i < 30; i++) source.failNext('watch', refused());
    source.resetWatches();
    await clock.advanceAsync(30_000);
    expect(informer.status).toMatchObject({ disconnectedSince: eventAt + 5000, lastEventAt: eventAt });
    await stop();
  });

  it('whenSynced rejects when its time is up, saying what is in the way', async () => {
    const { informer, source, clock, start, stop } = informing();
    for (let i = 0; i < 30; i++) source.failNext('list', forbidden());
    await start();
    const waiting = informer.whenSynced({ timeoutMs: 3000 });
    const rejected = expect(waiting).rejects.toThrow(
      'timed out after 3000 ms waiting for pods: 403 forbidden: pods is forbidden: nobody may list pods',
    );
    await clock.advanceAsync(3000);
    await rejected;
    await stop();
    expect(clock.pendingTimers).toBe(0);
  });

  it('whenSynced rejects with the reason of its signal', async () => {
    const { informer } = informing();
    const controller = new AbortController();
    const waiting = informer.whenSynced({ signal: controller.signal });
    controller.abort(new Error('SIGTERM'));
    await expect(waiting).rejects.toThrow('SIGTERM');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('whenSynced rejects when the informer stops before it has synced, and resolves if it had', async () => {
    const unsynced = informing();
    for (let i = 0; i < 9; i++) unsynced.source.failNext('list', forbidden());
    const waiting = expect(unsynced.informer.whenSynced()).rejects.toThrow('not synced: pods: 403 forbidden');
    await unsynced.start();
    await unsynced.stop();
    await waiting;
    await expect(unsynced.informer.whenSynced()).rejects.toThrow('not synced: pods: 403 forbidden');
    const synced = informing();
    await synced.start();
    await synced.stop();
    await synced.informer.whenSynced();
  });

  it('survives callbacks of status, errors and watch errors that throw', async () => {
    const source = new FakeListerWatcher<Pod>([pod('a')]);
    const clock = new FakeClock();
    const reported: string[] = [];
    const informer = newSharedIndexInformer(source, pods, {
      clock,
      onError: (error) => {
        reported.push(error.message);
        throw new Error('from onError');
      },
      watchErrorHandler: () => {
        throw new Error('from the watch error handler');
      },
    });
    informer.onStatus(() => {
      throw new Error('from onStatus');
    });
    informer.addEventHandler({
      onAdd: () => {
        throw new Error('from a handler');
      },
    });
    source.failNext('list', refused());
    const write = process.stderr.write;
    process.stderr.write = () => true;
    const stop = new AbortController();
    try {
      const running = informer.run(stop);
      await clock.advanceAsync(5000);
      expect(informer.status).toMatchObject({ phase: 'watching', synced: true });
      stop.abort();
      await running;
    } finally {
      process.stderr.write = write;
    }
    expect(new Set(reported)).toEqual(new Set(['from onStatus', 'from the watch error handler', 'from a handler']));
  });

  it('leaves no timer, no watch and no listener when it ends, wherever it was', async () => {
    for (const at of ['listing', 'backing-off', 'watching', 'watch-listing'] as const) {
      const { informer, source, clock, signal, start, stop } = informing([pod('a')], { resyncPeriodMs: 1000 });
      source.watchListSupported = at === 'watch-listing';
      if (at === 'backing-off') source.failNext('list', refused());
      if (at === 'listing')
        source.list = () => new Promise((_resolve, reject) => signal.addEventListener('abort', reject, { once: true }));
      informer.addEventHandler({ onAdd: () => new Promise((resolve) => void setImmediate(resolve)) });
      await start();
      await stop();
      expect(clock.pendingTimers, at).toBe(0);
      expect(source.openWatches, at).toBe(0);
      expect(getEventListeners(signal, 'abort'), at).toEqual([]);
    }
  });

  it('puts one listener on a signal that a hundred informers share', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
    const informers = Array.from({ length: 100 }, () => informing([pod('a')]).informer);
    const running = informers.map((informer) => informer.run({ signal }));
    const waits = informers.map((informer) => informer.whenSynced({ signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await Promise.all(waits);
    stop.abort();
    await Promise.all(running);
    await settle();
    process.off('warning', warned);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('health', () => {
  it('is ready while synced and connected, and after a short break', async () => {
    const { informer, source, clock, start, stop } = informing([pod('a')]);
    expect(checkHealth([informer], { clock })).toEqual({
      ready: false,
      reasons: ['not synced: pods: not started'],
      behind: [],
    });
    await start();
    expect(checkHealth([informer], { clock })).toEqual({ ready: true, reasons: [], behind: [] });
    await clock.advanceAsync(3_600_000);
    expect(checkHealth([informer], { clock })).toEqual({ ready: true, reasons: [], behind: [] });
    for (let i = 0; i < 99; i++) source.failNext('watch', refused());
    source.resetWatches();
    await clock.advanceAsync(30_000);
    expect(checkHealth([informer], { clock, maxStaleMs: 40_000 }).ready).toBe(true);
    await clock.advanceAsync(60_000);
    const { ready, reasons } = checkHealth([informer], { clock, maxStaleMs: 40_000 });
    expect(ready).toBe(false);
    expect(reasons).toEqual(['disconnected for 90 s: pods: connect ECONNREFUSED 127.0.0.1:6443']);
    await stop();
  });

  it('is not ready while the first list fails, and says why', async () => {
    const { informer, source, clock, start, stop } = informing([pod('a')]);
    source.failNext('list', forbidden());
    await start();
    const probed: InformerStatus[] = [informer.status];
    expect(
      checkHealth(
        probed.map((status) => ({ status })),
        { clock },
      ).reasons,
    ).toEqual(['not synced: pods: 403 forbidden: pods is forbidden: nobody may list pods']);
    await stop();
  });
});
