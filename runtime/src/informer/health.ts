import type { Clock } from '../async/clock.js';
import { realClock } from '../async/clock.js';
import type { HandlerStatus, InformerStatus } from './informer-status.js';
import { describeUnsynced } from './informer-status.js';

/** Options of {@link checkHealth}. */
export interface HealthOptions {
  /** How long a cache may be without a connection before it counts as stale. Default 60 000. */
  readonly maxStaleMs?: number | undefined;
  /** How long an event may wait for a handler. Default: forever; {@link Health.behind} says it in any case. */
  readonly maxBacklogAgeMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** A handler for which events wait. */
export interface HandlerBehind extends HandlerStatus {
  readonly resource: string;
  /** How long the oldest of them has waited. */
  readonly ageMs: number;
}

/** The answer of a readiness probe. */
export interface Health {
  readonly ready: boolean;
  /** What is wrong, one line each: `pods: disconnected for 83 s: 503 …`. */
  readonly reasons: readonly string[];
  /** Every handler for which something waits, whether or not that is too much. */
  readonly behind: readonly HandlerBehind[];
}

/**
 * Whether caches can be relied on: synced, and not cut off from the server for longer than the limit; and which handlers
 * are behind.
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
  const { maxStaleMs = 60_000, maxBacklogAgeMs = Infinity, clock = realClock } = options;
  const now = clock.now();
  const reasons: string[] = [];
  const behind: HandlerBehind[] = [];
  for (const { status } of informers) {
    behind.push(...handlersBehind(status, now));
    if (!status.synced) reasons.push(`not synced: ${describeUnsynced(status)}`);
    else if (staleMs(status, now) > maxStaleMs) {
      reasons.push(`disconnected for ${Math.round(staleMs(status, now) / 1000)} s: ${describeUnsynced(status)}`);
    } else if (status.heldUp && now - status.heldUp.since > maxStaleMs) {
      const { since, by } = status.heldUp;
      reasons.push(`${status.resource}: not read for ${seconds(now - since)}: held up by ${by.join(', ')}`);
    }
  }
  for (const { resource, name, ageMs, backlog } of behind) {
    if (ageMs > maxBacklogAgeMs)
      reasons.push(`${resource}: the handler ${name} is ${seconds(ageMs)} behind: ${backlog} events wait`);
  }
  return { ready: reasons.length === 0, reasons, behind };
}

function handlersBehind({ resource, handlers = [] }: InformerStatus, now: number): HandlerBehind[] {
  return handlers.flatMap((handler) =>
    handler.waitingSince === undefined ? [] : [{ ...handler, resource, ageMs: now - handler.waitingSince }],
  );
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/** How long the cache has been without a watch; 0 while there is one. */
function staleMs(status: InformerStatus, now: number): number {
  return status.disconnectedSince === undefined ? 0 : now - status.disconnectedSince;
}
