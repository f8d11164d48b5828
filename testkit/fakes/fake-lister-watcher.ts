import { ApiError, metaNamespaceKeyFunc, toSelector } from '@informer-gen/runtime';
import { parseFieldSelector } from '@informer-gen/runtime/client-go';
import type {
  KubernetesObject,
  ListerWatcher,
  ListOptions,
  ListResult,
  RequestContext,
  WatchBatch,
  WatchEvent,
} from '@informer-gen/runtime';
import { FakeWatch } from './fake-watch.js';

/** One request that a {@link FakeListerWatcher} was sent. */
export interface FakeRequest {
  readonly verb: 'list' | 'watch';
  readonly options: ListOptions;
}

interface HistoryEntry<T> {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: T;
  readonly before: T | undefined;
}

/**
 * A source of lists and watches that lives in memory, for tests of anything that takes a {@link ListerWatcher}. It gives
 * each change a version, remembers them, and can lose them on the way.
 *
 * @example
 * const source = new FakeListerWatcher<Pod>();
 * source.add(pod);
 * const informer = newSharedIndexInformer(source, podResource);
 * void informer.run({ signal });
 * await informer.whenSynced({ signal });
 * informer.indexer.listKeys(); // → ['default/web']
 */
export class FakeListerWatcher<T extends KubernetesObject = KubernetesObject> implements ListerWatcher<T> {
  /** Set to true to answer `sendInitialEvents`. */
  watchListSupported = false;
  /** Every request so far, in order. */
  readonly requests: FakeRequest[] = [];
  readonly #objects = new Map<string, T>();
  readonly #history: HistoryEntry<T>[] = [];
  readonly #watches = new Set<FakeWatch<T>>();
  readonly #failures: { verb: 'list' | 'watch'; error: Error }[] = [];
  #version = 0;
  /** Versions up to this one are forgotten: a watch from there answers 410. */
  #compacted = 0;

  constructor(objects: readonly T[] = []) {
    for (const object of objects) this.add(object);
  }

