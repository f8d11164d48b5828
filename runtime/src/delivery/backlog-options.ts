/**
 * What happens to the events of a handler that takes them more slowly than they come:
 * - `coalesce` delivers every state, as client-go does, until {@link BacklogOptions.maxEntries} or
 *   {@link BacklogOptions.maxBytes} is passed. Beyond that, one entry waits for each object: its newest state, with the
 *   oldest `before`. The deletion of an object and the creation of another one of its name stay two calls; an object that
 *   was created and deleted before the handler saw it is not told at all. Memory is bounded by the number of objects.
 * - `unbounded` delivers every state, whatever memory that takes: what client-go does.
 * - `pressure` stops reading from the server beyond the limits, until half of the backlog is worked off. The cache and all
 *   other handlers of the informer wait with it, and `onError`, `status` and `checkHealth` say so. The watch has a connection
 *   of its own, so that nothing else is held up. A server that ends a watch that is not read makes the informer watch again
 *   or, where the versions since are gone, list again: only then are states skipped.
 */
export type BacklogPolicy = 'coalesce' | 'unbounded' | 'pressure';

/** How much may wait for a handler, and what happens beyond that. */
export interface BacklogOptions {
  /** Default `coalesce`. */
  readonly policy?: BacklogPolicy | undefined;
  /** How many events may wait. Those of the initial list do not count: there is one for each object. Default 10 000. */
  readonly maxEntries?: number | undefined;
  /**
   * How much memory the states that wait may take: those that the cache does not hold any more. An estimate, made only
   * while more than a few events wait. Default 32 MiB.
   */
  readonly maxBytes?: number | undefined;
}

/** {@link BacklogOptions} with its defaults filled in. */
export type BacklogLimits = { readonly [name in keyof BacklogOptions]-?: NonNullable<BacklogOptions[name]> };

const MAX_ENTRIES = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** Fills in the defaults. Throws a RangeError for a limit that is no positive number. */
export function backlogLimits(options: BacklogOptions | BacklogPolicy = {}): BacklogLimits {
  const { policy = 'coalesce', maxEntries, maxBytes } = typeof options === 'string' ? { policy: options } : options;
  return {
    policy,
    maxEntries: positive(maxEntries ?? MAX_ENTRIES, 'maxEntries'),
    maxBytes: positive(maxBytes ?? MAX_BYTES, 'maxBytes'),
  };
}

function positive(value: number, name: string): number {
  if (value > 0) return value;
  throw new RangeError(`${name} of a handler's backlog must be a positive number, not ${value}`);
}
