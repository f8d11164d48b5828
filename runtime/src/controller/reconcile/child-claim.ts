import { ApiError } from '../../api/api-error.js';
import { isInformerError } from '../../api/informer-error.js';
import type { KubernetesObject, OwnerReference, WithManagedFields } from '../../api/object.js';
import type { Resource } from '../../api/resource.js';
import { resourceKey } from '../../api/resource.js';
import type { UnknownViews } from '../../api/write-views.js';
import type { NamespacedName } from '../../client/call-options.js';
import { sentMetadata } from '../../client/call-body.js';
import type { ResourceCaller } from '../../client/api-client.js';
import { AlreadyOwnedError, controllerOf, InvalidOwnerError, isSameOwner } from '../helpers/owner-references.js';
import type { Owned } from '../helpers/owner-references.js';
import type { ChildMemory } from './child-memory.js';

/** The metadata that an apply carries so that the server refuses it for any object but the one that was judged. */
export interface Precondition {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** The writes that are allowed for a child in the state that was read. */
interface Verdict {
  readonly precondition: Precondition;
  /** To be stored first, by a patch with the same precondition: the reference to a former owner, replaced. Default: none. */
  readonly ownerReferences?: readonly OwnerReference[];
}

/** A child, and the owner that applies it. */
export interface ChildClaimOptions<T extends KubernetesObject, C extends KubernetesObject> {
  readonly client: Pick<ResourceCaller, 'get' | 'patch'>;
  readonly child: Resource<C>;
  readonly name: NamespacedName;
  /** True if an informer caches all objects of the resource: then an undefined `cached` means that the child does not exist. */
  readonly isCached: boolean;
  readonly cached: C | undefined;
  readonly ownerResource: Resource<T>;
  /** The owner, and the reference to it that the child is to have. */
  readonly owner: NamespacedName;
  readonly reference: OwnerReference;
  readonly fieldManager: string;
  /** Take over an object without a controller that another program made. */
  readonly adopt: boolean;
  readonly memory: ChildMemory;
  readonly signal: AbortSignal;
}

/**
 * The resourceVersion of no object: etcd's first write has revision 2. An apply with it creates the object, and conflicts with
 * every object that exists.
 */
const MUST_BE_NEW: Precondition = { resourceVersion: '1' };
const ABSENT: Verdict = { precondition: MUST_BE_NEW };

/** How many times a child is judged and applied in one call, if others change it in between. */
const MAX_TRIES = 5;

/**
 * Applies a child for one owner, and rejects with an {@link AlreadyOwnedError} rather than take an object of others.
 *
 * A child whose controller is this owner is applied with its uid. Every other step makes the owner the controller: it creates the
 * child, adopts an object without a controller, or renews a reference to a former owner. It depends on a state of the child, so
 * it carries the version of that state. Of several owners that race for a child, the server lets one through, also if they share
 * a field manager, whose fields an unconditional apply would replace.
 */
export class ChildClaim<T extends KubernetesObject, C extends KubernetesObject> {
  readonly #options: ChildClaimOptions<T, C>;
  readonly #key: string;

  constructor(options: ChildClaimOptions<T, C>) {
    const { child, name, fieldManager } = options;
    this.#options = options;
    this.#key = JSON.stringify([resourceKey(child), fieldManager, name.namespace ?? '', name.name]);
  }

