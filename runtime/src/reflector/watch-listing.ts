import { isConnectionRefused, isExpired, isTooLargeResourceVersion, isTooManyRequests } from '../api/api-error.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import type { WatchListExperience } from '../source/lister-watcher.js';
import { WatchListMemory } from '../source/watch-list-memory.js';
import { checkConsistency, consistencyCheckFromEnv } from './consistency-check.js';
import { InitialEventsDeadline } from './initial-events-deadline.js';
import { InitialState } from './initial-state.js';
import type { ReflectorParts } from './reflector-parts.js';
import type { ReflectorState } from './reflector-state.js';
import { failed, stopped } from './reflector-state.js';
import { InitialEventsEndMissingError, meansUnsupported } from './watch-list-errors.js';
import type { WatchEnd, WatchSession } from './watch-session.js';

/** The state `watch-listing`: streams the whole content over a watch, which then goes on as the watch. */
export class WatchListing<T extends KubernetesObject> {
  readonly #parts: ReflectorParts<T>;
  readonly #memory: WatchListExperience;
  /** WatchLists in a row that were closed before their bookmark. */
  #unfinished = 0;
  /** The server refused a WatchList; whether it is that or the question, only a list tells. */
  #isRefused = false;
  #deadline: InitialEventsDeadline | undefined;

  constructor(parts: ReflectorParts<T>) {
    const { options, source, clock } = parts;
    this.#parts = parts;
    this.#memory = options.watchListMemory ?? source.watchListMemory ?? new WatchListMemory({ clock });
  }

  /** Whether it is to be tried before a list. */
  isWorthTrying(): boolean {
    const { options, source } = this.#parts;
    const allowed = options.useWatchList ?? source.watchListSupported ?? true;
    return allowed && source.watchListSupported !== false && this.#memory.worthTrying();
  }

  /** A list worked, so it was the WatchList that the server refused, if it did. */
  listed(): void {
    if (this.#isRefused) this.#memory.refused();
    this.#isRefused = false;
  }

  async step(signal: AbortSignal): Promise<ReflectorState<T>> {
    const { store, version, reports, retrying, opener } = this.#parts;
    const gathered = new InitialState<T>(store, reports.unprepared);
    await retrying.slowDown('listing', signal);
    const opened = await opener.open(signal, {
      resourceVersion: version.forWatchList(),
      resourceVersionMatch: 'NotOlderThan',
      sendInitialEvents: true,
    });
    if (opened instanceof Error) return this.#failed(opened);
    const end = await this.#initialEventsOf(opened, gathered);
    if (end.type === 'bookmark') return this.#done(gathered, opened, signal);
    opened.close();
    if (end.type === 'error') return this.#failed(end.error);
    if (end.type === 'close') this.#unfinished += 1;
    if (this.#unfinished >= 3)
      return this.#failed(new InitialEventsEndMissingError('closed the stream three times without its end bookmark'));
    return { at: 'watch-listing' };
  }

  /** Something came from the server, for the stream that is waited for if there is one. */
  bytes(): void {
    this.#deadline?.bytes();
  }

  /** Gathers what comes before the bookmark, for as long as that makes sense. */
  async #initialEventsOf(session: WatchSession<T>, gathered: InitialState<T>): Promise<WatchEnd> {
    const { clock, options, passedOver } = this.#parts;
    const { initialEventsEndTimeoutMs: silenceMs = 30_000 } = options;
    const onExpired = (why: string): void => session.close(new InitialEventsEndMissingError(why));
    const deadline = new InitialEventsDeadline({ clock, silenceMs, onExpired });
    this.#deadline = deadline;
    let added = 0;
    try {
      return await session.consume({
        ...passedOver,
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
      this.#deadline = undefined;
    }
  }

  async #done(gathered: InitialState<T>, session: WatchSession<T>, signal: AbortSignal): Promise<ReflectorState<T>> {
    const { version, retrying, options } = this.#parts;
    this.#memory.worked();
    this.#isRefused = false;
    this.#unfinished = 0;
    version.available();
    try {
      await gathered.replaceInto(signal);
    } catch (thrown) {
      session.close();
      return failed(toError(thrown), 'list', 'list failed');
    }
    if (signal.aborted) {
      session.close();
      return stopped();
    }
    version.reach(gathered.resourceVersion);
    retrying.listed();
    if (options.detectWatchListInconsistency ?? consistencyCheckFromEnv(process.env))
      await this.#checkConsistency(gathered, signal);
    return { at: 'watching', session };
  }

  async #checkConsistency(gathered: InitialState<T>, signal: AbortSignal): Promise<void> {
    const { source, store, clock, reports } = this.#parts;
    const error = await checkConsistency(source, {
      resourceVersion: gathered.resourceVersion,
      objects: gathered.list(),
      prepare: (object) => store.prepare(object),
      context: { signal },
      clock,
    });
    if (error) reports.report(error, 'list');
  }

  #failed(error: Error): ReflectorState<T> {
    const { version, reports } = this.#parts;
    if (isConnectionRefused(error) || isTooManyRequests(error)) {
      // Others lead to a LIST, which tells of them if it fails as well.
      reports.requestFailed(error, 'watch');
      return { at: 'backing-off', error, next: 'watch-listing' };
    }
    if (isExpired(error) || isTooLargeResourceVersion(error)) {
      // A server that refuses even the newest state would be asked again and again: LIST has the backoff.
      if (version.isUnavailable) return { at: 'listing' };
      version.unavailable();
      return { at: 'watch-listing' };
    }
    this.#unfinished = 0;
    this.#isRefused = meansUnsupported(error);
    return { at: 'listing' };
  }
}
