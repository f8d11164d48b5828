import type { KubernetesObject, WithManagedFields } from '../../api/object.js';
import type { JsonPatch } from '../../api/patches.js';
import { resourceKey } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import type { UnknownViews, WriteViews } from '../../api/write-views.js';
import type { AnswerFor, InputFor, IntentFor, PartOf, PatchFor, PatchType } from '../../client/call-types.js';
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
} from '../../client/call-options.js';
import type { DeleteAnswer, ObjectEvent, ResourceCaller } from '../../client/api-client.js';
import type { ListResult } from '../../source/lister-watcher.js';
import type { RequestGate } from '../../transport/http/http-types.js';
import type { Expectation } from './expectation.js';
import { currentRun } from './run.js';
import { isGone } from './version-tracker.js';
import type { VersionTracker } from './version-tracker.js';

/** What the options of every write have that matters here. */
interface TrackedOptions {
  readonly subresource?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

/** The calls of a client; what they write is known to the tracker, and to the run in which they are made. */
export class TrackedClient implements ResourceCaller {
  readonly #caller: ResourceCaller;
  readonly #tracker: VersionTracker;

  readonly #gate: Pick<RequestGate, 'beforeWrite'> | undefined;

  /** The gate is asked before each write; where requests are sent, a client asks it again. */
  constructor(caller: ResourceCaller, tracker: VersionTracker, gate?: Pick<RequestGate, 'beforeWrite'>) {
    this.#caller = caller;
    this.#tracker = tracker;
    this.#gate = gate;
  }

  get<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    name: NamespacedName,
    options?: GetOptions<S>,
  ): Promise<AnswerFor<T, W, S>> {
    return this.#caller.get(resource, name, options);
  }

  list<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    request?: ListRequest,
  ): Promise<ListResult<WithManagedFields<T>>> {
    return this.#caller.list(resource, request);
  }

  listAll<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    request?: ListAllRequest,
  ): AsyncIterable<WithManagedFields<T>> {
    return this.#caller.listAll(resource, request);
  }

  watch<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    request?: WatchRequest,
  ): AsyncIterable<ObjectEvent<WithManagedFields<T>>> {
    return this.#caller.watch(resource, request);
  }

  async create<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    object: InputFor<W, S>,
    options?: CreateOptions<S>,
  ): Promise<AnswerFor<T, W, S>> {
    this.#gate?.beforeWrite();
    const writing = this.#caller.create(resource, object, options);
    // What is created under an object, such as an eviction, says nothing of the object's version.
    return options?.subresource === undefined ? this.#tracked(resource, writing, options) : writing;
  }

  async replace<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    object: InputFor<W, S>,
    options?: ReplaceObjectOptions<S>,
  ): Promise<AnswerFor<T, W, S>> {
    this.#gate?.beforeWrite();
    return this.#tracked(resource, this.#caller.replace(resource, object, options), options);
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
    name: NamespacedName,
    patch: PatchFor<T, W, S, K, P>,
    options?: PatchOptions<K, S>,
  ): Promise<AnswerFor<T, W, S>> {
    this.#gate?.beforeWrite();
    return this.#tracked(resource, this.#caller.patch(resource, name, patch, options), options);
  }

  async apply<T extends KubernetesObject, F extends string, W extends WriteViews, S extends PartOf<W> = undefined>(
    resource: Resource<T, F, W>,
    intent: IntentFor<W, S>,
    options?: ApplyOptions<S>,
  ): Promise<AnswerFor<T, W, S>> {
    this.#gate?.beforeWrite();
    return this.#tracked(resource, this.#caller.apply(resource, intent, options), options);
  }

  async delete<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    name: NamespacedName,
    options?: DeleteOptions,
  ): Promise<DeleteAnswer<T>> {
    this.#gate?.beforeWrite();
    const deleting = this.#caller.delete(resource, name, withPreconditions(name, options));
    currentRun.getStore()?.began(deleting, resourceKey(resource));
    const answer = await deleting;
    if (options?.dryRun === true) return answer;
    const key = name.namespace ? `${name.namespace}/${name.name}` : name.name;
    this.#expect(this.#afterDelete(resource, key, answer));
    return answer;
  }

  async deleteCollection<T extends KubernetesObject, F extends string = string, W extends WriteViews = UnknownViews>(
    resource: Resource<T, F, W>,
    options: DeleteCollectionOptions,
  ): Promise<void> {
    this.#gate?.beforeWrite();
    const run = currentRun.getStore();
    const deleting = this.#caller.deleteCollection(resource, options);
    run?.began(deleting, resourceKey(resource));
    run?.becameUnknown(resourceKey(resource));
    await deleting;
  }

  async #tracked<R>(resource: Resource, writing: Promise<R>, options: TrackedOptions = {}): Promise<R> {
    currentRun.getStore()?.began(writing, resourceKey(resource));
    const answer = await writing;
    // A dry run is answered with the present version, and has changed nothing.
    if (options.dryRun !== true) this.#expect(this.#afterWrite(resource, answer as KubernetesObject, options));
    return answer;
  }

  #afterWrite(resource: Resource, answer: KubernetesObject, { subresource }: TrackedOptions): Expectation[] {
    if (subresource === undefined || subresource === 'status') return this.#tracker.written(resource, answer);
    return this.#tracker.reached(resource, answer);
  }

  #afterDelete(resource: Resource, key: string, answer: DeleteAnswer<KubernetesObject>): Expectation[] {
    if (answer.kind === 'Status') {
      const { uid } = (answer as { details?: { uid?: string } }).details ?? {};
      return this.#tracker.deleted(resource, key, uid);
    }
    const object = answer as KubernetesObject;
    const isHeld = object.metadata?.deletionTimestamp !== undefined && !isGone(object);
    if (isHeld) return this.#tracker.written(resource, object);
    return this.#tracker.deleted(resource, key, object.metadata?.uid);
  }

  #expect(expectations: readonly Expectation[]): void {
    currentRun.getStore()?.expect(expectations);
  }
}

/** The object that was meant, and no other of its name: where its metadata was given, its uid is sent along. */
function withPreconditions(
  name: NamespacedName & { readonly uid?: string },
  options: DeleteOptions = {},
): DeleteOptions {
  if (options.preconditions !== undefined || name.uid === undefined) return options;
  return { ...options, preconditions: { uid: name.uid } };
}
