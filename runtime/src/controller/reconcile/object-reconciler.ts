import { isNotFound } from '../../api/api-error.js';
import { isInformerError } from '../../api/informer-error.js';
import { splitMetaNamespaceKey } from '../../api/key.js';
import type { KubernetesObject } from '../../api/object.js';
import { toError } from '../../api/on-error.js';
import type { Resource } from '../../api/resource.js';
import { safeOnError } from '../../api/safe-on-error.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import { currentRun, Run } from '../consistency/run.js';
import { RunHistory } from '../consistency/run-history.js';
import type { Finalizable } from '../helpers/finalizers.js';
import { addFinalizer, finalizerState, removeFinalizer } from '../helpers/finalizers.js';
import type { StatusOf } from '../helpers/status-types.js';
import type { ReconcileCall } from './reconcile-loop.js';
import type { ReconcileResult } from './reconcile-result.js';
import { isTerminal } from './reconcile-result.js';
import type { ControllerHost } from './controller-host.js';
import { observedWait } from './observed-wait.js';
import type { ReconcileContext } from './reconcile-context.js';
import { RunContext } from './run-context.js';

/** What a reconcile or a cleanup may answer. */
export type ReconcileAnswer = ReconcileResult | void | Promise<ReconcileResult | void>;

/** Brings the world into line with what an object wants. It throws to be tried again. */
export type Reconciler<T extends KubernetesObject, S = StatusOf<T>> = (
  object: T,
  context: ReconcileContext<T, S>,
) => ReconcileAnswer;

/** The same for a key, of an object that may be gone. Nothing is decoded for it. */
export type KeyReconciler<T extends KubernetesObject, S = StatusOf<T>> = (
  key: string,
  context: ReconcileContext<T, S>,
) => ReconcileAnswer;

/** Undoes what a controller did outside of the cluster, before its object goes. It may be called again. */
export type Cleanup<T extends KubernetesObject, S = StatusOf<T>> = (
  object: T,
  context: ReconcileContext<T, S>,
) => void | Promise<void>;

/** What an {@link ObjectReconciler} is made of. */
export interface ObjectReconcilerOptions<T extends KubernetesObject, S = StatusOf<T>> {
  readonly host: ControllerHost;
  readonly name: string;
  readonly resource: Resource<T>;
  readonly informer: SharedIndexInformer<T>;
  /** In the order in which they are added and cleaned up. */
  readonly finalizers: ReadonlyMap<string, Cleanup<T, S>>;
  readonly work:
    | { readonly type: 'object'; readonly reconcile: Reconciler<T, S> }
    | { readonly type: 'key'; readonly reconcile: KeyReconciler<T, S> };
}

/**
 * One run from key to result: waits for the caches to have what earlier runs of the key wrote, reads the object, keeps its
 * finalizers, calls the reconciler, and writes the status.
 */
export class ObjectReconciler<T extends KubernetesObject, S = StatusOf<T>> {
  readonly #options: ObjectReconcilerOptions<T, S>;
  readonly #history: RunHistory;

  constructor(options: ObjectReconcilerOptions<T, S>) {
    this.#options = options;
    this.#history = new RunHistory(options.host.clock);
  }

