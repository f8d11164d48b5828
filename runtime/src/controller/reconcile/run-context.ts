import { InformerError, isInformerError } from '../../api/informer-error.js';
import type { KubernetesObject, OwnerReference } from '../../api/object.js';
import { apiVersionOf, resourceKey, resourceName } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import type { WriteViews } from '../../api/write-views.js';
import { calendarTime } from '../../async/clock.js';
import type { ResourceCaller } from '../../client/api-client.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import { listAllByNamespace } from '../../lister/listers.js';
import { toSelector } from '../../selectors/label-selector-parser.js';
import type { Run } from '../consistency/run.js';
import type { EventNote } from '../events/event-object.js';
import { applyIfChanged } from '../helpers/apply-if-changed.js';
import type { Owner } from '../helpers/owner-references.js';
import { PendingStatus } from '../helpers/status-writer.js';
import type { StatusOf, StatusWriter } from '../helpers/status-types.js';
import { AlreadyOwnedError, controllerOf, setControllerReference } from '../helpers/owner-references.js';
import type { ReconcileCall } from './reconcile-loop.js';
import { ChildClaim, claiming } from './child-claim.js';
import type { ChildClaimOptions } from './child-claim.js';
import type { ControllerHost } from './controller-host.js';
import { newRunLog } from './log.js';
import type { RunLog } from './log.js';
import type {
  ApplyChildOptions,
  CacheListOptions,
  ChildIntent,
  ConsistentReadOptions,
  ReconcileContext,
} from './reconcile-context.js';
import { observedWait } from './observed-wait.js';

/** What a {@link RunContext} is made of. */
export interface RunContextOptions<T extends KubernetesObject> {
  readonly host: ControllerHost;
  readonly controller: string;
  readonly resource: Resource<T>;
  readonly call: ReconcileCall;
  readonly run: Run;
  /** Undefined for a reconcile of keys alone. */
  readonly object: T | undefined;
}

/** The intent of a child, as far as the context reads it. */
interface IntentShape {
  readonly metadata?: { readonly name?: string; readonly namespace?: string; readonly [field: string]: unknown };
}

/** The metadata of a complete intent. */
interface ChildMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly ownerReferences?: readonly OwnerReference[];
}

/** The context of one run. Its methods are bound, so that they can be taken apart. */
export class RunContext<T extends KubernetesObject, S = StatusOf<T>> implements ReconcileContext<T, S> {
  readonly key: string;
  readonly client: ResourceCaller;
  readonly #options: RunContextOptions<T>;
  // Most runs log nothing, and many have nothing to say of the status.
  #log: RunLog | undefined;
  #pending: PendingStatus | undefined;

  constructor(options: RunContextOptions<T>) {
    this.#options = options;
    this.key = options.call.key;
    this.client = options.host.client;
  }

