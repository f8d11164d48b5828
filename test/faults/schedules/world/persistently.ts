import { setTimeout as delay } from 'node:timers/promises';

const GIVE_UP_MS = 60_000;
const PAUSE_MS = 50;

/** Tries until it says true: the server may be down just now. An error counts as "not yet". Rejects after a minute. */
export async function persistently(attempt: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  let reason: unknown = 'it said no';
  while (performance.now() < giveUpAt) {
    try {
      if (await attempt()) return;
    } catch (error) {
      reason = error;
    }
    await delay(PAUSE_MS);
  }
  throw new Error(`did not succeed in ${GIVE_UP_MS / 1000} s`, { cause: reason });
}
