import type { Clock, Status } from '@informer-gen/runtime';
import type { Timer } from '@informer-gen/runtime/client-go';
import type { Change } from '../storage/collection.js';
import type { Representation } from '../representation/representation.js';
import type { Selection } from '../storage/selection.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { StoredObject } from '../storage/stored-object.js';
import type { WatchWire } from './watch-wire.js';

/** What a watch is about and how it is to behave. */
export interface WatchSessionOptions {
  readonly resource: ServedResource;
  readonly namespace: string | undefined;
  readonly selection: Selection;
  readonly representation: Representation;
  readonly wire: WatchWire;
  /** An event as it is written, of its type and the JSON of its object. Default: as a line of JSON. */
  readonly frame?: ((type: string, object: string) => Uint8Array) | undefined;
  readonly clock: Clock;
  readonly allowBookmarks: boolean;
  /** 0: none on a timer. */
  readonly bookmarkIntervalMs: number;
  /** Undefined: until the client goes. */
  readonly timeoutMs: number | undefined;
  /** A client that lags more is cut off. */
  readonly maxBacklogBytes: () => number;
  /** The newest revision, for bookmarks on the timer. */
  readonly revision: () => number;
  /** Called once, when the watch has ended for whatever reason. */
  readonly onEnd: (session: WatchSession) => void;
}

/** So long before its time is over, a watch gets a bookmark. */
const LAST_BOOKMARK_BEFORE_END_MS = 2000;

/** One open watch: turns changes into the events its client may see. */
export class WatchSession {
  readonly resource: ServedResource;
  readonly namespace: string | undefined;
  readonly #options: WatchSessionOptions;
  readonly #timers = new Set<Timer>();
  readonly #startedAt: number;
  #first = true;
  #ended = false;

  constructor(options: WatchSessionOptions) {
    this.resource = options.resource;
    this.namespace = options.namespace;
    this.#options = options;
    this.#startedAt = options.clock.now();
    if (options.timeoutMs !== undefined) this.#after(options.timeoutMs, () => this.#onTimeout());
    if (options.allowBookmarks && options.bookmarkIntervalMs > 0) this.#scheduleBookmark();
    options.wire.onGone(() => this.#finish());
  }

  get ended(): boolean {
    return this.#ended;
  }

  get wire(): WatchWire {
    return this.#options.wire;
  }

  get allowsBookmarks(): boolean {
    return this.#options.allowBookmarks;
  }

  /** Sends what a change means to this client: objects may also come into its selection, or leave it. */
  deliver({ type, previous, current }: Change): void {
    const { selection } = this.#options;
    const was = previous !== undefined && selection.matches(previous);
    const is = type !== 'DELETED' && selection.matches(current);
    if (is) this.#send(was ? 'MODIFIED' : 'ADDED', current);
    // Who loses sight of an object sees it as it was; of a deletion, `current` is just that.
    else if (was) this.#send('DELETED', type === 'DELETED' ? current : previous.withRevision(current.revision));
  }

  /** Sends an object that is there already, if it is selected. */
  deliverInitial(stored: StoredObject): void {
    if (this.#options.selection.matches(stored)) this.#send('ADDED', stored);
  }

  bookmark(revision: number, annotations?: Readonly<Record<string, string>>): void {
    this.#frame('BOOKMARK', this.#options.representation.bookmark(revision, annotations));
  }

  error(status: Status): void {
    this.#frame('ERROR', JSON.stringify(status));
  }

  /** Ends the stream properly. */
  close(): void {
    if (this.#ended) return;
    this.#options.wire.end();
    this.#finish();
  }

  #send(type: string, stored: StoredObject): void {
    this.#frame(type, this.#options.representation.event(stored, this.#first));
    this.#first = false;
  }

  #frame(type: string, object: string): void {
    if (this.#ended) return;
    const { wire, frame } = this.#options;
    wire.write(frame?.(type, object) ?? `{"type":"${type}","object":${object}}\n`);
    if (!wire.frozen && wire.backlogBytes > this.#options.maxBacklogBytes()) this.close();
  }

  #onTimeout(): void {
    // A frozen stream is a dead server: it does not say goodbye either.
    if (!this.#options.wire.frozen) this.close();
  }

  /** Every so often; and shortly before the end, so that the next watch can begin where this one ends. */
  #scheduleBookmark(): void {
    const { bookmarkIntervalMs, timeoutMs = 0, clock, revision } = this.#options;
    const lastInMs = this.#startedAt + timeoutMs - LAST_BOOKMARK_BEFORE_END_MS - clock.now();
    this.#after(lastInMs > 0 ? Math.min(bookmarkIntervalMs, lastInMs) : bookmarkIntervalMs, () => {
      this.bookmark(revision());
      this.#scheduleBookmark();
    });
  }

  #after(delayMs: number, callback: () => void): void {
    const timer = this.#options.clock.after(delayMs, () => {
      this.#timers.delete(timer);
      callback();
    });
    this.#timers.add(timer);
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
    this.#options.onEnd(this);
  }
}
