import { leaveAlone } from '../../api/call-safely.js';
import { identityOf } from '../../api/identity.js';
import { metaNamespaceKeyFunc } from '../../api/key.js';
import type { KubernetesObject } from '../../api/object.js';
import type { Resource } from '../../api/resource.js';

/** Says which keys an object wakes: `namespace/name`, or `name` for cluster-scoped kinds. One may be returned as it is, without a list. */
export type KeyMapping<T extends KubernetesObject> = (object: T) => Iterable<string>;

/**
 * Wakes the object itself. Does not decode a lazy object.
 *
 * @example
 * toItself(pod); // → ['default/web']
 */
export function toItself<T extends KubernetesObject>(object: T): readonly string[] {
  return [metaNamespaceKeyFunc(object)];
}

/** Options of {@link toOwners}. */
export interface OwnerMappingOptions {
  /** Every owner of the kind, not only the controller. Default false. */
  readonly everyOwner?: boolean | undefined;
}

/**
 * Wakes the owners of an object that are of this kind, by default only its controller. Group and kind are compared and
 * never the version: an owner may have been written by a program of another version.
 *
 * @example
 * manager.controller(widgetResource).watches(podResource, toOwners(widgetResource, { everyOwner: true })).reconcile(() => {});
 */
export function toOwners<T extends KubernetesObject>(
  owner: Resource,
  { everyOwner = false }: OwnerMappingOptions = {},
): KeyMapping<T> {
  return function ownersOf(object) {
    const references = object.metadata?.ownerReferences ?? [];
    const controller = references.find((reference) => reference.controller === true);
    const candidates = everyOwner ? references : controller === undefined ? [] : [controller];
    const owners = candidates.filter(
      ({ apiVersion, kind }) => kind === owner.kind && groupOf(apiVersion) === owner.group,
    );
    const namespace = owner.namespaced ? identityOf(object)?.namespace : undefined;
    return owners.map(({ name }) => (namespace ? `${namespace}/${name}` : name));
  };
}

/** The keys that objects wake, each once. What the mapping throws for one of them is put with the rest of what was thrown. */
export function keysOf<T extends KubernetesObject>(
  mapping: KeyMapping<T>,
  objects: readonly T[],
  thrown: unknown[],
): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const object of objects) {
    try {
      for (const key of listed(mapping(object))) keys.add(key);
    } catch (error) {
      thrown.push(error);
    }
  }
  return keys;
}

/** Text is iterable too, letter by letter, which nobody means. Programs without types also return nothing, or a promise. */
function listed(answer: Iterable<string> | undefined | null): Iterable<string> {
  if (typeof answer === 'string') return [answer];
  if (answer === undefined || answer === null) return [];
  if (Symbol.iterator in answer) return answer;
  leaveAlone(answer);
  throw new TypeError('a mapping returns its keys at once, as a list: it cannot be asynchronous');
}

/** How a mapping is told of: `itself`, `its owner`, or the name of the function. */
export function mappingName<T extends KubernetesObject>(mapping: KeyMapping<T>): string {
  if (mapping.name === toItself.name) return 'itself';
  return mapping.name === 'ownersOf' ? 'its owner' : mapping.name || 'a mapping of the program';
}

/** Undefined for an apiVersion that is none. */
function groupOf(apiVersion: string): string | undefined {
  const parts = apiVersion.split('/');
  if (parts.length === 1) return '';
  return parts.length === 2 ? parts[0] : undefined;
}
