import { InformerError } from '../api/informer-error.js';
import type { Clock } from '../async/clock.js';
import { realClock, sleep } from '../async/clock.js';
import { withTimeout } from '../async/timeout.js';
import type { InformerStatus } from './informer-status.js';
import { describeUnsynced } from './informer-status.js';

/** How often something that can only be asked is asked. */
const POLL_INTERVAL_MS = 100;

/** Something that syncs once: an informer, a registration, or a function that tells. */
export type Syncable =
  | (() => boolean)
  | {
      hasSynced(): boolean;
      whenSynced?(options?: { signal?: AbortSignal }): Promise<void>;
      readonly name?: string;
      readonly status?: InformerStatus;
    };

/** Options of {@link waitForCacheSync}. */
export interface WaitForCacheSyncOptions {
  /** Rejects with its reason. Default: nothing ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Rejects with a {@link CacheSyncError} that says what is in the way. Default: forever. */
  readonly timeoutMs?: number | undefined;
  /** Tells the time. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Whose caches, for the message. Default: not said. */
  readonly name?: string | undefined;
}

/**
 * Caches did not sync in time. The message names each, and its last error.
 *
 * @example
 * const unsynced = new CacheSyncError(['pods: 403 forbidden'], 30_000);
 * unsynced.unsynced; // → ['pods: 403 forbidden']
 * unsynced.code; // → 'CacheSync'
 */
export class CacheSyncError extends InformerError {
  override readonly name = 'CacheSyncError';
  /** `pods: 403 forbidden: …`, one for each. */
  readonly unsynced: readonly string[];

  constructor(unsynced: readonly string[], timeoutMs: number | undefined, owner?: string) {
    const whose = owner === undefined ? '' : ` for ${owner}`;
    super('CacheSync', `caches${whose} not synced after ${timeoutMs} ms: ${unsynced.join('; ')}`);
    this.unsynced = unsynced;
  }
}

/**
 * Resolves when everything has synced.
 *
 * @example
 * await waitForCacheSync([pods, nodes], { signal, timeoutMs: 30_000 });
 */
export async function waitForCacheSync(
  syncables: readonly Syncable[],
  options: WaitForCacheSyncOptions = {},
): Promise<void> {
  const clock = options.clock ?? realClock;
  const timedOut = (): Error =>
    new CacheSyncError(syncables.filter((each) => !isSynced(each)).map(describe), options.timeoutMs, options.name);
  await withTimeout((signal) => Promise.all(syncables.map((each) => synced(each, clock, signal))), {
    ...options,
    clock,
    timedOut,
  });
}

/**
 * The same, whose error says for whom the caches are.
 *
 * @example
 * await waitForNamedCacheSync('widget-operator', [pods], { signal });
 */
export function waitForNamedCacheSync(
  name: string,
  syncables: readonly Syncable[],
  options: WaitForCacheSyncOptions = {},
): Promise<void> {
  return waitForCacheSync(syncables, { ...options, name });
}

function isSynced(syncable: Syncable): boolean {
  return typeof syncable === 'function' ? syncable() : syncable.hasSynced();
}

async function synced(syncable: Syncable, clock: Clock, signal: AbortSignal): Promise<void> {
  if (typeof syncable !== 'function' && syncable.whenSynced) return syncable.whenSynced({ signal });
  while (!isSynced(syncable)) {
    await sleep(POLL_INTERVAL_MS, { clock, signal });
    signal.throwIfAborted();
  }
}

function describe(syncable: Syncable): string {
  if (typeof syncable === 'function') return syncable.name || 'a function';
  if (syncable.status) return describeUnsynced(syncable.status);
  return syncable.name ?? 'a cache';
}
