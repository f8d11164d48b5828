import { DeletedFinalStateUnknown } from '../api/deleted.js';
import { toError } from '../api/on-error.js';
import type { Delta, Deltas, ObjectDelta, ReplacedAllDelta } from '../queue/delta.js';
import type { ObjectIndexer } from '../store/indexer.js';
import { TurnBudget, yieldToEventLoop } from '../async/turn.js';
import { GatheredNotifications } from './gathered-notifications.js';
import { NotificationOfEach } from './notification.js';
import type { Distribute, Notification } from './notification.js';

/** What processing works with. */
export interface ProcessContext<T> {
  /** The cache. Nobody else writes to it. */
  readonly indexer: ObjectIndexer<T>;
  readonly distribute: Distribute<T>;
  /** Takes an object that could not be stored; the others go on. */
  readonly onSkipped: (error: Error, key?: string) => void;
}

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
      return processReplacedAll(context, delta, isInInitialList);
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
    const notification = update(indexer, repeated, after, delta.digest);
    // A resync hands out what is cached, and brings no digest of its own.
    indexer.put(key, after, delta.type === 'Sync' ? indexer.digestAt(repeated) : delta.digest);
    return notification;
  }
  const before = indexer.put(key, after, delta.digest);
  return before === undefined ? { type: 'add', object: after, isInInitialList } : { type: 'update', before, after };
}

/**
 * Replaces the cache by a whole list. The new cache is built beside the old one, with pauses for the event loop, and then
 * replaces it in one step together with the notifications of it, so that nobody sees a half-replaced cache.
 */
async function processReplacedAll<T>(
  context: ProcessContext<T>,
  delta: ReplacedAllDelta<T>,
  isInInitialList: boolean,
): Promise<void> {
  const { indexer } = context;
  const staged = indexer.stageReplace();
  const isFirst = indexer.size === 0;
  const changes = new GatheredNotifications<T>();
  const budget = new TurnBudget();
  const pass: ReplacePass<T> = { context, delta, staged, changes, isFirst, isInInitialList };
  for (let at = 0; at < delta.objects.length;) {
    at = stageSome(pass, at, budget);
    if (at < delta.objects.length) await yieldToEventLoop();
  }
  const deletions = new GatheredNotifications<T>();
  for (let at = 0; at < indexer.size; at += 1) {
    if (budget.isUsedUp()) await yieldToEventLoop();
    const key = indexer.keyAt(at);
    if (staged.has(key)) continue;
    if (delta.retain.has(key) || !isInScope(key, delta.scope)) staged.keep(key);
    else deletions.push({ type: 'delete', object: new DeletedFinalStateUnknown(key, indexer.getByKey(key)) });
  }
  staged.commit(delta.resourceVersion);
  const toldOfDeletions = deletions.tell(context.distribute);
  if (toldOfDeletions) await toldOfDeletions;
  await changes.tell(context.distribute);
}

/** What {@link stageSome} works on. */
interface ReplacePass<T> {
  readonly context: ProcessContext<T>;
  readonly delta: ReplacedAllDelta<T>;
  readonly staged: ReturnType<ObjectIndexer<T>['stageReplace']>;
  readonly changes: GatheredNotifications<T>;
  readonly isFirst: boolean;
  readonly isInInitialList: boolean;
}

/**
 * Stages objects of a list from a position on, until the turn is used up. Returns where to go on. A function of its own: the
 * engine compiles a busy loop of an async function more than once.
 */
function stageSome<T>(pass: ReplacePass<T>, from: number, budget: TurnBudget): number {
  const { context, delta, staged, changes, isFirst, isInInitialList } = pass;
  const { indexer } = context;
  const { objects, digests } = delta;
  for (let at = from; at < objects.length; at += 1) {
    const object = objects[at] as T;
    try {
      const key = staged.add(object, digests?.[at]);
      const { replaced } = staged;
      const cachedAt = isFirst ? -1 : indexer.find(key);
      // A list that has it twice has told of its first state already.
      if (replaced !== undefined) changes.push({ type: 'update', before: replaced, after: object });
      else if (cachedAt === -1) changes.push({ type: 'add', object, isInInitialList });
      else changes.push(update(indexer, cachedAt, object, digests?.[at]));
    } catch (thrown) {
      context.onSkipped(toError(thrown));
    }
    if (budget.isUsedUp()) return at + 1;
  }
  return objects.length;
}

/** The update from what is cached at a position. */
function update<T>(indexer: ObjectIndexer<T>, position: number, after: T, digest: number | undefined): Notification<T> {
  const before = indexer.objectAt(position);
  if (before === after || !differs(indexer, position, digest)) return { type: 'update', before, after };
  return { type: 'update', before, after, changed: true };
}

/** Whether the bytes are known to differ from those of the object that is cached at a position. */
function differs(
  indexer: Pick<ObjectIndexer<unknown>, 'digestAt'>,
  position: number,
  digest: number | undefined,
): boolean {
  if (position === -1 || digest === undefined) return false;
  const cached = indexer.digestAt(position);
  return !Number.isNaN(cached) && !Number.isNaN(digest) && cached !== digest;
}

function isInScope(key: string, scope: string | undefined): boolean {
  return scope === undefined || (key.startsWith(scope) && key[scope.length] === '/');
}
