import { toError } from '../api/on-error.js';
import type { Delta, Deltas, ObjectDelta } from '../queue/delta.js';
import type { ObjectIndexer } from '../store/indexer.js';
import { NotificationOfEach } from '../delivery/notification.js';
import type { Notification } from '../delivery/notification.js';
import type { ProcessContext } from './process-context.js';
import { updateOf } from './process-context.js';
import { processReplacedAll } from './process-replaced-all.js';
import { processReplacedNamespace } from './process-replaced-namespace.js';

/**
 * Applies changes to the cache, and tells of them. Whether something is an add or an update is decided by what the cache
 * holds, never by the verb. Handlers are told only after the cache has changed, and in the same turn of the event loop.
 */
export function processDeltas<T>(
  context: ProcessContext<T>,
  deltas: Deltas<T>,
  isInInitialList: boolean,
): void | Promise<void> {
  for (let i = 0; i < deltas.length; i += 1) {
    const pending = processDelta(context, deltas[i] as Delta<T>, isInInitialList);
    if (!pending) continue;
    const rest = deltas.slice(i + 1);
    return rest.length === 0 ? pending : pending.then(() => processDeltas(context, rest, isInInitialList));
  }
}

function processDelta<T>(context: ProcessContext<T>, delta: Delta<T>, isInInitialList: boolean): void | Promise<void> {
  const { indexer } = context;
  switch (delta.type) {
    case 'ReplacedAll':
      return delta.scope === undefined
        ? processReplacedAll(context, delta, isInInitialList)
        : processReplacedNamespace(context, { ...delta, scope: delta.scope }, isInInitialList);
    case 'SyncAll':
      return processSyncAll(context);
    case 'Bookmark':
      return indexer.bookmark(delta.resourceVersion);
    default:
      return processInBatch(context, [delta], isInInitialList);
  }
}

/** Applies changes of different objects, then tells of those that went well. */
export function processInBatch<T>(
  context: ProcessContext<T>,
  deltas: Deltas<T>,
  isInInitialList: boolean,
  keys?: readonly string[],
): void | Promise<void> {
  const notifications: Notification<T>[] = [];
  for (let position = 0; position < deltas.length; position += 1) {
    const delta = deltas[position] as ObjectDelta<T>;
    const { type, object } = delta;
    try {
      const key = keys?.[position] ?? context.indexer.keyOf(object);
      if (type === 'Deleted') {
        const before = context.indexer.remove(key, object);
        notifications.push(before === undefined ? { type: 'delete', object } : { type: 'delete', object, before });
      } else notifications.push(store(context.indexer, key, delta, isInInitialList));
    } catch (thrown) {
      context.onSkipped(toError(thrown));
    }
  }
  return context.distribute(notifications);
}

/** Tells of everything once more. */
function processSyncAll<T>({ indexer, distribute }: ProcessContext<T>): void | Promise<void> {
  const again = (object: T): Notification<T> => ({ type: 'update', before: object, after: object });
  return distribute(new NotificationOfEach(indexer.list(), again), { initialAdds: 0, changes: [] });
}

/** Puts the object of a change into the cache. Returns what to tell. */
function store<T>(
  indexer: ObjectIndexer<T>,
  key: string,
  delta: ObjectDelta<T>,
  isInInitialList: boolean,
): Notification<T> {
  // Only a deletion may be of a tombstone.
  const after = delta.object as T;
  const repeated = delta.type === 'Replaced' || delta.type === 'Sync' ? indexer.find(key) : -1;
  if (repeated !== -1) {
    const notification = updateOf(indexer, repeated, after, delta.digest);
    // A resync hands out what is cached, and brings no digest of its own.
    indexer.put(key, after, delta.type === 'Sync' ? indexer.digestAt(repeated) : delta.digest);
    return notification;
  }
  const before = indexer.put(key, after, delta.digest);
  return before === undefined ? { type: 'add', object: after, isInInitialList } : { type: 'update', before, after };
}
