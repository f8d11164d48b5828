import type { WorkCause } from '../../observe/events.js';
import type { Observer } from '../../observe/observer.js';
import type { ObservedController } from '../../observe/subjects.js';
import type { ReconcileCall, ReconcileFunc, ReconcileLoop, ReconcileLoopOptions } from './reconcile-loop.js';
import type { ReconcileResult } from './reconcile-result.js';

/** A loop as observers see it. */
export function observedController(
  { name, resource = { group: '', kind: '' }, workers = 1 }: ReconcileLoopOptions,
  loop: Pick<ReconcileLoop, 'active' | 'stuckRuns'>,
): ObservedController {
  const { group, kind } = resource;
  return {
    type: 'controller',
    name,
    group,
    kind,
    workers,
    get active() {
      return loop.active;
    },
    get stuck() {
      return loop.stuckRuns.length;
    },
  };
}

/** One run, and why it runs. */
export interface RunToObserve {
  readonly causes: readonly WorkCause[];
  readonly call: ReconcileCall;
  readonly reconcile: ReconcileFunc;
}

/** Begins a run, inside of whatever observers put around it. */
export function startObserved(
  on: Observer,
  subject: ObservedController,
  { causes, call, reconcile }: RunToObserve,
): Promise<ReconcileResult | void> {
  const { key, id, priority } = call;
  const start = { key, id, priority, causes };
  on.reconcileStarted?.(subject, start);
  const begin = async (): Promise<ReconcileResult | void> => reconcile(call);
  if (on.aroundReconcile === undefined) return begin();
  let running: Promise<ReconcileResult | void> | undefined;
  on.aroundReconcile(subject, start, () => {
    running = begin();
  });
  return running ?? begin();
}
