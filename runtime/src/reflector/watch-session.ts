import { InformerError } from '../api/informer-error.js';
import { ApiError } from '../api/api-error.js';
import { identityOf } from '../api/identity.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import type { WatchBatch, WatchEvent, WatchEvents } from '../source/lister-watcher.js';
import { onAbort } from '../async/abort.js';
import { TurnBudget, turnIsUsedUp, yieldToEventLoop } from '../async/turn.js';
import type { Clock } from '../async/clock.js';
import { isConnectionError } from './connection-errors.js';

/**
 * The watch ended within a second, without a single event: the server may be refusing an old version that way.
 *
 * @example
 * if (error instanceof VeryShortWatchError) console.log(error.message);
 */
export class VeryShortWatchError extends InformerError {
  override readonly name = 'VeryShortWatchError';

  /** @param broken What broke the connection. Default: nothing, the server closed the watch. */
  constructor(name: string, broken?: Error) {
    const how =
      broken === undefined
        ? 'the server closed the watch within a second without sending anything'
        : `the watch broke within a second, before any event: ${broken.message}`;
    // Not as a cause: it would make this a failure of the connection, after which is asked again much sooner.
    super('VeryShortWatch', `very short watch: ${name}: ${how}`);
  }
}

/** What a watch writes to. */
export interface WatchSink<T> {
  add(object: T, digest?: number): void;
  update(object: T, digest?: number): void;
  delete(object: T): void;
  bookmark(resourceVersion: string): void;
}

/** How {@link WatchSession.consume} treats what comes. */
export interface ConsumeOptions<T> {
  readonly sink: WatchSink<T>;
  /** After each event. `besidesAdded`: something other than ADDED has come, so versions are in order from here on. */
  onVersion(resourceVersion: string, besidesAdded: boolean): void;
  /** After some events. */
  onProgress?(): void;
  /** An event that was passed over: of a wrong kind, unreadable, or refused by the sink. */
  onSkipped(error: Error, object: T | undefined): void;
  /** Returns an error for an object that does not belong here. */
  reject?(object: T): Error | undefined;
  /** Stop after the bookmark that ends the initial events; the session can then be consumed further. */
  readonly untilInitialEventsEnd?: boolean;
}

/** How a watch ended. */
export type WatchEnd =
  | { readonly type: 'stop' }
  | { readonly type: 'bookmark' }
  | { readonly type: 'close' }
  | { readonly type: 'error'; readonly error: Error };

const SHORT_WATCH_MS = 1000;

/**
 * One open watch, which may be read in two parts: a WatchList's initial events, then the rest of the same stream.
 */
export class WatchSession<T extends KubernetesObject> {
  readonly #stream: WatchEvents<T>;
  readonly #iterator: AsyncIterator<WatchBatch<T>>;
  readonly #controller: AbortController;
  readonly #clock: Clock;
  readonly #name: string;
  readonly #startedAt: number;
  /** Events of the last batch that are still to be read. */
  #rest: WatchBatch<T> = [];
  #restFrom = 0;
  #events = 0;
  #besidesAdded = false;
  /** The request was ended from this side; asking the signal for every event would cost more than the event. */
  #ended = false;
  /** Wakes {@link consume} from its wait for the next batch. */
  #onEnd: ((reason: Error) => void) | undefined;

  constructor(
    stream: WatchEvents<T>,
    options: { controller: AbortController; clock: Clock; name: string; startedAt: number },
  ) {
    this.#stream = stream;
    this.#iterator = stream[Symbol.asyncIterator]();
    this.#controller = options.controller;
    this.#clock = options.clock;
    this.#name = options.name;
    this.#startedAt = options.startedAt;
    const { signal } = options.controller;
    const end = (): void => {
      this.#ended = true;
      this.#onEnd?.(signal.reason as Error);
    };
    onAbort(signal, end);
  }

  /** The request was ended from this side. */
  get isEnded(): boolean {
    return this.#ended;
  }

