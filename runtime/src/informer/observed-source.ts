import type { ListOptions } from '../api/list-options.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import type { Clock } from '../async/clock.js';
import type {
  ListerWatcher,
  ListResult,
  RequestContext,
  WatchEvents,
  WatchListExperience,
} from '../source/lister-watcher.js';
import type { Observers } from '../observe/observers.js';
import type { ObservedInformer } from '../observe/subjects.js';
import { ObservedBatches } from './observed-batches.js';

/** What an {@link ObservedSource} tells, and of whom. */
export interface ObservedSourceOptions {
  readonly observers: Observers;
  readonly subject: ObservedInformer;
  readonly clock: Clock;
  readonly namespace?: string | undefined;
  /** How often the reflector has listed, by reason. */
  readonly relists: () => { readonly [reason: string]: number | undefined };
}

/** A source that tells observers of lists and watches, and of the bytes they bring. */
export class ObservedSource<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly #source: ListerWatcher<T>;
  readonly #options: ObservedSourceOptions;
  /** Set from the first page of a list to its last. */
  #list: { readonly startedAt: number; readonly reason: string; items: number } | undefined;
  #relists: { readonly [reason: string]: number | undefined } = {};

  constructor(source: ListerWatcher<T>, options: ObservedSourceOptions) {
    this.#source = source;
    this.#options = options;
  }

  get watchListSupported(): boolean {
    return this.#source.watchListSupported ?? true;
  }

  get watchListMemory(): WatchListExperience | undefined {
    return this.#source.watchListMemory;
  }

  async list(options: ListOptions, context: RequestContext<T>): Promise<ListResult<T>> {
    if (options.continue === undefined || this.#list === undefined)
      this.#list = { startedAt: this.#options.clock.now(), reason: this.#reason(), items: 0 };
    const list = this.#list;
    try {
      const page = await this.#source.list(options, this.#counted(context));
      list.items += page.items.length;
      if (page.continue === undefined || page.continue === '') this.#listEnded(list);
      return page;
    } catch (thrown) {
      if (!context.signal.aborted) this.#listEnded(list, toError(thrown));
      throw thrown;
    }
  }

  async watch(options: ListOptions, context: RequestContext<T>): Promise<WatchEvents<T>> {
    const { observers, subject, clock, namespace } = this.#options;
    const startedAt = clock.now();
    const reason = options.sendInitialEvents === true ? this.#reason() : undefined;
    let wasOpen = false;
    const ended = (items: number, error?: Error): void => {
      const durationMs = clock.now() - startedAt;
      const isShort = wasOpen && items === 0 && durationMs < 1000;
      observers.on?.watchEnded?.(subject, { durationMs, items, wasOpen, isShort, namespace, error });
    };
    try {
      const events: WatchEvents<T> = await this.#source.watch(options, this.#counted(context));
      wasOpen = true;
      observers.on?.watchOpened?.(subject, { namespace });
      return new ObservedBatches<T>(events, {
        isObserved: () => observers.on !== undefined,
        onEnd: ended,
        ...(reason !== undefined && {
          onInitialEventsEnd: (items: number) => this.#listEnded({ startedAt, reason, items }, undefined, true),
        }),
      });
    } catch (thrown) {
      if (!context.signal.aborted) ended(0, toError(thrown));
      throw thrown;
    }
  }

  #counted(context: RequestContext<T>): RequestContext<T> {
    const { observers, subject } = this.#options;
    return {
      ...context,
      onBytes: (length) => {
        context.onBytes?.(length);
        if (length !== undefined) observers.on?.bytesReceived?.(subject, length);
      },
      onDecoded: () => observers.on?.objectDecoded?.(subject),
    };
  }

  /** Why the reflector lists now: what it has counted since the last time. */
  #reason(): string {
    const relists = this.#options.relists();
    const reason = Object.keys(relists).find((each) => relists[each] !== this.#relists[each]);
    this.#relists = relists;
    return reason ?? 'list failed';
  }

  #listEnded(list: { startedAt: number; reason: string; items: number }, error?: Error, isWatchList = false): void {
    const { observers, subject, clock, namespace } = this.#options;
    const { startedAt, reason, items } = list;
    this.#list = undefined;
    const durationMs = clock.now() - startedAt;
    observers.on?.listEnded?.(subject, { reason, durationMs, items: error ? 0 : items, isWatchList, namespace, error });
  }
}
