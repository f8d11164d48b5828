import { isWithoutDeleteCollection } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';

/** A subresource that does something, as discovery shows it. */
export interface ActionDescription {
  readonly name: string;
  readonly kind: string;
  /** Of the kind. Default: the core group. */
  readonly group?: string;
  /** Default `v1`. */
  readonly version?: string;
  readonly verbs: readonly string[];
}

const ACTIONS: Readonly<Record<string, readonly ActionDescription[]>> = {
  '/pods': [
    { name: 'attach', kind: 'PodAttachOptions', verbs: ['create', 'get'] },
    { name: 'binding', kind: 'Binding', verbs: ['create'] },
    { name: 'ephemeralcontainers', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
    { name: 'eviction', group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] },
    { name: 'exec', kind: 'PodExecOptions', verbs: ['create', 'get'] },
    { name: 'log', kind: 'Pod', verbs: ['get'] },
    { name: 'portforward', kind: 'PodPortForwardOptions', verbs: ['create', 'get'] },
    { name: 'resize', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
  ],
  '/serviceaccounts': [
    { name: 'token', group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest', verbs: ['create'] },
  ],
  '/namespaces': [{ name: 'finalize', kind: 'Namespace', verbs: ['update'] }],
};

/** The subresources of a built-in resource beyond its status and its scale. */
export function actionsOf({ group, plural, builtIn }: ServedResource): readonly ActionDescription[] {
  return builtIn ? (ACTIONS[`${group}/${plural}`] ?? []) : [];
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const CUSTOM_VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];

/** What may be done with objects of a resource, in the order in which the server lists it. */
export function verbsOf(resource: ServedResource): readonly string[] {
  const { verbs, builtIn } = resource;
  if (verbs !== undefined) return verbs;
  if (isWithoutDeleteCollection(resource)) return VERBS.filter((verb) => verb !== 'deletecollection');
  return builtIn ? VERBS : CUSTOM_VERBS;
}
