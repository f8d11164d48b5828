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

/** Why an object cannot become the child of another owner. */
export interface OwnedBy {
  /** Its controller. Default: it has none. */
  readonly owner?: OwnerReference | undefined;
  /** The managers of its fields, of an object without a controller. Default: not read. */
  readonly managers?: readonly string[] | undefined;
  /** The object is being deleted. Default false. */
  readonly isDeleting?: boolean | undefined;
}

/**
 * The object exists and belongs to something else: to `owner`, its controller, or, if it has no controller, to `managers`.
 *
 * @example
 * if (error instanceof AlreadyOwnedError) console.log(error.owner?.kind, error.owner?.name, error.managers);
 */
export class AlreadyOwnedError extends InformerError {
  override readonly name = 'AlreadyOwnedError';
  /** The controller of the object; undefined if it has none. */
  readonly owner: OwnerReference | undefined;
  /** The field managers of an object without a controller, each once. */
  readonly managers: readonly string[];

  constructor(child: Owned, by: OwnedBy) {
    const { owner, managers = [] } = by;
    super('AlreadyOwned', `${describe(child)} ${refusalOf(by)}`);
    this.owner = owner;
    this.managers = managers;
  }
}

function refusalOf({ owner, managers = [], isDeleting = false }: OwnedBy): string {
  if (owner === undefined) {
    const fields = managers.length === 0 ? '' : ` (field managers: ${managers.map((name) => `"${name}"`).join(', ')})`;
    return `already exists, and this program did not apply it${fields}; delete it, give the child another name, or set adopt: true`;
  }
  const controlled = `is controlled by ${owner.kind} ${owner.name} (uid ${owner.uid})`;
  if (isDeleting) return `${controlled} and being deleted; it can be created again once it is gone`;
  return `${controlled}; an object has one controller: give the child another name`;
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
  if (controller !== undefined && !isSameOwner(controller, wanted))
    throw new AlreadyOwnedError(child, { owner: controller });
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

/** Compares group, kind and name, as controller-runtime does: neither the version nor the uid. */
export function isSameOwner(a: OwnerReference, b: OwnerReference): boolean {
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
