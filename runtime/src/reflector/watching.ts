import { isConnectionRefused, isExpired, isInternalError, isTooManyRequests } from '../api/api-error.js';
import type { KubernetesObject } from '../api/object.js';
import { Freshness } from './freshness.js';
import type { ReflectorParts } from './reflector-parts.js';
import type { ReflectorState } from './reflector-state.js';
import { failed, isVersion, noVersion, stopped, watchEnded } from './reflector-state.js';
import type { ResyncTimer } from './resync-timer.js';
import { RetryWithDeadline } from './retry-with-deadline.js';
import type { WatchEnd, WatchSession } from './watch-session.js';
import { VeryShortWatchError } from './watch-session.js';
import { WatchTakeover } from './watch-takeover.js';

/** A watch that has lived this long has gone well. */
const SUCCESS_AFTER_MS = 1000;

/** The state `watching`: brings what one watch sends into the store, and decides what follows its end. */
export class Watching<T extends KubernetesObject> {
  readonly #parts: ReflectorParts<T>;
  readonly #freshness: Freshness;
  readonly #internalErrors: RetryWithDeadline;
  readonly #takeover: WatchTakeover<T>;

  constructor(parts: ReflectorParts<T>) {
    const { clock, status, options, opener, version } = parts;
    this.#parts = parts;
    this.#freshness = new Freshness({ clock, lastAliveAt: () => status.get().lastAliveAt ?? 0 });
    this.#internalErrors = new RetryWithDeadline({
      maxMs: options.maxInternalErrorRetryMs ?? 0,
      retriable: isInternalError,
      clock,
    });
    this.#takeover = new WatchTakeover(opener, () => version.reached);
  }

  /** From now on an open watch proves within this time that the server is still there. */
  proveWithin(maxStaleMs: number): void {
    this.#freshness.require(maxStaleMs);
  }

  /** @param handedOver A watch that is open already: that of a WatchList, or one that took over. */
  async step(
    handedOver: WatchSession<T> | undefined,
    resync: ResyncTimer,
    signal: AbortSignal,
  ): Promise<ReflectorState<T>> {
    const { version, status, retrying, opener, clock } = this.#parts;
    const resourceVersion = version.reached;
    if (!handedOver) await retrying.slowDown('watching', signal);
    const session = handedOver ?? (await opener.open(signal, { resourceVersion }));
    if (session instanceof Error) return this.#openFailed(session, signal);
    status.connected(clock.now());
    resync.onFailure((error) => session.close(error));
    this.#freshness.start(() => void (session.ping() || this.#takeover.begin(session, signal)));
    // Initial ADDED events of a watch without a version come in no order of versions.
    const end = await this.#follow(session, handedOver !== undefined || isVersion(resourceVersion));
    this.#freshness.stop();
    session.close();
    const next = this.#takeover.take();
    if (next) return { at: 'watching', session: next };
    status.disconnected(clock.now());
    return this.#ended(end, resync);
  }

  /** Brings what a watch sends into the store, until it ends. */
  async #follow(session: WatchSession<T>, inOrder: boolean): Promise<WatchEnd> {
    const { store, version, status, retrying, clock, passedOver } = this.#parts;
    const hasFailed = retrying.lastFailure !== undefined;
    const success = hasFailed ? clock.after(SUCCESS_AFTER_MS, () => retrying.watched()) : undefined;
    const end = await session.consume({
      ...passedOver,
      sink: store,
      onVersion: (reached, besidesAdded) => {
        if (inOrder || besidesAdded) version.reach(reached);
      },
      onProgress: () => {
        if (retrying.lastFailure !== undefined) retrying.watched();
        const now = clock.now();
        status.note({ lastEventAt: now, lastAliveAt: now });
      },
    });
    success?.cancel();
    return end;
  }

  #openFailed(error: Error, signal: AbortSignal): ReflectorState<T> {
    const { retrying, reports } = this.#parts;
    if (signal.aborted) return stopped();
    if (!retrying.mayReopen(error)) return failed(error, 'watch', isExpired(error) ? 'expired' : 'watch failed');
    if (!isConnectionRefused(error) && !isTooManyRequests(error)) reports.requestFailed(error, 'watch');
    return { at: 'backing-off', error, next: 'watching' };
  }

  #ended(end: WatchEnd, resync: ResyncTimer): ReflectorState<T> {
    this.#internalErrors.after(end.type === 'error' ? end.error : undefined);
    if (end.type === 'stop') return stopped();
    if (end.type === 'error') return this.#failed(end.error, resync);
    // A watch from nowhere begins with what there is, and never tells of what went while none was open.
    return isVersion(this.#parts.version.reached) ? { at: 'watching' } : watchEnded(noVersion(), 'no version');
  }

  #failed(error: Error, resync: ResyncTimer): ReflectorState<T> {
    if (isTooManyRequests(error)) return { at: 'backing-off', error, next: 'watching' };
    if (isInternalError(error) && this.#internalErrors.shouldRetry()) return { at: 'watching' };
    if (isExpired(error)) return watchEnded(error, 'expired');
    if (error instanceof VeryShortWatchError) return watchEnded(error, 'watch ended at once');
    return watchEnded(error, error === resync.failure ? 'resync failed' : 'watch ended with an error');
  }
}
