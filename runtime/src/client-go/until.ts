import { InformerError } from '../api/informer-error.js';
import { ApiError } from '../api/api-error.js';
import type { KubernetesObject } from '../api/object.js';
import type { ListerWatcher } from '../source/lister-watcher.js';
import { raceWithAbort } from '../async/abort.js';
import { realClock } from '../async/clock.js';
import { withTimeout } from '../async/timeout.js';
import { RetryWatcher } from './retry-watcher.js';
import type { RetryWatcherOptions } from './retry-watcher.js';
import type { WatchChange } from './watch-change.js';

/**
 * Whether what is waited for has come. Ask for states rather than for transitions: a change may have been skipped.
 * Throwing ends the wait with that error.
 */
export type WatchCondition<T> = (change: WatchChange<T>) => boolean | Promise<boolean>;

/** From where, and how long. */
export interface UntilOptions extends RetryWatcherOptions {
  /** The version to watch from, such as that of a list. Not `''` or `'0'`. */
  readonly resourceVersion: string;
  /** Rejects with an {@link UntilTimeoutError}. Default: forever. */
  readonly timeoutMs?: number | undefined;
}

/**
 * The watch ended before the conditions were met. `cause` is what the server said, where it did.
 *
 * @example
 * if (error instanceof WatchClosedError) console.log(error.lastChange);
 */
export class WatchClosedError<T> extends InformerError {
  override readonly name = 'WatchClosedError';
  readonly lastChange: WatchChange<T> | undefined;

  constructor(lastChange: WatchChange<T> | undefined) {
    const cause = lastChange?.type === 'ERROR' ? new ApiError(lastChange.status, { verb: 'watch' }) : undefined;
    super(
      'WatchClosed',
      `the watch was closed before the conditions were met${cause === undefined ? '' : `: ${cause.message}`}`,
      {
        cause,
      },
    );
    this.lastChange = lastChange;
  }
}

/**
 * The time was up before the conditions were met.
 *
 * @example
 * if (error instanceof UntilTimeoutError) console.log(error.message);
 */
export class UntilTimeoutError extends InformerError {
  override readonly name = 'UntilTimeoutError';

  constructor(timeoutMs: number | undefined) {
    super('UntilTimeout', `the conditions were not met within ${timeoutMs} ms`);
  }
}

/**
 * Reads changes until the conditions have been met, one after the other: each is asked about the change that met the
 * one before it, then about what follows. Resolves to the last change read; to undefined without conditions. Rejects with
 * a {@link WatchClosedError} when the changes end before, and with the signal's reason when that aborts. Leaves the
 * iteration of `changes` either way.
 *
 * @example
 * await using changes = new InformerWatcher(client.listerWatcher(podResource), podResource);
 * (await untilWithoutRetry(changes, [({ type }) => type === 'ADDED'], { signal }))?.type; // → 'ADDED'
 */
export async function untilWithoutRetry<T>(
  changes: AsyncIterable<WatchChange<T>>,
  conditions: readonly WatchCondition<T>[],
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<WatchChange<T> | undefined> {
  let last: WatchChange<T> | undefined;
  let met = 0;
  const meet = async (change: WatchChange<T>): Promise<boolean> => {
    for (let next = conditions[met]; next !== undefined; next = conditions[met]) {
      if (!(await next(change))) return false;
      met += 1;
    }
    return true;
  };
  if (conditions.length === 0) return undefined;
  for await (const change of abortable(changes, signal)) {
    last = change;
    if (await meet(change)) return last;
  }
  signal?.throwIfAborted();
  throw new WatchClosedError(last);
}

/**
 * Watches from a version on until the conditions have been met, over closed and broken connections: it sees every change,
 * in order. So it cannot go on when the server no longer has the version it got to; `untilWithSync` can. Otherwise as
 * {@link untilWithoutRetry}.
 *
 * @example
 * const { resourceVersion } = await client.list(podResource);
 * const gone = until(client.listerWatcher(podResource), [(change) => change.type === 'DELETED'], {
 *   resourceVersion,
 *   timeoutMs: 30_000,
 * });
 * await client.delete(podResource, { namespace: 'default', name: 'web' }, { gracePeriodSeconds: 0 });
 * (await gone)?.type; // → 'DELETED'
 */
export function until<T extends KubernetesObject>(
  source: Pick<ListerWatcher<T>, 'watch'>,
  conditions: readonly WatchCondition<T>[],
  options: UntilOptions,
): Promise<WatchChange<T> | undefined> {
  const { resourceVersion, signal, timeoutMs, clock = realClock } = options;
  const wait = async (waitSignal: AbortSignal): Promise<WatchChange<T> | undefined> => {
    const watcher = new RetryWatcher<T>(source, resourceVersion, { ...options, signal: waitSignal });
    try {
      return await untilWithoutRetry(watcher, conditions, { signal: waitSignal });
    } finally {
      await watcher[Symbol.asyncDispose]();
    }
  };
  return withTimeout(wait, { signal, timeoutMs, clock, timedOut: () => new UntilTimeoutError(timeoutMs) });
}

/** The same iteration, which a signal can end while it waits. Then the source is left without waiting for it. */
async function* abortable<V>(values: AsyncIterable<V>, signal: AbortSignal | undefined): AsyncGenerator<V, void> {
  signal?.throwIfAborted();
  const iterator = values[Symbol.asyncIterator]();
  try {
    for (;;) {
      const result = await raceWithAbort(iterator.next(), signal);
      if (result.done) return;
      yield result.value;
    }
  } finally {
    const left = Promise.resolve(iterator.return?.());
    if (signal?.aborted) left.catch(() => {});
    else await left;
  }
}
