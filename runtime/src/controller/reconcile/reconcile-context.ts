import type { KubernetesObject } from '../../api/object.js';
import type { Resource } from '../../api/resource.js';
import type { WriteViews } from '../../api/write-views.js';
import type { ResourceCaller } from '../../client/api-client.js';
import type { LabelSelectorLike } from '../../lister/lister.js';
import type { EventNote } from '../events/event-object.js';
import type { StatusOf, StatusWriter } from '../helpers/status-types.js';
import type { RunLog } from './log.js';

/** An intent whose name and namespace may be left out: they are those of the object that is reconciled. */
export type ChildIntent<A> = A extends { readonly metadata: infer M }
  ? Omit<A, 'metadata' | 'apiVersion' | 'kind'> & { readonly metadata?: Partial<M> | undefined }
  : A;

/** How a child is applied. */
export interface ApplyChildOptions {
  /**
   * The object that is reconciled becomes the controller of the child, which is deleted with it. An existing object is refused
   * unless it belongs to this owner already. Default true.
   */
  readonly owned?: boolean | undefined;
  /** Take over an existing object that has no controller and that this program did not apply. Default false. */
  readonly adopt?: boolean | undefined;
  /** Take fields away from other managers. Default true for owned objects, else false. */
  readonly force?: boolean | undefined;
}

/** How a cache is read. */
export interface ConsistentReadOptions {
  /** Wait until the cache has what this run wrote. Default true. */
  readonly consistent?: boolean | undefined;
}

/** What to list from a cache. */
export interface CacheListOptions extends ConsistentReadOptions {
  /** Default: all. */
  readonly namespace?: string | undefined;
  /** Which of them, by labels. Default: all. */
  readonly selector?: LabelSelectorLike | undefined;
}

/**
 * What a reconcile works with. What it writes through it is read back: see {@link ReconcileContext.list} for lists; a
 * lister's `get` shows own writes at once, a lister's `list` and index reads show the cache as it is. `S`: the type of the status,
 * which is that of the whole object if `T` is projected.
 */
export interface ReconcileContext<T extends KubernetesObject, S = StatusOf<T>> {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** Aborts when the run must end. */
  readonly signal: AbortSignal;
  /**
   * Returns the time of the manager's clock in milliseconds since the epoch. Use it in place of `Date.now()`, so that the reconcile
   * follows the virtual time of tests.
   *
   * @example
   * if (next > now()) return { requeueAfterMs: next - now() };
   */
  readonly now: () => number;
  readonly log: RunLog;
  /** The calls to the server. Writes are kept back when this process no longer leads. */
  readonly client: ResourceCaller;
  readonly status: StatusWriter<S>;
  /** Records an event about the object, with annotations of its own if the note has them. */
  event(note: EventNote): void;
  /**
   * Applies an object that belongs to the one that is reconciled: name, namespace, controller reference and field manager are
   * filled in. Nothing is sent when nothing would change. Returns the object as it is now. Rejects with an `AlreadyOwnedError`, and
   * records a Warning event, if the object exists and another object controls it, or if nothing controls it and this program did
   * not apply it. A run that fails with this error is retried after at most 30 s.
   *
   * @example
   * await apply(configMapResource, { data: { 'index.html': site.spec.html } });
   */
  apply<C extends KubernetesObject, F extends string, W extends WriteViews>(
    resource: Resource<C, F, W>,
    intent: ChildIntent<W['apply']>,
    options?: ApplyChildOptions,
  ): Promise<C>;
  /** What the cache has, once it has what this run wrote. Reads from the server where no informer has the resource. */
  list<C extends KubernetesObject>(resource: Resource<C>, options?: CacheListOptions): Promise<readonly C[]>;
  /** The same by an index of the informer. */
  byIndex<C extends KubernetesObject>(
    resource: Resource<C>,
    index: { readonly name: string; readonly value: string },
    options?: ConsistentReadOptions,
  ): Promise<readonly C[]>;
}