  /** The version of the newest change. */
  get resourceVersion(): string {
    return String(this.#version);
  }

  /** How many watches are open. */
  get openWatches(): number {
    return this.#watches.size;
  }

  /** Adds or replaces an object. It gets a version and, if it has none, a uid. Returns what is stored. */
  add(object: T): T {
    return this.#write('ADDED', object, true);
  }

  modify(object: T): T {
    return this.#write('MODIFIED', object, true);
  }

  /** Deletes by the object's key. */
  delete(object: T): void {
    this.#remove(object, true);
  }

  /** The same three without notifying anybody: open watches miss it, a relist finds it. */
  addDropWatch(object: T): T {
    return this.#write('ADDED', object, false);
  }

  modifyDropWatch(object: T): T {
    return this.#write('MODIFIED', object, false);
  }

  deleteDropWatch(object: T): void {
    this.#remove(object, false);
  }

  /** Ends every watch, as a server does that restarts. */
  resetWatches(): void {
    for (const watch of this.#watches) watch.end();
  }

  /** Ends every watch with an ERROR event. */
  failWatches(error: ApiError): void {
    for (const watch of this.#watches) watch.send([{ type: 'ERROR', status: error.status }]);
  }

  /** Breaks every watch's connection. */
  breakWatches(error: Error = new Error('socket hang up')): void {
    for (const watch of this.#watches) watch.fail(error);
  }

  /** Sends events as they are to every watch, e.g. garbage. */
  broadcast(events: WatchBatch<T>): void {
    for (const watch of this.#watches) watch.send(events);
  }

  /** Sends a bookmark of the newest version to every watch. */
  bookmark(): void {
    this.broadcast([{ type: 'BOOKMARK', resourceVersion: this.resourceVersion, initialEventsEnd: false }]);
  }

  /** Forgets the changes so far: watches from older versions answer 410. */
  compact(): void {
    this.#compacted = this.#version;
  }

  /** Makes the next request of this kind fail; several calls make several fail, in order. */
  failNext(verb: 'list' | 'watch', error: Error): void {
    this.#failures.push({ verb, error });
  }

  objects(): readonly T[] {
    return [...this.#objects.values()];
  }

  async list(options: ListOptions, context: RequestContext<T>): Promise<ListResult<T>> {
    this.#receive('list', options, context);
    const all = this.#selected(options);
    const from = Number(options.continue ?? 0);
    const to = options.limit ? from + options.limit : all.length;
    const items = all.slice(from, to);
    const page = { items, digests: items.map(digestOf), resourceVersion: this.resourceVersion };
    return to < all.length ? { ...page, continue: String(to), remainingItemCount: all.length - to } : page;
  }

  async watch(options: ListOptions, context: RequestContext<T>): Promise<AsyncIterable<WatchBatch<T>>> {
    this.#receive('watch', options, context);
    const watch = new FakeWatch<T>(context.signal, (ended) => this.#watches.delete(ended), filterFor<T>(options));
    const initial = this.#initialEvents(options);
    if (initial.length > 0) watch.send(initial);
    this.#watches.add(watch);
    return watch;
  }

  #receive(verb: 'list' | 'watch', options: ListOptions, context: RequestContext<T>): void {
    context.signal.throwIfAborted();
    this.requests.push({ verb, options: { ...options } });
    const position = this.#failures.findIndex((failure) => failure.verb === verb);
    const failure = this.#failures[position];
    if (!failure) return;
    this.#failures.splice(position, 1);
    throw failure.error;
  }

  #initialEvents(options: ListOptions): WatchEvent<T>[] {
    const from = options.resourceVersion ?? '';
    const added = this.#selected(options).map((object): WatchEvent<T> => changeOf('ADDED', object));
    if (options.sendInitialEvents) {
      return [...added, { type: 'BOOKMARK', resourceVersion: this.resourceVersion, initialEventsEnd: true }];
    }
    if (from === '' || from === '0') return added;
    if (Number(from) < this.#compacted) throw expired();
    const matches = filterFor<T>(options);
    return this.#history.filter((entry) => entry.version > Number(from)).flatMap((entry) => matches(entry) ?? []);
  }

  #selected(options: ListOptions): T[] {
    const matches = objectFilter(options);
    return this.objects().filter(matches);
  }

  #write(type: 'ADDED' | 'MODIFIED', object: T, notify: boolean): T {
    const key = metaNamespaceKeyFunc(object);
    const before = this.#objects.get(key);
    const version = (this.#version += 1);
    const uid = object.metadata?.uid ?? before?.metadata?.uid ?? `uid-${version}`;
    const stored = { ...object, metadata: { ...object.metadata, uid, resourceVersion: String(version) } };
    this.#objects.set(key, stored);
    this.#record({ version, type, object: stored, before }, notify);
    return stored;
  }

  #remove(object: T, notify: boolean): void {
    const key = metaNamespaceKeyFunc(object);
    const before = this.#objects.get(key);
    if (!before) return;
    this.#objects.delete(key);
    const version = (this.#version += 1);
    const last = { ...before, metadata: { ...before.metadata, resourceVersion: String(version) } };
    this.#record({ version, type: 'DELETED', object: last, before }, notify);
  }

  #record(entry: HistoryEntry<T>, notify: boolean): void {
    this.#history.push(entry);
    if (!notify) return;
    for (const watch of this.#watches) watch.offer(entry);
  }
}

function objectFilter(options: ListOptions): (object: KubernetesObject) => boolean {
  const labels = toSelector(options.labelSelector ?? '');
  const fields = parseFieldSelector(options.fieldSelector ?? '');
  return (object) => labels.matches(object.metadata?.labels) && fields.matches(object);
}

/** What a change looks like through selectors: an object that moves in is added, one that moves out deleted. */
function filterFor<T extends KubernetesObject>(
  options: ListOptions,
): (entry: HistoryEntry<T>) => WatchEvent<T> | undefined {
  const matches = objectFilter(options);
  const selects = options.labelSelector !== undefined || options.fieldSelector !== undefined;
  return ({ type, object, before }) => {
    if (!selects) return changeOf(type, object);
    const now = type !== 'DELETED' && matches(object);
    const then = before !== undefined && matches(before);
    if (now) return changeOf(then ? 'MODIFIED' : 'ADDED', object);
    // As the API server does it: the state that matched, at the version in which it ceased to.
    return then ? { type: 'DELETED', object: atVersionOf(before, object) } : undefined;
  };
}

function changeOf<T extends KubernetesObject>(type: HistoryEntry<T>['type'], object: T): WatchEvent<T> {
  return { type, object, digest: digestOf(object) };
}

const digests = new WeakMap<KubernetesObject, number>();
let lastDigest = 0;

/** There are no bytes: an object that is stored never changes, so the object itself stands for them. */
function digestOf(object: KubernetesObject): number {
  const known = digests.get(object);
  if (known !== undefined) return known;
  lastDigest += 1;
  digests.set(object, lastDigest);
  return lastDigest;
}

function atVersionOf<T extends KubernetesObject>(object: T, other: T): T {
  return { ...object, metadata: { ...object.metadata, resourceVersion: other.metadata?.resourceVersion } };
}

function expired(): ApiError {
  return new ApiError({ code: 410, reason: 'Expired', message: 'too old resource version' }, { verb: 'watch' });
}
