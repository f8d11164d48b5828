import type { Mutation } from './mutation.js';

const initialSync = 'runtime/src/async/initial-sync.ts';
const synctrack = 'runtime/src/client-go/synctrack.ts';
const workQueue = 'runtime/src/workqueue/work-queue.ts';
const delayingQueue = 'runtime/src/workqueue/delaying-queue.ts';
const rateLimiter = 'runtime/src/workqueue/rate-limiter.ts';
const rateLimitingQueue = 'runtime/src/workqueue/rate-limiting-queue.ts';
const retryWatcher = 'runtime/src/client-go/retry-watcher.ts';

export const helperMutations: readonly Mutation[] = [
  {
    name: 'a tracker does not wait for keys in work',
    file: synctrack,
    find: '    this.#waiting.add(key);\n    this.#initial.expect(1);',
    replace: '    this.#waiting.add(key);',
    kills: ['TestBasicLogic'],
  },
  {
    name: 'a counting tracker does not count',
    file: initialSync,
    find: 'if (this.#sourceHasSynced && this.#pending === 0) this.#synced.open();',
    replace: 'if (this.#sourceHasSynced) this.#synced.open();',
    kills: [
      'TestBasicLogic',
      'TestSingleFile',
      'TestSingleFileCounting',
      'TestAddWhileActive',
      'TestDeltaFIFO_HasSynced',
      'TestRealFIFO_HasSynced',
    ],
  },
  {
    name: 'a counting tracker pays no heed to its source',
    file: initialSync,
    find: 'if (this.#sourceHasSynced && this.#pending === 0) this.#synced.open();',
    replace: 'if (this.#pending === 0) this.#synced.open();',
    kills: ['TestBasicLogic', 'TestSingleFile'],
  },
  {
    name: 'more may be finished than were started',
    file: synctrack,
    find: 'if (this.#initial.pending === 0) {',
    replace: 'if (this.#initial.pending === -1) {',
    kills: ['TestSingleFileCounting'],
  },
  {
    name: 'a key in work is handed out again',
    file: workQueue,
    find: 'this.#states.set(key, PROCESSING | DIRTY);',
    replace: 'this.#states.set(key, PROCESSING | DIRTY);\n      this.#push(key);',
    kills: ['TestBasic', 'TestReinsert'],
  },
  {
    name: 'a key added while in work is lost',
    file: workQueue,
    find: 'this.#states.set(key, PROCESSING | DIRTY);',
    replace: '',
    kills: ['TestAddWhileProcessing', 'TestReinsert', 'TestQueueDrainageUsingShutDownWithDrainWithDirtyItem'],
  },
  {
    name: 'a key that waits is queued again',
    file: workQueue,
    find: 'this.#storage.touch(key);',
    replace: 'this.#storage.push(key);',
    kills: ['TestCollapse', 'TestLen'],
  },
  {
    name: 'a drain does not wait',
    file: workQueue,
    find: 'if (this.#processing === 0) return Promise.resolve();',
    replace: 'return Promise.resolve();',
    kills: ['TestQueueDrainageUsingShutDownWithDrain'],
  },
  {
    name: 'an item added after shutdown is taken',
    file: workQueue,
    find: '    if (this.#shuttingDown) return;\n    const state',
    replace: '    const state',
    kills: ['TestBasic'],
  },
  {
    name: 'a delayed key comes at once',
    file: delayingQueue,
    find: 'if (!(delayMs > 0)) return this.add(key);',
    replace: 'return this.add(key);',
    kills: ['TestSimpleQueue', 'TestDeduping', 'TestAddTwoFireEarly', 'TestRateLimitingQueue'],
  },
  {
    name: 'the later of two times counts',
    file: delayingQueue,
    find: 'if (waitsUntil !== undefined && readyAt >= waitsUntil) return;',
    replace: 'if (waitsUntil !== undefined && readyAt <= waitsUntil) return;',
    kills: ['TestDeduping'],
  },
  {
    name: 'a shorter delay waits for the timer of a longer one',
    file: delayingQueue,
    find: 'if (first === undefined || first >= this.#timerAt) return;',
    replace: 'if (first === undefined || this.#timer !== undefined) return;',
    kills: ['TestAddTwoFireEarly'],
  },
  {
    name: 'delays do not grow',
    file: rateLimiter,
    find: 'this.#baseDelayMs * 2 ** Math.min(failures, 1023)',
    replace: 'this.#baseDelayMs',
    kills: [
      'TestItemExponentialFailureRateLimiter',
      'TestItemExponentialFailureRateLimiterOverFlow',
      'TestRateLimitingQueue',
    ],
  },
  {
    name: 'delays have no limit',
    file: rateLimiter,
    find: 'return Math.min(this.#baseDelayMs * 2 ** Math.min(failures, 1023), this.#maxDelayMs);',
    replace: 'return this.#baseDelayMs * 2 ** Math.min(failures, 1023);',
    kills: ['TestItemExponentialFailureRateLimiterOverFlow'],
  },
  {
    name: 'forget forgets nothing',
    file: rateLimitingQueue,
    find: '    this.#rateLimiter.forget(key);',
    replace: '    void key;',
    kills: ['TestRateLimitingQueue'],
  },
  {
    name: 'a closed watch is not started again',
    file: retryWatcher,
    find: '      return again(0);\n    } catch',
    replace: '      return ended;\n    } catch',
    kills: ['TestRetryWatcher'],
  },
  {
    name: 'a watch goes on from the first version',
    file: retryWatcher,
    find: '    this.#resourceVersion = version;',
    replace: '',
    kills: ['TestRetryWatcher'],
  },
  {
    name: 'an expired version is tried again',
    file: retryWatcher,
    find: 'if (event.status.code !== 410) return again(new ApiError(event.status).retryAfterMs ?? 0);',
    replace: 'if (event.status.code !== 0) return again(new ApiError(event.status).retryAfterMs ?? 0);',
    kills: ['TestRetryWatcher'],
  },
  {
    name: 'bookmarks are handed on',
    file: retryWatcher,
    find: "if (event.type !== 'BOOKMARK') yield event;",
    replace: 'yield event as WatchChange<T>;',
    kills: ['TestRetryWatcher'],
  },
  {
    name: 'the precondition does not end the wait',
    file: 'runtime/src/client-go/until-with-sync.ts',
    find: 'if (await precondition(watcher.informer.getStore())) return undefined;',
    replace: 'await precondition(watcher.informer.getStore());',
    kills: ['TestUntilWithSync'],
  },
  {
    name: 'the precondition is asked before the cache has synced',
    file: 'runtime/src/client-go/until-with-sync.ts',
    find: 'await watcher.informer.whenSynced({ signal: waitSignal });',
    replace: '',
    kills: ['TestUntilWithSync'],
  },
  {
    name: 'a deletion that was missed is not told of',
    file: 'runtime/src/client-go/informer-watcher.ts',
    find: "if (lastKnown !== undefined) this.#events.push({ type: 'DELETED', object: lastKnown });",
    replace: '',
    kills: ['TestInformerWatcherDeletedFinalStateUnknown'],
  },
];
