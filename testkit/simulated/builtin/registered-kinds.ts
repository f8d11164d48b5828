import { structOfKind } from './go-types.js';

/** Versions that are served no more, whose kinds the server still reads; those of the others are in the tables. */
const OLDER: Readonly<Record<string, string>> = {
  'extensions/v1beta1': 'Deployment DaemonSet ReplicaSet Ingress NetworkPolicy Scale',
  'apps/v1beta1': 'Deployment StatefulSet ControllerRevision Scale',
  'apps/v1beta2': 'Deployment StatefulSet DaemonSet ReplicaSet ControllerRevision Scale',
  'networking.k8s.io/v1beta1': 'Ingress IngressClass IPAddress ServiceCIDR',
  'batch/v1beta1': 'CronJob',
  'policy/v1beta1': 'PodDisruptionBudget Eviction',
  'rbac.authorization.k8s.io/v1beta1': 'Role RoleBinding ClusterRole ClusterRoleBinding',
  'rbac.authorization.k8s.io/v1alpha1': 'Role RoleBinding ClusterRole ClusterRoleBinding',
  'coordination.k8s.io/v1beta1': 'Lease LeaseCandidate',
  'events.k8s.io/v1beta1': 'Event',
  'discovery.k8s.io/v1beta1': 'EndpointSlice',
  'storage.k8s.io/v1beta1': 'StorageClass CSIDriver CSINode CSIStorageCapacity VolumeAttachment VolumeAttributesClass',
  'admissionregistration.k8s.io/v1beta1':
    'ValidatingWebhookConfiguration MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding',
  'apiextensions.k8s.io/v1beta1': 'CustomResourceDefinition',
  'scheduling.k8s.io/v1beta1': 'PriorityClass',
  'certificates.k8s.io/v1beta1': 'CertificateSigningRequest ClusterTrustBundle',
  'node.k8s.io/v1beta1': 'RuntimeClass',
};

/** Kinds of version `v1` that are no resources. */
const HELPERS: ReadonlySet<string> = new Set(
  (
    'Status List APIVersions APIGroup APIGroupList WatchEvent ' +
    'CreateOptions DeleteOptions GetOptions ListOptions PatchOptions UpdateOptions'
  ).split(' '),
);

/** Whether the server can read a kind in a version, served or not. */
export function isRegistered(apiVersion: string, kind: string): boolean {
  const item = kind.replace(/(?<=.)List$/, '');
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  if (apiVersion === 'v1' && HELPERS.has(kind)) return true;
  if (OLDER[apiVersion]?.split(' ').includes(item)) return true;
  return structOfKind(group, version, item) !== undefined;
}
