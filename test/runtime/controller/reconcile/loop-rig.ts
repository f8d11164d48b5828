import { FakeClock, settle } from '@informer-gen/testing';
import { expect } from 'vitest';
import type {
  ReconcileFunc,
  ReconcileLoopOptions,
} from '../../../../runtime/src/controller/reconcile/reconcile-loop.js';
import { ReconcileLoop } from '../../../../runtime/src/controller/reconcile/reconcile-loop.js';
import type { ReconcileOutcome } from '../../../../runtime/src/controller/reconcile/reconcile-result.js';

/** A loop without a server, by a virtual clock. */
export interface LoopRig extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly loop: ReconcileLoop;
  readonly outcomes: ReconcileOutcome[];
  readonly errors: string[];
  readonly stop: AbortController;
  readonly abandon: AbortController;
  /** Starts the loop and lets it come to rest. */
  start(): Promise<void>;
  readonly running: () => Promise<void>;
}

export function rig(reconcile: ReconcileFunc, options: Partial<ReconcileLoopOptions> = {}): LoopRig {
  const [clock, stop, abandon] = [new FakeClock(), new AbortController(), new AbortController()];
  const [outcomes, errors]: [ReconcileOutcome[], string[]] = [[], []];
  const loop = new ReconcileLoop({
    name: 'test',
    reconcile,
    clock,
    onReconciled: (outcome) => void outcomes.push(outcome),
    onError: (error) => void errors.push(error.message),
    ...options,
  });
  let running: Promise<void> = Promise.resolve();
  return {
    clock,
    loop,
    outcomes,
    errors,
    stop,
    abandon,
    async start() {
      running = loop.run({ signal: stop.signal, abandon: abandon.signal });
      running.catch(() => {});
      await settle();
    },
    running: () => running,
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('over'));
      await running.catch(() => {});
      expect(clock.pendingTimers).toBe(0);
    },
  };
}
