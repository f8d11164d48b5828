import type { HandlerCalled, Observer } from '@informer-gen/runtime/observe';
import { Observers } from '@informer-gen/runtime/observe';
import type { ObservedHandler } from '@informer-gen/runtime/observe';
import { describe, expect, it } from 'vitest';
import { ObservedCalls } from '../../../runtime/src/delivery/handler-timing.js';

type Type = HandlerCalled['type'];

/** Calls on a clock that is set by hand. */
function newCalls(more: Observer = {}): {
  readonly told: HandlerCalled[];
  readonly flush: () => void;
  call(call: { type?: Type; arrivedAt: number; startsAt: number; endsAt: number; error?: Error }): void;
} {
  const told: HandlerCalled[] = [];
  const observers = new Observers();
  observers.observe({ ...more, handlerCalled: (_handler, call) => void told.push(call) });
  let now = 0;
  const clock = { now: () => now, after: () => ({ cancel: () => {} }) };
  const calls = new ObservedCalls(observers, { type: 'handler' } as ObservedHandler, clock);
  return {
    told,
    flush: () => calls.flush(),
    call: ({ type = 'update', arrivedAt, startsAt, endsAt, error }) => {
      now = startsAt;
      calls.begin(arrivedAt, false);
      now = endsAt;
      calls.ended({ type } as Parameters<typeof calls.ended>[0], error);
    },
  };
}

it('tells of quick calls in a row at once, with how long each took and waited on average', () => {
  const { call, told, flush } = newCalls();
  call({ arrivedAt: 10, startsAt: 12, endsAt: 12.02 });
  call({ arrivedAt: 10, startsAt: 12.02, endsAt: 12.08 });
  call({ arrivedAt: 10, startsAt: 12.08, endsAt: 12.09 });
  expect(told).toEqual([]);
  flush();
  flush();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ type: 'update', count: 3 });
  expect(told[0]?.durationMs).toBeCloseTo(0.03);
  expect(told[0]?.waitedMs).toBeCloseTo((2 + 2.02 + 2.08) / 3);
});

it('tells of a slow call, and of one that failed, by itself and in its order', () => {
  const { call, told, flush } = newCalls();
  const error = new Error('no');
  call({ arrivedAt: 0, startsAt: 1, endsAt: 1.05 });
  call({ arrivedAt: 0, startsAt: 1.05, endsAt: 51.05 });
  call({ arrivedAt: 51, startsAt: 51.05, endsAt: 51.06, error });
  call({ arrivedAt: 51, startsAt: 51.06, endsAt: 51.07 });
  flush();
  expect(told.map(({ count, durationMs, error: failed }) => [count, Math.round(durationMs), failed])).toEqual([
    [1, 0, undefined],
    [1, 50, undefined],
    [1, 0, error],
    [1, 0, undefined],
  ]);
});

it('tells together only calls of one type that have waited equally long', () => {
  const { call, told, flush } = newCalls();
  call({ arrivedAt: 0, startsAt: 100, endsAt: 100.01 });
  call({ arrivedAt: 90, startsAt: 100.01, endsAt: 100.02 });
  call({ arrivedAt: 90, startsAt: 100.02, endsAt: 100.03, type: 'delete' });
  call({ arrivedAt: 90, startsAt: 100.03, endsAt: 100.04, type: 'delete' });
  flush();
  expect(told.map(({ type, count, waitedMs }) => [type, count, Math.round(waitedMs)])).toEqual([
    ['update', 1, 100],
    ['update', 1, 10],
    ['delete', 2, 10],
  ]);
});

it('tells of each call where somebody puts something around them', () => {
  const { call, told } = newCalls({ aroundHandler: (_handler, _call, run) => run() });
  call({ arrivedAt: 0, startsAt: 1, endsAt: 1.01 });
  call({ arrivedAt: 0, startsAt: 1.01, endsAt: 1.02 });
  expect(told.map(({ count }) => count)).toEqual([1, 1]);
});

