// Keys of low priority, while others of higher priority never run out. On virtual time.
import { LOW_PRIORITY } from '../../../../runtime/src/workqueue/priority-queue.js';
import { sleep } from '../../../../runtime/src/async/clock.js';
import { describe, expect, it } from 'vitest';
import { rig } from './loop-rig.js';

const initialKeys = Array.from({ length: 300 }, (_, at) => `initial-${at}`);

describe('the keys of an initial list', () => {
  it('deviation(low-priorities-do-not-starve): are reconciled while one object changes all the time', async () => {
    const runs: string[] = [];
    await using test = rig(async ({ key, signal }) => {
      runs.push(key);
      await sleep(5, { clock: test.clock, signal });
    });
    const { queue } = test.loop;
    queue.addWithOptions({ priority: LOW_PRIORITY }, ...initialKeys);
    await test.start();
    for (let ms = 0; ms < 15_100; ms += 5) {
      queue.add('hot');
      await test.clock.advanceAsync(5);
    }
    test.abandon.abort(new Error('over'));
    const initial = runs.filter((key) => key !== 'hot');
    expect(initial).toEqual(initialKeys);
    // The object that changes still gets nine runs of ten.
    expect(runs.length - initial.length).toBeGreaterThan(2600);
  });
});