  /** Asks the other side for a sign of life, which arrives as `onAlive`. False when this stream cannot ask. */
  ping(): boolean {
    if (this.#stream.ping === undefined) return false;
    this.#stream.ping();
    return true;
  }

  /** Ends the request. What `consume` awaits ends with `reason`, if one is given. */
  close(reason?: Error): void {
    this.#controller.abort(reason ?? stopRequested);
    // Not awaited: a stream that waits for its source would keep `return` waiting too.
    void Promise.resolve(this.#iterator.return?.()).catch(() => {});
  }

  /** Reads events until the stream ends, or as the options say. Never rejects. */
  async consume(options: ConsumeOptions<T>): Promise<WatchEnd> {
    const { signal } = this.#controller;
    const budget = new TurnBudget();
    try {
      for (;;) {
        const end = this.#drain(options, budget);
        if (end) return end;
        if (this.#rest.length > 0) options.onProgress?.();
        // Batches may be smaller than a stride of the budget, and there may be thousands of sessions.
        const isUnread = this.#restFrom < this.#rest.length;
        if ((isUnread || turnIsUsedUp()) && !this.#ended) await yieldToEventLoop();
        if (isUnread && !this.#ended) continue;
        const next = await this.#next();
        if (next.done) return this.#closed();
        this.#rest = next.value;
        this.#restFrom = 0;
      }
    } catch (thrown) {
      if (signal.aborted)
        return signal.reason === stopRequested ? { type: 'stop' } : { type: 'error', error: toError(signal.reason) };
      return this.#broken(toError(thrown));
    }
  }

  /** The next batch, or a rejection when the request was ended: also for sources that ignore that. */
  #next(): Promise<IteratorResult<WatchBatch<T>>> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#controller.signal.reason as Error);
      this.#onEnd = reject;
      this.#iterator.next().then(resolve, reject);
    });
  }

  /** Works through what came together, within the budget of a turn. */
  #drain(options: ConsumeOptions<T>, budget: TurnBudget): WatchEnd | undefined {
    const batch = this.#rest;
    while (this.#restFrom < batch.length) {
      if (this.#ended) return undefined;
      const event = batch[this.#restFrom] as WatchEvent<T>;
      this.#restFrom += 1;
      if (event.type === 'ERROR')
        return { type: 'error', error: new ApiError(event.status, { verb: 'watch', resource: this.#name }) };
      if (!this.#apply(event, options)) continue;
      this.#events += 1;
      if (event.type === 'BOOKMARK' && event.initialEventsEnd && options.untilInitialEventsEnd)
        return { type: 'bookmark' };
      if (budget.isUsedUp()) return undefined;
    }
    return undefined;
  }

  /** True when the event counts; false when it was passed over. */
  #apply(event: Exclude<WatchEvent<T>, { type: 'ERROR' }>, options: ConsumeOptions<T>): boolean {
    if (event.type === 'BOOKMARK') {
      this.#besidesAdded = true;
      options.sink.bookmark(event.resourceVersion);
      options.onVersion(event.resourceVersion, true);
      return true;
    }
    const { object } = event;
    const identity = identityOf(object);
    const resourceVersion = identity?.resourceVersion;
    const refused = identity
      ? options.reject?.(object)
      : new InformerError('MalformedEvent', 'a watch event has no object with metadata');
    if (refused) {
      options.onSkipped(refused, object);
      return false;
    }
    if (event.type !== 'ADDED') this.#besidesAdded = true;
    try {
      if (event.type === 'ADDED') options.sink.add(object, event.digest);
      else if (event.type === 'MODIFIED') options.sink.update(object, event.digest);
      else options.sink.delete(object);
    } catch (thrown) {
      options.onSkipped(toError(thrown), object);
    }
    // What is no text is no version: the next watch could not go on from there.
    if (typeof resourceVersion === 'string') options.onVersion(resourceVersion, this.#besidesAdded);
    return true;
  }

  #closed(broken?: Error): WatchEnd {
    if (this.#events === 0 && this.#clock.now() - this.#startedAt < SHORT_WATCH_MS) {
      return { type: 'error', error: new VeryShortWatchError(this.#name, broken) };
    }
    return { type: 'close' };
  }

  /** A broken connection counts as a close. Anything else is an error: the server's, or a mistake of somebody's. */
  #broken(error: Error): WatchEnd {
    return isConnectionError(error) ? this.#closed(error) : { type: 'error', error };
  }
}

const stopRequested = new InformerError('Stopped', 'stop requested');
