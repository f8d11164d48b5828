import type { Mutation } from './mutation.js';

const queue = 'runtime/src/workqueue/priority-queue.ts';
const loop = 'runtime/src/controller/reconcile/reconcile-loop.ts';
const elector = 'runtime/src/controller/election/leader-elector.ts';
const lifecycle = 'runtime/src/controller/manager/manager-lifecycle.ts';
const sources = 'runtime/src/controller/sources/informer-source.ts';
const recorder = 'runtime/src/controller/events/event-recorder.ts';

/** Rules of controllers. */
export const controllersMutations: readonly Mutation[] = [
  {
    name: 'a key that waits may fall in priority',
    file: queue,
    find: 'const isRaised = priority > item.priority;',
    replace: 'const isRaised = priority !== item.priority;',
    kills: ['will not decrease the priority'],
  },
  {
    name: 'a key that becomes ready by time keeps the place of its add',
    file: queue,
    find: `      this.#waiting.pop();
      first.value.sequence = this.#nextSequence();`,
    replace: '      this.#waiting.pop();',
    kills: ['TestMultipleItemsWithAfterAreReturnedInCorrectOrder'],
  },
  {
    name: 'keys of low priority starve',
    file: 'runtime/src/workqueue/ready-keys.ts',
    find: 'OLDEST_EVERY = 10;',
    replace: 'OLDEST_EVERY = 1_000_000;',
    kills: ['TestFuzzPriorityQueue'],
  },
  {
    name: 'a wish to run later does not forget failures',
    file: loop,
    find: '    this.queue.forget(key);\n    this.queue.addWithOptions({ afterMs',
    replace: '    this.queue.addWithOptions({ afterMs',
    kills: ['should requeue a Request after a duration (but not rate-limited) if the Result sets RequeueAfter'],
  },
  {
    name: 'a terminal error is tried again',
    file: loop,
    find: 'if (!isTerminal(error)) this.#retry',
    replace: 'this.#retry',
    kills: ['should not requeue a Request if there is a terminal error'],
  },
  {
    name: 'keys are worked on before the sources have synced',
    file: loop,
    find: '      await this.warmUp({ signal });',
    replace: '      void this.warmUp({ signal }).catch(() => {});',
    kills: ['should not call Reconcile until all event handlers have processed initial objects'],
  },
  {
    name: 'the initial list is as urgent as news',
    file: sources,
    find: 'put(keysOf(mapping, [object], thrown), !isInInitialList',
    replace: 'put(keysOf(mapping, [object], thrown), true',
    kills: ['should lower the priority of a create request for an object that was part of the initial list'],
  },
  {
    name: 'who lost a child is not told',
    file: sources,
    find: 'keysOf(mapping, [before, after], thrown)',
    replace: 'keysOf(mapping, [after], thrown)',
    kills: ['should enqueue a Request with the Owners of both objects in the UpdateEvent'],
  },
  {
    name: 'the own duration counts, and not that of the record',
    file: elector,
    find: 'this.#leaseEndsAt() > now',
    replace: 'this.#observedAt + this.#times.leaseDurationMs > now',
    kills: ['TestTryAcquireOrRenewLeases'],
  },
  {
    name: 'a leader reads before it renews',
    file: elector,
    find: 'if (this.isLeader() && this.#isLeaseValid(now) && (await this.#renewAtOnce(record, signal))) return true;',
    replace: '',
    kills: ['TestFastPathLeaderElection'],
  },
  {
    name: 'a lost update ends the release',
    file: 'runtime/src/controller/election/release-lease.ts',
    find: 'if (isLostUpdate(thrown)) continue;',
    replace: '',
    kills: ['TestReleaseRetriesOnConflict'],
  },
  {
    name: 'the lease is given up before the work has drained',
    file: lifecycle,
    find: 'if (!this.elected.isOpen) await election?.stop();',
    replace: 'await election?.stop();',
    kills: ['should only cancel the leader election after all runnables are done'],
  },
  {
    name: 'what is added while stopping is started',
    file: lifecycle,
    find: "if (this.#stop.signal.aborted || this.#phase === 'stopping' || this.#phase === 'stopped')\n      throw",
    replace: "if (this.#phase === 'stopped')\n      throw",
    kills: ['should refuse to add runnable if stop procedure is already engaged'],
  },
  {
    name: 'every event of a series is created',
    file: recorder,
    find: 'if (known?.series !== undefined) {',
    replace: 'if (known?.series !== undefined && known.series.count < 0) {',
    kills: ['TestEventSeriesf'],
  },
  {
    name: 'a series that the server has forgotten is lost',
    file: recorder,
    find: 'if (!isNotFound(thrown)) throw thrown;',
    replace: 'throw thrown;',
    kills: ['TestUpdateExpiredEvent'],
  },
];
