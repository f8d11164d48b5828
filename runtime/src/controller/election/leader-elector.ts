import { LinkedAbort } from '../../async/abort.js';
import type { Clock } from '../../async/clock.js';
import { calendarTime, realClock, sleep } from '../../async/clock.js';
import { InformerError } from '../../api/informer-error.js';
import type { OnError } from '../../api/on-error.js';
import { callSafely } from '../../api/call-safely.js';
import { toError } from '../../api/on-error.js';
import { safeOnError } from '../../api/safe-on-error.js';
import type { ElectionTimes, LeaderElectorOptions } from './elector-options.js';
import { electionTimes, JITTER_FACTOR } from './elector-options.js';
import { isLostUpdate } from './lease-lock.js';
import type { ResourceLock } from './lease-lock.js';
import type { LeaderElectionRecord } from './lease-record.js';
import { textInSeconds } from './lease-record.js';
import type { FenceMoment } from './write-fence.js';

const NOBODY: LeaderElectionRecord = { holderIdentity: '', leaseDurationSeconds: 0, leaderTransitions: 0 };

/**
 * Takes part in the election of one leader among processes, by client-go's rules: candidates of both may share a Lease.
 * Times of other machines are never compared with the own clock: a lease has ended when nobody has seen it change for its
 * duration.
 *
 * It does not promise that two processes never act at once: one that is stopped for longer than the lease does not know
 * that. {@link LeaderElectorOptions.fence} keeps its writes back.
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
  readonly #lock: ResourceLock;
  readonly #options: LeaderElectorOptions;
  readonly #times: ElectionTimes;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #onError: OnError;
  #observed: LeaderElectionRecord = NOBODY;
  #observedText = '';
  /** What the record looked like to others when the fence was last extended. */
  #extendedText = '';
  /** When the record was last seen to change, by the own clock. */
  #observedAt = 0;
  #reportedLeader = '';

  constructor(options: LeaderElectorOptions) {
    this.#times = electionTimes(options);
    this.#options = options;
    this.#lock = options.lock;
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
      if (!(await this.#acquire(signal))) return;
      const leading = new LinkedAbort(signal);
      try {
        void this.#startLeading(leading.signal);
        await this.#renew(leading.signal);
      } finally {
        leading.abort(new InformerError('LeaderElectionLost', `${this.#lock.description}: no longer the leader`));
      }
    } finally {
      this.#options.fence?.close();
      this.#extendedText = '';
      callSafely(
        () => callbacks.onStoppedLeading(),
        (error) => this.#report(error, undefined),
      );
    }
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
      await this.#write('create', record, signal);
      return true;
    }
    const text = JSON.stringify(found);
    if (text !== this.#observedText) {
      this.#observe(found);
      this.#observedText = text;
    }
    const now = this.#clock.now();
    if (found.holderIdentity !== '' && this.#isLeaseValid(now) && !this.isLeader()) return false;
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
    const { fence } = this.#options;
    const sentAt = fence?.moment();
    await this.#lock[verb](record, { signal });
    if (sentAt !== undefined) this.#extendFence(sentAt, record);
    this.#observe(record);
  }

  /**
   * From before the record was sent, since nobody can have seen it earlier, and for as long as it says. A renewal that
   * looks to client-go's candidates as the one before prolongs nothing.
   */
  #extendFence(sentAt: FenceMoment, record: LeaderElectionRecord): void {
    const text = textInSeconds(record);
    if (text === this.#extendedText) return;
    this.#extendedText = text;
    this.#options.fence?.extend(sentAt, record.leaseDurationSeconds * 1000);
  }

  #observe(record: LeaderElectionRecord): void {
    this.#observed = record;
    this.#observedAt = this.#clock.now();
  }

  /** The duration of the record counts, not the own: a leader with a longer one is respected. */
  #isLeaseValid(now: number): boolean {
    return this.#observedAt + this.#observed.leaseDurationSeconds * 1000 > now;
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
      if (!renewed) break;
      await sleep(retryPeriodMs, { clock: this.#clock, signal });
    }
    await this.#stopLeading();
    if (this.#options.releaseOnCancel) await this.#release();
  }

  /** Tries at once and then again, until it succeeds or the deadline has passed since the first try. */
  async #renewWithinDeadline(signal: AbortSignal): Promise<boolean> {
    const { retryPeriodMs, renewDeadlineMs } = this.#times;
    const round = new LinkedAbort(signal);
    const timer = this.#clock.after(renewDeadlineMs, () =>
      round.abort(new InformerError('LeaderElectionLost', `not renewed within ${renewDeadlineMs / 1000} s`)),
    );
    try {
      while (!round.signal.aborted) {
        if (await this.tryAcquireOrRenew(round.signal)) return true;
        await sleep(retryPeriodMs, { clock: this.#clock, signal: round.signal });
      }
      return signal.aborted;
    } finally {
      timer.cancel();
      round.unlink();
    }
  }

  /** Reads first: a renewal that was cancelled may have reached the server. */
  async #release(): Promise<void> {
    this.#options.fence?.close();
    const { renewDeadlineMs } = this.#times;
    const limit = new AbortController();
    const timer = this.#clock.after(renewDeadlineMs, () =>
      limit.abort(new Error('the lease was not given up in time')),
    );
    try {
      while (!limit.signal.aborted) if (await this.#tryRelease(limit.signal)) return;
    } finally {
      timer.cancel();
    }
  }

  /** True when there is nothing left to do. */
  async #tryRelease(signal: AbortSignal): Promise<boolean> {
    try {
      const found = await this.#lock.get({ signal });
      if (found === undefined || found.holderIdentity !== this.#lock.identity) return true;
      const time = calendarTime(this.#clock);
      const { leaderTransitions } = found;
      const released = {
        holderIdentity: '',
        leaseDurationSeconds: 1,
        acquireTime: time,
        renewTime: time,
        leaderTransitions,
      };
      await this.#lock.update(released, { signal });
      this.#observe(released);
      return true;
    } catch (thrown) {
      if (isLostUpdate(thrown)) return false;
      this.#report(thrown, undefined);
      return true;
    }
  }

  async #startLeading(signal: AbortSignal): Promise<void> {
    try {
      await this.#options.callbacks.onStartedLeading(signal);
    } catch (thrown) {
      this.#report(thrown, signal);
    }
  }

  async #stopLeading(): Promise<void> {
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