  get log(): RunLog {
    const { host, controller, resource, call } = this.#options;
    const { group: controllerGroup, kind: controllerKind } = resource;
    return (this.#log ??= newRunLog(host.log, {
      controller,
      controllerGroup,
      controllerKind,
      key: call.key,
      reconcileID: call.id,
    }));
  }

  get status(): StatusWriter<S> {
    const { host, object, resource } = this.#options;
    if (object === undefined) return this.#noStatus();
    const { fieldManager } = host;
    const generation = object.metadata?.generation;
    return (this.#pending ??= new PendingStatus({
      resource,
      generation,
      fieldManager,
      now: this.now,
    }));
  }

  get signal(): AbortSignal {
    return this.#options.call.signal;
  }

  readonly now = (): number => calendarTime(this.#options.host.clock);

  readonly event = (note: EventNote): void => {
    const { host, resource } = this.#options;
    host.record(resource, this.#object(), note);
  };

  readonly apply = async <C extends KubernetesObject, F extends string, W extends WriteViews>(
    child: Resource<C, F, W>,
    intent: ChildIntent<W['apply']>,
    { owned = true, adopt = false, force = owned }: ApplyChildOptions = {},
  ): Promise<C> => {
    const { host } = this.#options;
    const complete = this.#complete(child, intent as IntentShape, owned);
    const { name, namespace } = complete.metadata;
    const informer = host.existingInformer(child);
    const cached = informer?.indexer.getByKey(namespace ? `${namespace}/${name}` : name);
    const isCached = informer !== undefined && !host.isSelective(informer);
    const claim = owned ? this.#claim({ child, metadata: complete.metadata, isCached, cached, adopt }) : undefined;
    try {
      const client = claim === undefined ? host.client : claiming(host.client, claim);
      const { fieldManager, intents: memory } = host;
      const { signal } = this;
      const options = { cached, memory, fieldManager, force, signal };
      const { object } = await applyIfChanged(client, child, complete as unknown as W['apply'], options);
      return object;
    } catch (error) {
      if (error instanceof AlreadyOwnedError) this.#recordRefusal(child, complete.metadata, error);
      throw error;
    }
  };

  readonly list = async <C extends KubernetesObject>(
    resource: Resource<C>,
    { namespace = '', selector, consistent = true }: CacheListOptions = {},
  ): Promise<readonly C[]> => {
    const informer = consistent ? await this.#consistent(resource) : this.#informer(resource);
    if (informer !== undefined) return listAllByNamespace(informer.indexer, namespace, selector);
    const { items } = await this.client.list(resource, {
      ...(namespace !== '' && { namespace }),
      ...(selector !== undefined && { labelSelector: toSelector(selector).toString() }),
      signal: this.signal,
    });
    return items;
  };

  readonly byIndex = async <C extends KubernetesObject>(
    resource: Resource<C>,
    { name, value }: { readonly name: string; readonly value: string },
    { consistent = true }: ConsistentReadOptions = {},
  ): Promise<readonly C[]> => {
    const informer = consistent ? await this.#consistent(resource) : this.#informer(resource);
    const indexFunc = (informer ?? this.#informer(resource))?.indexer.getIndexers()[name];
    if (indexFunc === undefined)
      throw new InformerError('UnknownIndex', `${resourceName(resource)}: there is no index ${name}`);
    if (informer !== undefined) return informer.indexer.byIndex(name, value);
    const { items } = await this.client.list(resource, { signal: this.signal });
    return items.filter((item) => indexFunc(item).includes(value));
  };

  /** Writes the status, if the run set one. */
  async writeStatus(): Promise<void> {
    const { object } = this.#options;
    if (object !== undefined) await this.#pending?.write(this.client, object);
  }

  /** A reconcile of keys that sets a status is told that nobody would write it. */
  #noStatus(): StatusWriter<S> {
    const refuse = (): void => void this.#object();
    return { set: refuse, condition: refuse, removeCondition: refuse };
  }

  #object(): T {
    const { object, controller, call } = this.#options;
    if (object !== undefined) return object;
    throw new InformerError('Configuration', `${controller}: ${call.key}: a reconcile of keys has no object`);
  }

  #owner(): Owner {
    const { name = '', namespace, uid = '' } = this.#object().metadata ?? {};
    return { resource: this.#options.resource, metadata: { name, uid, namespace } };
  }

  #claim<C extends KubernetesObject>({
    metadata,
    ...child
  }: Pick<ChildClaimOptions<T, C>, 'child' | 'isCached' | 'cached' | 'adopt'> & {
    readonly metadata: ChildMetadata;
  }): ChildClaim<T, C> | undefined {
    const { host, resource: ownerResource } = this.#options;
    const reference = controllerOf({ metadata });
    if (reference === undefined) return undefined;
    const { client, fieldManager, children: memory } = host;
    const { metadata: owner } = this.#owner();
    const { signal } = this;
    return new ChildClaim({
      ...child,
      name: metadata,
      client,
      ownerResource,
      owner,
      reference,
      fieldManager,
      memory,
      signal,
    });
  }

  #recordRefusal(child: Resource, { name, namespace }: ChildMetadata, { message }: AlreadyOwnedError): void {
    const related = { apiVersion: apiVersionOf(child), kind: child.kind, name, namespace };
    this.event({ type: 'Warning', reason: 'AlreadyOwned', action: 'Apply', note: message, related });
  }

  #complete(child: Resource, intent: IntentShape, owned: boolean): { readonly metadata: ChildMetadata } {
    const owner = this.#owner();
    // What is undefined is left out too.
    const { name = owner.metadata.name, namespace: own, ...rest } = intent.metadata ?? {};
    const namespace = own ?? (child.namespaced ? owner.metadata.namespace : undefined);
    const filled = { ...rest, name, ...(namespace !== undefined && { namespace }) };
    const reference = owned && {
      ownerReferences: setControllerReference({ resource: child, metadata: filled }, owner),
    };
    return {
      ...intent,
      metadata: { ...filled, ...reference },
    };
  }

  #informer<C extends KubernetesObject>(resource: Resource<C>): SharedIndexInformer<C> | undefined {
    return this.#options.host.existingInformer(resource);
  }

  /** The informer, once it has what this run wrote; undefined where the server is to be asked. */
  async #consistent<C extends KubernetesObject>(resource: Resource<C>): Promise<SharedIndexInformer<C> | undefined> {
    const { host, run } = this.#options;
    const informer = this.#informer(resource);
    if (informer === undefined || host.readYourWrites === false) return informer;
    await run.settled();
    const key = resourceKey(resource);
    if (run.isUnknown(key)) return undefined;
    const { timeoutMs = 10_000, onTimeout = 'error' } = host.readYourWrites;
    try {
      const limits = { signal: this.signal, timeoutMs };
      const wait = (): Promise<unknown> => Promise.all(run.unmet(key).map((each) => each.wait(limits)));
      await observedWait(host, 'list', wait);
      return informer;
    } catch (error) {
      if (onTimeout === 'live' && isInformerError(error, 'StaleCache')) return undefined;
      throw error;
    }
  }
}
