import { isWithoutDeleteCollection } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
/** Definitions of custom resources list them in an order of their own. */
const CUSTOM_VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const TERMINATING_VERBS = ['delete', 'deletecollection', 'get', 'list', 'watch'];

/** What can be done with the objects of a resource, as discovery shows it. */
export function verbsOf(resource: ServedResource): readonly string[] {
  if (resource.verbs !== undefined) return resource.verbs;
  if (isWithoutDeleteCollection(resource)) return VERBS.filter((verb) => verb !== 'deletecollection');
  if (resource.builtIn) return VERBS;
  return resource.createRefusal === undefined ? CUSTOM_VERBS : TERMINATING_VERBS;
}

/** A page of the server rather than a resource, and listed as one. */
const componentStatuses: ServedResource = {
  group: '',
  version: 'v1',
  kind: 'ComponentStatus',
  plural: 'componentstatuses',
  singular: 'componentstatus',
  namespaced: false,
  shortNames: ['cs'],
  builtIn: true,
  hasStatus: false,
  hasGeneration: false,
  verbs: ['get', 'list'],
};

/** The resources of one version of a group; those of the server by the alphabet, custom ones as they were defined. */
export function resourcesOf(all: readonly ServedResource[], group: string, version: string): readonly ServedResource[] {
  const own = all.filter((resource) => resource.group === group && resource.version === version);
  if (group !== '' || own.length === 0) return own;
  return [...own, componentStatuses];
}
