import { ApiError } from '../api/api-error.js';
import { toJson } from '../api/deep-json.js';
import type { KubernetesObject, WithManagedFields } from '../api/object.js';
import { projectObject } from '../api/projection.js';
import { resourceName } from '../api/resource.js';
import type { JsonPatch } from '../api/patches.js';
import type { Resource } from '../api/resource.js';
import type { UnknownViews, WriteViews } from '../api/write-views.js';
import type { Clock } from '../async/clock.js';
import type { Client, KeepsManagedFields, ListerWatcher, ListResult } from '../source/lister-watcher.js';
import type { ListerWatcherOptions } from '../source/lister-watcher.js';
import { ListPager } from '../source/pager.js';
import { ConfigurationError } from '../transport/http/errors.js';
import type { AnswerFor, InputFor, IntentFor, PartOf, PatchFor, PatchType } from './call-types.js';
import type {
  ApplyOptions,
  CallOptions,
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
  WriteOptions,
} from './call-options.js';
import { mustBeWhole, nameOf, objectPath, sentMetadata, withType } from './call-body.js';
import type { CallRequest } from './call-body.js';
import { deleteBody } from './delete-body.js';
import type { RequestRetried } from '../observe/requests.js';
import type { DeleteAnswer, ObjectEvent, ResourceCaller } from './api-client.js';
import { DEFAULT_RETRIES, withRetries } from './interceptor.js';
import { assertSafeNumbers } from './safe-numbers.js';
import { checkWriteDefaults, writeQuery } from './write-defaults.js';
import type { WriteDefaults } from './write-defaults.js';

const CONTENT_TYPES: { readonly [type in PatchType]: string } = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

const never: AbortSignal = new AbortController().signal;

type UnsentCall = Omit<CallRequest, 'signal' | 'query'> & Partial<Pick<CallRequest, 'query'>>;

/**
 * The calls of {@link ResourceCaller} over anything that carries a request to a server: what is asked for becomes a request
 * here, is judged and sent again here, and is carried by whoever extends it.
 *
 * @example
 * const calls: ResourceCalls = client; // what every client can do, FakeClient too
 * const { items } = await calls.list(podResource);
 * items.length; // → 1
 */
export abstract class ResourceCalls implements ResourceCaller, Client {
  readonly #clock: Clock;
  readonly #defaults: WriteDefaults;

  constructor(clock: Clock, defaults: WriteDefaults = {}) {
    checkWriteDefaults(defaults);
    this.#clock = clock;
    this.#defaults = defaults;
  }

