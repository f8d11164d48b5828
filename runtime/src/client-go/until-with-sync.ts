import type { KubernetesObject } from '../api/object.js';
import type { Resource } from '../api/resource.js';
import type { SharedIndexInformerOptions } from '../informer/informer-options.js';
import type { ListerWatcher } from '../source/lister-watcher.js';
import type { StoreReader } from '../store/store.js';
import { realClock } from '../async/clock.js';
import { withTimeout } from '../async/timeout.js';
import { InformerWatcher } from './informer-watcher.js';
import { UntilTimeoutError, untilWithoutRetry } from './until.js';
import type { WatchCondition } from './until.js';
import type { WatchChange } from './watch-change.js';

/** What is waited for, and how long. */
export interface UntilWithSyncOptions<T extends KubernetesObject> extends SharedIndexInformerOptions<T> {
  /** Met one after the other by the changes that come; the first come for what exists already, as ADDED. */
  readonly conditions: readonly WatchCondition<T>[];
  /** Asked once, when the cache has synced. True ends the wait at once. Default: none, and sync is not waited for. */
  readonly precondition?: ((store: StoreReader<T>) => boolean | Promise<boolean>) | undefined;
  /** Rejects with its reason. Default: nothing ends it. */
  readonly signal?: AbortSignal | undefined;
  /** Rejects with an {@link UntilTimeoutError}. Default: forever. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Waits for a state of the world with an informer of its own, so no error of the server ends the wait. Changes in between
 * may be skipped, but what the world has become is always seen. Resolves to the change that met the last condition, or to
 * undefined when the precondition held.
 *
 * @example
 * const there = await untilWithSync(client.listerWatcher(podResource), podResource, {
 *   conditions: [(change) => change.type !== 'ERROR' && change.object.metadata.name === 'web'],
 *   timeoutMs: 60_000,
 * });
 * there?.type; // → 'ADDED'
 */
export function untilWithSync<T extends KubernetesObject>(
  source: ListerWatcher<T>,
  resource: Resource<T>,
  options: UntilWithSyncOptions<T>,
): Promise<WatchChange<T> | undefined> {
  const { conditions, precondition, signal, timeoutMs, ...informerOptions } = options;
  const wait = async (waitSignal: AbortSignal): Promise<WatchChange<T> | undefined> => {
    waitSignal.throwIfAborted();
    const watcher = new InformerWatcher<T>(source, resource, informerOptions);
    try {
      if (precondition !== undefined) {
        await watcher.informer.whenSynced({ signal: waitSignal });
        if (await precondition(watcher.informer.getStore())) return undefined;
      }
      return await untilWithoutRetry(watcher, conditions, { signal: waitSignal });
    } finally {
      await watcher.stop();
    }
  };
  const clock = options.clock ?? realClock;
  return withTimeout(wait, { signal, timeoutMs, clock, timedOut: () => new UntilTimeoutError(timeoutMs) });
}
