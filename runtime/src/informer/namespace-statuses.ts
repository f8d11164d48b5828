import type { ReflectorPhase, ReflectorStatus } from '../reflector/status.js';

const worstFirst: readonly ReflectorPhase[] = ['backing-off', 'listing', 'idle', 'watching', 'stopped'];

/** Summarizes the statuses of several reflectors: the worst phase, the newest error, the longest silence. */
export function joinStatuses(statuses: readonly ReflectorStatus[]): ReflectorStatus {
  const phases = new Set(statuses.map(({ phase }) => phase));
  const phase = worstFirst.find((each) => phases.has(each)) ?? 'idle';
  const sinces = statuses.filter((status) => status.phase === phase).map(({ since }) => since);
  const lastError = newest(statuses.map((status) => status.lastError));
  return {
    phase,
    since: extreme(sinces, Math.max) ?? 0,
    ...joined('lastEventAt', statuses, Math.max),
    ...joined('lastByteAt', statuses, Math.max),
    ...joined('lastAliveAt', statuses, Math.min),
    ...joined('disconnectedSince', statuses, Math.min),
    resourceVersion: '',
    relists: sumOfRelists(statuses),
    ...(lastError ? { lastError } : {}),
  };
}

function sumOfRelists(statuses: readonly ReflectorStatus[]): ReflectorStatus['relists'] {
  const relists: Record<string, number> = {};
  for (const status of statuses) {
    for (const [reason, count] of Object.entries(status.relists)) relists[reason] = (relists[reason] ?? 0) + count;
  }
  return relists;
}

function newest<E extends { readonly at: number }>(errors: readonly (E | undefined)[]): E | undefined {
  return errors.reduce((found, error) => (error && (!found || error.at > found.at) ? error : found), undefined);
}

type TimeName = 'disconnectedSince' | 'lastAliveAt' | 'lastEventAt' | 'lastByteAt';

function joined<N extends TimeName>(
  name: N,
  statuses: readonly ReflectorStatus[],
  join: (one: number, other: number) => number,
): { [K in N]?: number } {
  const time = extreme(
    statuses.map((status) => status[name]).filter((each) => each !== undefined),
    join,
  );
  return time === undefined ? {} : ({ [name]: time } as { [K in N]: number });
}

/** Not by `Math.max(...times)`: an argument list has a maximum length. */
function extreme(times: readonly number[], join: (one: number, other: number) => number): number | undefined {
  return times.length === 0 ? undefined : times.reduce((one, other) => join(one, other));
}
