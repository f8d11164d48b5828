import {
  type ErrorContext,
  newSharedIndexInformer,
  type ResourceEventHandler,
  type SharedIndexInformer,
  type SharedIndexInformerOptions,
} from '@informer-gen/runtime';
import { FakeClock, FakeListerWatcher } from '@informer-gen/testing';
import { nameOf, type Pod, pods } from './pods.js';

/** An informer on a fake source and virtual time. */
export interface Informing {
  readonly source: FakeListerWatcher<Pod>;
  readonly informer: SharedIndexInformer<Pod>;
  readonly clock: FakeClock;
  readonly errors: { error: Error; context: ErrorContext }[];
  readonly signal: AbortSignal;
  /** Runs it, and lets happen what happens at once. */
  start(): Promise<void>;
  /** Stops it and waits until it has ended. */
  stop(): Promise<void>;
}

export function informing(objects: readonly Pod[] = [], options: SharedIndexInformerOptions<Pod> = {}): Informing {
  const source = new FakeListerWatcher<Pod>(objects);
  const clock = new FakeClock();
  const errors: Informing['errors'] = [];
  const informer = newSharedIndexInformer<Pod>(source, pods, {
    clock,
    reflector: { random: () => 0 },
    onError: (error, context) => void errors.push({ error, context }),
    ...options,
  });
  const controller = new AbortController();
  let running: Promise<void> | undefined;
  return {
    source,
    informer,
    clock,
    errors,
    signal: controller.signal,
    async start() {
      running = informer.run({ signal: controller.signal });
      await clock.advanceAsync(0);
    },
    async stop() {
      controller.abort();
      await running;
    },
  };
}

/** A handler that remembers what it was told. */
export class Listener implements ResourceEventHandler<Pod> {
  /** `add a`, `update a`, `delete a`. */
  readonly events: string[] = [];

  onAdd(object: Pod): void {
    this.events.push(`add ${nameOf(object)}`);
  }

  onUpdate(_before: Pod, after: Pod): void {
    this.events.push(`update ${nameOf(after)}`);
  }

  onDelete({ key }: { readonly key: string }): void {
    this.events.push(`delete ${key.split('/').at(-1)}`);
  }

  /** What came since the last call. */
  take(): string[] {
    return this.events.splice(0);
  }
}

/** A promise, and what settles it. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
