import type { Clock } from '../async/clock.js';
import { realClock } from '../async/clock.js';
import type { InformerStatus } from './informer-status.js';
import { describeUnsynced } from './informer-status.js';

/** Options of {@link checkHealth}. */
export interface HealthOptions {
  /** How long a cache may be without a connection before it counts as stale. Default 60 000. */
  readonly maxStaleMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** The answer of a readiness probe. */
export interface Health {
  readonly ready: boolean;
  /** What is wrong, one line each: `pods: disconnected for 83 s: 503 …`. */
  readonly reasons: readonly string[];
}

/**
 * Whether caches can be relied on: synced, and not cut off from the server for longer than the limit.
 *
 * @example
 * http.createServer((_, response) => {
 *   const { ready, reasons } = checkHealth(factory.informers(), { maxStaleMs: 30_000 });
 *   response.writeHead(ready ? 200 : 503).end(reasons.join('\n'));
 * });
 */
export function checkHealth(
  informers: Iterable<{ readonly status: InformerStatus }>,
  options: HealthOptions = {},
): Health {
  const { maxStaleMs = 60_000, clock = realClock } = options;
  const now = clock.now();
  const reasons: string[] = [];
  for (const { status } of informers) {
    if (!status.synced) reasons.push(`not synced: ${describeUnsynced(status)}`);
    else if (staleMs(status, now) > maxStaleMs) {
      reasons.push(`disconnected for ${Math.round(staleMs(status, now) / 1000)} s: ${describeUnsynced(status)}`);
    }
  }
  return { ready: reasons.length === 0, reasons };
}

/** How long the cache has been without a watch; 0 while there is one. */
function staleMs(status: InformerStatus, now: number): number {
  return status.disconnectedSince === undefined ? 0 : now - status.disconnectedSince;
}
