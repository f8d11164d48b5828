import { type FakeClock, settle } from '@informer-gen/testing';

/** The step of {@link passTime}: no delay that matters against hostile servers is shorter. */
const STEP_MS = 500;

/**
 * Lets virtual time pass while sockets carry real bytes: between two steps the event loop turns `turns` times, so that what
 * was sent arrives before the clock goes on.
 */
export async function passTime(clock: FakeClock, ms: number, turns: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await settle(turns);
    await clock.advanceAsync(STEP_MS);
  }
}
