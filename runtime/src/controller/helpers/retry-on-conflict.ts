import { isInformerError } from '../../api/informer-error.js';
import type { Clock } from '../../async/clock.js';
import { sleep } from '../../async/clock.js';
import { runTime } from './run-time.js';

/** How {@link retryOnConflict} tries. */
export interface RetryOnConflictOptions<T> {
  /** What to begin with, such as the cached object. Default: what `read` returns. */
  readonly first?: T | undefined;
  /** How often to try in all. Default 5. */
  readonly tries?: number | undefined;
  /** How long to wait before the second try. Default 10. */
  readonly delayMs?: number | undefined;
  /** Each further wait is so many times the one before. Default 1. */
  readonly factor?: number | undefined;
  /** Up to this share is added to each wait at random. Default 0.1. */
  readonly jitter?: number | undefined;
  /** Returns numbers in [0, 1). Default: those of the reconcile that it is called in; outside of one, Math.random. */
  readonly random?: (() => number) | undefined;
  /** Default: that of the reconcile that it is called in; outside of one, the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Rejects with its reason. Default: nothing ends it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Changes an object, and changes it again as it is now when somebody else was quicker (the code `Conflict`). Each further try
 * gets what `read` returns, which must come from the server: a cache would give the same old version again. A field that
 * another manager owns is no such conflict: trying again does not help.
 *
 * @example
 * const name = { namespace: 'default', name: 'a' };
 * const widget = await retryOnConflict(
 *   () => client.get(widgetResource, name),
 *   (read) => client.replace(widgetResource, { ...read, spec: { ...read.spec, replicas: read.spec.replicas + 1 } }),
 * );
 * widget.spec.replicas; // → 2
 */
export async function retryOnConflict<T, R>(
  read: () => Promise<T>,
  change: (object: T) => Promise<R>,
  options: RetryOnConflictOptions<T> = {},
): Promise<R> {
  const time = runTime.getStore() ?? {};
  const { first, tries = 5, delayMs = 10, factor = 1, jitter = 0.1, signal } = options;
  const { random = time.random ?? Math.random, clock = time.clock } = options;
  let object = first ?? (await read());
  for (let tried = 1; ; tried += 1) {
    try {
      return await change(object);
    } catch (error) {
      if (tried >= tries || !isInformerError(error, 'Conflict')) throw error;
      await sleep(delayMs * factor ** (tried - 1) * (1 + jitter * random()), { clock, signal });
      signal?.throwIfAborted();
      object = await read();
    }
  }
}
