import { LinkedAbort, raceWithAbort } from '../../async/abort.js';
import type { Clock } from '../../async/clock.js';
import { calendarTime, realClock, sleep } from '../../async/clock.js';
import { InformerError } from '../../api/informer-error.js';
import type { OnError } from '../../api/on-error.js';
import { callSafely } from '../../api/call-safely.js';
import { toError } from '../../api/on-error.js';
import { safeOnError } from '../../api/safe-on-error.js';
import { withTimeout } from '../../async/timeout.js';
import type { ElectionTimes, LeaderElectorOptions } from './elector-options.js';
import { electionTimes, JITTER_FACTOR } from './elector-options.js';
import { FencedLock } from './fenced-lock.js';
import type { LeaderElectionRecord } from './lease-record.js';
import { releaseLease } from './release-lease.js';

const NOBODY: LeaderElectionRecord = { holderIdentity: '', leaseDurationSeconds: 0, leaderTransitions: 0 };

/**
 * Takes part in the election of one leader among processes, by client-go's rules: candidates of both may share a Lease.
 * Times of other machines are never compared with the local clock: a lease has expired when no candidate has seen it change
 * for its duration.
 *
 * Leading ends when the lease could not be renewed for `renewDeadlineMs`, and at once when another process is found to hold
 * it. Two processes may still act at the same time: one that is stopped for longer than the lease continues when it resumes,
 * and one whose lease is taken away continues until it next reads the lease. {@link LeaderElectorOptions.fence} refuses the
 * writes of such a process as early as it can be known.
 *
 * @example
 * const lock = new LeaseLock(client, { namespace: 'default', name: 'widget-operator', identity: electionIdentity() });
 * const elector = new LeaderElector({
 *   lock,
 *   callbacks: { onStartedLeading: async () => console.log('leads'), onStoppedLeading: () => console.log('leads no more') },
 * });
 * void elector.run({ signal });
 */
export class LeaderElector {
  readonly #lock: FencedLock;
  readonly #options: LeaderElectorOptions;
  readonly #times: ElectionTimes;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #onError: OnError;
  #observed: LeaderElectionRecord = NOBODY;
  #observedText = '';
  /** When the record was last seen to change, by the own clock. */
  #observedAt = 0;
  #reportedLeader = '';
  /** From the acquisition of the lease until its renewal ends. */
  #isLeading = false;

  constructor(options: LeaderElectorOptions) {
    this.#times = electionTimes(options);
    this.#options = options;
    this.#lock = new FencedLock(options.lock, options.fence);
    this.#clock = options.clock ?? realClock;
    this.#random = options.random ?? Math.random;
    this.#onError = safeOnError(options.onError);
  }

  /** Whether the record that was last seen names this process. It says nothing about whether the lease still holds. */
  isLeader(): boolean {
    return this.#observed.holderIdentity === this.#lock.identity;
  }

  /** Who leads, as last seen; `''` when nobody does. */
  getLeader(): string {
    return this.#observed.holderIdentity;
  }

  /** When the record was last seen to change, by the own clock; 0 before it was seen. */
  get observedAt(): number {
    return this.#observedAt;
  }

  /**
   * For liveness probes: an error when this process leads but has not renewed its lease for longer than its duration and
   * this tolerance, as one does whose event loop is blocked.
   */
  check(toleranceMs = 0): Error | undefined {
    const { leaseDurationMs } = this.#times;
    if (!this.isLeader() || this.#clock.now() - this.#observedAt <= leaseDurationMs + toleranceMs) return undefined;
    return new InformerError('LeaderElectionLost', `${this.#lock.description}: failed election to renew leadership`);
  }

  /** Waits for leadership, keeps it, and returns when it is lost or the signal aborts. */
  async run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    const { callbacks } = this.#options;
    try {
      if (await this.#acquire(signal)) await this.#lead(signal);
    } finally {
      this.#lock.end();
      callSafely(
        () => callbacks.onStoppedLeading(),
        (error) => this.#report(error, undefined),
      );
    }
  }

  /** Renews the lease until that fails or the signal aborts; then everything that leads is stopped before the lease is released. */
  async #lead(signal: AbortSignal): Promise<void> {
    const leading = new LinkedAbort(signal);
    this.#isLeading = true;
    try {
      void this.#startLeading(leading.signal);
      await this.#renew(leading.signal);
    } finally {
      this.#isLeading = false;
      const why = this.#otherHolder === undefined ? '' : `: the lease is held by "${this.#otherHolder}"`;
      leading.abort(new InformerError('LeaderElectionLost', `${this.#lock.description}: no longer the leader${why}`));
    }
    await this.#stopLeading();
    if (this.#options.releaseOnCancel && this.#otherHolder === undefined) await this.#release();
  }

  /** One try to become the leader or to stay it. Never rejects. */
  async tryAcquireOrRenew(signal?: AbortSignal): Promise<boolean> {
    const now = this.#clock.now();
    const time = calendarTime(this.#clock);
    const record: LeaderElectionRecord = {
      holderIdentity: this.#lock.identity,
      leaseDurationSeconds: Math.floor(this.#times.leaseDurationMs / 1000),
      acquireTime: time,
      renewTime: time,
      leaderTransitions: 0,
    };
    if (this.isLeader() && this.#isLeaseValid(now) && (await this.#renewAtOnce(record, signal))) return true;
    if (signal?.aborted) return false;
    try {
      return await this.#readAndWrite(record, signal);
    } catch (thrown) {
      this.#report(thrown, signal);
      return false;
    }
  }

  /** A lease that is ours needs no reading. */
  async #renewAtOnce(record: LeaderElectionRecord, signal: AbortSignal | undefined): Promise<boolean> {
    const { acquireTime, leaderTransitions } = this.#observed;
    try {
      await this.#write('update', { ...record, acquireTime, leaderTransitions }, signal);
      return true;
    } catch (thrown) {
      this.#report(thrown, signal);
      return false;
    }
  }

  async #readAndWrite(record: LeaderElectionRecord, signal: AbortSignal | undefined): Promise<boolean> {
    const found = await this.#lock.get({ signal });
    if (found === undefined) {
      this.#observe(NOBODY);
      await this.#write('create', record, signal);
      return true;
    }
    if (JSON.stringify(found) !== this.#observedText) this.#observe(found);
    // Another holder ends leading, even if its lease has expired already: it may have acted as the leader.
    if (this.#otherHolder !== undefined && (this.#isLeading || this.#isLeaseValid(this.#clock.now()))) return false;
    const { acquireTime, leaderTransitions } = found;
    if (this.isLeader()) {
      this.#options.onSlowPath?.();
      await this.#write('update', { ...record, acquireTime, leaderTransitions }, signal);
    } else {
      await this.#write('update', { ...record, leaderTransitions: leaderTransitions + 1 }, signal);
    }
    return true;
  }

  async #write(verb: 'create' | 'update', record: LeaderElectionRecord, signal?: AbortSignal): Promise<void> {
    await this.#lock[verb](record, { signal });
    this.#observe(record);
  }

  #observe(record: LeaderElectionRecord): void {
    this.#observed = record;
    this.#observedText = JSON.stringify(record);
    this.#observedAt = this.#clock.now();
  }

  /** The process that holds the lease, as last seen; undefined if that is this process, or none. */
  get #otherHolder(): string | undefined {
    const { holderIdentity } = this.#observed;
    return holderIdentity === '' || this.isLeader() ? undefined : holderIdentity;
  }

  #leaseEndsAt(): number {
    return this.#observedAt + this.#observed.leaseDurationSeconds * 1000;
  }

