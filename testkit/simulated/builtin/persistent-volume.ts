import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsSubdomain, objectIn, oneOf, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { structDiff } from './go-layout.js';
import { parseQuantity } from './quantity.js';
import { protect } from './claim.js';
import { ACCESS_MODES } from './claim-spec.js';

/** All fields of a volume that are no source of its data. */
const OTHER_FIELDS: ReadonlySet<string> = new Set([
  'accessModes',
  'capacity',
  'persistentVolumeReclaimPolicy',
  'volumeMode',
  'storageClassName',
  'volumeAttributesClassName',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
]);

const SOURCES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
];

/** What sources cannot do without. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  hostPath: ['path'],
  local: ['path'],
  nfs: ['server', 'path'],
  csi: ['driver', 'volumeHandle'],
};

/** PersistentVolumes. */
export const volume: BuiltinKind = {
  prepare(object, { creating }) {
    protect(object, creating, 'kubernetes.io/pv-protection');
    if (!creating) return;
    const { creationTimestamp } = objectIn(object, 'metadata');
    object['status'] = { phase: 'Pending', lastPhaseTransitionTime: creationTimestamp };
  },
  validate({ object, before, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    return [
      ...modeFaults(textsIn(spec, 'accessModes')),
      ...capacityFaults(objectIn(spec, 'capacity')),
      ...sourceFaults(spec),
      ...oneOf('spec.persistentVolumeReclaimPolicy', spec['persistentVolumeReclaimPolicy'], [
        'Delete',
        'Recycle',
        'Retain',
      ]),
      ...recycleFaults(spec),
      ...dnsSubdomain('spec.storageClassName', textIn(spec, 'storageClassName')),
      ...oneOf('spec.volumeMode', spec['volumeMode'], ['Block', 'Filesystem']),
      ...(before === undefined ? [] : changeFaults(spec, objectIn(before, 'spec'))),
    ];
  },
};

function modeFaults(modes: readonly string[]): FieldCause[] {
  if (modes.length === 0) return [requiredValue('spec.accessModes')];
  const known = modes.filter((mode) => ACCESS_MODES.includes(mode));
  const isShared = modes.includes('ReadWriteOncePod') && known.some((mode) => mode !== 'ReadWriteOncePod');
  return [
    ...modes
      .filter((mode) => !ACCESS_MODES.includes(mode))
      .map((mode) => unsupportedValue('spec.accessModes', mode, ACCESS_MODES)),
    ...(isShared ? [forbiddenValue('spec.accessModes', 'may not use ReadWriteOncePod with other access modes')] : []),
  ];
}

function capacityFaults(capacity: JsonObject): FieldCause[] {
  const names = Object.keys(capacity);
  return [
    ...(names.length === 0 ? [requiredValue('spec.capacity')] : []),
    ...(names.length === 1 && names[0] === 'storage'
      ? []
      : [unsupportedValue('spec.capacity', names.length === 0 ? null : capacity, ['storage'])]),
    ...names
      .filter((name) => (parseQuantity(String(capacity[name]))?.nano ?? 0n) <= 0n)
      .map((name) => invalidValue(`spec.capacity[${name}]`, capacity[name], 'must be greater than zero')),
  ];
}

/** The sources that a volume has, in the order in which the server looks at them. */
const sourcesOf = (spec: JsonObject): string[] =>
  Object.keys(spec)
    .filter((field) => !OTHER_FIELDS.has(field) && isJsonObject(spec[field]))
    .sort((one, other) => SOURCES.indexOf(one) - SOURCES.indexOf(other));

function sourceFaults(spec: JsonObject): FieldCause[] {
  const [first, ...more] = sourcesOf(spec);
  if (first === undefined) return [requiredValue('spec', 'must specify a volume type')];
  const source = objectIn(spec, first);
  return [
    ...more.map((field) => forbiddenValue(`spec.${field}`, 'may not specify more than 1 volume type')),
    ...(REQUIRED[first] ?? [])
      .filter((field) => textIn(source, field) === '')
      .map((field) => requiredValue(`spec.${first}.${field}`)),
    ...(first === 'local' && !isJsonObject(spec['nodeAffinity'])
      ? [requiredValue('spec.nodeAffinity', 'Local volume requires node affinity')]
      : []),
    ...(first === 'hostPath' && textIn(source, 'path').split('/').includes('..')
      ? [invalidValue('spec.hostPath.path', source['path'], "must not contain '..'")]
      : []),
  ];
}

function recycleFaults(spec: JsonObject): FieldCause[] {
  const isRoot = /^\/+$/.test(textIn(objectIn(spec, 'hostPath'), 'path'));
  if (!isRoot || spec['persistentVolumeReclaimPolicy'] !== 'Recycle') return [];
  return [forbiddenValue('spec.persistentVolumeReclaimPolicy', "may not be 'recycle' for a hostPath mount of '/'")];
}

const SOURCE = 'apis/core.PersistentVolumeSource';
const SOURCE_KEPT = 'spec.persistentvolumesource is immutable after creation';

function changeFaults(spec: JsonObject, before: JsonObject): FieldCause[] {
  const pick = (one: JsonObject): JsonObject => Object.fromEntries(sourcesOf(one).map((field) => [field, one[field]]));
  const [now, earlier] = [pick(spec), pick(before)];
  // The one part of a source that may be added later.
  const [csi, oldCsi] = [now['csi'], earlier['csi']];
  if (isJsonObject(csi) && isJsonObject(oldCsi) && oldCsi['controllerExpandSecretRef'] === undefined) {
    const { controllerExpandSecretRef: _added, ...rest } = csi;
    now['csi'] = rest;
  }
  return [
    ...(sameJson(now, earlier)
      ? []
      : [forbiddenValue('spec.persistentvolumesource', `${SOURCE_KEPT}\n${structDiff(SOURCE, earlier, now)}`)]),
    ...(sameJson(spec['volumeMode'] ?? null, before['volumeMode'] ?? null)
      ? []
      : [invalidValue('volumeMode', spec['volumeMode'] ?? null, 'field is immutable')]),
    ...(before['nodeAffinity'] !== undefined && !sameJson(spec['nodeAffinity'] ?? null, before['nodeAffinity'])
      ? [invalidValue('nodeAffinity', spec['nodeAffinity'] ?? null, 'field is immutable')]
      : []),
  ];
}
