/** Packages of Kubernetes' definitions, where they are not the group's first part below `io.k8s.api`. */
const PACKAGES: Readonly<Record<string, string>> = {
  'rbac.authorization.k8s.io': 'io.k8s.api.rbac',
  'flowcontrol.apiserver.k8s.io': 'io.k8s.api.flowcontrol',
  'internal.apiserver.k8s.io': 'io.k8s.api.apiserverinternal',
  'apiextensions.k8s.io': 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions',
  'apiregistration.k8s.io': 'io.k8s.kube-aggregator.pkg.apis.apiregistration',
};

/** The name of a definition, from the module that declares it: `core/v1/types.ts` and `PodSpec` → `io.k8s.api.core.v1.PodSpec`. */
export function definitionName(file: string, name: string): string {
  const shared = /^shared\/(.+)\.ts$/.exec(file);
  if (shared !== null) return `${shared[1]}.${name}`;
  const [folder = '', version = ''] = file.split('/');
  const known = Object.hasOwn(PACKAGES, folder) ? PACKAGES[folder] : undefined;
  return `${known ?? `io.k8s.api.${folder.replace(/\.k8s\.io$/, '')}`}.${version}.${name}`;
}
