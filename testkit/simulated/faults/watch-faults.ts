import type { Status } from '@informer-gen/runtime';
import { resourceName } from '@informer-gen/runtime';
import { failure } from '../objects/api-status.js';
import type { Cluster } from '../cluster/cluster.js';
import { namesResource } from './faults.js';
import { INITIAL_EVENTS_END } from '../watch/watch-hub.js';
import type { WatchSession } from '../watch/watch-session.js';

/** Which open watches a fault is for; what is left out matches every one. */
export interface WatchMatch {
  /** `pods`, `widgets.example.com`. */
  readonly resource?: string | undefined;
  /** `''`: only watches over all namespaces. */
  readonly namespace?: string | undefined;
}

/**
 * How watches end: `close`: properly; `reset`: the connection breaks; `truncate`: in the middle of an event, then
 * properly; `truncate-reset`: in the middle of an event, then the connection breaks.
 */
export type CutMode = 'close' | 'reset' | 'truncate' | 'truncate-reset';

/** The open watches that a match means. */
export function matchingWatches({ hub }: Cluster, match: WatchMatch): WatchSession[] {
  return hub.sessions.filter(
    ({ resource, namespace }) =>
      (match.resource === undefined || namesResource(match.resource, resourceName(resource))) &&
      (match.namespace === undefined || match.namespace === (namespace ?? '')),
  );
}

/** Ends watches in the given way. */
export function cutWatches(cluster: Cluster, how: CutMode, match: WatchMatch): void {
  for (const session of matchingWatches(cluster, match)) {
    if (how === 'truncate' || how === 'truncate-reset') session.wire.writeRaw(halfEvent(session));
    if (how === 'close' || how === 'truncate') session.close();
    // The half event has to leave before the connection breaks.
    else if (how === 'truncate-reset') setImmediate(() => session.wire.reset());
    else session.wire.reset();
  }
}

/** Sends an ERROR event and ends the watches. */
export function failWatches(cluster: Cluster, status: Status, match: WatchMatch): void {
  for (const session of matchingWatches(cluster, match)) {
    session.error(status);
    session.close();
  }
}

/** The Status of a watch whose version has been compacted under it. */
export function expiredStatus(cluster: Cluster): Status {
  return failure(410, { message: `too old resource version: 1 (${cluster.storage.revision})` });
}

/** Sends the last changes once more, in order: what a client sees behind a server that lags. */
export function replayChanges(cluster: Cluster, count: number, match: WatchMatch): void {
  for (const session of matchingWatches(cluster, match)) {
    for (const change of cluster.collection(session.resource).lastChanges(count)) session.deliver(change);
  }
}

/** Sends a bookmark to every watch that allows them. */
export function sendBookmarks(
  cluster: Cluster,
  match: WatchMatch,
  options: { readonly endOfInitialEvents: boolean },
): void {
  const annotations = options.endOfInitialEvents ? { [INITIAL_EVENTS_END]: 'true' } : undefined;
  for (const session of matchingWatches(cluster, match)) {
    if (session.allowsBookmarks) session.bookmark(cluster.storage.revision, annotations);
  }
}

function halfEvent(session: WatchSession): string | Uint8Array {
  const last = session.wire.lastFrame;
  const whole = last === '' ? '{"type":"MODIFIED","object":{"metadata":{"name":"cut"}}}' : last;
  return whole.slice(0, Math.floor(whole.length / 2));
}
