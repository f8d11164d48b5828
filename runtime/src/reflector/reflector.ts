import { isExpired } from '../api/api-error.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import { resourceName } from '../api/resource.js';
import { realClock } from '../async/clock.js';
import { turnIsUsedUp, yieldToEventLoop } from '../async/turn.js';
import type { ListerWatcher, RequestContext } from '../source/lister-watcher.js';
import type { ReflectorStore } from '../queue/queue.js';
import { ErrorReports } from './error-reports.js';
import { Listing } from './listing.js';
import type { ReflectorOptions } from './reflector-options.js';
import { checkReflectorNumbers } from './reflector-options.js';
import type { ReflectorParts } from './reflector-parts.js';
import { passedOver } from './reflector-parts.js';
import type { ReflectorState } from './reflector-state.js';
import { stopped } from './reflector-state.js';
import { ResyncTimer } from './resync-timer.js';
import { RetryPolicy } from './retry.js';
import { Retrying } from './retrying.js';
import type { RelistReason, ReflectorStatus } from './reflector-status.js';
import { StatusKeeper } from './reflector-status.js';
import { SyncVersion } from './sync-version.js';
import { toReflectorStore } from './to-reflector-store.js';
import type { PlainStore } from './to-reflector-store.js';
import { WatchListing } from './watch-listing.js';
import { WatchOpener } from './watch-opener.js';
import { Watching } from './watching.js';

/**
 * Keeps a store equal to a resource on the server: lists (by WatchList where the server has it), then watches, and begins
 * again whenever that fails, after a backoff.
 *
 * @example
 * const store = newStore<Pod>();
 * const reflector = new Reflector(client.listerWatcher(podResource), store, { resource: podResource });
 * void reflector.run({ signal }); // until the signal aborts
 */
export class Reflector<T extends KubernetesObject> {
  readonly name: string;
  readonly #parts: ReflectorParts<T>;
  readonly #watchListing: WatchListing<T>;
  readonly #listing: Listing<T>;
  readonly #watching: Watching<T>;
  #nextRelist: RelistReason = 'initial';

  constructor(
    source: ListerWatcher<T>,
    store: ReflectorStore<NoInfer<T>> | PlainStore<NoInfer<T>>,
    options: ReflectorOptions<T> = {},
  ) {
    checkReflectorNumbers(options);
    this.name = options.name ?? (options.resource ? resourceName(options.resource) : 'reflector');
    this.#parts = this.#newParts(source, toReflectorStore<T>(store), options);
    this.#watchListing = new WatchListing(this.#parts);
    this.#listing = new Listing(this.#parts);
    this.#watching = new Watching(this.#parts);
  }

  /** The version that the store has reached; `''` before the first list. */
  lastSyncResourceVersion(): string {
    return this.#parts.version.reached;
  }

  get status(): ReflectorStatus {
    return { ...this.#parts.status.get(), resourceVersion: this.#parts.version.reached };
  }

  /**
   * From now on the server is asked often enough for a sign of life that `status.lastAliveAt` is never older than this while
   * it is there: by a PING, or by another watch that then takes over. The shortest time counts that anybody asked for.
   */
  proveWithin(maxStaleMs: number): void {
    this.#watching.proveWithin(maxStaleMs);
  }

  /** Lists and watches, again and again, until the signal aborts. */
  async run({ signal }: { signal: AbortSignal }): Promise<void> {
    const { status, clock, reports, retrying } = this.#parts;
    while (!signal.aborted) {
      const error = await this.listAndWatch({ signal }).then(() => undefined, toError);
      if (signal.aborted) break;
      if (error) reports.requestFailed(error, retrying.lastFailure ?? 'list');
      if (this.#nextRelist !== 'expired' || !retrying.mayListAtOnce()) await retrying.wait(error, signal);
    }
    status.enter('stopped', clock.now());
  }

  /**
   * One round: lists, then watches for as long as that goes well. Resolves when the version expired, a watch ended with an
   * error or the signal aborted; rejects when listing, or starting a watch, failed.
   */
  async listAndWatch({ signal }: { signal: AbortSignal }): Promise<void> {
    const { store, options, clock, reports, retrying } = this.#parts;
    let state: ReflectorState<T> = { at: 'starting' };
    const resync = new ResyncTimer(store, { ...options, clock });
    try {
      while (state.at !== 'ended') {
        state = signal.aborted ? stopped() : await this.#step(state, resync, signal);
      }
    } finally {
      resync.stop();
    }
    // Thousands of watches may have ended at once.
    if (turnIsUsedUp()) await yieldToEventLoop();
    if (signal.aborted) return;
    this.#nextRelist = state.relist;
    if (!state.error) return;
    retrying.failed(state.error, state.verb);
    if (state.failed) throw state.error;
    if (!isExpired(state.error) && state.relist !== 'no version') reports.report(state.error, 'watch');
  }

  async #step(state: ReflectorState<T>, resync: ResyncTimer, signal: AbortSignal): Promise<ReflectorState<T>> {
    const { status, clock, retrying } = this.#parts;
    switch (state.at) {
      case 'starting':
        status.countRelist(this.#nextRelist);
        return { at: this.#watchListing.isWorthTrying() ? 'watch-listing' : 'listing' };
      case 'watch-listing':
        status.enter('listing', clock.now());
        return this.#watchListing.step(signal);
      case 'listing':
        status.enter('listing', clock.now());
        return this.#listed(await this.#listing.step(signal));
      case 'watching':
        status.enter('watching', clock.now());
        resync.start();
        return this.#watching.step(state.session, resync, signal);
      case 'backing-off':
        retrying.failed(state.error, 'watch');
        await retrying.wait(state.error, signal);
        return { at: state.next };
      case 'ended':
        return state;
      default:
        return state satisfies never;
    }
  }

  #listed(next: ReflectorState<T>): ReflectorState<T> {
    if (next.at === 'watching') this.#watchListing.listed();
    return next;
  }

  #newParts(source: ListerWatcher<T>, store: ReflectorStore<T>, options: ReflectorOptions<T>): ReflectorParts<T> {
    const { clock = realClock, random = Math.random } = options;
    const status = new StatusKeeper(clock.now(), (now) => reports.callSafely(() => options.onStatus?.(now)));
    const reports = new ErrorReports({ reflector: this, options, clock, status });
    const version = new SyncVersion((reached) => {
      const result: unknown = options.onResourceVersion?.(reached);
      if (result !== undefined) reports.callSafely(() => result);
    });
    const context = (signal: AbortSignal): RequestContext<T> => this.#context(signal);
    const { name } = this;
    return {
      source,
      store,
      options,
      clock,
      version,
      status,
      reports,
      retrying: new Retrying({ policy: new RetryPolicy({ ...options, clock }), reports, status, clock }),
      opener: new WatchOpener(source, { name, clock, random, minWatchTimeoutMs: options.minWatchTimeoutMs, context }),
      context,
      passedOver: passedOver(reports, options.resource),
    };
  }

  #context(signal: AbortSignal): RequestContext<T> {
    const { store, status, clock } = this.#parts;
    const { known, cachesAsIs: isShareable } = store;
    const onAlive = (): void => status.note({ lastAliveAt: clock.now() });
    const onBytes = (): void => {
      const now = clock.now();
      status.note({ lastByteAt: now, lastAliveAt: now });
      this.#watchListing.bytes();
    };
    return { signal, onBytes, onAlive, known, isShareable };
  }
}
