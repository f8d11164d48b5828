import type { HandlerCalled, Observer } from '@informer-gen/runtime/observe';
import { Observers } from '@informer-gen/runtime/observe';
import type { ObservedHandler } from '@informer-gen/runtime/observe';
import { expect, it } from 'vitest';
import { ObservedCalls } from '../../../runtime/src/informer/observed-handler.js';

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
