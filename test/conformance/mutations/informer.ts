import type { Mutation } from './mutation.js';

const informer = 'runtime/src/informer/shared-index-informer.ts';
const processor = 'runtime/src/delivery/shared-processor.ts';
const listener = 'runtime/src/delivery/processor-listener.ts';
const waiting = 'runtime/src/informer/wait-for-cache-sync.ts';

export const informerMutations: readonly Mutation[] = [
  {
    name: 'every handler is resynced whenever one is',
    file: processor,
    find: 'listener.syncing = listener.shouldResync(now);',
    replace: 'listener.syncing = true;',
    kills: ['TestListenerResyncPeriods', 'TestSharedInformerWatchDisruption'],
  },
  {
    name: 'what is distributed is lost while a handler runs',
    file: listener,
    find: 'if (this.#stopped || batch.notifications.length === 0) return;',
    replace: 'if (this.#stopped || this.#running || batch.notifications.length === 0) return;',
    kills: ['TestListenerResyncPeriodsDelayed'],
  },
  {
    name: 'a short resync period does not shorten that of the informer',
    file: 'runtime/src/delivery/event-handlers.ts',
    find: 'this.#resyncCheckPeriodMs = requestedMs;',
    replace: '',
    kills: ['TestResyncCheckPeriod'],
  },
  {
    name: 'unchanged objects of a list reach nobody',
    file: processor,
    find: 'if (listener.syncing) listener.add(all);',
    replace: 'if (listener.syncing && notifications.length === 0) listener.add(all);',
    kills: ['TestSharedInformerWatchDisruption', 'TestListenerResyncPeriods'],
  },
  {
    name: 'a late handler is not told what is cached',
    file: informer,
    find: 'const cached = hasStarted ? indexer.list() : [];',
    replace: 'const cached: readonly T[] = [];',
    kills: ['TestAddWhileActive', 'TestSharedInformerHandlerAbuse', 'TestSharedInformerInitializationRace'],
  },
  {
    name: 'a handler that is added while it runs never begins',
    file: processor,
    find: 'if (this.#started) listener.start();',
    replace: '',
    kills: ['TestSharedInformerInitializationRace', 'TestAddWhileActive'],
  },
  {
    name: 'a transform can be set while it runs',
    file: informer,
    find: "this.#mustNotHaveStarted('setTransform');",
    replace: '',
    kills: ['TestSharedInformerStartRace'],
  },
  {
    name: 'the transform is not used',
    file: informer,
    find: 'this.#transform = transform;',
    replace: '',
    kills: ['TestSharedInformerTransformer', 'TestSharedInformerStartRace'],
  },
  {
    name: 'a removed handler is still told',
    file: processor,
    find: 'if (!this.#listeners.delete(listener)) return false;',
    replace: 'if (this.#listeners.size >= 0) return false;',
    kills: [
      'TestSharedInformerRemoveHandler',
      'TestSharedInformerMultipleRegistration',
      'TestRemoveWhileActive',
      'TestRemoveEventHandler_AsynchronousPanic',
    ],
  },
  {
    name: 'an informer removes the handlers of others',
    file: 'runtime/src/delivery/handler-registration.ts',
    find: 'return this.#processor === processor;',
    replace: 'return processor !== undefined;',
    kills: ['TestSharedInformerRemoveForeignHandler'],
  },
  {
    name: 'removing again removes another',
    file: processor,
    find: 'if (!this.#listeners.delete(listener)) return false;',
    replace: 'if (!this.#listeners.delete(listener)) this.#listeners.clear();',
    kills: ['TestRemovingRemovedSharedInformer'],
  },
  {
    name: 'what waits for a removed handler is still told',
    file: listener,
    find: '    this.#backlog.clear();\n',
    replace: '',
    kills: ['TestRemoveEventHandler_AsynchronousPanic', 'TestShutdown'],
  },
  {
    name: 'a shutdown of a handler does not wait for it',
    file: listener,
    find: 'if (running === undefined) return Promise.resolve();',
    replace: 'return Promise.resolve();',
    kills: ['TestRemoveEventHandler_SynchronousShutdown', 'TestShutdown'],
  },
  {
    name: 'a handler is synced before it has seen what is cached',
    file: listener,
    find: 'this.#initial.expect(batch.initialAdds);',
    replace: '',
    kills: ['TestAddWhileActive'],
  },
  {
    name: 'waiting ends with the first that has synced',
    file: waiting,
    find: 'Promise.all(syncables.map((each) => synced(each, clock, signal)))',
    replace: 'Promise.race(syncables.map((each) => synced(each, clock, signal)))',
    kills: ['TestWaitFor', 'TestSyncResult'],
  },
  {
    name: 'the error of a wait names every cache',
    file: waiting,
    find: 'syncables.filter((each) => !isSynced(each)).map(describe)',
    replace: 'syncables.map(describe)',
    kills: ['TestWaitFor', 'TestSyncResult'],
  },
];
