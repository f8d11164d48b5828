import type { Clock } from '@informer-gen/runtime';
import { failure, tooLargeResourceVersion } from '../objects/api-status.js';
import type { Change, Collection } from '../storage/collection.js';
import { revisionOf } from '../storage/list-query.js';
import type { ListQuery } from '../storage/list-query.js';
import type { ObjectLister } from '../storage/object-lister.js';
import type { Representation } from '../representation/representation.js';
import type { Selection } from '../storage/selection.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { Storage } from '../storage/storage.js';
import { WatchSession } from './watch-session.js';
import type { WatchWire } from './watch-wire.js';

/** The annotation of the bookmark that ends the initial events of a WatchList. */
export const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/** A watch request whose options are checked. */
export interface WatchRequest {
  readonly resource: ServedResource;
  readonly namespace: string | undefined;
  readonly selection: Selection;
  readonly representation: Representation;
  readonly query: ListQuery;
  readonly wire: WatchWire;
  /** How events are written; see {@link WatchSession}. */
  readonly frame?: ((type: string, object: string) => Uint8Array) | undefined;
}

/** What the hub asks of its server. */
export interface WatchHubOptions {
  readonly storage: Storage;
  readonly lister: ObjectLister;
  readonly clock: Clock;
  readonly bookmarkIntervalMs: number;
  /** Whether bookmarks are sent to those who allow them. */
  readonly bookmarks: () => boolean;
  /** Whether a WatchList ends its initial events with the bookmark. */
  readonly initialEventsBookmark: () => boolean;
  readonly maxBacklogBytes: () => number;
  /** Called when a watch has begun or ended. */
  readonly onChange: () => void;
}

/** All open watches. Every change reaches them synchronously, so all see the same order. */
export class WatchHub {
  readonly #options: WatchHubOptions;
  readonly #sessions = new Map<WatchSession, { readonly collection: Collection; readonly from: number }>();

  constructor(options: WatchHubOptions) {
    this.#options = options;
    options.storage.onChange((collection, change) => this.#deliver(collection, change));
  }

  get sessions(): readonly WatchSession[] {
    return [...this.#sessions.keys()];
  }

  /** Begins a watch: what the client has to catch up with goes out before this returns. */
  open(request: WatchRequest): WatchSession {
    const { resource, query } = request;
    const collection = this.#options.storage.collection(groupResource(resource));
    const session = new WatchSession({
      ...request,
      clock: this.#options.clock,
      allowBookmarks: query.allowWatchBookmarks && this.#options.bookmarks(),
      bookmarkIntervalMs: this.#options.bookmarkIntervalMs,
      timeoutMs: query.timeoutSeconds ? query.timeoutSeconds * 1000 : undefined,
      maxBacklogBytes: this.#options.maxBacklogBytes,
      revision: () => this.#options.storage.revision,
      onEnd: (ended) => {
        this.#sessions.delete(ended);
        this.#options.onChange();
      },
    });
    const from = this.#begin(session, collection, query);
    if (from !== undefined && !session.ended) this.#sessions.set(session, { collection, from });
    this.#options.onChange();
    return session;
  }

  /** Ends the watches of a resource that is served no longer. */
  closeAll(name: string): void {
    for (const session of this.sessions) if (groupResource(session.resource) === name) session.close();
  }

  /** Sends the past to a new session; returns the revision after which changes are news to it, or undefined if it ended. */
  #begin(session: WatchSession, collection: Collection, query: ListQuery): number | undefined {
    const asked = revisionOf(query);
    const newest = this.#options.storage.revision;
    if (query.sendInitialEvents === true) return this.#beginWithState(session, collection, asked);
    if (asked === undefined || asked === 0) {
      const revision = asked === 0 ? this.#options.lister.cachedRevision(collection) : newest;
      if (query.sendInitialEvents === undefined) {
        for (const stored of collection.at(revision)) session.deliverInitial(stored);
      }
      return this.#catchUp(session, collection, revision);
    }
    if (asked < collection.expiredRevision) {
      session.error(failure(410, { message: `too old resource version: ${asked} (${collection.expiredRevision})` }));
      session.close();
      return undefined;
    }
    return this.#catchUp(session, collection, asked);
  }

  #beginWithState(session: WatchSession, collection: Collection, asked: number | undefined): number | undefined {
    const newest = this.#options.storage.revision;
    if (asked !== undefined && asked > newest) {
      session.error(tooLargeResourceVersion(asked, newest).status);
      session.close();
      return undefined;
    }
    const cached = this.#options.lister.cachedRevision(collection);
    const revision = asked === undefined ? newest : Math.max(asked, cached);
    for (const stored of collection.at(revision)) session.deliverInitial(stored);
    if (session.allowsBookmarks && this.#options.initialEventsBookmark()) {
      session.bookmark(revision, { [INITIAL_EVENTS_END]: 'true' });
    }
    return this.#catchUp(session, collection, revision);
  }

  #catchUp(session: WatchSession, collection: Collection, revision: number): number {
    for (const change of collection.changesAfter(revision)) session.deliver(change);
    return revision;
  }

  #deliver(collection: Collection, change: Change): void {
    for (const [session, watched] of this.#sessions) {
      if (watched.collection === collection && change.revision > watched.from) session.deliver(change);
    }
  }
}
