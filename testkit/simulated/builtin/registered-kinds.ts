import { lookupTable } from '../objects/lookup-table.js';
import { structOfKind } from './go-types.js';

/** Kinds of no group that are never stored. */
const UNSTORED = new Set(
  (
    'List Status APIVersions APIGroup APIGroupList APIResourceList WatchEvent ' +
    'CreateOptions DeleteOptions GetOptions ListOptions PatchOptions UpdateOptions'
  ).split(' '),
);

/** Kinds that the server can read in versions that it does not serve, or not by default. */
const UNSERVED = lookupTable<string>({
  'admissionregistration.k8s.io/v1alpha1':
    'ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding MutatingAdmissionPolicy MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/v1beta1':
    'ValidatingWebhookConfiguration MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding MutatingAdmissionPolicy MutatingAdmissionPolicyBinding',
  'apiextensions.k8s.io/v1beta1': 'CustomResourceDefinition',
  'apps/v1beta1': 'Deployment DeploymentRollback Scale StatefulSet ControllerRevision',
  'apps/v1beta2': 'Deployment Scale StatefulSet DaemonSet ReplicaSet ControllerRevision',
  'authentication.k8s.io/v1alpha1': 'SelfSubjectReview',
  'authentication.k8s.io/v1beta1': 'SelfSubjectReview TokenReview',
  'authorization.k8s.io/v1beta1':
    'SelfSubjectRulesReview SelfSubjectAccessReview SubjectAccessReview LocalSubjectAccessReview',
  'batch/v1beta1': 'CronJob',
  'certificates.k8s.io/v1beta1': 'CertificateSigningRequest ClusterTrustBundle PodCertificateRequest',
  'coordination.k8s.io/v1beta1': 'Lease LeaseCandidate',
  'discovery.k8s.io/v1beta1': 'EndpointSlice',
  'events.k8s.io/v1beta1': 'Event',
  'extensions/v1beta1': 'Deployment DeploymentRollback Scale DaemonSet Ingress ReplicaSet NetworkPolicy',
  'flowcontrol.apiserver.k8s.io/v1beta1': 'FlowSchema PriorityLevelConfiguration',
  'flowcontrol.apiserver.k8s.io/v1beta2': 'FlowSchema PriorityLevelConfiguration',
  'flowcontrol.apiserver.k8s.io/v1beta3': 'FlowSchema PriorityLevelConfiguration',
  'networking.k8s.io/v1beta1': 'Ingress IngressClass IPAddress ServiceCIDR',
  'node.k8s.io/v1alpha1': 'RuntimeClass',
  'node.k8s.io/v1beta1': 'RuntimeClass',
  'policy/v1beta1': 'PodDisruptionBudget Eviction',
  'rbac.authorization.k8s.io/v1alpha1': 'Role RoleBinding ClusterRole ClusterRoleBinding',
  'rbac.authorization.k8s.io/v1beta1': 'Role RoleBinding ClusterRole ClusterRoleBinding',
  'resource.k8s.io/v1beta1': 'DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice',
  'resource.k8s.io/v1beta2': 'DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourceSlice',
  'scheduling.k8s.io/v1beta1': 'PriorityClass',
  'storage.k8s.io/v1alpha1': 'VolumeAttachment CSIStorageCapacity VolumeAttributesClass',
  'storage.k8s.io/v1beta1': 'StorageClass VolumeAttachment CSIDriver CSINode CSIStorageCapacity VolumeAttributesClass',
});

/** Servers within the server that can read their own kinds alone. */
const APART = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);
/** Where kinds are at home that were in another group once. */
const HOMES = lookupTable<string>({
  'extensions/Ingress': 'networking.k8s.io',
  'extensions/NetworkPolicy': 'networking.k8s.io',
  'extensions/Deployment': 'apps',
  'extensions/DaemonSet': 'apps',
  'extensions/ReplicaSet': 'apps',
  'events.k8s.io/Event': '',
  'extensions/Scale': 'autoscaling',
  'apps/Scale': 'autoscaling',
});

/** What a body says that it is. */
export interface StatedKind {
  /** `group/version`, or `v1`. */
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * How a body is read that is no object of the resource it is sent to: as the same kind in another `version`, as a kind that
 * is `other`, or not at all, because it is `unknown`.
 */
export function readingOf(
  { apiVersion, kind }: StatedKind,
  resource: { readonly group: string; readonly kind: string },
): 'version' | 'other' | 'unknown' {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const isApart = [group, resource.group].some((one) => APART.has(one)) && group !== resource.group;
  if (isApart || !isRegistered(group, version, kind)) return 'unknown';
  const home = (of: string): string => HOMES[`${of}/${kind}`] ?? of;
  return kind === resource.kind && home(group) === home(resource.group) ? 'version' : 'other';
}

function isRegistered(group: string, version: string, kind: string): boolean {
  if (group === '' && version === 'v1' && UNSTORED.has(kind)) return true;
  const single = kind.replace(/List$/, '');
  const others = UNSERVED[`${group}/${version}`]?.split(' ') ?? [];
  return [kind, single].some((one) => structOfKind(group, version, one) !== undefined || others.includes(one));
}
