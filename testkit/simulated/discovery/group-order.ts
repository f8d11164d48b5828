import { compareVersions } from '../definitions/version-order.js';
import type { ServedResource } from '../resources/served-resource.js';

const GROUP_ORDER = [
  'apiregistration.k8s.io',
  'apps',
  'events.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'networking.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'storage.k8s.io',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'scheduling.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'discovery.k8s.io',
  'resource.k8s.io',
  'flowcontrol.apiserver.k8s.io',
];

/** The groups of the server in the order of their priorities, then custom ones by the least `version.group` of each. */
export function groupsOf(resources: readonly ServedResource[]): string[] {
  const names = new Map<string, string>();
  for (const { group, version } of resources) {
    const name = `${version}.${group}`;
    const least = names.get(group);
    if (least === undefined || name < least) names.set(group, name);
  }
  names.delete('');
  const known = GROUP_ORDER.filter((group) => names.has(group));
  for (const group of known) names.delete(group);
  const custom = [...names].sort(([, one], [, other]) => (one < other ? -1 : 1)).map(([group]) => group);
  return [...known, ...custom];
}

/** The same with custom groups by the alphabet, as the document about all groups has them. */
export function groupsByName(resources: readonly ServedResource[]): string[] {
  const all = groupsOf(resources);
  const known = all.filter((group) => GROUP_ORDER.includes(group));
  return [...known, ...all.slice(known.length).sort()];
}

/** The versions of a group, the preferred one first. */
export function versionsOf(group: string, resources: readonly ServedResource[]): string[] {
  const own = resources.filter((resource) => resource.group === group);
  const versions = [...new Set(own.map(({ version }) => version))];
  return own.every(({ builtIn }) => builtIn) ? versions : versions.sort((one, other) => compareVersions(other, one));
}
