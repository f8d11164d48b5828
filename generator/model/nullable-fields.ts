import { isObject, member } from '../input/json.js';
import type { JsonObject } from '../input/json.js';
import { own } from '../names/accessors.js';

/**
 * Fields of built-in types that the API server sends as `null`: times that nobody set, and lists or pointers that Go
 * writes even when they are empty. OpenAPI does not say it. By package and type, whatever the version.
 */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'apiextensions.CustomResourceDefinitionCondition': ['lastTransitionTime'],
  'apiextensions.CustomResourceDefinitionStatus': ['conditions', 'storedVersions'],
  'apiregistration.APIServiceCondition': ['lastTransitionTime'],
  'apiserverinternal.StorageVersionCondition': ['lastTransitionTime'],
  'apps.DaemonSetCondition': ['lastTransitionTime'],
  'apps.ReplicaSetCondition': ['lastTransitionTime'],
  'apps.StatefulSetCondition': ['lastTransitionTime'],
  'autoscaling.HorizontalPodAutoscalerCondition': ['lastTransitionTime'],
  'autoscaling.HorizontalPodAutoscalerStatus': ['currentMetrics'],
  'batch.JobCondition': ['lastProbeTime', 'lastTransitionTime'],
  'certificates.CertificateSigningRequestCondition': ['lastTransitionTime', 'lastUpdateTime'],
  'core.ContainerImage': ['names'],
  'core.ContainerStateRunning': ['startedAt'],
  'core.ContainerStateTerminated': ['finishedAt', 'startedAt'],
  'core.Event': ['eventTime', 'firstTimestamp', 'lastTimestamp'],
  'core.EventSeries': ['lastObservedTime'],
  'core.NamespaceCondition': ['lastTransitionTime'],
  'core.NodeCondition': ['lastHeartbeatTime', 'lastTransitionTime'],
  'core.PersistentVolumeClaimCondition': ['lastProbeTime', 'lastTransitionTime'],
  'core.PodCondition': ['lastProbeTime', 'lastTransitionTime'],
  'core.ProjectedVolumeSource': ['sources'],
  'core.ReplicationControllerCondition': ['lastTransitionTime'],
  'core.TypedLocalObjectReference': ['apiGroup'],
  'core.TypedObjectReference': ['apiGroup'],
  'discovery.EndpointSlice': ['endpoints', 'ports'],
  'events.Event': ['deprecatedFirstTimestamp', 'deprecatedLastTimestamp', 'eventTime'],
  'events.EventSeries': ['lastObservedTime'],
  'rbac.ClusterRole': ['rules'],
  'rbac.Role': ['rules'],
  'resource.AllocatedDeviceStatus': ['conditions'],
  'resource.DeviceClaim': ['requests'],
  'storage.CSINodeDriver': ['topologyKeys'],
  'storage.CSINodeSpec': ['drivers'],
  'storage.VolumeError': ['time'],
};

/** A built-in type's schema with `nullable` where the server needs it; any other as it is. */
export function withNulls(definition: string, schema: JsonObject): JsonObject {
  const match = /^io\.k8s\.(?:api|[a-z-]+\.pkg\.apis)\.([a-z]+)\.v[a-z0-9]+\.(\w+)$/.exec(definition);
  const [, owner = '', type = ''] = match ?? [];
  const key = `${owner}.${type}`;
  const fields = (match === null ? undefined : own(FIELDS, key)) ?? [];
  const properties = member(schema, 'properties');
  if (fields.length === 0 || !isObject(properties)) return schema;
  const changed = Object.entries(properties).map(([name, property]) =>
    fields.includes(name) && isObject(property) ? [name, { ...property, nullable: true }] : [name, property],
  );
  return { ...schema, properties: Object.fromEntries(changed) };
}
