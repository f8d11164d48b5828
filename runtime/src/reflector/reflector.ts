import {
  ApiError,
  isExpired,
  isInternalError,
  isTooLargeResourceVersion,
  isTooManyRequests,
} from '../api/api-error.js';
import { identityOf } from '../api/identity.js';
import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import type { ErrorStage, OnError } from '../api/on-error.js';
import { toError } from '../api/on-error.js';
import { safeOnError } from '../api/safe-on-error.js';
import { resourceName } from '../api/resource.js';
import type { ListerWatcher, RequestContext, WatchListExperience } from '../lister-watcher/lister-watcher.js';
import { ListPager } from '../lister-watcher/pager.js';
import { WatchListMemory } from '../lister-watcher/watch-list-memory.js';
import type { ReflectorStore } from '../queue/queue.js';
import { TransformError } from '../queue/queue.js';
import { Backoff } from '../async/backoff.js';
import { raceWithAbort } from '../async/abort.js';
import type { Clock } from '../async/clock.js';
import { realClock, sleep } from '../async/clock.js';
import { Deadline } from '../async/deadline.js';
import { checkConsistency, consistencyCheckFromEnv } from './consistency-check.js';
import { InitialState } from './initial-state.js';
import { prepareList } from './prepare-list.js';
import type { ReflectorOptions } from './reflector-options.js';
import type { ReflectorState } from './reflector-state.js';
import { failed, isVersion, isWatchRetriable, noVersion, stopped, watchEnded } from './reflector-state.js';
import type { RelistReason, ReflectorStatus } from './status.js';
import { statusError, StatusKeeper } from './status.js';
import { toReflectorStore } from './to-reflector-store.js';
import type { PlainStore } from './to-reflector-store.js';
import { ResyncTimer } from './resync-timer.js';
import { RetryWithDeadline } from './retry-with-deadline.js';
import { InitialEventsEndMissingError, meansUnsupported } from './watch-list-errors.js';
import { WatchOpener } from './watch-opener.js';
import type { WatchSession } from './watch-session.js';
import { VeryShortWatchError } from './watch-session.js';
import { wrongKind } from './wrong-kind.js';

/**
 * Keeps a store equal to a resource on the server: lists (by WatchList where the server has it), then watches, and begins
 * again whenever that fails, after a backoff.
 *
 * @example
 * const store = newStore<Pod>();
 * await new Reflector(client.listerWatcher(pods), store, { resource: pods }).run({ signal });   // until the signal aborts
 */
export class Reflector<T extends KubernetesObject> {
  readonly name: string;
  readonly #source: ListerWatcher<T>;
  readonly #store: ReflectorStore<T>;
  readonly #options: ReflectorOptions<T>;
  readonly #clock: Clock;
  readonly #onError: OnError;
  readonly #backoff: Backoff;
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
  readonly #internalErrors: RetryWithDeadline;
  readonly #wrongKind: (object: T) => Error | undefined;
  readonly #opener: WatchOpener<T>;

