import type { ListOptions } from '../api/list-options.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import type { ListerWatcher, RequestContext, WatchEvents } from '../source/lister-watcher.js';
import { onAbort, raceWithAbort } from '../async/abort.js';
import type { Clock } from '../async/clock.js';
import { WatchSession } from './watch-session.js';

/** What a {@link WatchOpener} needs to know. */
export interface WatchOpenerOptions<T> {
  readonly name: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly minWatchTimeoutMs: number | undefined;
  /** What goes with a request that this signal ends. */
  readonly context: (signal: AbortSignal) => RequestContext<T>;
}

/** Opens watches that end with a signal, also while they are being opened, and leave no listener on it. */
export class WatchOpener<T extends KubernetesObject> {
  readonly #source: ListerWatcher<T>;
  readonly #options: WatchOpenerOptions<T>;

  constructor(source: ListerWatcher<T>, options: WatchOpenerOptions<T>) {
    this.#source = source;
    this.#options = options;
  }

  /** The open watch, or why there is none. Never rejects. */
  async open(signal: AbortSignal, query: ListOptions): Promise<WatchSession<T> | Error> {
    const { clock, name } = this.#options;
    const controller = new AbortController();
    const startedAt = clock.now();
    let session: WatchSession<T> | undefined;
    const forgetSignal = onAbort(signal, () => (session ? session.close() : controller.abort(signal.reason)));
    onAbort(controller.signal, forgetSignal);
    try {
      const options = { ...query, allowWatchBookmarks: true, timeoutSeconds: this.#timeoutSeconds() };
      const stream = await this.#opened(options, controller.signal);
      session = new WatchSession(stream, { controller, clock, name, startedAt });
      if (signal.aborted) session.close();
      return session;
    } catch (thrown) {
      forgetSignal();
      return toError(thrown);
    }
  }

  /** Rejects when the signal aborts, also where the source does not care; a watch that it then opens is closed. */
  async #opened(options: ListOptions, signal: AbortSignal): Promise<WatchEvents<T>> {
    const opening = this.#source.watch(options, this.#options.context(signal));
    try {
      return await raceWithAbort(opening, signal);
    } catch (thrown) {
      if (signal.aborted) void opening.then(closeUnread, () => {});
      throw thrown;
    }
  }

  /** At random, so that many clients do not come back in step. */
  #timeoutSeconds(): number {
    const minMs = Math.max(300_000, this.#options.minWatchTimeoutMs ?? 0);
    return Math.floor((minMs + this.#options.random() * minMs) / 1000);
  }
}

async function closeUnread(stream: AsyncIterable<unknown>): Promise<void> {
  try {
    await stream[Symbol.asyncIterator]().return?.();
  } catch {
    // Nobody reads it, so nobody needs to know.
  }
}
