import type { Clock } from '../../async/clock.js';
import { calendarTime } from '../../async/clock.js';
import { toError } from '../../api/on-error.js';
import { isLostUpdate } from './lease-lock.js';
import type { ResourceLock } from './lease-lock.js';
import type { LeaderElectionRecord } from './lease-record.js';

/** Options of {@link releaseLease}. */
export interface ReleaseOptions {
  readonly clock: Clock;
  /** Maximum time to try. */
  readonly timeoutMs: number;
  readonly onFailure: (error: Error) => void;
}

/**
 * Makes the lease available to other candidates at once, if this process holds it. Returns the record that was written;
 * undefined if the lease was left unchanged. Never rejects.
 */
export async function releaseLease(
  lock: ResourceLock,
  { clock, timeoutMs, onFailure }: ReleaseOptions,
): Promise<LeaderElectionRecord | undefined> {
  const limit = new AbortController();
  const timer = clock.after(timeoutMs, () =>
    limit.abort(new Error(`${lock.description}: the lease was not released within ${timeoutMs / 1000} s`)),
  );
  try {
    while (!limit.signal.aborted)
      try {
        return await tryRelease(lock, clock, limit.signal);
      } catch (thrown) {
        if (isLostUpdate(thrown)) continue;
        onFailure(toError(thrown));
        return undefined;
      }
  } finally {
    timer.cancel();
  }
  return undefined;
}

/** Reads first: a renewal that was cancelled may have reached the server. */
async function tryRelease(
  lock: ResourceLock,
  clock: Clock,
  signal: AbortSignal,
): Promise<LeaderElectionRecord | undefined> {
  const found = await lock.get({ signal });
  if (found?.holderIdentity !== lock.identity) return undefined;
  const time = calendarTime(clock);
  const { leaderTransitions } = found;
  const released = {
    holderIdentity: '',
    leaseDurationSeconds: 1,
    acquireTime: time,
    renewTime: time,
    leaderTransitions,
  };
  await lock.update(released, { signal });
  return released;
}