  constructor(
    source: ListerWatcher<T>,
    store: ReflectorStore<NoInfer<T>> | PlainStore<NoInfer<T>>,
    options: ReflectorOptions<T> = {},
  ) {
    this.#source = source;
    this.#store = toReflectorStore<T>(store);
    this.#options = options;
    this.name = options.name ?? (options.resource ? resourceName(options.resource) : 'reflector');
    this.#clock = options.clock ?? realClock;
    this.#onError = safeOnError(options.onError);
    this.#backoff = options.backoff ?? new Backoff({ clock: this.#clock, random: options.random });
    this.#memory = options.watchListMemory ?? source.watchListMemory ?? new WatchListMemory({ clock: this.#clock });
    this.#internalErrors = new RetryWithDeadline({
      maxMs: options.maxInternalErrorRetryMs ?? 0,
      retriable: isInternalError,
      clock: this.#clock,
    });
    this.#status = new StatusKeeper(this.#clock.now(), (status) => options.onStatus?.(status));
    this.#wrongKind = wrongKind(options.resource);
    this.#opener = new WatchOpener(source, {
      name: this.name,
      clock: this.#clock,
      random: options.random ?? Math.random,
      minWatchTimeoutMs: options.minWatchTimeoutMs,
      context: (signal) => this.#context(signal),
    });
  }

  /** The version that the store has reached; `''` before the first list. */
  lastSyncResourceVersion(): string {
    return this.#lastSyncResourceVersion;
  }

  get status(): ReflectorStatus {
    return { ...this.#status.get(), resourceVersion: this.#lastSyncResourceVersion };
  }

  /** Lists and watches, again and again, until the signal aborts. */
  async run({ signal }: { signal: AbortSignal }): Promise<void> {
    while (!signal.aborted) {
      const error = await this.listAndWatch({ signal }).then(() => undefined, toError);
      if (signal.aborted) break;
      if (error) this.#handleError(error);
      await this.#wait(error, signal);
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
    if (state.error) this.#noteError(state.error, state.verb);
    if (state.error && state.failed) throw state.error;
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
    const gathered = new InitialState<T>(this.#store, this.#onUnprepared);
    const opened = await this.#opener.open(signal, {
      resourceVersion: this.#lastSyncUnavailable ? '' : this.#lastSyncResourceVersion,
      resourceVersionMatch: 'NotOlderThan',
      sendInitialEvents: true,
    });
    if (opened instanceof Error) return this.#watchListFailed(opened);
    const deadline = new Deadline(this.#clock, this.#options.initialEventsEndTimeoutMs ?? 30_000, (afterMs) => {
      opened.close(new InitialEventsEndMissingError(`sent nothing more for ${afterMs / 1000} s and no end bookmark`));
    });
    const end = await opened.consume({
      ...this.#consumeOptions(),
      sink: gathered,
      untilInitialEventsEnd: true,
      onVersion: (resourceVersion, besidesAdded) => {
        if (besidesAdded) gathered.resourceVersion = resourceVersion;
      },
      onProgress: () => deadline.extend(),
    });
    deadline.cancel();
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
    if (error) this.#report(error, 'list');
  }

  #watchListFailed(error: Error): ReflectorState<T> {
    if (isWatchRetriable(error)) return { at: 'backing-off', error, next: 'watch-listing' };
    if (isExpired(error) || isTooLargeResourceVersion(error)) {
      // A server that refuses even the newest state would be asked again and again: LIST has the backoff.
      if (this.#lastSyncUnavailable) return { at: 'listing' };
      this.#lastSyncUnavailable = true;
      return { at: 'watch-listing' };
    }
    this.#unfinishedWatchLists = 0;
    if (meansUnsupported(error)) this.#memory.refused();
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
      const { objects, ...options } = await prepareList(this.#store, list, this.#onUnprepared);
      if (signal.aborted) return stopped();
      this.#lastSyncUnavailable = false;
      this.#store.replace(objects, list.resourceVersion, options);
      this.#setLastSync(list.resourceVersion);
      return { at: 'watching' };
    } catch (thrown) {
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
    const session = handedOver ?? (await this.#opener.open(signal, { resourceVersion }));
    if (session instanceof Error) {
      if (isWatchRetriable(session)) return { at: 'backing-off', error: session, next: 'watching' };
      return failed(session, 'watch', isExpired(session) ? 'expired' : 'watch failed');
    }
    // Initial ADDED events of a watch without a version come in no order of versions.
    const inOrder = handedOver !== undefined || isVersion(resourceVersion);
    this.#status.connected();
    resync.onFailure((error) => session.close(error));
    const end = await session.consume({
      ...this.#consumeOptions(),
      sink: this.#store,
      onVersion: (version, besidesAdded) => {
        if (inOrder || besidesAdded) this.#setLastSync(version);
      },
      onProgress: () => this.#status.note({ lastEventAt: this.#clock.now() }),
    });
    session.close();
    this.#status.disconnected(this.#clock.now());
    this.#internalErrors.after(end.type === 'error' ? end.error : undefined);
    if (end.type === 'stop') return stopped();
    if (end.type === 'error') return this.#watchFailed(end.error, resync);
    // A watch from nowhere begins with what there is, and never tells of what went while none was open.
    return isVersion(this.#lastSyncResourceVersion) ? { at: 'watching' } : watchEnded(noVersion(), 'no version');
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
    const onBytes = (): void => this.#status.note({ lastByteAt: this.#clock.now() });
    return { signal, onBytes, known };
  }

  #consumeOptions(): { onSkipped(error: Error, object: T | undefined): void; reject(object: T): Error | undefined } {
    return {
      onSkipped: (error, object) => this.#report(error, 'watch', object && keyOrUndefined(object)),
      reject: (object) => this.#wrongKind(object),
    };
  }

  #relistResourceVersion(): string {
    if (this.#lastSyncUnavailable) return '';
    return this.#lastSyncResourceVersion === '' ? '0' : this.#lastSyncResourceVersion;
  }

  #setLastSync(resourceVersion: string): void {
    this.#lastSyncResourceVersion = resourceVersion;
    this.#options.onResourceVersion?.(resourceVersion);
  }

  /** What the server asks for, where it does, is a lower bound. */
  async #wait(error: Error | undefined, signal: AbortSignal): Promise<void> {
    const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
    const delayMs = Math.max(this.#backoff.next(), askedMs);
    this.#status.enter('backing-off', this.#clock.now(), this.#clock.now() + delayMs);
    await sleep(delayMs, { clock: this.#clock, signal });
  }

  #handleError(error: Error): void {
    const handler = this.#options.watchErrorHandler;
    if (!handler) {
      if (!isExpired(error)) this.#report(error, 'list');
      return;
    }
    try {
      handler(error, this);
    } catch (thrown) {
      this.#report(toError(thrown), 'handler');
    }
  }

  #noteError(error: Error, verb: 'list' | 'watch'): void {
    const place = { resource: this.name, namespace: this.#options.namespace, at: this.#clock.now() };
    this.#status.change({ lastError: statusError(error, verb, place) });
  }

  readonly #onUnprepared = (error: Error, key?: string): void =>
    this.#report(error, error instanceof TransformError ? 'transform' : 'list', key);

  #report(error: Error, stage: ErrorStage, key?: string): void {
    this.#onError(error, { stage, resource: this.name, key });
  }
}

function keyOrUndefined(object: KubernetesObject): string | undefined {
  return identityOf(object)?.name === undefined ? undefined : metaNamespaceKeyFunc(object);
}
