import { integerIn, objectIn, objectsIn, textIn, textsIn } from '../builtin/checks.js';
import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { humanDuration } from './human-duration.js';
import { age, containerCells, labelsCell, modesCell, named, numberIn, selectorCell, textOr } from './row-parts.js';
import type { RowPrinter } from './row-parts.js';

const specOf = (object: ApiObject): JsonObject => objectIn(object, 'spec');
const statusOf = (object: ApiObject): JsonObject => objectIn(object, 'status');
const flag = (object: JsonObject, field: string, otherwise = false): boolean =>
  typeof object[field] === 'boolean' ? object[field] : otherwise;

/** What the server has no printer of its own for: when it was made is all that it tells. */
const created: RowPrinter = ({ metadata }) => [metadata.name ?? '', metadata.creationTimestamp ?? ''];

/** The name of a class, with a word about the one that is taken where nobody asks. */
function className({ metadata }: ApiObject, annotation: string): string {
  return `${metadata.name ?? ''}${metadata.annotations?.[annotation] === 'true' ? ' (default)' : ''}`;
}

const storageClass: RowPrinter = (object, nowMs) => [
  className(object, 'storageclass.kubernetes.io/is-default-class'),
  textIn(object, 'provisioner'),
  textOr(object, 'reclaimPolicy', 'Delete'),
  textOr(object, 'volumeBindingMode', 'Immediate'),
  flag(object, 'allowVolumeExpansion'),
  age(object, nowMs),
];

const ingressClass: RowPrinter = (object, nowMs) => {
  const { parameters } = specOf(object);
  const kind = (one: JsonObject): string => [textIn(one, 'kind'), textIn(one, 'apiGroup')].filter(Boolean).join('.');
  return [
    className(object, 'ingressclass.kubernetes.io/is-default-class'),
    textIn(specOf(object), 'controller'),
    isJsonObject(parameters) ? `${kind(parameters)}/${textIn(parameters, 'name')}` : '<none>',
    age(object, nowMs),
  ];
};

const volume: RowPrinter = (object, nowMs) => {
  const [spec, status] = [specOf(object), statusOf(object)];
  const claim = spec['claimRef'];
  return [
    object.metadata.name ?? '',
    textOr(objectIn(spec, 'capacity'), 'storage', '0'),
    modesCell(textsIn(spec, 'accessModes')),
    textIn(spec, 'persistentVolumeReclaimPolicy'),
    object.metadata.deletionTimestamp === undefined ? textIn(status, 'phase') : 'Terminating',
    isJsonObject(claim) ? `${textIn(claim, 'namespace')}/${textIn(claim, 'name')}` : '',
    textIn(spec, 'storageClassName'),
    textOr(spec, 'volumeAttributesClassName', '<unset>'),
    textIn(status, 'reason'),
    age(object, nowMs),
    textOr(spec, 'volumeMode', '<unset>'),
  ];
};

const quota: RowPrinter = (object, nowMs) => {
  const [hard, used] = [objectIn(statusOf(object), 'hard'), objectIn(statusOf(object), 'used')];
  const shown = (limits: boolean): string =>
    Object.keys(hard)
      .sort()
      .filter((name) => name.startsWith('limits.') === limits)
      .map((name) => `${name}: ${textOr(used, name, '0')}/${textIn(hard, name)}`)
      .join(', ');
  return [object.metadata.name ?? '', shown(false), shown(true), age(object, nowMs)];
};

const driver = named((object) => {
  const spec = specOf(object);
  const requests = objectsIn(spec, 'tokenRequests');
  return [
    flag(spec, 'attachRequired', true),
    flag(spec, 'podInfoOnMount'),
    flag(spec, 'storageCapacity'),
    spec['tokenRequests'] === undefined ? '<unset>' : requests.map((one) => textIn(one, 'audience')).join(','),
    flag(spec, 'requiresRepublish'),
    textsIn(spec, 'volumeLifecycleModes').join(',') || '<none>',
  ];
});

const signingRequest: RowPrinter = (object, nowMs) => {
  const { expirationSeconds: seconds, ...spec } = specOf(object);
  const types = new Set(objectsIn(statusOf(object), 'conditions').map((condition) => textIn(condition, 'type')));
  const state = ['Approved', 'Denied', 'Failed'].filter((type) => types.has(type));
  const issued = textIn(statusOf(object), 'certificate') === '' ? [] : ['Issued'];
  return [
    object.metadata.name ?? '',
    age(object, nowMs),
    textIn(spec, 'signerName') || '<none>',
    textIn(spec, 'username'),
    typeof seconds === 'number' ? humanDuration(seconds * 1000) : '<none>',
    [...(state.length === 0 ? ['Pending'] : state), ...issued].join(','),
  ];
};

