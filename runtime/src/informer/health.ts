import type { Clock } from '../async/clock.js';
import { realClock } from '../async/clock.js';
import type { InformerStatus } from './informer-status.js';
import { describeUnsynced } from './informer-status.js';

/** Options of {@link checkHealth}. */
export interface HealthOptions {
  /** How long a cache may be without a connection, or without a sign of life of the server, to count as fresh. Default 60 000. */
  readonly maxStaleMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** The answer of a readiness probe. */
export interface Health {
  readonly ready: boolean;
  /** What is wrong, one line each: `pods: disconnected for 83 s: 503 …`. */
  readonly reasons: readonly string[];
}

/** What can be healthy. */
export interface HealthSubject {
  readonly status: InformerStatus;
  /** As in `SharedInformer`. Left out, only known breaks of the connection count. */
  proveWithin?(maxStaleMs: number): void;
}

/**
 * Whether caches can be relied on: synced, and not cut off from the server for longer than the limit. A connection that
 * looks open and is not counts from the last sign of life. The first call has the informers see to it that there is one
 * often enough, and begins to count.
 *
 * @example
 * http.createServer((_, response) => {
 *   const { ready, reasons } = checkHealth(factory.informers(), { maxStaleMs: 30_000 });
 *   response.writeHead(ready ? 200 : 503).end(reasons.join('\n'));
 * });
 */
export function checkHealth(informers: Iterable<HealthSubject>, options: HealthOptions = {}): Health {
  const { maxStaleMs = 60_000, clock = realClock } = options;
  const now = clock.now();
  const reasons: string[] = [];
  for (const informer of informers) {
    const { status } = informer;
    const silentMs = now - lastSign(informer, { maxStaleMs, now });
    if (!status.synced) reasons.push(`not synced: ${describeUnsynced(status)}`);
    else if (disconnectedMs(status, now) > maxStaleMs)
      reasons.push(`disconnected for ${seconds(disconnectedMs(status, now))} s: ${describeUnsynced(status)}`);
    else if (silentMs > maxStaleMs)
      reasons.push(`no sign of life for ${seconds(silentMs)} s: ${describeUnsynced(status)}`);
  }
  return { ready: reasons.length === 0, reasons };
}

/** How long the cache has been without a watch; 0 while there is one. */
function disconnectedMs(status: InformerStatus, now: number): number {
  return status.disconnectedSince === undefined ? 0 : now - status.disconnectedSince;
}

/** Since when each informer has been asked for signs of life, and how often. */
const asked = new WeakMap<HealthSubject, { readonly maxStaleMs: number; readonly since: number }>();

/** When the last sign of life came; not before it was first asked for one. Now, where it cannot be asked. */
function lastSign(informer: HealthSubject, { maxStaleMs, now }: { maxStaleMs: number; now: number }): number {
  if (informer.proveWithin === undefined) return now;
  let entry = asked.get(informer);
  if (entry === undefined || entry.maxStaleMs > maxStaleMs) {
    entry = { maxStaleMs, since: now };
    asked.set(informer, entry);
    informer.proveWithin(maxStaleMs);
  }
  return Math.max(entry.since, informer.status.lastAliveAt ?? 0);
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}
