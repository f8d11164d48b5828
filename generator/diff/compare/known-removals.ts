import type { KindRef } from './change.js';

/** What Kubernetes says of a version of its own API that it gave up. */
export interface KnownRemoval {
  /** What to use instead; undefined where there is nothing of the sort. */
  readonly replacement: KindRef | undefined;
  /** The minor release that deprecated it, `1.26`. */
  readonly deprecatedIn: string;
  /** The minor release that serves it no more. */
  readonly removedIn: string;
  /** What to know beyond the replacement; `''` for nothing. */
  readonly note: string;
}

/** `kinds`: all of the version's, if absent. */
interface Entry {
  readonly from: string;
  readonly to: string | undefined;
  readonly deprecatedIn: string;
  readonly removedIn: string;
  readonly kinds?: readonly string[];
  readonly note?: string;
}

const FLOWCONTROL = 'flowcontrol.apiserver.k8s.io';
const WORKLOADS = ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet', 'ControllerRevision'];

/** From Kubernetes' deprecation guide: facts, in our own form. Alpha versions come and go without a word and are not here. */
const ENTRIES: readonly Entry[] = [
  {
    from: 'extensions/v1beta1',
    kinds: ['Ingress'],
    to: 'networking.k8s.io/v1',
    deprecatedIn: '1.14',
    removedIn: '1.22',
  },
  {
    from: 'extensions/v1beta1',
    kinds: ['NetworkPolicy'],
    to: 'networking.k8s.io/v1',
    deprecatedIn: '1.9',
    removedIn: '1.16',
  },
  {
    from: 'extensions/v1beta1',
    kinds: ['PodSecurityPolicy'],
    to: 'policy/v1beta1',
    deprecatedIn: '1.10',
    removedIn: '1.16',
  },
  { from: 'extensions/v1beta1', kinds: WORKLOADS, to: 'apps/v1', deprecatedIn: '1.9', removedIn: '1.16' },
  { from: 'apps/v1beta1', to: 'apps/v1', deprecatedIn: '1.9', removedIn: '1.16' },
  { from: 'apps/v1beta2', to: 'apps/v1', deprecatedIn: '1.9', removedIn: '1.16' },
  {
    from: 'admissionregistration.k8s.io/v1beta1',
    kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    to: 'admissionregistration.k8s.io/v1',
    deprecatedIn: '1.16',
    removedIn: '1.22',
  },
  { from: 'apiextensions.k8s.io/v1beta1', to: 'apiextensions.k8s.io/v1', deprecatedIn: '1.16', removedIn: '1.22' },
  { from: 'apiregistration.k8s.io/v1beta1', to: 'apiregistration.k8s.io/v1', deprecatedIn: '1.19', removedIn: '1.22' },
  {
    from: 'certificates.k8s.io/v1beta1',
    kinds: ['CertificateSigningRequest'],
    to: 'certificates.k8s.io/v1',
    deprecatedIn: '1.19',
    removedIn: '1.22',
  },
  {
    from: 'coordination.k8s.io/v1beta1',
    kinds: ['Lease'],
    to: 'coordination.k8s.io/v1',
    deprecatedIn: '1.19',
    removedIn: '1.22',
  },
  {
    from: 'networking.k8s.io/v1beta1',
    kinds: ['Ingress', 'IngressClass'],
    to: 'networking.k8s.io/v1',
    deprecatedIn: '1.19',
    removedIn: '1.22',
  },
  {
    from: 'rbac.authorization.k8s.io/v1beta1',
    to: 'rbac.authorization.k8s.io/v1',
    deprecatedIn: '1.17',
    removedIn: '1.22',
  },
  {
    from: 'scheduling.k8s.io/v1beta1',
    kinds: ['PriorityClass'],
    to: 'scheduling.k8s.io/v1',
    deprecatedIn: '1.14',
    removedIn: '1.22',
  },
  {
    from: 'storage.k8s.io/v1beta1',
    kinds: ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
    to: 'storage.k8s.io/v1',
    deprecatedIn: '1.19',
    removedIn: '1.22',
  },
  { from: 'batch/v1beta1', kinds: ['CronJob'], to: 'batch/v1', deprecatedIn: '1.21', removedIn: '1.25' },
  {
    from: 'discovery.k8s.io/v1beta1',
    kinds: ['EndpointSlice'],
    to: 'discovery.k8s.io/v1',
    deprecatedIn: '1.21',
    removedIn: '1.25',
  },
  { from: 'events.k8s.io/v1beta1', kinds: ['Event'], to: 'events.k8s.io/v1', deprecatedIn: '1.19', removedIn: '1.25' },
  {
    from: 'autoscaling/v2beta1',
    kinds: ['HorizontalPodAutoscaler'],
    to: 'autoscaling/v2',
    deprecatedIn: '1.22',
    removedIn: '1.25',
  },
  {
    from: 'policy/v1beta1',
    kinds: ['PodDisruptionBudget'],
    to: 'policy/v1',
    deprecatedIn: '1.21',
    removedIn: '1.25',
    note: 'in policy/v1 an empty selector selects all pods, not none',
  },
  {
    from: 'policy/v1beta1',
    kinds: ['PodSecurityPolicy'],
    to: undefined,
    deprecatedIn: '1.21',
    removedIn: '1.25',
    note: 'use Pod Security admission, which labels on namespaces set, or an admission webhook',
  },
  {
    from: 'node.k8s.io/v1beta1',
    kinds: ['RuntimeClass'],
    to: 'node.k8s.io/v1',
    deprecatedIn: '1.22',
    removedIn: '1.25',
  },
  {
    from: 'autoscaling/v2beta2',
    kinds: ['HorizontalPodAutoscaler'],
    to: 'autoscaling/v2',
    deprecatedIn: '1.23',
    removedIn: '1.26',
  },
  { from: `${FLOWCONTROL}/v1beta1`, to: `${FLOWCONTROL}/v1beta2`, deprecatedIn: '1.23', removedIn: '1.26' },
  {
    from: 'storage.k8s.io/v1beta1',
    kinds: ['CSIStorageCapacity'],
    to: 'storage.k8s.io/v1',
    deprecatedIn: '1.24',
    removedIn: '1.27',
  },
  { from: `${FLOWCONTROL}/v1beta2`, to: `${FLOWCONTROL}/v1beta3`, deprecatedIn: '1.26', removedIn: '1.29' },
  {
    from: `${FLOWCONTROL}/v1beta3`,
    to: `${FLOWCONTROL}/v1`,
    deprecatedIn: '1.29',
    removedIn: '1.32',
    note: 'in v1 an unset nominalConcurrencyShares means 30 and 0 means 0',
  },
];

/** What Kubernetes says of a kind and version of its own; undefined where it says nothing. */
export function knownRemoval({ apiVersion, kind }: KindRef): KnownRemoval | undefined {
  const entry = ENTRIES.find(({ from, kinds }) => from === apiVersion && (kinds === undefined || kinds.includes(kind)));
  if (entry === undefined) return undefined;
  const { to, deprecatedIn, removedIn, note = '' } = entry;
  return { replacement: to === undefined ? undefined : { apiVersion: to, kind }, deprecatedIn, removedIn, note };
}