describe('a handler whose calls have long been quick', () => {
  /** A run of calls right after each other, all of events that arrived at 0. */
  function newRun(): {
    readonly told: HandlerCalled[];
    /** How often the clock was read. */
    readonly reads: () => number;
    readonly totals: () => { calls: number; ms: number; slow: number[] };
    call(durationMs: number, how?: { type?: Type; error?: Error; arrivedAt?: number }): void;
    /** A call that returns a promise, and when it does. */
    asyncCall(returnsAfterMs: number, durationMs: number): void;
    flush(): void;
  } {
    const told: HandlerCalled[] = [];
    const observers = new Observers();
    observers.observe({ handlerCalled: (_handler, call) => void told.push(call) });
    let [now, reads, follows] = [0, 0, false];
    const clock = { now: () => ((reads += 1), now), after: () => ({ cancel: () => {} }) };
    const calls = new ObservedCalls(observers, { type: 'handler' } as ObservedHandler, clock);
    const begin = (arrivedAt: number): void => {
      calls.begin(arrivedAt, follows);
      follows = true;
    };
    const ended = (type: Type, error?: Error): void =>
      calls.ended({ type } as Parameters<typeof calls.ended>[0], error);
    return {
      told,
      reads: () => reads,
      totals: () => ({
        calls: told.reduce((sum, { count }) => sum + count, 0),
        ms: told.reduce((sum, { count, durationMs }) => sum + count * durationMs, 0),
        slow: told.filter(({ durationMs }) => durationMs >= 0.1).map(({ durationMs }) => durationMs),
      }),
      call: (durationMs, { type = 'update', error, arrivedAt = 0 } = {}) => {
        begin(arrivedAt);
        now += durationMs;
        ended(type, error);
      },
      asyncCall: (returnsAfterMs, durationMs) => {
        begin(0);
        now += returnsAfterMs;
        calls.pending();
        now += durationMs - returnsAfterMs;
        ended('update');
      },
      flush: () => {
        calls.flush();
        follows = false;
      },
    };
  }

  it('is timed with fewer looks at the clock, and the number of calls and their time stay exact', () => {
    const { call, flush, reads, totals } = newRun();
    for (let made = 0; made < 1000; made += 1) call(0.001);
    flush();
    expect(reads()).toBeLessThan(64 + 1000 / 16 + 5);
    expect(totals()).toEqual({ calls: 1000, ms: expect.closeTo(1, 9) as number, slow: [] });
  });

  it('has a slow call told as slow wherever it falls, and nothing else with it', () => {
    for (let at = 100; at < 140; at += 1) {
      const { call, flush, totals } = newRun();
      for (let made = 0; made < 200; made += 1) call(made === at ? 50 : 0.001);
      flush();
      expect(totals()).toEqual({
        calls: 200,
        ms: expect.closeTo(50.199, 9) as number,
        slow: [expect.closeTo(50, 9) as number],
      });
    }
  });

  it('is timed call by call again as soon as one was slow', () => {
    const { call, flush, told } = newRun();
    for (let made = 0; made < 160; made += 1) call(0.001);
    for (let made = 0; made < 40; made += 1) call(2);
    flush();
    const slow = told.filter(({ durationMs }) => durationMs >= 0.1);
    expect(slow.slice(1).every(({ durationMs }) => Math.abs(durationMs - 2) < 1e-9)).toBe(true);
    expect(slow.length).toBeGreaterThan(40 - 16);
  });

  it('is timed in groups so small that calls of a usual length are never taken for a slow one', () => {
    for (const durationMs of [0.004, 0.01, 0.03, 0.06, 0.09]) {
      const { call, flush, totals } = newRun();
      for (let made = 0; made < 500; made += 1) call(durationMs);
      flush();
      expect(totals()).toEqual({ calls: 500, ms: expect.closeTo(500 * durationMs, 9) as number, slow: [] });
    }
  });

  it('has calls of one batch told with how long that batch waited, and each type by itself', () => {
    const { call, flush, told } = newRun();
    for (let made = 0; made < 100; made += 1) call(0.001);
    flush();
    told.length = 0;
    for (let made = 0; made < 5; made += 1) call(0.001, { arrivedAt: -10 });
    for (let made = 0; made < 3; made += 1) call(0.001, { arrivedAt: -100 });
    for (let made = 0; made < 2; made += 1) call(0.001, { arrivedAt: -100, type: 'delete' });
    flush();
    expect(told.map(({ type, count, waitedMs }) => [type, count, Math.round(waitedMs / 10) * 10])).toEqual([
      ['update', 5, 10],
      ['update', 3, 100],
      ['delete', 2, 100],
    ]);
  });

  it('has one that failed told by itself, with the others before it', () => {
    const { call, flush, told } = newRun();
    for (let made = 0; made < 100; made += 1) call(0.001);
    call(0.001, { error: new Error('no') });
    call(0.001);
    flush();
    expect(told.map(({ count, error }) => [count, error?.message])).toEqual([
      [100, undefined],
      [1, 'no'],
      [1, undefined],
    ]);
  });

  it('has calls that return a promise timed by themselves', () => {
    const { call, asyncCall, flush, totals } = newRun();
    for (let made = 0; made < 100; made += 1) call(0.001);
    for (let made = 0; made < 3; made += 1) asyncCall(0.001, 30);
    flush();
    expect(totals()).toEqual({
      calls: 103,
      ms: expect.closeTo(90.1, 9) as number,
      slow: [30, 30, 30].map((ms) => expect.closeTo(ms, 2) as number),
    });
  });
});
