import type { KubernetesObject, WithManagedFields } from '../api/object.js';
import type { JsonPatch } from '../api/patches.js';
import type { Resource } from '../api/resource.js';
import type { Status } from '../api/status.js';
import type { UnknownViews, WriteViews } from '../api/write-views.js';
import type { ListResult, WatchEvent } from '../source/lister-watcher.js';
import type { AnswerFor, InputFor, IntentFor, PartOf, PatchFor, PatchType } from './call-types.js';
import type {
  ApplyOptions,
  CreateOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListAllRequest,
  ListRequest,
  NamespacedName,
  PatchOptions,
  ReplaceObjectOptions,
  WatchRequest,
} from './call-options.js';

/** An event of a watch that has not failed. */
export type ObjectEvent<T> = Exclude<WatchEvent<T>, { readonly type: 'ERROR' }>;

/** What a delete answers: the object while finalizers or a grace period hold it (and for some kinds always), else a Status. */
export type DeleteAnswer<T extends KubernetesObject> = WithManagedFields<T> | (Status & { readonly kind: 'Status' });

/**
 * The calls to an API server, typed by the resource: `ApiClient` makes them over HTTP, `FakeClient` of the testing package
 * in the process. All reject with an `ApiError` where the server refuses; its `code` is one of a closed set.
 *
 * `apiVersion` and `kind` are filled in, `fieldManager` and `fieldValidation` are those of the client unless a call says
 * otherwise. What the server answers with 429 is sent again when it says so. After a broken connection, and after a 5xx
 * that says when to come back, only that is sent again which is safe to do twice: reads, dry runs, a replace, merge patch
 * or apply without a resourceVersion, and a delete of one uid. A request that never reached a server is sent again always.
 */
export interface ResourceCaller {
  /**
   * Reads an object, or a subresource of it, from the server.
   *
   * @example
   * const widget = await client.get(widgetResource, { namespace: 'default', name: 'a' });
   */
  get<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    name: NamespacedName,
    options?: GetOptions<S>,
  ): Promise<AnswerFor<T, W, S>>;

  /** Reads one page of a list, or all of it: as `request` says. Items carry `apiVersion` and `kind`. */
  list<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    request?: ListRequest,
  ): Promise<ListResult<WithManagedFields<T>>>;

  /**
   * Reads every object of a list, asking for page after page as they are needed. All are of one version; where reading takes
   * so long that the server has forgotten it, the iteration throws an error with the code `Expired`.
   *
   * @example
   * for await (const widget of client.listAll(widgetResource, { labelSelector: 'tier=web' })) …
   */
  listAll<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    request?: ListAllRequest,
  ): AsyncIterable<WithManagedFields<T>>;

  /**
   * Follows changes until the server ends the watch, which it does after some minutes; informers do it for good. The request
   * is sent when the iteration begins and given up when it is left. What the server sends as an error is thrown.
   *
   * @example
   * for await (const { type, object } of client.watch(widgetResource, { resourceVersion })) …
   */
  watch<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    request?: WatchRequest,
  ): AsyncIterable<ObjectEvent<WithManagedFields<T>>>;

  /**
   * Creates an object, or sends what a subresource such as `eviction` or `token` takes. Returns what the server made.
   *
   * @example
   * await client.create(widgetResource, { metadata: { name: 'a', namespace: 'default' }, spec: { size: 3 } });
   */
  create<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    object: InputFor<W, S>,
    options?: CreateOptions<S>,
  ): Promise<AnswerFor<T, W, S>>;

  /** Replaces an object. Where it has a resourceVersion and that is not the newest, the code is `Conflict`. */
  replace<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    object: InputFor<W, S>,
    options?: ReplaceObjectOptions<S>,
  ): Promise<AnswerFor<T, W, S>>;

  /**
   * Changes parts of an object as it is now, whoever else changes it. With `metadata.resourceVersion` in a merge patch, only
   * if nobody did.
   *
   * @example
   * await client.patch(widgetResource, widget.metadata, { metadata: { labels: { tier: 'web' } } });
   * await client.patch(widgetResource, widget.metadata, [{ op: 'remove', path: '/spec/size' }], { type: 'json' });
   */
  patch<
    T extends KubernetesObject,
    F extends string,
    W extends WriteViews,
    S extends PartOf<W> = undefined,
    K extends PatchType = 'merge',
    const P extends JsonPatch = JsonPatch,
  >(
    resource: Resource<T, F, W>,
    name: NamespacedName,
    patch: PatchFor<T, W, S, K, P>,
    options?: PatchOptions<K, S>,
  ): Promise<AnswerFor<T, W, S>>;

  /**
   * Server-side apply: says which fields this manager wants, and what they are. The object is created where it is not there;
   * a field that the intent before had and this one lacks is removed, finalizers included.
   *
   * @example
   * await client.apply(widgetResource, { metadata: { name: 'a', namespace: 'default' }, spec: { size: 3 } }, { force: true });
   */
  apply<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    intent: IntentFor<W, S>,
    options?: ApplyOptions<S>,
  ): Promise<AnswerFor<T, W, S>>;

  /**
   * Deletes an object.
   *
   * @example
   * await client.delete(widgetResource, widget.metadata, { preconditions: { uid: widget.metadata.uid } });
   */
  delete<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    name: NamespacedName,
    options?: DeleteOptions,
  ): Promise<DeleteAnswer<T>>;

  /** Deletes every object that the selectors match, one by one: some may be gone where it rejects. */
  deleteCollection<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    options: DeleteCollectionOptions,
  ): Promise<void>;
}
