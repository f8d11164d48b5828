import type { Clock } from '../async/clock.js';
import { realClock } from '../async/clock.js';
import type { InformerStatus } from './informer-status.js';
import type { HandlerStatus } from '../delivery/processor-listener.js';
import { describeUnsynced } from './informer-status.js';
import { noneNegative } from '../async/check-number.js';

/** Options of {@link checkHealth}. */
export interface HealthOptions {
  /** How long a cache may be without a connection, or without a sign of life of the server, to count as fresh. Default 60 000. */
  readonly maxStaleMs?: number | undefined;
  /** How long an event may wait for a handler. Default: forever; {@link Health.behind} says it in any case. */
  readonly maxBacklogAgeMs?: number | undefined;
  /** Tells the time. Default: the machine's clock. */
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

/** What can be healthy. */
export interface HealthSubject {
  readonly status: InformerStatus;
  /** As in `SharedInformer`. Left out, only known breaks of the connection count. */
  proveWithin?(maxStaleMs: number): void;
}

/**
 * Whether caches can be relied on: synced, and not cut off from the server for longer than the limit; and which handlers
 * are behind. A connection that looks open and is not counts from the last sign of life. The first call has the informers
 * see to it that there is one often enough, and begins to count.
 *
 * @example
 * const { ready, reasons } = checkHealth(factory.informers(), { maxStaleMs: 30_000 });
 * ready; // → true
 * reasons; // → []
 */
export function checkHealth(informers: Iterable<HealthSubject>, options: HealthOptions = {}): Health {
  const { maxStaleMs = 60_000, maxBacklogAgeMs = Infinity, clock = realClock } = options;
  noneNegative(options, 'maxStaleMs', 'maxBacklogAgeMs');
  const now = clock.now();
  const reasons: string[] = [];
  const behind: HandlerBehind[] = [];
  for (const informer of informers) {
    const { status } = informer;
    behind.push(...handlersBehind(status, now));
    const reason = staleness(informer, status, { maxStaleMs, now });
    if (reason !== undefined) reasons.push(reason);
  }
  for (const { resource, name, ageMs, backlog } of behind) {
    if (ageMs > maxBacklogAgeMs)
      reasons.push(`${resource}: the handler ${name} is ${seconds(ageMs)} behind: ${backlog} events wait`);
  }
  return { ready: reasons.length === 0, reasons, behind };
}

/** Why a cache cannot be relied on; undefined where it can. */
function staleness(informer: HealthSubject, status: InformerStatus, limit: Limit): string | undefined {
  const { maxStaleMs, now } = limit;
  const silentMs = now - Math.max(askedSince(informer, limit), status.lastAliveAt ?? 0);
  if (!status.synced) return `not synced: ${describeUnsynced(status)}`;
  if (disconnectedMs(status, now) > maxStaleMs)
    return `disconnected for ${seconds(disconnectedMs(status, now))}: ${describeUnsynced(status)}`;
  if (status.heldUp && now - status.heldUp.since > maxStaleMs) {
    const { since, by } = status.heldUp;
    return `${status.resource}: not read for ${seconds(now - since)}: held up by ${by.join(', ')}`;
  }
  return silentMs > maxStaleMs ? `no sign of life for ${seconds(silentMs)}: ${describeUnsynced(status)}` : undefined;
}

/** What is stale now. */
interface Limit {
  readonly maxStaleMs: number;
  readonly now: number;
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
function disconnectedMs(status: InformerStatus, now: number): number {
  return status.disconnectedSince === undefined ? 0 : now - status.disconnectedSince;
}

/** Since when each informer has been asked for signs of life, and how often. */
const asked = new WeakMap<HealthSubject, { readonly maxStaleMs: number; readonly since: number }>();

/** Since when the informer has been asked for signs of life; now for one that cannot be asked. */
function askedSince(informer: HealthSubject, { maxStaleMs, now }: Limit): number {
  if (informer.proveWithin === undefined) return now;
  const previous = asked.get(informer);
  if (previous !== undefined && previous.maxStaleMs <= maxStaleMs) return previous.since;
  asked.set(informer, { maxStaleMs, since: now });
  informer.proveWithin(maxStaleMs);
  return now;
}