  abstract listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ListerWatcherOptions & KeepsManagedFields,
  ): ListerWatcher<WithManagedFields<T>>;
  abstract listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options?: ListerWatcherOptions,
  ): ListerWatcher<T>;

  /** Sends one request, once. Resolves to what was answered, parsed; rejects with an `ApiError` where it is no success. */
  protected abstract exchange<R>(request: CallRequest): Promise<R>;

  /** A request is about to be sent again. */
  protected retried(_retry: RequestRetried): void {}

  async get<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    { namespace, name }: NamespacedName,
    options: GetOptions<S> = {},
  ): Promise<AnswerFor<T, W, S>> {
    const { subresource, resourceVersion } = options;
    const at = objectPath(resource, { namespace, name: nameOf({ name }, 'get'), subresource });
    const call = { verb: 'get', method: 'GET', resource, at, query: { resourceVersion } } as const;
    const answer = await this.#call<AnswerFor<T, W, S> & object>(call, options, true);
    // Other subresources have kinds of their own.
    return subresource === undefined || subresource === 'status' ? projectObject(resource.projection, answer) : answer;
  }

  list<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    { namespace, signal = never, retries, userAgent, ...options }: ListRequest = {},
  ): Promise<ListResult<WithManagedFields<T>>> {
    return this.#source(resource, { namespace, retries, userAgent }).list(options, { signal });
  }

  async *listAll<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    { namespace, signal = never, retries, userAgent, limit, ...options }: ListAllRequest = {},
  ): AsyncGenerator<WithManagedFields<T>, void, undefined> {
    const pager = new ListPager(this.#source(resource, { namespace, retries, userAgent }), { pageSize: limit });
    for await (const page of pager.pages(options, { signal })) yield* page.items;
  }

  async *watch<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    { namespace, signal = never, retries, userAgent, ...options }: WatchRequest = {},
  ): AsyncGenerator<ObjectEvent<WithManagedFields<T>>, void, undefined> {
    const source = this.#source(resource, { namespace, retries, userAgent });
    for await (const batch of await source.watch(options, { signal })) {
      for (const event of batch) {
        if (event.type === 'ERROR')
          throw new ApiError(event.status, { verb: 'watch', resource: resourceName(resource) });
        yield event;
      }
    }
  }

  async create<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    object: InputFor<W, S>,
    options: CreateOptions<S> = {},
  ): Promise<AnswerFor<T, W, S>> {
    const { subresource, namespace, name } = options;
    mustBeWhole(resource, subresource, 'create');
    const sent = sentMetadata(object);
    const at = objectPath(resource, {
      namespace: namespace ?? sent.namespace,
      name: subresource === undefined ? undefined : (name ?? nameOf(sent, 'create')),
      subresource,
    });
    const body = this.#text(withType(object, resource, subresource), options);
    return this.#write({ verb: 'create', method: 'POST', resource, at, body }, options, false);
  }

  async replace<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    object: InputFor<W, S>,
    options: ReplaceObjectOptions<S> = {},
  ): Promise<AnswerFor<T, W, S>> {
    const { subresource } = options;
    mustBeWhole(resource, subresource, 'replace');
    const sent = sentMetadata(object);
    const namespace = options.namespace ?? sent.namespace;
    const at = objectPath(resource, { namespace, name: nameOf(sent, 'replace'), subresource });
    const body = this.#text(withType(object, resource, subresource), options);
    return this.#write({ verb: 'replace', method: 'PUT', resource, at, body }, options, isUnguarded(object));
  }

  async patch<
    T extends KubernetesObject,
    F extends string,
    W extends WriteViews,
    S extends PartOf<W> = undefined,
    K extends PatchType = 'merge',
    const P extends JsonPatch = JsonPatch,
  >(
    resource: Resource<T, F, W>,
    { namespace, name }: NamespacedName,
    patch: PatchFor<T, W, S, K, P>,
    options: PatchOptions<K, S> = {},
  ): Promise<AnswerFor<T, W, S>> {
    const type: PatchType = options.type ?? 'merge';
    const { subresource } = options;
    const at = objectPath(resource, { namespace, name: nameOf({ name }, 'patch'), subresource });
    const call = { verb: 'patch', method: 'PATCH', resource, at, contentType: CONTENT_TYPES[type] } as const;
    const isRepeatable = type === 'merge' && isUnguarded(patch);
    return this.#write({ ...call, body: this.#text(patch, options) }, options, isRepeatable);
  }

  async apply<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    intent: IntentFor<W, S>,
    options: ApplyOptions<S> = {},
  ): Promise<AnswerFor<T, W, S>> {
    const { subresource, force } = options;
    if (options.fieldManager === undefined && this.#defaults.fieldManager === undefined)
      throw new ConfigurationError('apply needs a field manager: give `fieldManager` to connect() or to the call');
    const sent = sentMetadata(intent);
    const namespace = options.namespace ?? sent.namespace;
    const at = objectPath(resource, { namespace, name: nameOf(sent, 'apply'), subresource });
    const body = this.#text(withType(intent, resource, subresource), options);
    const contentType = 'application/apply-patch+yaml';
    const query = { force: force === true ? true : undefined };
    const call = { verb: 'apply', method: 'PATCH', resource, at, contentType, query, body } as const;
    return this.#write(call, options, isUnguarded(intent));
  }

  async delete<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    { namespace, name }: NamespacedName,
    options: DeleteOptions = {},
  ): Promise<DeleteAnswer<T>> {
    const at = objectPath(resource, { namespace, name: nameOf({ name }, 'delete') });
    const isRepeatable = options.dryRun === true || options.preconditions?.uid !== undefined;
    const call = { verb: 'delete', method: 'DELETE', resource, at, body: deleteBody(options) } as const;
    return this.#call(call, options, isRepeatable);
  }

  async deleteCollection<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    options: DeleteCollectionOptions,
  ): Promise<void> {
    const { namespace, labelSelector, fieldSelector } = options;
    const at = objectPath(resource, { namespace });
    const query = { labelSelector, fieldSelector };
    const call = {
      verb: 'deleteCollection',
      method: 'DELETE',
      resource,
      at,
      query,
      body: deleteBody(options),
    } as const;
    await this.#call(call, options, options.dryRun === true);
  }

  /** Lists and watches as informers do, but sends again what may be sent again: informers have their own way of that. */
  #source<T extends KubernetesObject>(
    resource: Resource<T>,
    { namespace, retries = DEFAULT_RETRIES, userAgent }: Pick<ListRequest, 'namespace' | 'retries' | 'userAgent'>,
  ): ListerWatcher<WithManagedFields<T>> {
    const source =
      resource.projection === undefined
        ? this.listerWatcher(resource, { namespace, userAgent, managedFields: 'keep' })
        : this.listerWatcher<WithManagedFields<T>>(resource as Resource<WithManagedFields<T>>, {
            namespace,
            userAgent,
          });
    const again = { retries, isRepeatable: true, clock: this.#clock };
    const onRetry = (verb: string) => (code: number | undefined) => this.retried({ verb, method: 'GET', code });
    return {
      list: (options, context) =>
        withRetries(() => source.list(options, context), {
          ...again,
          signal: context.signal,
          onRetry: onRetry('list'),
        }),
      watch: (options, context) =>
        withRetries(() => source.watch(options, context), {
          ...again,
          signal: context.signal,
          onRetry: onRetry('watch'),
        }),
    };
  }

  #text(body: object, { allowUnsafeIntegers = false }: WriteOptions<string | undefined>): string {
    assertSafeNumbers(body, { allowUnsafeIntegers });
    return toJson(body);
  }

  #write<R>(call: UnsentCall, options: WriteOptions<string | undefined>, isRepeatable: boolean): Promise<R> {
    const query = { ...call.query, ...writeQuery(options, this.#defaults) };
    return this.#call({ ...call, query }, options, isRepeatable || options.dryRun === true);
  }

  #call<R>(call: UnsentCall, options: CallOptions, isRepeatable: boolean): Promise<R> {
    const { signal = never, retries = DEFAULT_RETRIES, userAgent } = options;
    const request: CallRequest = { query: {}, ...call, userAgent, signal };
    const { verb, method } = request;
    const onRetry = (code: number | undefined): void => this.retried({ verb, method, code });
    return withRetries(() => this.exchange<R>(request), { retries, isRepeatable, clock: this.#clock, signal, onRetry });
  }
}

/** It names no version: sent twice, it does the same. With one, the second would be a conflict with the first. */
function isUnguarded(body: object): boolean {
  return sentMetadata(body).resourceVersion === undefined;
}
