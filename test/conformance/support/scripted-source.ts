import type { ListerWatcher, ListOptions, ListResult, RequestContext, WatchBatch } from '@informer-gen/runtime';
import { FakeWatch } from '@informer-gen/testing';
import type { Pod } from './pods.js';

/** What a scripted source answers; `call` counts from 1. Throwing makes the request fail. */
export interface Script {
  /** Default: an empty list of version 1. */
  readonly list?: (options: ListOptions, call: number) => ListResult<Pod> | Promise<ListResult<Pod>>;
  /** Called before a watch opens. Default: nothing. */
  readonly watch?: (options: ListOptions, call: number, watch: FakeWatch<Pod>) => void | Promise<void>;
  readonly watchListSupported?: boolean;
}

/** A source whose every answer the test writes, and whose watches it fills by hand. */
export class ScriptedSource implements ListerWatcher<Pod> {
  readonly watchListSupported: boolean;
  readonly lists: ListOptions[] = [];
  readonly watches: ListOptions[] = [];
  /** In the order they were asked for: `list 0 limit 500`, `watch 5`. */
  readonly log: string[] = [];
  readonly opened: FakeWatch<Pod>[] = [];
  /** How often the watch of this number was ended by whoever opened it. */
  readonly stops: number[] = [];
  readonly #script: Script;

  constructor(script: Script = {}) {
    this.#script = script;
    this.watchListSupported = script.watchListSupported ?? false;
  }

  /** The watch that was opened last. */
  get last(): FakeWatch<Pod> {
    const watch = this.opened.at(-1);
    if (!watch) throw new Error('no watch was opened');
    return watch;
  }

  get requests(): number {
    return this.log.length;
  }

  async list(options: ListOptions, _context: RequestContext<Pod>): Promise<ListResult<Pod>> {
    this.lists.push({ ...options });
    const limit = options.limit ? ` limit ${options.limit}` : '';
    const more = options.continue ? ` continue ${options.continue}` : '';
    this.log.push(`list ${JSON.stringify(options.resourceVersion ?? null)}${limit}${more}`);
    return this.#script.list?.(options, this.lists.length) ?? { items: [], resourceVersion: '1' };
  }

  async watch(options: ListOptions, { signal }: RequestContext<Pod>): Promise<AsyncIterable<WatchBatch<Pod>>> {
    this.watches.push({ ...options });
    const initial = options.sendInitialEvents ? ' with initial events' : '';
    this.log.push(`watch ${JSON.stringify(options.resourceVersion ?? null)}${initial}`);
    const number = this.opened.length;
    const watch = new FakeWatch<Pod>(signal);
    await this.#script.watch?.(options, this.watches.length, watch);
    this.opened.push(watch);
    this.stops.push(0);
    signal.addEventListener('abort', () => void (this.stops[number] = (this.stops[number] ?? 0) + 1));
    if (signal.aborted) this.stops[number] = 1;
    return watch;
  }
}