  async reconcile(call: ReconcileCall): Promise<ReconcileResult | void> {
    const isFresh = this.#needsNoWait(call.key) || (await this.#cachesReady(call));
    const run = new Run(this.#options.host);
    // What the caches still lack of earlier runs is asked of the server by lists, too.
    if (!isFresh) for (const resourceKey of this.#history.lagging(call.key)) run.becameUnknown(resourceKey);
    try {
      return await currentRun.run(run, () => this.#run(call, run, isFresh));
    } finally {
      this.#history.add(call.key, run);
    }
  }

  /** Nothing is waited for, and nobody counts that. */
  #needsNoWait(key: string): boolean {
    return this.#history.isClear(key) && this.#options.host.observers.on?.cacheWaited === undefined;
  }

  /** False when the caches did not come so far in time and the server is to be asked. */
  async #cachesReady({ key, signal }: ReconcileCall): Promise<boolean> {
    const { readYourWrites } = this.#options.host;
    if (readYourWrites === false) return true;
    const { timeoutMs = 10_000, onTimeout = 'error' } = readYourWrites;
    try {
      const wait = (): Promise<void> => this.#history.wait(key, { signal, timeoutMs });
      await observedWait(this.#options.host, 'get', wait);
      return true;
    } catch (error) {
      if (onTimeout === 'live' && isInformerError(error, 'StaleCache')) return false;
      throw error;
    }
  }

  async #run(call: ReconcileCall, run: Run, isFresh: boolean): Promise<ReconcileResult | void> {
    const { host, name: controller, resource, informer, work } = this.#options;
    const common = { host, controller, resource, call, run };
    if (work.type === 'key') return work.reconcile(call.key, new RunContext<T, S>({ ...common, object: undefined }));
    const object = isFresh ? informer.indexer.getByKey(call.key) : await this.#live(call);
    if (object === undefined) return undefined;
    if (object.metadata?.deletionTimestamp !== undefined) {
      const context = new RunContext<T, S>({ ...common, object });
      return this.#withStatus(context, () => this.#cleanUp(object, context));
    }
    const held = await this.#withFinalizers(object);
    if (held === undefined) return undefined;
    const context = new RunContext<T, S>({ ...common, object: held });
    return this.#withStatus(context, () => work.reconcile(held, context));
  }

  /** What a run says of its object is written also when the run fails; then its own error counts, and not that of the write. */
  async #withStatus<R>(context: RunContext<T, S>, work: () => R | Promise<R>): Promise<R> {
    let result: R;
    try {
      result = await work();
    } catch (error) {
      await context.writeStatus().catch((failed: unknown) => this.#report(toError(failed), context.key));
      throw error;
    }
    await context.writeStatus();
    return result;
  }

  #report(error: Error, key: string): void {
    const { host, name } = this.#options;
    safeOnError(host.onError)(error, { stage: 'reconcile', resource: name, key });
  }

  async #live({ key, signal }: ReconcileCall): Promise<T | undefined> {
    const { host, resource } = this.#options;
    const { namespace, name } = splitMetaNamespaceKey(key);
    try {
      return await host.client.get(resource, { name, ...(namespace !== '' && { namespace }) }, { signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /**
   * Returns the object once all finalizers are stored; undefined if it was deleted meanwhile. The run continues with the object that
   * the server returned: predicates may drop the event of this change.
   */
  async #withFinalizers(object: T): Promise<T | undefined> {
    const { host, resource, finalizers } = this.#options;
    let live: (T & Finalizable) | undefined = object as T & Finalizable;
    for (const finalizer of finalizers.keys()) {
      if (finalizerState(live, finalizer) === 'present') continue;
      live = await addFinalizer(host.client, resource as Resource<T & Finalizable>, live, finalizer);
      if (live === undefined) return undefined;
    }
    return live === object ? object : host.toCached(resource, live);
  }

  /** Each that is there, in order; one that fails stays, and the others are done all the same. */
  async #cleanUp(object: T, context: RunContext<T, S>): Promise<void> {
    const { host, resource, finalizers } = this.#options;
    const errors: unknown[] = [];
    let live: (T & Finalizable) | undefined = object as T & Finalizable;
    for (const [finalizer, cleanup] of finalizers) {
      if (live === undefined || finalizerState(live, finalizer) !== 'cleaning') continue;
      try {
        await cleanup(object, context);
        live = await removeFinalizer(host.client, resource as Resource<T & Finalizable>, live, finalizer);
      } catch (error) {
        errors.push(error);
      }
    }
    const failures = this.#triedAgain(errors, context.key);
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1)
      throw new AggregateError(failures, `${failures.length} finalizers could not be cleaned up`);
  }

  /** One that is hopeless must not keep the others from being tried again: then it is told of by itself. */
  #triedAgain(errors: readonly unknown[], key: string): readonly unknown[] {
    const again = errors.filter((error) => !isTerminal(error));
    if (again.length === 0) return errors;
    for (const error of errors.filter(isTerminal)) this.#report(toError(error), key);
    return again;
  }
}
