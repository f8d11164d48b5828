import { sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { KindChange, KindRules, KindSurroundings } from '../rules/kind-rules.js';
import { labelFaults } from '../rules/names.js';
import { mutatingPolicy, policyBinding, validatingPolicy } from './admission-policies.js';
import { apiService } from './api-service.js';
import { autoscaler } from './autoscaler.js';
import { cronJob } from './cron-job.js';
import { job } from './job.js';
import { isNewGeneration } from './builtin-kind.js';
import type { BuiltinKind } from './builtin-kind.js';
import { signingRequest } from './certificates.js';
import { objectIn } from './checks.js';
import { ipAddress, serviceCidr } from './cluster-network.js';
import { coreEvent, lease, newEvent } from './coordination.js';
import { daemonSet } from './daemon-set.js';
import { configMap, secret, serviceAccount } from './data.js';
import type { FieldCause } from './faults.js';
import { conversionFault } from './conversion-fault.js';
import { dropDisabledFields } from './disabled-fields.js';
import { endpoints, endpointSlice } from './endpoints.js';
import { decodeKind } from './decode-kind.js';
import type { NamedKind } from './decode-kind.js';
import { deviceClass, resourceClaim, resourceClaimTemplate } from './device-claims.js';
import { flowSchema, priorityLevel } from './flow-control.js';
import type { Decoded } from './go-codec.js';
import { structOfKind } from './go-types.js';
import { ingress } from './ingress.js';
import { namespace } from './namespace.js';
import { networkPolicy } from './network-policy.js';
import { node } from './node.js';
import { volume } from './persistent-volume.js';
import { pod } from './pod.js';
import { podWarnings } from './pod-warnings.js';
import { controllerRevision, disruptionBudget, ingressClass, priorityClass, runtimeClass } from './policy.js';
import { limitRange } from './limit-range.js';
import { resourceQuota } from './quota.js';
import { clusterRole, clusterRoleBinding, role, roleBinding } from './rbac.js';
import { resourceSlice } from './resource-slice.js';
import { service } from './service.js';
import { claim } from './claim.js';
import { storageClass } from './storage.js';
import { csiDriver, csiNode, storageCapacity, volumeAttachment, volumeAttributesClass } from './storage-drivers.js';
import { patchedJson } from './patched-json.js';
import { applyStructDefaults } from './struct-defaults.js';
import { webhookConfiguration } from './webhooks.js';
import { podTemplateFaults } from './pod-spec.js';
import { statefulSet } from './stateful-set.js';
import { deployment, replicaSet, replicationController } from './workloads.js';

/** PodTemplates. */
const podTemplate: BuiltinKind = {
  validate: ({ object }) => podTemplateFaults(objectIn(object, 'template'), 'template'),
};

/** By `group/Kind`. */
const KINDS: Readonly<Record<string, BuiltinKind>> = {
  '/Pod': pod,
  '/ConfigMap': configMap,
  '/Secret': secret,
  '/Service': service,
  '/ServiceAccount': serviceAccount,
  '/Event': coreEvent,
  '/LimitRange': limitRange,
  '/Namespace': namespace,
  '/Node': node,
  '/PersistentVolumeClaim': claim,
  '/PersistentVolume': volume,
  '/ResourceQuota': resourceQuota,
  '/ReplicationController': replicationController,
  'apps/Deployment': deployment,
  'apps/ReplicaSet': replicaSet,
  'apps/StatefulSet': statefulSet,
  'apps/DaemonSet': daemonSet,
  'apps/ControllerRevision': controllerRevision,
  'autoscaling/HorizontalPodAutoscaler': autoscaler,
  'batch/Job': job,
  'batch/CronJob': cronJob,
  'coordination.k8s.io/Lease': lease,
  'discovery.k8s.io/EndpointSlice': endpointSlice,
  '/Endpoints': endpoints,
  'events.k8s.io/Event': newEvent,
  'networking.k8s.io/Ingress': ingress,
  'networking.k8s.io/IngressClass': ingressClass,
  'networking.k8s.io/NetworkPolicy': networkPolicy,
  'node.k8s.io/RuntimeClass': runtimeClass,
  'policy/PodDisruptionBudget': disruptionBudget,
  'rbac.authorization.k8s.io/Role': role,
  'rbac.authorization.k8s.io/RoleBinding': roleBinding,
  'rbac.authorization.k8s.io/ClusterRole': clusterRole,
  'rbac.authorization.k8s.io/ClusterRoleBinding': clusterRoleBinding,
  'scheduling.k8s.io/PriorityClass': priorityClass,
  '/PodTemplate': podTemplate,
  'apiregistration.k8s.io/APIService': apiService,
  'networking.k8s.io/IPAddress': ipAddress,
  'networking.k8s.io/ServiceCIDR': serviceCidr,
  'resource.k8s.io/DeviceClass': deviceClass,
  'resource.k8s.io/ResourceClaim': resourceClaim,
  'resource.k8s.io/ResourceClaimTemplate': resourceClaimTemplate,
  'resource.k8s.io/ResourceSlice': resourceSlice,
  'storage.k8s.io/StorageClass': storageClass,
  'storage.k8s.io/VolumeAttachment': volumeAttachment,
  'storage.k8s.io/VolumeAttributesClass': volumeAttributesClass,
  'storage.k8s.io/CSIDriver': csiDriver,
  'storage.k8s.io/CSINode': csiNode,
  'storage.k8s.io/CSIStorageCapacity': storageCapacity,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': webhookConfiguration,
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': webhookConfiguration,
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': validatingPolicy,
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': policyBinding(true),
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': mutatingPolicy,
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': policyBinding(false),
  'certificates.k8s.io/CertificateSigningRequest': signingRequest,
  'flowcontrol.apiserver.k8s.io/FlowSchema': flowSchema,
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': priorityLevel,
};

/** The rules of a built-in kind; undefined for one whose Go type is not known. */
export function builtinRules(named: NamedKind): KindRules | undefined {
  const struct = structOfKind(named.group, named.version, named.kind);
  return struct === undefined ? undefined : new BuiltinRules(named, struct);
}

/** A kind of which the server has a Go type: decoded into it, completed, and checked. */
class BuiltinRules implements KindRules {
  readonly unsupported: readonly string[] = [];
  readonly #named: NamedKind;
  readonly #struct: string;
  readonly #kind: BuiltinKind;

  constructor(named: NamedKind, struct: string) {
    this.#named = named;
    this.#struct = struct;
    this.#kind = KINDS[`${named.group}/${named.kind}`] ?? {};
  }

  prune(object: JsonObject): readonly string[] {
    const { object: decoded, unknown } = decodeKind(this.#named, object, { unstored: true });
    for (const field of Object.keys(object)) if (!Object.hasOwn(decoded, field)) delete object[field];
    Object.assign(object, decoded);
    this.#kind.decode?.(object);
    return unknown;
  }

  conversionFault(object: JsonObject): string | undefined {
    return conversionFault(this.#struct, object);
  }

  patchedJson(object: JsonObject, touched: unknown): string {
    return patchedJson(this.#struct, object, touched);
  }

  applyDefaults(object: JsonObject): void {
    applyStructDefaults(this.#struct, object);
    this.#kind.applyDefaults?.(object);
  }

  prepare({ object, before, subresource }: KindChange, surroundings: KindSurroundings): void {
    // Once more: the status is another one now, and what is always written has to be there. Metadata is settled.
    const { metadata, ...content } = object;
    Object.assign(object, this.#decode(content).object, { metadata });
    applyStructDefaults(this.#struct, object);
    if (subresource === 'status' && before !== undefined) this.#kind.prepareStatus?.(object, before, surroundings.now);
    if (subresource !== undefined) return;
    const creating = before === undefined;
    for (const spec of podSpecsOf(object)) dropDisabledFields(spec);
    this.#kind.prepare?.(object, { ...surroundings, creating, before });
    if (!creating) keepGeneration(object, before, this.#kind.countsMetadata ?? []);
  }

  warnings({ object, before, subresource }: KindChange): readonly string[] {
    if (subresource === 'status') return this.#kind.statusWarnings?.(object) ?? [];
    if (subresource !== undefined) return [];
    return [
      ...(before === undefined ? hostnameWarnings(this.#named.kind, object) : []),
      ...(this.#kind.warnings?.(object, before) ?? []),
      ...templateWarnings(object, before, this.#kind.hasNewTemplate),
      ...(this.#kind.lateWarnings?.(object, before) ?? []),
    ];
  }

  validate(change: KindChange): readonly FieldCause[] {
    return this.#kind.validate?.(change) ?? [];
  }

  readBack(object: JsonObject): boolean {
    return this.#kind.readBack?.(object) ?? false;
  }

  admissionFault(change: KindChange, surroundings: KindSurroundings): string | undefined {
    return this.#kind.admissionFault?.(change, surroundings);
  }

  #decode(object: JsonObject): Decoded {
    return decodeKind(this.#named, object);
  }
}

const NAMES_PODS: ReadonlySet<string> = new Set([
  'Deployment',
  'ReplicaSet',
  'Job',
  'CronJob',
  'ReplicationController',
]);

/** What is to be said of a name that becomes that of a host. */
function hostnameWarnings(kind: string, object: JsonObject): string[] {
  if (kind !== 'Pod' && !NAMES_PODS.has(kind)) return [];
  const faults = labelFaults(String(objectIn(object, 'metadata')['name'] ?? ''));
  if (faults.length === 0) return [];
  const use = kind === 'Pod' ? "the Pod's hostname" : 'Pod names and hostnames';
  const advice = `which can result in surprising behavior; a DNS label is recommended: [${faults.join(' ')}]`;
  return [`metadata.name: this is used in ${use}, ${advice}`];
}

/** The specifications of pods in an object: its own, or those of its templates. */
function podSpecsOf(object: JsonObject): JsonObject[] {
  const spec = objectIn(object, 'spec');
  if (Array.isArray(spec['containers'])) return [spec];
  const jobTemplate = objectIn(objectIn(spec, 'jobTemplate'), 'spec');
  return [spec, jobTemplate, object].map((holder) => objectIn(objectIn(holder, 'template'), 'spec'));
}

/** What is to be said of the template of pods that an object has, where it is new. */
function templateWarnings(
  object: JsonObject,
  before: JsonObject | undefined,
  hasNewTemplate: NonNullable<BuiltinKind['hasNewTemplate']> = isNewGeneration,
): string[] {
  if (!('spec' in object || 'template' in object)) return [];
  if (before !== undefined && !hasNewTemplate(object, before)) return [];
  const spec = objectIn(object, 'spec');
  const ofTemplate = (template: JsonObject, path: string): string[] =>
    podWarnings(objectIn(template, 'spec'), objectIn(template, 'metadata'), path);
  const jobTemplate = objectIn(objectIn(spec, 'jobTemplate'), 'spec');
  return [
    ...ofTemplate(objectIn(object, 'template'), 'template.'),
    ...ofTemplate(objectIn(spec, 'template'), 'spec.template.'),
    ...ofTemplate(objectIn(jobTemplate, 'template'), 'spec.jobTemplate.spec.template.'),
  ];
}

/** What the server fills in again is no change of what is desired. */
function keepGeneration(object: JsonObject, before: JsonObject, counted: readonly string[]): void {
  const desired = ({
    metadata: _metadata,
    status: _status,
    kind: _kind,
    apiVersion: _version,
    ...rest
  }: JsonObject): JsonObject => rest;
  const [metadata, previous] = [objectIn(object, 'metadata'), objectIn(before, 'metadata')];
  const marked = metadata['deletionTimestamp'] !== previous['deletionTimestamp'];
  const relabelled = counted.some((field) => !sameJson(metadata[field] ?? {}, previous[field] ?? {}));
  if (relabelled) metadata['generation'] = Number(previous['generation'] ?? 0) + 1;
  if (marked || relabelled || !sameJson(desired(object), desired(before))) return;
  if (previous['generation'] !== undefined) metadata['generation'] = previous['generation'];
}
