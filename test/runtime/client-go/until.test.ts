import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../runtime/src/api/api-error.js';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import { FakeClock, settle } from '@informer-gen/testing';
import { until, untilWithoutRetry, UntilTimeoutError, WatchClosedError } from '../../../runtime/src/client-go/until.js';
import type { WatchChange } from '../../../runtime/src/client-go/watch-change.js';
import { added, after, failure, stream, WatchSource } from '../../conformance/support/watch-source.js';
import type { Event } from '../../conformance/support/watch-source.js';

function named(change: WatchChange<KubernetesObject>, version: string): boolean {
  return change.type !== 'ERROR' && change.object.metadata?.resourceVersion === version;
}

describe('untilWithoutRetry', () => {
  it('rejects with a WatchClosedError that has the last change when the changes end', async () => {
    const changes = (async function* () {
      yield added(2) as WatchChange<KubernetesObject>;
    })();
    const error = await untilWithoutRetry(changes, [() => false]).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(WatchClosedError);
    expect((error as WatchClosedError<KubernetesObject>).lastChange).toEqual(added(2));
  });

  it('leaves the changes when it has what it waited for, and asks nothing without conditions', async () => {
    let left = false;
    const changes = (async function* () {
      try {
        yield added(2) as WatchChange<KubernetesObject>;
        yield added(3) as WatchChange<KubernetesObject>;
      } finally {
        left = true;
      }
    })();
    expect(await untilWithoutRetry(changes, [async () => true])).toEqual(added(2));
    expect(left).toBe(true);
    expect(await untilWithoutRetry(changes, [])).toBeUndefined();
  });

  it('rejects at once when its signal has aborted already', async () => {
    const changes = (async function* () {
      yield added(2) as WatchChange<KubernetesObject>;
    })();
    await expect(
      untilWithoutRetry(changes, [() => true], { signal: AbortSignal.abort(new Error('no')) }),
    ).rejects.toThrow('no');
  });
});

describe('until', () => {
  const source = (...events: Event[]): WatchSource =>
    new WatchSource(async ({ resourceVersion }, { signal }) => {
      const rest = after(resourceVersion, events);
      return stream(rest.slice(0, 1), { signal, closes: rest.length > 1 });
    });

  it('sees every change over closed watches, and closes its own when it is done', async () => {
    const clock = new FakeClock();
    const served = source(added(2), added(3), added(4));
    const { signal } = new AbortController();
    const found = until(served, [(change) => named(change, '3'), (change) => named(change, '4')], {
      resourceVersion: '1',
      signal,
      clock,
    });
    await clock.advanceAsync(5000);
    expect(await found).toEqual(added(4));
    expect(served.requests.map((request) => request.resourceVersion)).toEqual(['1', '2', '3']);
    expect(clock.pendingTimers).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('rejects with what the server said when it no longer has the version', async () => {
    const clock = new FakeClock();
    const gone = { code: 410, reason: 'Expired', message: 'too old' };
    const served = new WatchSource(async (_options, { signal }) => stream([failure(gone)], { signal }));
    const error = await until(served, [() => false], { resourceVersion: '1', clock }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(WatchClosedError);
    expect((error as Error).cause).toBeInstanceOf(ApiError);
    expect((error as Error).message).toContain('410 Expired');
  });

  it('rejects when its time is up or its signal aborts, and leaves no timer or watch behind', async () => {
    const clock = new FakeClock();
    const timed = until(source(added(2)), [() => false], { resourceVersion: '1', clock, timeoutMs: 300 });
    const failed = expect(timed).rejects.toThrow(UntilTimeoutError);
    await clock.advanceAsync(300);
    await failed;
    const stop = new AbortController();
    const stopped = until(source(added(2)), [() => false], { resourceVersion: '1', clock, signal: stop.signal });
    await settle();
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    expect(clock.pendingTimers).toBe(0);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });

  it('rejects for a version that cannot be watched from', async () => {
    await expect(until(source(), [() => true], { resourceVersion: '0' })).rejects.toThrow('not supported');
  });
});
