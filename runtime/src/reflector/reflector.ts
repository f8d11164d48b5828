import {
  ApiError,
  isConnectionRefused,
  isExpired,
  isInternalError,
  isTooLargeResourceVersion,
  isTooManyRequests,
} from '../api/api-error.js';
import { identityOf } from '../api/identity.js';
import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import { resourceName } from '../api/resource.js';
import type { ListerWatcher, RequestContext, WatchListExperience } from '../lister-watcher/lister-watcher.js';
import { ListPager } from '../lister-watcher/pager.js';
import { WatchListMemory } from '../lister-watcher/watch-list-memory.js';
import type { ReflectorStore } from '../queue/queue.js';
import { raceWithAbort } from '../async/abort.js';
import type { Clock } from '../async/clock.js';
import { realClock, sleep } from '../async/clock.js';
import { checkConsistency, consistencyCheckFromEnv } from './consistency-check.js';
import { ErrorReports } from './error-reports.js';
import { Freshness } from './freshness.js';
import { InitialEventsDeadline } from './initial-events-deadline.js';
import { InitialState } from './initial-state.js';
import { prepareList } from './prepare-list.js';
import type { ReflectorOptions } from './reflector-options.js';
import { checkReflectorNumbers } from './reflector-options.js';
import type { ReflectorState } from './reflector-state.js';
import { failed, isVersion, noVersion, stopped, watchEnded, watchesEndTooFast } from './reflector-state.js';
import { RetryPolicy } from './retry-policy.js';
import type { RelistReason, ReflectorStatus } from './status.js';
import { StatusKeeper } from './status.js';
import { toReflectorStore } from './to-reflector-store.js';
import type { PlainStore } from './to-reflector-store.js';
import { ResyncTimer } from './resync-timer.js';
import { RetryWithDeadline } from './retry-with-deadline.js';
import { InitialEventsEndMissingError, meansUnsupported } from './watch-list-errors.js';
import { WatchOpener } from './watch-opener.js';
import { WatchTakeover } from './watch-takeover.js';
import type { WatchEnd, WatchSession } from './watch-session.js';
import { VeryShortWatchError } from './watch-session.js';
import { wrongKind } from './wrong-kind.js';