  /** The duration of the record counts, not the own: a leader with a longer one is respected. */
  #isLeaseValid(now: number): boolean {
    return this.#leaseEndsAt() > now;
  }

  async #acquire(signal: AbortSignal): Promise<boolean> {
    const { retryPeriodMs } = this.#times;
    while (!signal.aborted) {
      const acquired = await this.tryAcquireOrRenew(signal);
      this.#reportTransition();
      if (acquired) return true;
      const waitMs = retryPeriodMs * (1 + JITTER_FACTOR * this.#random());
      await sleep(waitMs, { clock: this.#clock, signal });
    }
    return false;
  }

  async #renew(signal: AbortSignal): Promise<void> {
    const { retryPeriodMs } = this.#times;
    while (!signal.aborted) {
      const renewed = await this.#renewWithinDeadline(signal);
      this.#reportTransition();
      if (!renewed) return;
      await sleep(retryPeriodMs, { clock: this.#clock, signal });
    }
  }

  /** Tries at once and then again, until it succeeds, another holder is found, or the deadline has passed since the first try. */
  async #renewWithinDeadline(signal: AbortSignal): Promise<boolean> {
    const { retryPeriodMs, renewDeadlineMs } = this.#times;
    const round = new LinkedAbort(signal);
    const timer = this.#clock.after(renewDeadlineMs, () =>
      round.abort(new InformerError('LeaderElectionLost', `not renewed within ${renewDeadlineMs / 1000} s`)),
    );
    try {
      while (!round.signal.aborted) {
        if (await this.tryAcquireOrRenew(round.signal)) return true;
        if (this.#otherHolder !== undefined) return false;
        await sleep(retryPeriodMs, { clock: this.#clock, signal: round.signal });
      }
      return signal.aborted;
    } finally {
      timer.cancel();
      round.unlink();
    }
  }

  async #release(): Promise<void> {
    this.#lock.end();
    const released = await releaseLease(this.#lock, {
      clock: this.#clock,
      timeoutMs: this.#times.renewDeadlineMs,
      onFailure: (error) => this.#report(error, undefined),
    });
    if (released !== undefined) this.#observe(released);
  }

  async #startLeading(signal: AbortSignal): Promise<void> {
    try {
      await this.#options.callbacks.onStartedLeading(signal);
    } catch (thrown) {
      this.#report(thrown, signal);
    }
  }

  /** Waits for the callback only while the lease stands: nothing may be written after that. */
  async #stopLeading(): Promise<void> {
    const stopping = this.#callStopping();
    const timeoutMs = this.isLeader() ? this.#leaseEndsAt() - this.#clock.now() : 0;
    if (timeoutMs <= 0) return;
    const timedOut = (): Error =>
      new InformerError(
        'LeaderElectionLost',
        `${this.#lock.description}: onStoppingLeading has not settled before the lease ended`,
      );
    try {
      await withTimeout((limit) => raceWithAbort(stopping, limit), { timeoutMs, clock: this.#clock, timedOut });
    } catch (thrown) {
      this.#report(thrown, undefined);
    }
  }

  async #callStopping(): Promise<void> {
    try {
      await this.#options.callbacks.onStoppingLeading?.();
    } catch (thrown) {
      this.#report(thrown, undefined);
    }
  }

  #reportTransition(): void {
    const leader = this.#observed.holderIdentity;
    if (leader === this.#reportedLeader) return;
    this.#reportedLeader = leader;
    callSafely(
      () => this.#options.callbacks.onNewLeader?.(leader),
      (error) => this.#report(error, undefined),
    );
  }

  /** A try that was cancelled has not failed. */
  #report(thrown: unknown, signal: AbortSignal | undefined): void {
    if (signal?.aborted) return;
    this.#onError(toError(thrown), {
      stage: 'election',
      resource: 'leases.coordination.k8s.io',
      key: this.#lock.description,
    });
  }
}
