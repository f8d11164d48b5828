/** What kinds a request is about, by how much equality is promised for them. */
export type RequestClass = 'custom resources' | 'kinds that controllers write' | 'others';

const CONTROLLER_KINDS: ReadonlySet<string> = new Set([
  'pods',
  'configmaps',
  'secrets',
  'services',
  'serviceaccounts',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
  'cronjobs.batch',
  'leases.coordination.k8s.io',
  'events',
  'events.events.k8s.io',
  'namespaces',
  'roles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'persistentvolumeclaims',
  'ingresses.networking.k8s.io',
]);

/** The class of a request, by its path. */
export function requestClass(path: string): RequestClass {
  const parts = path.split('/').filter((part) => part !== '');
  const [root, ...rest] = parts;
  const group = root === 'apis' ? (rest.shift() ?? '') : '';
  const [, ...inVersion] = rest;
  const scoped =
    inVersion[0] === 'namespaces' && inVersion.length > 2 && !/^(status|finalize)$/.test(inVersion[2] ?? '');
  const plural = (scoped ? inVersion[2] : inVersion[0]) ?? '';
  if (group.endsWith('.example.com') || group === 'apiextensions.k8s.io') return 'custom resources';
  return CONTROLLER_KINDS.has(group === '' ? plural : `${plural}.${group}`) ? 'kinds that controllers write' : 'others';
}
