import type { Clock } from '../../async/clock.js';
import type { OnError } from '../../api/on-error.js';
import { InformerError } from '../../api/informer-error.js';
import type { ResourceLock } from './lease-lock.js';
import type { WriteFence } from './write-fence.js';

/** A wait between two tries to acquire is this much longer at the most, by chance. */
export const JITTER_FACTOR = 1.2;

/** Told of what becomes of leadership. */
export interface LeaderCallbacks {
  /** Called when this process leads. The signal aborts when leading ends. The returned promise is not awaited. */
  onStartedLeading(signal: AbortSignal): void | Promise<void>;
  /**
   * Called when leading has ended, after the signal of {@link onStartedLeading} aborted and before the lease is released.
   * May write only while the lease of this process stands: until the lease expires, and not at all if another process holds
   * the lease or it has no holder. Otherwise writes fail with the code `Fenced`. The returned promise is awaited until the
   * lease expires. Default: nothing.
   */
  onStoppingLeading?(): void | Promise<void>;
  /** The elector has ended; also when it never led. */
  onStoppedLeading(): void;
  /** Another holder was seen, this process included. Default: nothing. */
  onNewLeader?(identity: string): void;
}

/** How an election goes. Defaults are those of Kubernetes' own controllers. */
export interface LeaderElectorOptions {
  /** What candidates share. */
  readonly lock: ResourceLock;
  /** Told of leading, and of its end. */
  readonly callbacks: LeaderCallbacks;
  /** How long others wait, from when they last saw a change, before they take over. Default 15,000. */
  readonly leaseDurationMs?: number | undefined;
  /** How long the leader tries to renew before it gives up. Default 10,000. */
  readonly renewDeadlineMs?: number | undefined;
  /** How long to wait between tries. Default 2000. */
  readonly retryPeriodMs?: number | undefined;
  /**
   * Give up the lease at the end, so that another takes over at once. Only right where all work has ended before the
   * elector's signal aborts. Default false.
   */
  readonly releaseOnCancel?: boolean | undefined;
  /**
   * Opened and extended by each successful write of the lease. Closed when leading has ended, and by every answer that shows
   * that the lease may be lost: another holder, an empty holder or a missing lease when it is read, 404 or 409 when it is
   * written. Each elector needs a fence of its own. Default: none.
   */
  readonly fence?: WriteFence | undefined;
  /** Counts renewals that had to read the Lease first. Default: nothing. */
  readonly onSlowPath?: (() => void) | undefined;
  /** Told of failed tries. Default: one line on stderr. */
  readonly onError?: OnError | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** From 0 to below 1. Default: Math.random. */
  readonly random?: (() => number) | undefined;
}

/** The times of an election, with defaults. */
export interface ElectionTimes {
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/** Checks what an elector was told: a lease that can end while its holder still tries to renew it is refused. */
export function electionTimes(options: LeaderElectorOptions): ElectionTimes {
  const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2000, lock } = options;
  if (lock.identity === '') throw invalid('the identity of the lock is empty');
  if (!(retryPeriodMs > 0)) throw invalid('retryPeriodMs must be more than 0');
  if (!(renewDeadlineMs > retryPeriodMs * JITTER_FACTOR))
    throw invalid(`renewDeadlineMs must be more than retryPeriodMs × ${JITTER_FACTOR}`);
  if (!(leaseDurationMs > renewDeadlineMs)) throw invalid('leaseDurationMs must be more than renewDeadlineMs');
  // The server takes whole seconds, at least one.
  if (leaseDurationMs < 1000) throw invalid('leaseDurationMs must be at least 1000');
  return { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
}

function invalid(problem: string): InformerError {
  return new InformerError('Configuration', `leader election: ${problem}`);
}
