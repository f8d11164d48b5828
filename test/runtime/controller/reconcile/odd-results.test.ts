// What an outsider has reconciles throw and return: none of it costs a worker, or the key.
import { describe, expect, it } from 'vitest';
import { ItemExponentialFailureRateLimiter } from '../../../../runtime/src/workqueue/rate-limiter.js';
import { rig } from './loop-rig.js';

function unreadable(field: 'cause' | 'errors' | 'message'): Error {
  return Object.defineProperty(new AggregateError([], 'it is odd'), field, {
    get: () => {
      throw new Error(`its ${field} cannot be read`);
    },
  });
}

describe('what a reconcile throws', () => {
  it.each([
    ['undefined', undefined],
    ['a frozen object', Object.freeze({})],
    ['an object without a prototype', Object.create(null)],
    ['an error whose cause cannot be read', unreadable('cause')],
    ['an error whose members cannot be read', unreadable('errors')],
    ['an error without a message', unreadable('message')],
    ['an aggregate of nothing', Object.assign(new AggregateError([]), { errors: null })],
  ])('is tried again and ends nothing: %s', async (_name, thrown: unknown) => {
    const keys: string[] = [];
    await using test = rig(({ key }) => {
      keys.push(key);
      if (keys.length === 1) throw thrown;
    });
    test.loop.queue.add('a');
    test.loop.queue.add('b');
    await test.start();
    await test.clock.advanceAsync(5);
    expect(keys).toEqual(['a', 'b', 'a']);
    expect(test.errors).toHaveLength(1);
  });
});

describe('what a reconcile returns', () => {
  it.each<[string, object]>([
    ['a priority that is no number', { requeueAfterMs: 5, priority: NaN }],
    ['a priority in text', { requeue: true, priority: 'high' }],
  ])('is a failure, and the key comes again: %s', async (_name, result) => {
    let runs = 0;
    await using test = rig(() => {
      runs += 1;
      return runs === 1 ? result : undefined;
    });
    test.loop.queue.add('a');
    await test.start();
    await test.clock.advanceAsync(5);
    expect(test.outcomes.map((outcome) => outcome.result)).toEqual(['error', 'success']);
    expect(test.loop.queue.length).toBe(0);
  });
});

describe('a requeueAfterMs of zero or less', () => {
  it.each([0, -0, -5, -Infinity])(
    'deviation(requeue-after-zero): runs the key again soon, and backs off: %s',
    async (requeueAfterMs) => {
      const times: number[] = [];
      await using test = rig(() => {
        times.push(test.clock.now());
        return { requeueAfterMs };
      });
      const startedAt = test.clock.now();
      test.loop.queue.add('a');
      await test.start();
      await test.clock.advanceAsync(5 * (1 + 2 + 4 + 8 + 16));
      expect(times.map((at) => at - startedAt)).toEqual([0, 5, 15, 35, 75, 155]);
      expect(test.errors).toEqual([]);
      expect(test.outcomes.map(({ result }) => result)).toEqual(Array.from({ length: 6 }, () => 'requeue'));
    },
  );

  it('deviation(requeue-after-zero): makes the last run of a countdown happen, and a longer delay ends the backoff', async () => {
    const [left, times]: [number[], number[]] = [[1000, 0, 0, 60_000, 0], []];
    await using test = rig(() => {
      times.push(test.clock.now());
      return left.length === 0 ? undefined : { requeueAfterMs: left.shift() };
    });
    const startedAt = test.clock.now();
    test.loop.queue.add('a');
    await test.start();
    await test.clock.advanceAsync(120_000);
    expect(times.map((at) => at - startedAt)).toEqual([0, 1000, 1005, 1015, 61_015, 61_020]);
  });

  it('retains the priority, or takes that of the result', async () => {
    const priorities: number[] = [];
    await using test = rig(({ priority }) => {
      priorities.push(priority);
      return priorities.length === 1
        ? { requeueAfterMs: 0 }
        : priorities.length === 2
          ? { requeueAfterMs: 0, priority: 9 }
          : undefined;
    });
    test.loop.queue.addWithOptions({ priority: 7 }, 'a');
    await test.start();
    await test.clock.advanceAsync(15);
    expect(priorities).toEqual([7, 7, 9]);
  });
});

describe('a requeueAfterMs that is not a number', () => {
  it.each<[string, object]>([
    ['NaN', { requeueAfterMs: NaN }],
    ['a string', { requeueAfterMs: '5' }],
    ['null', { requeueAfterMs: null }],
  ])('is an error that is not retried: %s', async (_name, result) => {
    let runs = 0;
    await using test = rig(() => {
      runs += 1;
      return runs === 1 ? result : undefined;
    });
    test.loop.queue.add('a');
    await test.start();
    await test.clock.advanceAsync(3_600_000);
    expect(test.outcomes).toMatchObject([{ result: 'error', isTerminal: true }]);
    expect(test.errors[0]).toMatch(/^requeueAfterMs is .*: it must be a number; the key is not reconciled again until/);
    test.loop.queue.add('a');
    await test.clock.advanceAsync(0);
    expect(runs).toBe(2);
  });
});

describe('a rate limiter of the program', () => {
  it.each<[string, () => number]>([
    [
      'throws',
      () => {
        throw new Error('no delay today');
      },
    ],
    ['says no number', () => NaN],
  ])('that %s costs a second, and neither the key nor the worker', async (_name, when) => {
    const rateLimiter = Object.assign(new ItemExponentialFailureRateLimiter<string>(5, 1000), { when });
    let runs = 0;
    await using test = rig(
      () => {
        runs += 1;
        if (runs === 1) throw new Error('not yet');
      },
      { rateLimiter },
    );
    test.loop.queue.add('a');
    await test.start();
    expect(test.errors).toHaveLength(2);
    await test.clock.advanceAsync(1000);
    expect(runs).toBe(2);
  });
});
