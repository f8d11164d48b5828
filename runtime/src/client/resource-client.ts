import type { KubernetesObject, WithManagedFields } from '../api/object.js';
import type { JsonPatch } from '../api/patches.js';
import type { Resource } from '../api/resource.js';
import type { WriteViews } from '../api/write-views.js';
import type { ListResult } from '../source/lister-watcher.js';
import type { AnswerFor, InputFor, IntentFor, PatchFor, PatchType, SubresourceName } from './call-types.js';
import type {
  ApplyOptions,
  CreateOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListAllRequest,
  ListRequest,
  PatchOptions,
  ReplaceObjectOptions,
  WatchRequest,
} from './call-options.js';
import type { DeleteAnswer, ObjectEvent, ResourceCaller } from './api-client.js';

/** Options without the namespace, which is known. */
type Here<O> = Omit<O, 'namespace'>;
/** Options without the namespace and the subresource, which are known. */
type There<O> = Omit<O, 'namespace' | 'subresource'>;

/** Reads the objects of one resource, in one namespace or in all. */
export interface ResourceReader<T extends KubernetesObject> {
  /** Reads one page of a list, or all of it: as `request` says. */
  list(request?: Here<ListRequest>): Promise<ListResult<WithManagedFields<T>>>;
  /** Reads every object, page after page as they are needed. */
  listAll(request?: Here<ListAllRequest>): AsyncIterable<WithManagedFields<T>>;
  /** Follows changes until the server ends the watch. */
  watch(request?: Here<WatchRequest>): AsyncIterable<ObjectEvent<WithManagedFields<T>>>;
}

/** The calls to one subresource of the objects of one resource. See `ResourceCaller` for what each promises. */
export interface SubresourceClient<T extends KubernetesObject, W extends WriteViews, S extends SubresourceName<W>> {
  get(name: string, options?: There<GetOptions<S>>): Promise<AnswerFor<T, W, S>>;
  /** Sends what the subresource takes: an eviction, a binding, a request for a token. */
  create(
    name: string,
    object: InputFor<W, S>,
    options?: There<Omit<CreateOptions<S>, 'name'>>,
  ): Promise<AnswerFor<T, W, S>>;
  replace(object: InputFor<W, S>, options?: There<ReplaceObjectOptions<S>>): Promise<AnswerFor<T, W, S>>;
  patch<K extends PatchType = 'merge', const P extends JsonPatch = JsonPatch>(
    name: string,
    patch: PatchFor<T, W, S, K, P>,
    options?: There<PatchOptions<K, S>>,
  ): Promise<AnswerFor<T, W, S>>;
  apply(intent: IntentFor<W, S>, options?: There<ApplyOptions<S>>): Promise<AnswerFor<T, W, S>>;
}

/**
 * The calls to one resource, in one namespace or cluster-wide, so that each takes only what is left to say. See
 * `ResourceCaller` for what each promises.
 */
export interface ResourceClient<
  T extends KubernetesObject,
  F extends string,
  W extends WriteViews,
> extends ResourceReader<T> {
  readonly resource: Resource<T, F, W>;
  /** The calls to `/status`. */
  readonly status: SubresourceClient<T, W, SubresourceName<W> & 'status'>;
  /** The calls to another subresource. */
  subresource<S extends SubresourceName<W>>(name: S): SubresourceClient<T, W, S>;
  get(name: string, options?: There<GetOptions>): Promise<WithManagedFields<T>>;
  create(object: W['input'], options?: There<Omit<CreateOptions, 'name'>>): Promise<WithManagedFields<T>>;
  replace(object: W['input'], options?: There<ReplaceObjectOptions>): Promise<WithManagedFields<T>>;
  patch<K extends PatchType = 'merge', const P extends JsonPatch = JsonPatch>(
    name: string,
    patch: PatchFor<T, W, undefined, K, P>,
    options?: There<PatchOptions<K>>,
  ): Promise<WithManagedFields<T>>;
  apply(intent: W['apply'], options?: There<ApplyOptions>): Promise<WithManagedFields<T>>;
  delete(name: string, options?: DeleteOptions): Promise<DeleteAnswer<T>>;
  deleteCollection(options?: Here<DeleteCollectionOptions>): Promise<void>;
}

