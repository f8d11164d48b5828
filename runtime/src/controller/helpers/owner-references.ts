import { InformerError } from '../../api/informer-error.js';
import type { OwnerReference } from '../../api/object.js';
import { apiVersionOf, resourceName } from '../../api/resource.js';
import type { ResourceSpec } from '../../api/resource.js';

type Named = Pick<ResourceSpec, 'group' | 'version' | 'kind' | 'plural' | 'namespaced'>;

/** An object that owns others. Its type comes from its resource: objects of lists do not say it. */
export interface Owner {
  readonly resource: Named;
  readonly metadata: { readonly name: string; readonly uid: string; readonly namespace?: string | undefined };
}

/** An object that is owned, or is to be. */
export interface Owned {
  readonly resource: Named;
  readonly metadata?:
    | {
        readonly name?: string | undefined;
        readonly namespace?: string | undefined;
        readonly ownerReferences?: readonly OwnerReference[] | undefined;
      }
    | undefined;
}

/**
 * Another controller owns the object: `owner` says which.
 *
 * @example
 * if (error instanceof AlreadyOwnedError) console.log(error.owner.kind, error.owner.name);
 */
export class AlreadyOwnedError extends InformerError {
  override readonly name = 'AlreadyOwnedError';
  readonly owner: OwnerReference;

  constructor(child: Owned, owner: OwnerReference) {
    super(
      'AlreadyOwned',
      `${describe(child)} is controlled by ${owner.kind} ${owner.name}: it can have one controller`,
    );
    this.owner = owner;
  }
}

/**
 * The garbage collector would delete the object, or never delete it.
 *
 * @example
 * if (error instanceof InvalidOwnerError) console.log(error.message);
 */
export class InvalidOwnerError extends InformerError {
  override readonly name = 'InvalidOwnerError';

  constructor(problem: string) {
    super('InvalidOwner', problem);
  }
}

/**
 * Returns the owner references of an object that the owner controls: it goes when the owner goes. A reference to an owner of
 * the same kind and name is replaced, so that the uid of a recreated owner is refreshed.
 *
 * @example
 * const ownerReferences = setControllerReference(
 *   { resource: configMapResource, metadata: { name: 'a', namespace: 'default' } },
 *   { resource: widgetResource, metadata: widget.metadata },
 * );
 * ownerReferences[0]?.kind; // → 'Widget'
 */
export function setControllerReference(child: Owned, owner: Owner): OwnerReference[] {
  const controller = controllerOf(child);
  const wanted = { ...ownerReference(owner), controller: true, blockOwnerDeletion: true };
  if (controller !== undefined && !isSameOwner(controller, wanted)) throw new AlreadyOwnedError(child, controller);
  return withReference(child, owner, wanted);
}

/**
 * Returns the owner references of an object with one more owner, or with the one of that kind and name replaced. It goes when
 * all of them are gone.
 *
 * @example
 * const ownerReferences = setOwnerReference(
 *   { resource: configMapResource, metadata: { name: 'a', namespace: 'default' } },
 *   { resource: widgetResource, metadata: widget.metadata },
 * );
 * ownerReferences[0]?.controller ?? false; // → false
 */
export function setOwnerReference(
  child: Owned,
  owner: Owner,
  { blockOwnerDeletion }: { readonly blockOwnerDeletion?: boolean | undefined } = {},
): OwnerReference[] {
  const wanted = { ...ownerReference(owner), ...(blockOwnerDeletion !== undefined && { blockOwnerDeletion }) };
  return withReference(child, owner, wanted);
}

/**
 * Returns the owner references without those to an owner of this kind and name.
 *
 * @example
 * removeOwnerReference(
 *   { resource: podResource, metadata: pod.metadata },
 *   { resource: widgetResource, metadata: widget.metadata },
 * ).length; // → 1
 */
export function removeOwnerReference(child: Owned, owner: Owner): OwnerReference[] {
  const unwanted = ownerReference(owner);
  return (child.metadata?.ownerReferences ?? []).filter((each) => !isSameOwner(each, unwanted));
}

/**
 * Whether the object names this very owner, by uid: one of the same name that was recreated is another.
 *
 * @example
 * isOwnedBy(pod, widget); // → false
 */
export function isOwnedBy({ metadata }: Pick<Owned, 'metadata'>, owner: Pick<Owner, 'metadata'>): boolean {
  return metadata?.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) === true;
}

/**
 * Returns the reference to the owner that controls the object.
 *
 * @example
 * controllerOf(pod)?.kind; // → 'ReplicaSet'
 */
export function controllerOf({ metadata }: Pick<Owned, 'metadata'>): OwnerReference | undefined {
  return metadata?.ownerReferences?.find(({ controller }) => controller === true);
}

function withReference(child: Owned, owner: Owner, wanted: OwnerReference): OwnerReference[] {
  checkScopes(child, owner);
  const references = child.metadata?.ownerReferences ?? [];
  const at = references.findIndex((each) => isSameOwner(each, wanted));
  if (at === -1) return [...references, wanted];
  return references.map((each, index) => (index === at ? wanted : each));
}

function ownerReference({ resource, metadata: { name, uid } }: Owner): OwnerReference {
  if (uid === '')
    throw new InvalidOwnerError(`${resource.kind} ${name} has no uid: only objects that exist can own others`);
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, name, uid };
}

/** The same kind in any version, and the same name: as controller-runtime compares. */
function isSameOwner(a: OwnerReference, b: OwnerReference): boolean {
  return groupOf(a) === groupOf(b) && a.kind === b.kind && a.name === b.name;
}

function groupOf({ apiVersion }: OwnerReference): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

function checkScopes(child: Owned, { resource, metadata }: Owner): void {
  if (!resource.namespaced) return;
  const owner = `${resource.kind} ${metadata.namespace ?? ''}/${metadata.name}`;
  if (!child.resource.namespaced)
    throw new InvalidOwnerError(
      `${describe(child)} has no namespace, so ${owner} cannot own it: it would never be deleted`,
    );
  const namespace = child.metadata?.namespace;
  if (namespace !== metadata.namespace)
    throw new InvalidOwnerError(
      `${describe(child)} is in another namespace than ${owner}: the garbage collector would delete it at once`,
    );
}

function describe({ resource, metadata }: Owned): string {
  const name = [metadata?.namespace, metadata?.name].filter((part) => part !== undefined).join('/');
  return name === '' ? resourceName(resource) : `${resource.kind} ${name}`;
}
