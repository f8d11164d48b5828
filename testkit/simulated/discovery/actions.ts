import type { ServedResource } from '../resources/served-resource.js';

/** A subresource that does something, as discovery shows it. */
export interface ActionDescription {
  readonly name: string;
  readonly kind: string;
  /** Of the kind. Default: that of the resource. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

const PROXY_VERBS = ['create', 'delete', 'get', 'patch', 'update'];

const ACTIONS: Readonly<Record<string, readonly ActionDescription[]>> = {
  '/pods': [
    { name: 'attach', kind: 'PodAttachOptions', verbs: ['create', 'get'] },
    { name: 'binding', kind: 'Binding', verbs: ['create'] },
    { name: 'ephemeralcontainers', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
    { name: 'eviction', group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] },
    { name: 'exec', kind: 'PodExecOptions', verbs: ['create', 'get'] },
    { name: 'log', kind: 'Pod', verbs: ['get'] },
    { name: 'portforward', kind: 'PodPortForwardOptions', verbs: ['create', 'get'] },
    { name: 'proxy', kind: 'PodProxyOptions', verbs: PROXY_VERBS },
    { name: 'resize', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
  ],
  '/serviceaccounts': [
    { name: 'token', group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest', verbs: ['create'] },
  ],
  '/nodes': [{ name: 'proxy', kind: 'NodeProxyOptions', verbs: PROXY_VERBS }],
  '/services': [{ name: 'proxy', kind: 'ServiceProxyOptions', verbs: PROXY_VERBS }],
  'certificates.k8s.io/certificatesigningrequests': [
    { name: 'approval', kind: 'CertificateSigningRequest', verbs: ['get', 'patch', 'update'] },
  ],
  '/namespaces': [{ name: 'finalize', kind: 'Namespace', verbs: ['update'] }],
};

/** The subresources of a built-in resource beyond its status and its scale. */
export function actionsOf({ group, plural, builtIn }: ServedResource): readonly ActionDescription[] {
  return builtIn ? (ACTIONS[`${group}/${plural}`] ?? []) : [];
}