/** The calls to a resource that has namespaces: reads over all of them, everything else in one. */
export interface NamespacedResourceClient<
  T extends KubernetesObject,
  F extends string,
  W extends WriteViews,
> extends ResourceReader<T> {
  readonly resource: Resource<T, F, W>;
  /** The calls in one namespace. Objects need not name it. */
  namespace(namespace: string): ResourceClient<T, F, W>;
}

/**
 * Makes the client of a resource that has namespaces.
 *
 * @example
 * const widgets = namespacedResourceClient(client, widgetResource);
 * const now = await widgets.namespace('default').apply({ metadata: { name: 'a' }, spec: { replicas: 3 } }, { force: true });
 * now.spec.replicas; // → 3
 */
export function namespacedResourceClient<T extends KubernetesObject, F extends string, W extends WriteViews>(
  caller: ResourceCaller,
  resource: Resource<T, F, W>,
): NamespacedResourceClient<T, F, W> {
  return {
    resource,
    ...reader(caller, resource, undefined),
    namespace: (namespace) => resourceClient(caller, resource, namespace),
  };
}

/**
 * Makes the client of a resource that has no namespaces.
 *
 * @example
 * const nodes = clusterResourceClient(client, nodeResource);
 * const node = await nodes.patch('node-1', { spec: { unschedulable: true } });
 * node.spec?.unschedulable; // → true
 */
export function clusterResourceClient<T extends KubernetesObject, F extends string, W extends WriteViews>(
  caller: ResourceCaller,
  resource: Resource<T, F, W>,
): ResourceClient<T, F, W> {
  return resourceClient(caller, resource, undefined);
}

function resourceClient<T extends KubernetesObject, F extends string, W extends WriteViews>(
  caller: ResourceCaller,
  resource: Resource<T, F, W>,
  namespace: string | undefined,
): ResourceClient<T, F, W> {
  const at = (name: string) => ({ name, namespace });
  const subresource = <S extends SubresourceName<W>>(name: S): SubresourceClient<T, W, S> =>
    subresourceClient(caller, resource, { subresource: name, namespace });
  return {
    resource,
    ...reader(caller, resource, namespace),
    get status() {
      return subresource('status');
    },
    subresource,
    get: (name, options) => caller.get(resource, at(name), options),
    create: (object, options) => caller.create(resource, object, { ...options, namespace }),
    replace: (object, options) => caller.replace(resource, object, { ...options, namespace }),
    patch: (name, patch, options) => caller.patch(resource, at(name), patch, options),
    apply: (intent, options) => caller.apply(resource, intent, { ...options, namespace }),
    delete: (name, options) => caller.delete(resource, at(name), options),
    deleteCollection: (options) => caller.deleteCollection(resource, { ...options, namespace }),
  };
}

function subresourceClient<
  T extends KubernetesObject,
  F extends string,
  W extends WriteViews,
  S extends SubresourceName<W>,
>(
  caller: ResourceCaller,
  resource: Resource<T, F, W>,
  place: { readonly subresource: S; readonly namespace: string | undefined },
): SubresourceClient<T, W, S> {
  const { subresource, namespace } = place;
  const at = (name: string) => ({ name, namespace });
  return {
    get: (name, options) => caller.get(resource, at(name), { ...options, subresource }),
    create: (name, object, options) => caller.create(resource, object, { ...options, ...place, name }),
    replace: (object, options) => caller.replace(resource, object, { ...options, ...place }),
    patch: (name, patch, options) => caller.patch(resource, at(name), patch, { ...options, subresource }),
    apply: (intent, options) => caller.apply(resource, intent, { ...options, ...place }),
  };
}

function reader<T extends KubernetesObject, F extends string, W extends WriteViews>(
  caller: ResourceCaller,
  resource: Resource<T, F, W>,
  namespace: string | undefined,
): ResourceReader<T> {
  return {
    list: (request) => caller.list(resource, { ...request, namespace }),
    listAll: (request) => caller.listAll(resource, { ...request, namespace }),
    watch: (request) => caller.watch(resource, { ...request, namespace }),
  };
}
