import type { ListOptions, TweakListOptions } from '../api/list-options.js';
import type { ListerWatcher, ListResult, RequestContext, WatchEvents } from './lister-watcher.js';

/** The two functions of a {@link ListWatch}. */
export interface ListWatchFuncs<T> {
  readonly listFunc: (options: ListOptions, context: RequestContext<T>) => Promise<ListResult<T>>;
  readonly watchFunc: (options: ListOptions, context: RequestContext<T>) => Promise<WatchEvents<T>>;
  /** Changes the options of every request. Default: none. */
  readonly tweakListOptions?: TweakListOptions | undefined;
  /** Whether `watchFunc` understands `sendInitialEvents`. Default false. */
  readonly watchListSupported?: boolean | undefined;
}

/**
 * A {@link ListerWatcher} made of two functions.
 *
 * @example
 * const all = client.listerWatcher(podResource);
 * const onlyMine = new ListWatch<Pod>({
 *   listFunc: (options, context) => all.list(options, context),
 *   watchFunc: (options, context) => all.watch(options, context),
 *   tweakListOptions: (options) => {
 *     options.labelSelector = 'team=mine';
 *   },
 * });
 * newSharedIndexInformer(onlyMine, podResource);
 */
export class ListWatch<T> implements ListerWatcher<T> {
  readonly watchListSupported: boolean;
  readonly #funcs: ListWatchFuncs<T>;

  constructor(funcs: ListWatchFuncs<T>) {
    this.#funcs = funcs;
    this.watchListSupported = funcs.watchListSupported ?? false;
  }

  list(options: ListOptions, context: RequestContext<T>): Promise<ListResult<T>> {
    return this.#funcs.listFunc(this.#tweaked(options), context);
  }

  watch(options: ListOptions, context: RequestContext<T>): Promise<WatchEvents<T>> {
    return this.#funcs.watchFunc(this.#tweaked(options), context);
  }

  #tweaked(options: ListOptions): ListOptions {
    const copy = { ...options };
    this.#funcs.tweakListOptions?.(copy);
    return copy;
  }
}