const level = named((object) => {
  const spec = specOf(object);
  const { limited } = spec;
  const { queuing } = objectIn(objectIn(spec, 'limited'), 'limitResponse');
  const cell = (part: unknown, field: string): unknown => (isJsonObject(part) ? numberIn(part, field) : '<none>');
  return [
    textIn(spec, 'type'),
    cell(limited, 'nominalConcurrencyShares'),
    ...['queues', 'handSize', 'queueLengthLimit'].map((field) => cell(queuing, field)),
  ];
});

const flowSchema: RowPrinter = (object, nowMs) => {
  const spec = specOf(object);
  const dangling = objectsIn(statusOf(object), 'conditions').find(({ type }) => type === 'Dangling');
  const method = spec['distinguisherMethod'];
  return [
    object.metadata.name ?? '',
    textIn(objectIn(spec, 'priorityLevelConfiguration'), 'name'),
    numberIn(spec, 'matchingPrecedence'),
    isJsonObject(method) ? textIn(method, 'type') : '<none>',
    age(object, nowMs),
    dangling === undefined ? '?' : textIn(dangling, 'status'),
  ];
};

const budget = named((object) => {
  const { minAvailable = 'N/A', maxUnavailable = 'N/A' } = specOf(object);
  return [String(minAvailable), String(maxUnavailable), numberIn(statusOf(object), 'disruptionsAllowed')];
});

const webhooks = named((object) => [objectsIn(object, 'webhooks').length]);

function policy(list: string): RowPrinter {
  return named((object) => {
    const { paramKind } = specOf(object);
    const kind = (one: JsonObject): string => `${textIn(one, 'apiVersion')}/${textIn(one, 'kind')}`;
    return [objectsIn(specOf(object), list).length, isJsonObject(paramKind) ? kind(paramKind) : '<unset>'];
  });
}

const policyBinding = named((object) => {
  const { paramRef, ...spec } = specOf(object);
  const shown = (one: JsonObject): string =>
    textIn(one, 'namespace') === '' ? textIn(one, 'name') : `${textIn(one, 'namespace')}/${textIn(one, 'name')}`;
  return [textIn(spec, 'policyName'), isJsonObject(paramRef) ? shown(paramRef) : '<unset>'];
});

const podTemplate: RowPrinter = (object) => {
  const template = objectIn(object, 'template');
  return [
    object.metadata.name ?? '',
    ...containerCells(template),
    labelsCell(objectIn(objectIn(template, 'metadata'), 'labels')),
  ];
};

const replicationController: RowPrinter = (object, nowMs) => {
  const [spec, status] = [specOf(object), statusOf(object)];
  return [
    object.metadata.name ?? '',
    numberIn(spec, 'replicas'),
    numberIn(status, 'replicas'),
    numberIn(status, 'readyReplicas'),
    age(object, nowMs),
    ...containerCells(objectIn(spec, 'template')),
    labelsCell(objectIn(spec, 'selector')),
  ];
};

const priorityClass: RowPrinter = (object, nowMs) => [
  object.metadata.name ?? '',
  numberIn(object, 'value'),
  flag(object, 'globalDefault'),
  age(object, nowMs),
  textIn(object, 'preemptionPolicy'),
];

const ROLE = 'node-role.kubernetes.io/';

const node: RowPrinter = (object, nowMs) => {
  const [info, labels] = [objectIn(statusOf(object), 'nodeInfo'), object.metadata.labels ?? {}];
  const states = objectsIn(statusOf(object), 'conditions').map((one) => [one['type'], one['status']] as const);
  const ready = new Map(states).get('Ready');
  const state = ready === undefined ? 'Unknown' : ready === 'True' ? 'Ready' : 'NotReady';
  const roles = Object.entries(labels).flatMap(([key, value]) =>
    key.startsWith(ROLE) ? [key.slice(ROLE.length)] : key === 'kubernetes.io/role' ? [value] : [],
  );
  const address = (type: string): string => {
    const found = objectsIn(statusOf(object), 'addresses').find((one) => one['type'] === type);
    return found === undefined ? '<none>' : textIn(found, 'address');
  };
  const architecture = textIn(info, 'architecture');
  return [
    object.metadata.name ?? '',
    flag(specOf(object), 'unschedulable') ? `${state},SchedulingDisabled` : state,
    [...new Set(roles.filter((role) => role !== ''))].sort().join(',') || '<none>',
    age(object, nowMs),
    textIn(info, 'kubeletVersion'),
    address('InternalIP'),
    address('ExternalIP'),
    textIn(info, 'osImage') || '<unknown>',
    `${textIn(info, 'kernelVersion') || '<unknown>'}${architecture === '' ? '' : ` (${architecture})`}`,
    textIn(info, 'containerRuntimeVersion') || '<unknown>',
  ];
};

const controllerRevision = named((object) => {
  const controller = objectsIn(object.metadata, 'ownerReferences').find((owner) => owner['controller'] === true);
  if (controller === undefined) return ['<none>', integerIn(object, 'revision')];
  const [, group = ''] = textIn(controller, 'apiVersion').split('/').reverse();
  const kind = [textIn(controller, 'kind'), group].filter(Boolean).join('.').toLowerCase();
  return [`${kind}/${textIn(controller, 'name')}`, integerIn(object, 'revision')];
});

