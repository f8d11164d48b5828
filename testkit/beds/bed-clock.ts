import type { Timer } from '@informer-gen/runtime/client-go';
import { FakeClock } from '../fakes/fake-clock.js';
import { currentBedRun } from './bed-run.js';

/** Virtual time of a bed. Counts the timers that each run has set, which shows the runs that wait for virtual time. */
export class BedClock extends FakeClock {
  override after(delayMs: number, callback: () => void): Timer {
    const run = currentBedRun.getStore();
    if (run === undefined || delayMs === Infinity) return super.after(delayMs, callback);
    run.timers += 1;
    let isPending = true;
    const settle = (): void => {
      if (isPending) run.timers -= 1;
      isPending = false;
    };
    const timer = super.after(delayMs, () => {
      settle();
      callback();
    });
    return {
      cancel: () => {
        settle();
        timer.cancel();
      },
    };
  }
}
