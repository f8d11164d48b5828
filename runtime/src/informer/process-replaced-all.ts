import { DeletedFinalStateUnknown } from '../api/deleted.js';
import { toError } from '../api/on-error.js';
import { TurnBudget, yieldToEventLoop } from '../async/turn.js';
import type { ReplacedAllDelta } from '../queue/delta.js';
import type { ObjectIndexer } from '../store/indexer.js';
import { GatheredNotifications } from './gathered-notifications.js';
import type { ProcessContext } from './process-context.js';
import { updateOf } from './process-context.js';

/**
 * Replaces the cache, or one namespace of it, with a list. The new cache is built beside the old one, yielding to the event
 * loop, and then swapped in one step together with its notifications, so that readers never see a partly replaced cache.
 * The cost is proportional to the size of the whole cache.
 */
export async function processReplacedAll<T>(
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

/** State shared by the calls of {@link stageSome} for one list. */
interface ReplacePass<T> {
  readonly context: ProcessContext<T>;
  readonly delta: ReplacedAllDelta<T>;
  readonly staged: ReturnType<ObjectIndexer<T>['stageReplace']>;
  readonly changes: GatheredNotifications<T>;
  readonly isFirst: boolean;
  readonly isInInitialList: boolean;
}

/**
 * Stages objects of a list from a position until the turn is used up. Returns the position to resume from. A separate function
 * because the engine repeatedly recompiles a busy loop inside an async function.
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
      // For a key that is listed twice, the first occurrence was already announced.
      if (replaced !== undefined) changes.push({ type: 'update', before: replaced, after: object });
      else if (cachedAt === -1) changes.push({ type: 'add', object, isInInitialList });
      else changes.push(updateOf(indexer, cachedAt, object, digests?.[at]));
    } catch (thrown) {
      context.onSkipped(toError(thrown));
    }
    if (budget.isUsedUp()) return at + 1;
  }
  return objects.length;
}

function isInScope(key: string, scope: string | undefined): boolean {
  return scope === undefined || (key.startsWith(scope) && key[scope.length] === '/');
}
