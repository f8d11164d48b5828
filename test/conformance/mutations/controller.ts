import type { Mutation } from './mutation.js';

const processDeltas = 'runtime/src/informer/process-deltas.ts';
const replacedAll = 'runtime/src/informer/process-replaced-all.ts';
const newInformer = 'runtime/src/informer/new-informer.ts';

export const controllerMutations: readonly Mutation[] = [
  {
    name: 'the cache is not asked whether something is an add',
    file: processDeltas,
    find: 'const before = indexer.put(key, after, delta.digest);',
    replace: 'indexer.put(key, after, delta.digest);\n  const before = undefined as T | undefined;',
    kills: ['TestHammerController', 'TestUpdate', 'TestTransformingInformer'],
  },
  {
    name: 'an update is told with the states the wrong way round',
    file: 'runtime/src/delivery/notify.ts',
    find: 'return handler.onUpdate?.(notification.before, notification.after, context);',
    replace: 'return handler.onUpdate?.(notification.after, notification.before, context);',
    kills: ['TestHammerController', 'TestUpdate', 'TestTransformingInformer'],
  },
  {
    name: 'handlers are told before the store has changed',
    file: replacedAll,
    find: `  staged.commit(delta.resourceVersion);
  const toldOfDeletions = deletions.tell(context.distribute);
  if (toldOfDeletions) await toldOfDeletions;
  await changes.tell(context.distribute);`,
    replace: `  const toldOfDeletions = deletions.tell(context.distribute);
  if (toldOfDeletions) await toldOfDeletions;
  await changes.tell(context.distribute);
  staged.commit(delta.resourceVersion);`,
    kills: ['TestReplaceEvents', 'TestResetWatch', 'TestStoreResourceVersion'],
  },
  {
    name: 'a list tells of deletions last',
    file: replacedAll,
    find: `  const toldOfDeletions = deletions.tell(context.distribute);
  if (toldOfDeletions) await toldOfDeletions;
  await changes.tell(context.distribute);`,
    replace: `  const told = changes.tell(context.distribute);
  if (told) await told;
  await deletions.tell(context.distribute);`,
    kills: ['TestReplaceEvents'],
  },
  {
    name: 'a list tells of no deletions',
    file: replacedAll,
    find: 'const toldOfDeletions = deletions.tell(context.distribute);',
    replace: 'const toldOfDeletions = undefined;',
    kills: ['TestReplaceEvents', 'TestResetWatch'],
  },
  {
    name: 'what a list lacks stays in the cache',
    file: replacedAll,
    find: 'if (delta.retain.has(key) || !isInScope(key, delta.scope)) staged.keep(key);',
    replace: 'staged.keep(key);\n    if (delta.retain.has(key) || !isInScope(key, delta.scope)) continue;',
    kills: ['TestReplaceEvents', 'TestResetWatch'],
  },
  {
    name: 'handlers are told of what could not be stored',
    file: processDeltas,
    find: 'context.onSkipped(toError(thrown));\n    }\n  }\n  return context.distribute(notifications);',
    replace:
      "context.onSkipped(toError(thrown));\n      notifications.push({ type: 'add', object: object as T, isInInitialList });\n    }\n  }\n  return context.distribute(notifications);",
    kills: ['TestProcessDeltasInBatch'],
  },
  {
    name: 'the transform is not applied to single changes',
    file: 'runtime/src/queue/real-fifo.ts',
    find: 'this.#append(objectDelta(type, this.prepare(object as T), digest));',
    replace: 'this.#append({ type, object });',
    kills: ['TestTransformingInformer', 'TestRealFIFO_transformer'],
  },
  {
    name: 'a resync transforms what is cached',
    file: 'runtime/src/queue/delta-fifo.ts',
    find: "this.#append(key, { type: 'Sync', object });",
    replace: "this.#enqueue('Sync', object);",
    kills: ['TestTransformingInformerRace', 'TestDeltaFIFO_transformer'],
  },
  {
    name: 'bookmarks do not reach the store',
    file: processDeltas,
    find: 'return indexer.bookmark(delta.resourceVersion);',
    replace: 'return;',
    kills: ['TestStoreResourceVersion'],
  },
  {
    name: 'what a handler throws is lost',
    file: newInformer,
    find: "const failed = (error: Error): void => onError(error, { stage: 'handler', resource });",
    replace: 'const failed = (): void => {};',
    kills: ['TestPanicPropagated'],
  },
];
