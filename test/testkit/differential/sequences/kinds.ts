/** A kind, where its objects are, and the smallest object that a server takes. */
export interface Kind {
  readonly name: string;
  readonly apiVersion: string;
  /** The path of the collection; `{ns}` is the namespace. */
  readonly path: string;
  /** All of a minimal object but its name. */
  readonly minimal: Readonly<Record<string, unknown>>;
  /** A merge patch that changes it and that the server takes. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly hasStatus?: boolean;
  /** Cluster-scoped names carry the namespace, so that runs do not meet. */
  readonly clusterScoped?: boolean;
}

const core = (plural: string): string => `/api/v1/namespaces/{ns}/${plural}`;
const namespaced = (groupVersion: string, plural: string): string => `/apis/${groupVersion}/namespaces/{ns}/${plural}`;

export const labels = { app: 'web' };
export const container = { name: 'c', image: 'i' };
export const template = { metadata: { labels }, spec: { containers: [container] } };
export const selector = { matchLabels: labels };
export const jobTemplate = { spec: { containers: [container], restartPolicy: 'Never' } };

/** The kinds that controllers write. */
export const CONTROLLER_KINDS: readonly Kind[] = [
  {
    name: 'Pod',
    apiVersion: 'v1',
    path: core('pods'),
    minimal: { spec: { containers: [container] } },
    change: { spec: { activeDeadlineSeconds: 5 } },
    hasStatus: true,
  },
  {
    name: 'ConfigMap',
    apiVersion: 'v1',
    path: core('configmaps'),
    minimal: { data: { k: 'v' } },
    change: { data: { l: 'w' } },
  },
  {
    name: 'Secret',
    apiVersion: 'v1',
    path: core('secrets'),
    minimal: { data: { k: 'dg==' } },
    change: { stringData: { l: 'w' } },
  },
  {
    name: 'Service',
    apiVersion: 'v1',
    path: core('services'),
    minimal: { spec: { selector: labels, ports: [{ port: 80 }] } },
    change: { spec: { sessionAffinity: 'ClientIP' } },
    hasStatus: true,
  },
  {
    name: 'ServiceAccount',
    apiVersion: 'v1',
    path: core('serviceaccounts'),
    minimal: {},
    change: { automountServiceAccountToken: false },
  },
  {
    name: 'Deployment',
    apiVersion: 'apps/v1',
    path: namespaced('apps/v1', 'deployments'),
    minimal: { spec: { selector, template } },
    change: { spec: { replicas: 3 } },
    hasStatus: true,
  },
  {
    name: 'ReplicaSet',
    apiVersion: 'apps/v1',
    path: namespaced('apps/v1', 'replicasets'),
    minimal: { spec: { selector, template } },
    change: { spec: { replicas: 3 } },
    hasStatus: true,
  },
  {
    name: 'StatefulSet',
    apiVersion: 'apps/v1',
    path: namespaced('apps/v1', 'statefulsets'),
    minimal: { spec: { serviceName: 's', selector, template } },
    change: { spec: { replicas: 3 } },
    hasStatus: true,
  },
  {
    name: 'DaemonSet',
    apiVersion: 'apps/v1',
    path: namespaced('apps/v1', 'daemonsets'),
    minimal: { spec: { selector, template } },
    change: { spec: { minReadySeconds: 3 } },
    hasStatus: true,
  },
  {
    name: 'Job',
    apiVersion: 'batch/v1',
    path: namespaced('batch/v1', 'jobs'),
    minimal: { spec: { template: jobTemplate } },
    change: { spec: { parallelism: 3 } },
    hasStatus: true,
  },
  {
    name: 'CronJob',
    apiVersion: 'batch/v1',
    path: namespaced('batch/v1', 'cronjobs'),
    minimal: { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: jobTemplate } } } },
    change: { spec: { suspend: true } },
    hasStatus: true,
  },
  {
    name: 'Lease',
    apiVersion: 'coordination.k8s.io/v1',
    path: namespaced('coordination.k8s.io/v1', 'leases'),
    minimal: { spec: { holderIdentity: 'a', leaseDurationSeconds: 15, renewTime: '2026-01-02T03:04:05.000006Z' } },
    change: { spec: { holderIdentity: 'b', leaseTransitions: 1 } },
  },
  {
    name: 'Event',
    apiVersion: 'v1',
    path: core('events'),
    minimal: {
      involvedObject: { kind: 'Pod', namespace: '{ns}', name: 'p' },
      reason: 'Started',
      message: 'it runs',
      type: 'Normal',
      source: { component: 'me' },
      firstTimestamp: '2026-01-02T03:04:05Z',
      count: 1,
    },
    change: { count: 2, lastTimestamp: '2026-01-02T03:05:05Z' },
  },
  {
    name: 'Namespace',
    apiVersion: 'v1',
    path: '/api/v1/namespaces',
    minimal: {},
    change: { metadata: { annotations: { a: 'b' } } },
    clusterScoped: true,
    hasStatus: true,
  },
  {
    name: 'Role',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    path: namespaced('rbac.authorization.k8s.io/v1', 'roles'),
    minimal: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    change: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }] },
  },
  {
    name: 'RoleBinding',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    path: namespaced('rbac.authorization.k8s.io/v1', 'rolebindings'),
    minimal: {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: '{ns}' }],
    },
    change: { subjects: [{ kind: 'User', name: 'u' }] },
  },
  {
    name: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    path: core('persistentvolumeclaims'),
    minimal: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
    change: { metadata: { labels: { size: 'small' } } },
    hasStatus: true,
  },
  {
    name: 'Ingress',
    apiVersion: 'networking.k8s.io/v1',
    path: namespaced('networking.k8s.io/v1', 'ingresses'),
    minimal: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    change: { spec: { ingressClassName: 'nginx' } },
    hasStatus: true,
  },
];
