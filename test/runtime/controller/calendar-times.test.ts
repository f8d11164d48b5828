// What is written down for others to read, where the machine was suspended or its time was set after the process started.
import { Readable } from 'node:stream';
import { defineResource } from '@informer-gen/runtime';
import { FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { realClock } from '../../../runtime/src/async/clock.js';
import { LeaderElector } from '../../../runtime/src/controller/election/leader-elector.js';
import { EventRecorder } from '../../../runtime/src/controller/events/event-recorder.js';
import type { EventObject } from '../../../runtime/src/controller/events/event-object.js';
import type { EventClient } from '../../../runtime/src/controller/events/event-recorder.js';
import { toApiError } from '../../../runtime/src/transport/error-response.js';
import type { HttpResponse } from '../../../runtime/src/transport/http/http-types.js';
import { FakeLock, SharedRecord } from './election/fake-lock.js';

const SUSPENDED_MS = 3_600_000;

/** A clock that stood still while the calendar went on. */
class SuspendedClock extends FakeClock {
  suspendedMs = 0;

  calendarNow(): number {
    return this.now() + this.suspendedMs;
  }
}

const isoAt = (clock: SuspendedClock): string => new Date(clock.calendarNow()).toISOString().slice(0, 19);

describe('after an hour of suspension', () => {
  it("the machine's clock goes by the calendar for what others read", () => {
    expect(Math.abs((realClock.calendarNow?.() ?? 0) - Date.now())).toBeLessThan(1000);
  });

  it('a lease is renewed with the time of the calendar, and its end still counted by the clock that does not jump', async () => {
    const clock = new SuspendedClock();
    const lock = new FakeLock('me', new SharedRecord());
    const callbacks = { onStartedLeading: () => undefined, onStoppedLeading: () => undefined };
    const elector = new LeaderElector({ lock, callbacks, clock, random: () => 0 });
    await elector.tryAcquireOrRenew();
    clock.suspendedMs = SUSPENDED_MS;
    await elector.tryAcquireOrRenew();
    expect(lock.record).toMatchObject({ renewTime: clock.calendarNow(), leaderTransitions: 0 });
    expect(lock.calls.at(-1)).toBe('update');
    expect(elector.check(0)).toBeUndefined();
  });

  it('events and their series say when it was, and are forgotten in due time', async () => {
    const clock = new SuspendedClock();
    const sent: Partial<EventObject>[] = [];
    const take = (body: Partial<EventObject>): Promise<object> => {
      sent.push(body);
      return Promise.resolve(body);
    };
    const client = {
      create: (_resource: unknown, body: object) => take(body),
      patch: (_resource: unknown, _name: unknown, body: object) => take(body),
    } as unknown as EventClient;
    await using recorder = new EventRecorder({ client, controller: 'shop', instance: 'shop-1', clock });
    const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
    const pod = { metadata: { name: 'web', namespace: 'shop', uid: 'u1' } };
    clock.suspendedMs = SUSPENDED_MS;
    recorder.record(pods, pod, { reason: 'Started', action: 'Start', note: 'it runs' });
    await settle();
    expect(sent[0]?.eventTime?.slice(0, 19)).toBe(isoAt(clock));
    clock.suspendedMs *= 2;
    recorder.record(pods, pod, { reason: 'Started', action: 'Start', note: 'it runs' });
    await settle();
    expect(sent[1]?.series?.lastObservedTime.slice(0, 19)).toBe(isoAt(clock));
    await clock.advanceAsync(2 * SUSPENDED_MS);
    expect(clock.pendingTimers).toBe(0);
  });

  it('a date to try again at is compared with the calendar', async () => {
    const clock = new SuspendedClock();
    clock.suspendedMs = SUSPENDED_MS;
    const date = new Date(clock.calendarNow() + 5000).toUTCString();
    const response = {
      status: 503,
      headers: { 'retry-after': date },
      body: Readable.from([]),
    } as unknown as HttpResponse;
    const { signal } = new AbortController();
    const { retryAfterMs } = await toApiError(response, { place: {}, signal, clock });
    expect(retryAfterMs).toBe(5000);
  });
});
