// How long a key waits whose run was refused an object of others.
import { InformerError } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { rig } from './loop-rig.js';

describe('a failed run', () => {
  it.each([
    ['a refused apply', new InformerError('AlreadyOwned', 'taken'), 30_000],
    ['an error that it caused', new Error('failed', { cause: new InformerError('AlreadyOwned', 'taken') }), 30_000],
    ['any other failure', new Error('failed'), 1_000_000],
  ])('deviation(refused-children): has a maximum retry delay of its own after %s', async (_what, error, expected) => {
    const times: number[] = [];
    await using test = rig(() => {
      times.push(test.clock.now());
      throw error;
    });
    await test.start();
    test.loop.queue.add('a');
    for (let hour = 0; hour < 24; hour += 1) await test.clock.advanceAsync(3_600_000);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBe(expected);
    expect(gaps[0]).toBe(5);
  });
});
