import { InformerError } from '../api/informer-error.js';
import type { KubernetesObject } from '../api/object.js';
import type { RelistReason } from './reflector-status.js';
import type { WatchSession } from './watch-session.js';

/** Where a reflector is. Each step leads to the next one; `ended` closes one round of list and watch. */
export type ReflectorState<T extends KubernetesObject> =
  | { readonly at: 'starting' }
  | { readonly at: 'watch-listing' }
  | { readonly at: 'listing' }
  | { readonly at: 'watching'; readonly session?: WatchSession<T> }
  | { readonly at: 'backing-off'; readonly error: Error; readonly next: 'watch-listing' | 'watching' }
  | Ended;

/** How a round of list and watch ended. */
interface Ended {
  readonly at: 'ended';
  readonly error?: Error;
  readonly verb: 'list' | 'watch';
  readonly relist: RelistReason;
  /** As in client-go, a watch that began well and then ended is no failure of the round. */
  readonly failed: boolean;
}

/** `''` and `'0'` stand for the newest and any: a watch cannot go on from there. */
export function isVersion(resourceVersion: string): boolean {
  return resourceVersion !== '' && resourceVersion !== '0';
}

/** Watches end so fast, one after the other, that the next has to wait. */
export function watchesEndTooFast(delayMs: number): Error {
  const message = `watches end as soon as they are opened, again and again: the server is asked again in ${delayMs} ms`;
  return new InformerError('WatchClosed', message);
}

/** The reason with which a watch is closed that another one has replaced. */
export const replaced: Error = new InformerError('WatchClosed', 'another watch took over');

/** Why a watch that ended well cannot be opened again. */
export function noVersion(): Error {
  return new InformerError(
    'NoVersion',
    'the watch ended, and neither the list nor an event gave a version to go on from: listing again',
  );
}

/** Listing, or starting a watch, failed. */
export function failed(error: Error, verb: 'list' | 'watch', relist: RelistReason): Ended {
  return { at: 'ended', error, verb, relist, failed: true };
}

/** A watch that had begun ended with an error. */
export function watchEnded(error: Error, relist: RelistReason): Ended {
  return { at: 'ended', error, verb: 'watch', relist, failed: false };
}

/** Somebody asked for it. */
export function stopped(): Ended {
  return { at: 'ended', verb: 'watch', relist: 'initial', failed: false };
}