const apiService = named((object) => {
  const { service } = specOf(object);
  const available = objectsIn(statusOf(object), 'conditions').find(({ type }) => type === 'Available') ?? {};
  const [status, reason] = [textIn(available, 'status') || 'Unknown', textIn(available, 'reason')];
  return [
    isJsonObject(service) ? `${textIn(service, 'namespace')}/${textIn(service, 'name')}` : 'Local',
    status === 'True' || reason === '' ? status : `${status} (${reason})`,
  ];
});

const ipAddress: RowPrinter = (object, nowMs) => {
  const { parentRef } = specOf(object);
  const shown = (ref: JsonObject): string => {
    const resource = [textIn(ref, 'resource'), textIn(ref, 'group')].filter(Boolean).join('.').toLowerCase();
    return [resource, textIn(ref, 'namespace'), textIn(ref, 'name')].filter(Boolean).join('/');
  };
  return [object.metadata.name ?? '', isJsonObject(parentRef) ? shown(parentRef) : '<none>', age(object, nowMs)];
};

/** What has become of a claim of devices. */
function claimState(object: ApiObject): string {
  const status = statusOf(object);
  const states = [
    object.metadata.deletionTimestamp === undefined ? [] : ['deleted'],
    isJsonObject(status['allocation']) ? ['allocated'] : ['pending'],
    objectsIn(status, 'reservedFor').length > 0 ? ['reserved'] : [],
  ];
  return states.flat().join(',');
}

const REGISTRATION = 'admissionregistration.k8s.io';

/** Kinds that set up the cluster. */
export const clusterRows: Readonly<Record<string, RowPrinter>> = {
  '/LimitRange': created,
  '/Node': node,
  '/PersistentVolume': volume,
  '/PodTemplate': podTemplate,
  '/ReplicationController': replicationController,
  '/ResourceQuota': quota,
  [`${REGISTRATION}/MutatingWebhookConfiguration`]: webhooks,
  [`${REGISTRATION}/ValidatingWebhookConfiguration`]: webhooks,
  [`${REGISTRATION}/MutatingAdmissionPolicy`]: policy('mutations'),
  [`${REGISTRATION}/ValidatingAdmissionPolicy`]: policy('validations'),
  [`${REGISTRATION}/MutatingAdmissionPolicyBinding`]: policyBinding,
  [`${REGISTRATION}/ValidatingAdmissionPolicyBinding`]: policyBinding,
  'apiextensions.k8s.io/CustomResourceDefinition': created,
  'apiregistration.k8s.io/APIService': apiService,
  'apps/ControllerRevision': controllerRevision,
  'certificates.k8s.io/CertificateSigningRequest': signingRequest,
  'flowcontrol.apiserver.k8s.io/FlowSchema': flowSchema,
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': level,
  'networking.k8s.io/IPAddress': ipAddress,
  'networking.k8s.io/IngressClass': ingressClass,
  'networking.k8s.io/NetworkPolicy': named((object) => [selectorCell(specOf(object)['podSelector'])]),
  'networking.k8s.io/ServiceCIDR': named((object) => [textsIn(specOf(object), 'cidrs').join(',')]),
  'node.k8s.io/RuntimeClass': named((object) => [textIn(object, 'handler')]),
  'policy/PodDisruptionBudget': budget,
  'rbac.authorization.k8s.io/ClusterRole': created,
  'rbac.authorization.k8s.io/Role': created,
  'resource.k8s.io/DeviceClass': named(() => []),
  'resource.k8s.io/ResourceClaim': named((object) => [claimState(object)]),
  'resource.k8s.io/ResourceClaimTemplate': named(() => []),
  'resource.k8s.io/ResourceSlice': named((object) => {
    const spec = specOf(object);
    return [textIn(spec, 'nodeName'), textIn(spec, 'driver'), textIn(objectIn(spec, 'pool'), 'name')];
  }),
  'scheduling.k8s.io/PriorityClass': priorityClass,
  'storage.k8s.io/CSIDriver': driver,
  'storage.k8s.io/CSINode': named((object) => [objectsIn(specOf(object), 'drivers').length]),
  'storage.k8s.io/CSIStorageCapacity': created,
  'storage.k8s.io/StorageClass': storageClass,
  'storage.k8s.io/VolumeAttachment': named((object) => {
    const spec = specOf(object);
    const source = textIn(objectIn(spec, 'source'), 'persistentVolumeName');
    return [textIn(spec, 'attacher'), source, textIn(spec, 'nodeName'), flag(statusOf(object), 'attached')];
  }),
  'storage.k8s.io/VolumeAttributesClass': named((object) => [textIn(object, 'driverName')]),
};
