import type { ListOptions } from '../api/list-options.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import type { ListerWatcher, RequestContext } from '../lister-watcher/lister-watcher.js';
import { onAbort } from '../async/abort.js';
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
    const { clock, name, context } = this.#options;
    const controller = new AbortController();
    const startedAt = clock.now();
    let session: WatchSession<T> | undefined;
    const forgetSignal = onAbort(signal, () => (session ? session.close() : controller.abort(signal.reason)));
    onAbort(controller.signal, forgetSignal);
    try {
      const options = { ...query, allowWatchBookmarks: true, timeoutSeconds: this.#timeoutSeconds() };
      const stream = await this.#source.watch(options, context(controller.signal));
      session = new WatchSession(stream, { controller, clock, name, startedAt });
      if (signal.aborted) session.close();
      return session;
    } catch (thrown) {
      forgetSignal();
      return toError(thrown);
    }
  }

  /** At random, so that many clients do not come back in step. */
  #timeoutSeconds(): number {
    const minMs = Math.max(300_000, this.#options.minWatchTimeoutMs ?? 0);
    return Math.floor((minMs + this.#options.random() * minMs) / 1000);
  }
}
