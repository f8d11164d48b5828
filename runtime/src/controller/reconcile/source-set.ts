import { InformerError } from '../../api/informer-error.js';
import { toError } from '../../api/on-error.js';
import { LinkedAbort, raceWithAbort, withEitherSignal } from '../../async/abort.js';
import type { Clock } from '../../async/clock.js';
import { withTimeout } from '../../async/timeout.js';
import type { EventSource, KeySink } from '../sources/informer-source.js';

/** What a {@link SourceSet} is made of. */
export interface SourceSetOptions {
  /** The controller's, for messages. */
  readonly name: string;
  readonly sink: KeySink;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** The sources of a controller: started together, each within a time, and added and removed while it runs. */
export class SourceSet {
  readonly #options: SourceSetOptions;
  /** Each with what ends its start: one that is removed meanwhile is not waited for. */
  readonly #sources = new Map<EventSource, AbortController>();
  /** Set while the sources run. */
  #running: LinkedAbort | undefined;

  constructor(options: SourceSetOptions) {
    this.#options = options;
  }

  /** Adds a source and, while the others run, starts it; a failure of that goes to `onError`. */
  add(source: EventSource, onError: (error: Error) => void): () => void {
    const removed = new AbortController();
    this.#sources.set(source, removed);
    const signal = this.#running?.signal;
    if (signal !== undefined && !signal.aborted) {
      this.#startOne(source, signal).catch((thrown: unknown) => {
        if (!signal.aborted) onError(toError(thrown));
      });
    }
    return () => {
      if (!this.#sources.delete(source)) return;
      removed.abort(new InformerError('Stopped', `${source.description} is no longer watched`));
      source.stop();
    };
  }

  /** Resolves when all have synced; rejects when one takes too long to start or to sync, and names it. */
  async start(signal: AbortSignal): Promise<void> {
    this.#running = new LinkedAbort(signal);
    const running = this.#running.signal;
    await Promise.all([...this.#sources.keys()].map((source) => this.#startOne(source, running)));
  }

  stop(): void {
    this.#running?.abort(new InformerError('Stopped', `controller ${this.#options.name} has stopped`));
    for (const source of this.#sources.keys()) source.stop();
  }

  async #startOne(source: EventSource, running: AbortSignal): Promise<void> {
    const { name, timeoutMs, clock, sink } = this.#options;
    const removed = this.#sources.get(source)?.signal;
    const timedOut = (): Error =>
      new InformerError(
        'CacheSync',
        `controller ${name}: timed out after ${timeoutMs} ms waiting for ${source.description} to start and to sync`,
      );
    // Raced both times: a source of a program's own may not listen to its signal.
    const start = async (limited: AbortSignal): Promise<void> => {
      await raceWithAbort(Promise.resolve(source.start(sink)), limited);
      await raceWithAbort(source.whenSynced({ signal: limited }), limited);
    };
    try {
      await withEitherSignal([running, removed], (signal) =>
        withTimeout(start, { signal, timeoutMs, clock, timedOut }),
      );
    } catch (thrown) {
      if (removed?.aborted !== true) throw thrown;
    }
  }
}
