import { ApiError } from '../api/api-error.js';
import { identityOf } from '../api/identity.js';
import type { KubernetesObject } from '../api/object.js';
import type { ListOptions } from '../api/list-options.js';
import type { ListerWatcher, WatchEvent } from '../source/lister-watcher.js';
import { onAbort } from '../async/abort.js';
import { realClock, sleep } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { errorChange } from './watch-change.js';
import type { WatchChange } from './watch-change.js';

/** What a {@link RetryWatcher} can be told. */
export interface RetryWatcherOptions {
  /** Aborting it ends the iteration quietly, as `stop` does. Default: nothing ends it. */
  readonly signal?: AbortSignal | undefined;
  /** No watch starts sooner than this after the one before it. Default 1000. */
  readonly minRestartDelayMs?: number | undefined;
  /** Which objects to watch. Default: all. */
  readonly listOptions?: Pick<ListOptions, 'labelSelector' | 'fieldSelector'> | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** How one watch ended: for good, or to be started again after a while. */
type Outcome = { readonly type: 'ended' } | { readonly type: 'again'; readonly retryAfterMs: number };

const ended: Outcome = { type: 'ended' };
const KNOWN_TYPES: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

/**
 * A watch that goes on when the server closes it, from the version it got to: every change is seen, once and in order.
 * It therefore ends, with an ERROR event, when the server no longer has that version (410), and when it is not allowed
 * to watch (401, 403). To survive those too, use an informer.
 *
 * It works while it is iterated, and can be iterated once.
 *
 * @example
 * const { resourceVersion } = await client.list(widgetResource);
 * const watcher = new RetryWatcher(client.listerWatcher(widgetResource), resourceVersion, { signal });
 * await client.patch(widgetResource, { namespace: 'default', name: 'a' }, { metadata: { labels: { app: 'web' } } });
 * for await (const change of watcher) {
 *   console.log(change.type);
 *   break;
 * }
 */
export class RetryWatcher<T extends KubernetesObject> implements AsyncIterable<WatchChange<T>>, AsyncDisposable {
  readonly #source: Pick<ListerWatcher<T>, 'watch'>;
  readonly #options: RetryWatcherOptions;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #changes: AsyncGenerator<WatchChange<T>, void>;
  #resourceVersion: string;

  /** Throws when the version is `''` or `'0'`: a watch from there begins with made-up events. */
  constructor(
    source: Pick<ListerWatcher<T>, 'watch'>,
    initialResourceVersion: string,
    options: RetryWatcherOptions = {},
  ) {
    if (initialResourceVersion === '' || initialResourceVersion === '0') {
      throw new RangeError(
        `initial resourceVersion ${JSON.stringify(initialResourceVersion)} is not supported: take the one of a list`,
      );
    }
    this.#source = source;
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#resourceVersion = initialResourceVersion;
    this.#changes = this.#run();
  }

  /** The version of the last change that was handed out, or of a later bookmark. */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchChange<T>> {
    return this.#changes;
  }

  /** Ends the watch and its iteration. Stopping again does nothing. */
  stop(): void {
    this.#stop.abort();
  }

  /** Stops, and resolves when the connection is closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    await this.#changes.return();
  }

  async *#run(): AsyncGenerator<WatchChange<T>, void> {
    const outer = this.#options.signal;
    if (outer?.aborted) return;
    const forgetSignal = onAbort(outer, () => this.stop());
    try {
      yield* this.#watchAgainAndAgain();
    } finally {
      forgetSignal();
    }
  }

  async *#watchAgainAndAgain(): AsyncGenerator<WatchChange<T>, void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const startedAt = this.#clock.now();
      const outcome = yield* this.#watch();
      if (outcome.type === 'ended') return;
      const untilRestartMs = startedAt + (this.#options.minRestartDelayMs ?? 1000) - this.#clock.now();
      const delayMs = Math.max(untilRestartMs, outcome.retryAfterMs);
      if (delayMs > 0) await sleep(delayMs, { clock: this.#clock, signal });
    }
  }

  async *#watch(): AsyncGenerator<WatchChange<T>, Outcome> {
    const { signal } = this.#stop;
    try {
      const options: ListOptions = {
        ...this.#options.listOptions,
        resourceVersion: this.#resourceVersion,
        allowWatchBookmarks: true,
      };
      for await (const batch of await this.#source.watch(options, { signal })) {
        for (const event of batch) {
          if (signal.aborted) return ended;
          const outcome = yield* this.#handle(event);
          if (outcome !== undefined) return outcome;
        }
      }
      return again(0);
    } catch (error) {
      if (signal.aborted) return ended;
      if (!(error instanceof ApiError)) return again(0);
      if (error.statusCode !== 401 && error.statusCode !== 403) return again(error.retryAfterMs ?? 0);
      yield { type: 'ERROR', status: error.status };
      return ended;
    }
  }

  /** Hands the event on, and tells how the watch ended if it was the last. */
  async *#handle(event: WatchEvent<T>): AsyncGenerator<WatchChange<T>, Outcome | undefined> {
    if (event.type === 'ERROR') {
      if (event.status.code !== 410) return again(new ApiError(event.status).retryAfterMs ?? 0);
      yield event;
      return ended;
    }
    const version = event.type === 'BOOKMARK' ? event.resourceVersion : identityOf(event.object)?.resourceVersion;
    if (!version || !KNOWN_TYPES.has(event.type)) {
      // Without its version nobody can say from where to go on.
      const problem = version ? 'an event of unknown type' : 'an event without a resourceVersion';
      yield errorChange(`RetryWatcher: the server sent ${problem} (${event.type})`);
      return ended;
    }
    if (event.type !== 'BOOKMARK') yield event;
    this.#resourceVersion = version;
    return undefined;
  }
}

function again(retryAfterMs: number): Outcome {
  return { type: 'again', retryAfterMs };
}
