import type { LastError, ReflectorPhase, ReflectorStatus } from '../reflector/reflector-status.js';

const worstFirst: readonly ReflectorPhase[] = ['backing-off', 'listing', 'idle', 'watching', 'stopped'];

/** Summarizes the statuses of several reflectors: the worst phase, the newest error, the longest silence. */
export function joinStatuses(statuses: readonly ReflectorStatus[]): ReflectorStatus {
  let worst = worstFirst.length;
  let since = 0;
  let lastError: LastError | undefined;
  let [lastEventAt, lastByteAt, lastAliveAt, disconnectedSince]: (number | undefined)[] = [];
  const relists: Record<string, number> = {};
  for (const status of statuses) {
    const rank = worstFirst.indexOf(status.phase);
    if (rank < worst) [worst, since] = [rank, status.since];
    else if (rank === worst) since = Math.max(since, status.since);
    if (status.lastError !== undefined && !(lastError !== undefined && lastError.at >= status.lastError.at))
      lastError = status.lastError;
    lastEventAt = later(lastEventAt, status.lastEventAt);
    lastByteAt = later(lastByteAt, status.lastByteAt);
    lastAliveAt = earlier(lastAliveAt, status.lastAliveAt);
    disconnectedSince = earlier(disconnectedSince, status.disconnectedSince);
    for (const [reason, count] of Object.entries(status.relists)) relists[reason] = (relists[reason] ?? 0) + count;
  }
  return {
    phase: worstFirst[worst] ?? 'idle',
    since,
    ...(lastEventAt !== undefined && { lastEventAt }),
    ...(lastByteAt !== undefined && { lastByteAt }),
    ...(lastAliveAt !== undefined && { lastAliveAt }),
    ...(disconnectedSince !== undefined && { disconnectedSince }),
    resourceVersion: '',
    relists,
    ...(lastError !== undefined && { lastError }),
  };
}

function later(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}
