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

/** The groups of the server in the order of their priorities, then those that came later. */
export function groupsOf(resources: readonly ServedResource[]): string[] {
  const all = new Set(resources.map(({ group }) => group));
  all.delete('');
  const known = GROUP_ORDER.filter((group) => all.has(group));
  return [...new Set([...known, ...all])];
}