  /** Sends the apply with the precondition that fits the child, and judges the child again if it has changed meanwhile. */
  async apply<R extends KubernetesObject>(send: (precondition: Precondition) => Promise<R>): Promise<R> {
    const { memory, reference, isCached, signal } = this.#options;
    for (let tried = 1; ; tried += 1) {
      const verdict = await (tried === 1 ? this.#fromCache() : this.#fromServer());
      try {
        const applied = await send(await this.#renewed(verdict));
        if (isCached) memory.forget(this.#key);
        else memory.applied(this.#key, reference.uid, applied.metadata?.uid ?? '');
        return applied;
      } catch (error) {
        if (tried >= MAX_TRIES || signal.aborted || !mayHaveChanged(error, verdict)) throw error;
      }
    }
  }

  /** Decides from the cache alone, without a request, if the cached state is conclusive. */
  #fromCache(): Verdict | Promise<Verdict> {
    const { cached, isCached, adopt, memory, reference } = this.#options;
    if (cached === undefined) {
      if (isCached) return ABSENT;
      const uid = memory.uidOf(this.#key, reference.uid);
      return uid === undefined ? this.#fromServer() : { precondition: { uid } };
    }
    const controller = controllerOf(this.#owned(cached));
    if (controller?.uid === reference.uid) return ours(cached);
    if (controller !== undefined && !isSameOwner(controller, reference)) throw this.#refusal(cached, controller);
    const managers = adopt ? undefined : memory.foreignManagersOf(this.#key, cached);
    if (controller === undefined && managers !== undefined)
      throw new AlreadyOwnedError(this.#owned(cached), { managers });
    return this.#fromServer();
  }

  async #fromServer(): Promise<Verdict> {
    const { adopt, reference, fieldManager, memory } = this.#options;
    const live = await this.#readLive();
    if (live === undefined) return ABSENT;
    const controller = controllerOf(this.#owned(live));
    if (controller?.uid === reference.uid) return ours(live);
    if (controller !== undefined) return this.#ofFormerOwner(live, controller);
    if (!adopt && !isAppliedBy(live, fieldManager)) {
      const managers = managersOf(live);
      memory.refused(this.#key, live, managers);
      throw new AlreadyOwnedError(this.#owned(live), { managers });
    }
    await this.#checkOwner();
    return { precondition: versionOf(live) };
  }

  async #ofFormerOwner(live: C, controller: OwnerReference): Promise<Verdict> {
    const { reference } = this.#options;
    const isDeleting = live.metadata?.deletionTimestamp !== undefined;
    if (!isSameOwner(controller, reference) || isDeleting) throw this.#refusal(live, controller);
    await this.#checkOwner();
    const references = live.metadata?.ownerReferences ?? [];
    const ownerReferences = references.map((each) => (each.uid === controller.uid ? reference : each));
    return { precondition: versionOf(live), ownerReferences };
  }

  /** Replaces the reference to a former owner. The apply cannot: another field manager may own that reference. */
  async #renewed({ precondition, ownerReferences }: Verdict): Promise<Precondition> {
    const { client, child, name, fieldManager, signal } = this.#options;
    if (ownerReferences === undefined) return precondition;
    const renewal = { metadata: { ...precondition, ownerReferences } };
    await client.patch<KubernetesObject, string, UnknownViews>(child, name, renewal, { fieldManager, signal });
    return { uid: precondition.uid };
  }

  /**
   * The garbage collector deletes what a deleted owner controls. So an object that exists becomes the child only of an owner that
   * still does: the cache may lack its deletion, as with `kubectl delete --cascade=orphan`, which releases the children first.
   */
  async #checkOwner(): Promise<void> {
    const { client, ownerResource, owner, reference, signal } = this.#options;
    const { kind, name, uid } = reference;
    const live = await orUndefined(client.get(ownerResource, owner, { signal }));
    if (live?.metadata?.uid === uid && live.metadata.deletionTimestamp === undefined) return;
    const child = this.#options.name.name;
    throw new InvalidOwnerError(`${kind} ${name}: deleted, or being deleted; ${child} would be deleted with it`);
  }

  /** With its managed fields, which a projection would drop. */
  #readLive(): Promise<WithManagedFields<C> | undefined> {
    const { client, child, name, signal } = this.#options;
    const whole: Resource<C> = { ...child, projection: undefined };
    return orUndefined(client.get(whole, name, { signal }));
  }

  #refusal(object: C, owner: OwnerReference): AlreadyOwnedError {
    const isDeleting = object.metadata?.deletionTimestamp !== undefined;
    return new AlreadyOwnedError(this.#owned(object), { owner, isDeleting });
  }

  #owned({ metadata }: C): Owned {
    const { child, name } = this.#options;
    return { resource: child, metadata: { ...name, ownerReferences: metadata?.ownerReferences } };
  }
}

/** The apply of a client, guarded by a claim. */
export function claiming<T extends KubernetesObject, C extends KubernetesObject>(
  client: Pick<ResourceCaller, 'apply'>,
  claim: ChildClaim<T, C>,
): Pick<ResourceCaller, 'apply'> {
  return {
    apply: (resource, intent, options) =>
      claim.apply((precondition) => {
        const guarded = { ...intent, metadata: { ...sentMetadata(intent), ...precondition } };
        // There is nothing to force on an object that does not exist.
        const force = precondition !== MUST_BE_NEW && options?.force;
        return client.apply(resource, guarded, { ...options, force });
      }),
  };
}

/** Returns true if the write may have failed because the child is no longer in the state that was judged. */
function mayHaveChanged(error: unknown, { precondition, ownerReferences }: Verdict): boolean {
  if (isInformerError(error, 'Conflict')) return true;
  // The client does not resend what carries a version: it may have been done before the connection broke.
  if (precondition.resourceVersion !== undefined && isInformerError(error, 'Connection')) return true;
  if (precondition === MUST_BE_NEW && isInformerError(error, 'FieldManagerConflict')) return true;
  if (ownerReferences !== undefined && isInformerError(error, 'NotFound')) return true;
  // An object of another uid, or with a second controller.
  const fields = error instanceof ApiError ? error.fieldErrors.map(({ field }) => field) : [];
  return fields.includes('metadata.uid') || fields.includes('metadata.ownerReferences');
}

function ours({ metadata }: KubernetesObject): Verdict {
  return { precondition: { uid: metadata?.uid } };
}

/** Returns true if the manager applied the object itself: a status that it applied proves nothing. */
function isAppliedBy<C extends KubernetesObject>({ metadata }: WithManagedFields<C>, fieldManager: string): boolean {
  return (metadata.managedFields ?? []).some(
    ({ manager, operation, subresource = '' }) =>
      manager === fieldManager && operation === 'Apply' && subresource === '',
  );
}

function managersOf<C extends KubernetesObject>({ metadata }: WithManagedFields<C>): readonly string[] {
  return [...new Set((metadata.managedFields ?? []).flatMap(({ manager }) => manager ?? []))];
}

function versionOf({ metadata }: KubernetesObject): Precondition {
  return { uid: metadata?.uid, resourceVersion: metadata?.resourceVersion };
}

async function orUndefined<R>(reading: Promise<R>): Promise<R | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isInformerError(error, 'NotFound')) return undefined;
    throw error;
  }
}