/** A watch that has lived this long has gone well. */
const SUCCESS_AFTER_MS = 1000;

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
  readonly #source: ListerWatcher<T>;
  readonly #store: ReflectorStore<T>;
  readonly #options: ReflectorOptions<T>;
  readonly #clock: Clock;
  readonly #reports: ErrorReports;
  readonly #retry: RetryPolicy;
  readonly #freshness: Freshness;
  readonly #memory: WatchListExperience;
  readonly #status: StatusKeeper;
  #lastSyncResourceVersion = '';
  /** The server no longer has, or does not yet have, that version: ask for the newest. */
  #lastSyncUnavailable = false;
  /** A list at '0' came in pages: this server pages cached lists, so keep asking for pages. */
  #paginatedResult = false;
  #nextRelist: RelistReason = 'initial';
  /** WatchLists in a row that were closed before their bookmark. */
  #unfinishedWatchLists = 0;
  /** The server refused a WatchList; whether it is that or the question, only a list tells. */
  #watchListRefused = false;
  #initialEvents: InitialEventsDeadline | undefined;
  readonly #internalErrors: RetryWithDeadline;
  readonly #wrongKind: (object: T) => Error | undefined;
  readonly #opener: WatchOpener<T>;
  readonly #takeover: WatchTakeover<T>;

  constructor(
    source: ListerWatcher<T>,
    store: ReflectorStore<NoInfer<T>> | PlainStore<NoInfer<T>>,
    options: ReflectorOptions<T> = {},
  ) {
    checkReflectorNumbers(options);
    this.#source = source;
    this.#store = toReflectorStore<T>(store);
    this.#options = options;
    this.name = options.name ?? (options.resource ? resourceName(options.resource) : 'reflector');
    this.#clock = options.clock ?? realClock;
    this.#retry = new RetryPolicy({ ...options, clock: this.#clock });
    this.#freshness = new Freshness({ clock: this.#clock, lastAliveAt: () => this.#status.get().lastAliveAt ?? 0 });
    this.#memory = options.watchListMemory ?? source.watchListMemory ?? new WatchListMemory({ clock: this.#clock });
    this.#internalErrors = new RetryWithDeadline({
      maxMs: options.maxInternalErrorRetryMs ?? 0,
      retriable: isInternalError,
      clock: this.#clock,
    });
    this.#status = new StatusKeeper(this.#clock.now(), (status) =>
      this.#reports.callSafely(() => options.onStatus?.(status)),
    );
    this.#reports = new ErrorReports({ reflector: this, options, clock: this.#clock, status: this.#status });
    this.#wrongKind = wrongKind(options.resource);
    this.#opener = new WatchOpener(source, {
      name: this.name,
      clock: this.#clock,
      random: options.random ?? Math.random,
      minWatchTimeoutMs: options.minWatchTimeoutMs,
      context: (signal) => this.#context(signal),
    });
    this.#takeover = new WatchTakeover(this.#opener, () => this.#lastSyncResourceVersion);
  }

  /** The version that the store has reached; `''` before the first list. */
  lastSyncResourceVersion(): string {
    return this.#lastSyncResourceVersion;
  }

  get status(): ReflectorStatus {
    return { ...this.#status.get(), resourceVersion: this.#lastSyncResourceVersion };
  }

  /**
   * From now on the server is asked often enough for a sign of life that `status.lastAliveAt` is never older than this while
   * it is there: by a PING, or by another watch that then takes over. The shortest time counts that anybody asked for.
   */
  proveWithin(maxStaleMs: number): void {
    this.#freshness.require(maxStaleMs);
  }

  /** Lists and watches, again and again, until the signal aborts. */
  async run({ signal }: { signal: AbortSignal }): Promise<void> {
    while (!signal.aborted) {
      const error = await this.listAndWatch({ signal }).then(() => undefined, toError);
      if (signal.aborted) break;
      if (error) this.#reports.requestFailed(error, this.#retry.lastFailure ?? 'list');
      if (this.#nextRelist !== 'expired' || !this.#retry.mayListAtOnce()) await this.#wait(error, signal);
    }
    this.#status.enter('stopped', this.#clock.now());
  }

  /**
   * One round: lists, then watches for as long as that goes well. Resolves when the version expired, a watch ended with an
   * error or the signal aborted; rejects when listing, or starting a watch, failed.
   */
  async listAndWatch({ signal }: { signal: AbortSignal }): Promise<void> {
    let state: ReflectorState<T> = { at: 'starting' };
    const resync = new ResyncTimer(this.#store, { ...this.#options, clock: this.#clock });
    try {
      while (state.at !== 'ended') state = signal.aborted ? stopped() : await this.#step(state, resync, signal);
    } finally {
      resync.stop();
    }
    if (signal.aborted) return;
    this.#nextRelist = state.relist;
    if (!state.error) return;
    this.#noteError(state.error, state.verb);
    if (state.failed) throw state.error;
    if (!isExpired(state.error) && state.relist !== 'no version') this.#reports.report(state.error, 'watch');
  }

  async #step(state: ReflectorState<T>, resync: ResyncTimer, signal: AbortSignal): Promise<ReflectorState<T>> {
    switch (state.at) {
      case 'starting':
        this.#status.countRelist(this.#nextRelist);
        return { at: this.#usesWatchList() ? 'watch-listing' : 'listing' };
      case 'watch-listing':
        this.#status.enter('listing', this.#clock.now());
        return this.#watchList(signal);
      case 'listing':
        this.#status.enter('listing', this.#clock.now());
        return this.#list(signal);
      case 'watching':
        this.#status.enter('watching', this.#clock.now());
        resync.start();
        return this.#watch(state.session, resync, signal);
      case 'backing-off':
        this.#noteError(state.error, 'watch');
        await this.#wait(state.error, signal);
        return { at: state.next };
      case 'ended':
        return state;
      default:
        return state satisfies never;
    }
  }

  #usesWatchList(): boolean {
    const allowed = this.#options.useWatchList ?? this.#source.watchListSupported ?? true;
    return allowed && this.#source.watchListSupported !== false && this.#memory.worthTrying();
  }

  /** Streams the whole state over a watch; the same stream then goes on as the watch. */
  async #watchList(signal: AbortSignal): Promise<ReflectorState<T>> {
    const gathered = new InitialState<T>(this.#store, this.#reports.unprepared);
    await this.#slowDown('listing', signal);
    const opened = await this.#opener.open(signal, {
      resourceVersion: this.#lastSyncUnavailable ? '' : this.#lastSyncResourceVersion,
      resourceVersionMatch: 'NotOlderThan',
      sendInitialEvents: true,
    });
    if (opened instanceof Error) return this.#watchListFailed(opened);
    const end = await this.#initialEventsOf(opened, gathered);
    if (end.type === 'bookmark') return this.#watchListDone(gathered, opened, signal);
    opened.close();
    if (end.type === 'error') return this.#watchListFailed(end.error);
    if (end.type === 'close') this.#unfinishedWatchLists += 1;
    if (this.#unfinishedWatchLists >= 3) {
      return this.#watchListFailed(
        new InitialEventsEndMissingError('closed the stream three times without its end bookmark'),
      );
    }
    return { at: 'watch-listing' };
  }

  /** Gathers what a WatchList sends before its bookmark, for as long as that makes sense. */
  async #initialEventsOf(session: WatchSession<T>, gathered: InitialState<T>): Promise<WatchEnd> {
    const { clock, initialEventsEndTimeoutMs: silenceMs = 30_000 } = { ...this.#options, clock: this.#clock };
    const onExpired = (why: string): void => session.close(new InitialEventsEndMissingError(why));
    const deadline = new InitialEventsDeadline({ clock, silenceMs, onExpired });
    this.#initialEvents = deadline;
    let added = 0;
    try {
      return await session.consume({
        ...this.#consumeOptions(),
        sink: gathered,
        untilInitialEventsEnd: true,
        onVersion: (resourceVersion, besidesAdded) => {
          if (besidesAdded) gathered.resourceVersion = resourceVersion;
        },
        onProgress: () => {
          deadline.events(gathered.added > added);
          added = gathered.added;
        },
      });
    } finally {
      deadline.cancel();
      this.#initialEvents = undefined;
    }
  }

  async #watchListDone(
    gathered: InitialState<T>,
    session: WatchSession<T>,
    signal: AbortSignal,
  ): Promise<ReflectorState<T>> {
    this.#memory.worked();
    this.#unfinishedWatchLists = 0;
    this.#lastSyncUnavailable = false;
    try {
      gathered.replaceInto();
    } catch (thrown) {
      session.close();
      return failed(toError(thrown), 'list', 'list failed');
    }
    this.#setLastSync(gathered.resourceVersion);
    this.#listSucceeded();
    if (this.#options.detectWatchListInconsistency ?? consistencyCheckFromEnv(process.env)) {
      await this.#checkConsistency(gathered, signal);
    }
    return { at: 'watching', session };
  }

  async #checkConsistency(gathered: InitialState<T>, signal: AbortSignal): Promise<void> {
    const error = await checkConsistency(this.#source, {
      resourceVersion: gathered.resourceVersion,
      objects: gathered.list(),
      prepare: (object) => this.#store.prepare(object),
      context: { signal },
      clock: this.#clock,
    });
    if (error) this.#reports.report(error, 'list');
  }

  #watchListFailed(error: Error): ReflectorState<T> {
    if (isConnectionRefused(error) || isTooManyRequests(error))
      return { at: 'backing-off', error, next: 'watch-listing' };
    if (isExpired(error) || isTooLargeResourceVersion(error)) {
      // A server that refuses even the newest state would be asked again and again: LIST has the backoff.
      if (this.#lastSyncUnavailable) return { at: 'listing' };
      this.#lastSyncUnavailable = true;
      return { at: 'watch-listing' };
    }
    this.#unfinishedWatchLists = 0;
    this.#watchListRefused = meansUnsupported(error);
    return { at: 'listing' };
  }

  async #list(signal: AbortSignal): Promise<ReflectorState<T>> {
    const resourceVersion = this.#relistResourceVersion();
    try {
      let list = await this.#listAt(resourceVersion, signal).catch((error: unknown) => {
        if (isExpired(error) || isTooLargeResourceVersion(error)) return undefined;
        throw error;
      });
      if (list === undefined) {
        this.#lastSyncUnavailable = true;
        list = await this.#listAt('', signal);
      } else if (resourceVersion === '0' && list.paginated) {
        this.#paginatedResult = true;
      }
      const { objects, ...options } = await prepareList(this.#store, list, this.#reports.unprepared);
      if (signal.aborted) return stopped();
      this.#lastSyncUnavailable = false;
      this.#store.replace(objects, list.resourceVersion, options);
      this.#setLastSync(list.resourceVersion);
      this.#listSucceeded();
      return { at: 'watching' };
    } catch (thrown) {
      // Perhaps it is the version that is refused: one that came over a garbled connection must not be asked for for ever.
      if (isBadRequest(thrown) && isVersion(resourceVersion)) this.#lastSyncUnavailable = true;
      return signal.aborted ? stopped() : failed(toError(thrown), 'list', 'list failed');
    }
  }

  #listAt(resourceVersion: string, signal: AbortSignal): ReturnType<ListPager<T>['list']> {
    const pager = new ListPager(this.#source, { pageSize: this.#pageSizeAt(resourceVersion) });
    // A source that ignores its signal must not keep anybody waiting.
    return raceWithAbort(pager.list({ resourceVersion }, this.#context(signal)), signal);
  }

  /** A list at a real version is answered from the server's cache, which does not page: asking for pages bypasses it. */
  #pageSizeAt(resourceVersion: string): number {
    if (this.#options.pageSize !== undefined) return this.#options.pageSize;
    return this.#paginatedResult || resourceVersion === '' || resourceVersion === '0' ? 500 : 0;
  }

  async #watch(
    handedOver: WatchSession<T> | undefined,
    resync: ResyncTimer,
    signal: AbortSignal,
  ): Promise<ReflectorState<T>> {
    const resourceVersion = this.#lastSyncResourceVersion;
    if (!handedOver) await this.#slowDown('watching', signal);
    const session = handedOver ?? (await this.#opener.open(signal, { resourceVersion }));
    if (session instanceof Error) return this.#openFailed(session, signal);
    this.#status.connected(this.#clock.now());
    resync.onFailure((error) => session.close(error));
    this.#freshness.start(() => void (session.ping() || this.#takeover.begin(session, signal)));
    // Initial ADDED events of a watch without a version come in no order of versions.
    const end = await this.#follow(session, handedOver !== undefined || isVersion(resourceVersion));
    this.#freshness.stop();
    session.close();
    const next = this.#takeover.take();
    if (next) return { at: 'watching', session: next };
    this.#status.disconnected(this.#clock.now());
    this.#internalErrors.after(end.type === 'error' ? end.error : undefined);
    if (end.type === 'stop') return stopped();
    if (end.type === 'error') return this.#watchFailed(end.error, resync);
    // A watch from nowhere begins with what there is, and never tells of what went while none was open.
    return isVersion(this.#lastSyncResourceVersion) ? { at: 'watching' } : watchEnded(noVersion(), 'no version');
  }

  /** Brings what a watch sends into the store, until it ends. */
  async #follow(session: WatchSession<T>, inOrder: boolean): Promise<WatchEnd> {
    const hasFailed = this.#retry.lastFailure !== undefined;
    const success = hasFailed ? this.#clock.after(SUCCESS_AFTER_MS, () => this.#watchSucceeded()) : undefined;
    const end = await session.consume({
      ...this.#consumeOptions(),
      sink: this.#store,
      onVersion: (version, besidesAdded) => {
        if (inOrder || besidesAdded) this.#setLastSync(version);
      },
      onProgress: () => {
        if (this.#retry.lastFailure !== undefined) this.#watchSucceeded();
        const now = this.#clock.now();
        this.#status.note({ lastEventAt: now, lastAliveAt: now });
      },
    });
    success?.cancel();
    return end;
  }

  #openFailed(error: Error, signal: AbortSignal): ReflectorState<T> {
    if (signal.aborted) return stopped();
    if (!this.#retry.mayReopen(error)) return failed(error, 'watch', isExpired(error) ? 'expired' : 'watch failed');
    if (!isConnectionRefused(error) && !isTooManyRequests(error)) this.#reports.requestFailed(error, 'watch');
    return { at: 'backing-off', error, next: 'watching' };
  }

  #watchFailed(error: Error, resync: ResyncTimer): ReflectorState<T> {
    if (isTooManyRequests(error)) return { at: 'backing-off', error, next: 'watching' };
    if (isInternalError(error) && this.#internalErrors.shouldRetry()) return { at: 'watching' };
    if (isExpired(error)) return watchEnded(error, 'expired');
    if (error instanceof VeryShortWatchError) return watchEnded(error, 'watch ended at once');
    return watchEnded(error, error === resync.failure ? 'resync failed' : 'watch ended with an error');
  }

  #context(signal: AbortSignal): RequestContext<T> {
    const { known } = this.#store;
    const onAlive = (): void => this.#status.note({ lastAliveAt: this.#clock.now() });
    const onBytes = (): void => {
      const now = this.#clock.now();
      this.#status.note({ lastByteAt: now, lastAliveAt: now });
      this.#initialEvents?.bytes();
    };
    return { signal, onBytes, onAlive, known };
  }

  #consumeOptions(): { onSkipped(error: Error, object: T | undefined): void; reject(object: T): Error | undefined } {
    return {
      onSkipped: (error, object) => this.#reports.report(error, 'watch', object && keyOrUndefined(object)),
      reject: (object) => this.#wrongKind(object),
    };
  }

  #relistResourceVersion(): string {
    if (this.#lastSyncUnavailable) return '';
    return this.#lastSyncResourceVersion === '' ? '0' : this.#lastSyncResourceVersion;
  }

  #setLastSync(resourceVersion: string): void {
    this.#lastSyncResourceVersion = resourceVersion;
    const result: unknown = this.#options.onResourceVersion?.(resourceVersion);
    if (result !== undefined) this.#reports.callSafely(() => result);
  }

  #listSucceeded(): void {
    if (this.#watchListRefused) this.#memory.refused();
    this.#watchListRefused = false;
    this.#retry.listed();
    this.#status.clearError('list');
  }

  #watchSucceeded(): void {
    this.#retry.watched();
    this.#status.clearError();
  }

  async #wait(error: Error | undefined, signal: AbortSignal): Promise<void> {
    await this.#pause(this.#retry.delayMs(error), signal);
  }

  /** Watches that end well are opened again at once; where they all end at once, with a pause. */
  async #slowDown(phase: 'listing' | 'watching', signal: AbortSignal): Promise<void> {
    const delayMs = this.#retry.openingDelayMs();
    if (delayMs <= 0) return;
    const error = watchesEndTooFast(delayMs);
    this.#noteError(error, 'watch');
    this.#reports.report(error, 'watch');
    await this.#pause(delayMs, signal);
    this.#status.enter(phase, this.#clock.now());
  }

  async #pause(delayMs: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    this.#status.enter('backing-off', now, now + delayMs);
    await sleep(delayMs, { clock: this.#clock, signal });
  }

  #noteError(error: Error, verb: 'list' | 'watch'): void {
    this.#retry.failed(verb);
    this.#reports.note(error, verb);
  }
}

function isBadRequest(error: unknown): boolean {
  return error instanceof ApiError && (error.statusCode === 400 || error.statusCode === 422);
}

function keyOrUndefined(object: KubernetesObject): string | undefined {
  return typeof identityOf(object)?.name === 'string' ? metaNamespaceKeyFunc(object) : undefined;
}
