import type { Status } from '../api/status.js';
import type { WatchEvent } from '../source/lister-watcher.js';

/** An event that says something about an object, or that the watch failed: every kind but bookmarks. */
export type WatchChange<T> = Exclude<WatchEvent<T>, { readonly type: 'BOOKMARK' }>;

/** An ERROR event with a status of our own making, for what a server should never send. */
export function errorChange<T>(message: string): WatchChange<T> {
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'InternalError',
    code: 500,
    message,
  };
  return { type: 'ERROR', status };
}
