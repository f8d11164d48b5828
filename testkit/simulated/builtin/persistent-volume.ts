import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { StructValue } from '../rules/field-fault.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsSubdomain, indexed, objectIn, objectsIn, oneOf, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm, structDiff } from './go-layout.js';
import {
  mountOptionFaults,
  oldSourceWarnings,
  persistentSourceFaults,
  sourcesOf,
} from './persistent-volume-sources.js';
import { nodeSelectorFaults } from './pod-affinity.js';
import { termWarnings } from './pod-warnings.js';
import { parseQuantity } from './quantity.js';
import { protect } from './claim.js';
import { ACCESS_MODES } from './claim-spec.js';

/** PersistentVolumes. */
export const volume: BuiltinKind = {
  prepare(object, { creating }) {
    protect(object, creating, 'kubernetes.io/pv-protection');
    if (!creating) return;
    const { creationTimestamp } = objectIn(object, 'metadata');
    object['status'] = { phase: 'Pending', lastPhaseTransitionTime: creationTimestamp };
  },
  prepareStatus(object, before, now) {
    const [status, earlier] = [objectIn(object, 'status'), objectIn(before, 'status')];
    const field = 'lastPhaseTransitionTime';
    if (status['phase'] === earlier['phase']) status[field] ??= earlier[field];
    else if ((status[field] ?? earlier[field]) === earlier[field]) status[field] = now;
  },
  warnings(object) {
    const spec = objectIn(object, 'spec');
    const annotations = objectIn(objectIn(object, 'metadata'), 'annotations');
    const terms = objectsIn(objectIn(objectIn(spec, 'nodeAffinity'), 'required'), 'nodeSelectorTerms');
    const recycled =
      'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';
    return [
      ...Object.entries(OLD_ANNOTATIONS).flatMap(([key, text]) =>
        key in annotations ? [`metadata.annotations[${key}]: ${text}`] : [],
      ),
      ...(spec['persistentVolumeReclaimPolicy'] === 'Recycle'
        ? [`spec.persistentVolumeReclaimPolicy: ${recycled}`]
        : []),
      ...indexed(terms, 'spec.nodeAffinity.required.nodeSelectorTerms').flatMap(([term, at]) => termWarnings(term, at)),
      ...oldSourceWarnings(spec),
    ];
  },
  validate({ object, before, subresource }) {
    if (subresource !== undefined) return [];
    const faults = volumeFaults(object);
    const inAnnotations = mountOptionFaults(object);
    if (before === undefined) return [...faults, ...inAnnotations];
    // What is wrong with a whole object is said again of its change.
    const changes = changeFaults(objectIn(object, 'spec'), objectIn(before, 'spec'));
    return [...faults, ...inAnnotations, ...faults, ...changes];
  },
};

const OLD_ANNOTATIONS: Readonly<Record<string, string>> = {
  'volume.beta.kubernetes.io/storage-class': 'deprecated since v1.8; use "storageClassName" attribute instead',
  'volume.beta.kubernetes.io/mount-options': 'deprecated since v1.31; use "mountOptions" attribute instead',
};

function volumeFaults(object: JsonObject): FieldCause[] {
  const spec = objectIn(object, 'spec');
  const policies = ['Delete', 'Recycle', 'Retain'];
  return [
    ...modeFaults(textsIn(spec, 'accessModes')),
    ...capacityFaults(spec['capacity']),
    ...oneOf('spec.persistentVolumeReclaimPolicy', spec['persistentVolumeReclaimPolicy'], policies),
    ...affinityFaults(spec['nodeAffinity']),
    ...persistentSourceFaults(spec, textIn(objectIn(object, 'metadata'), 'name')),
    ...recycleFaults(spec),
    ...dnsSubdomain('spec.storageClassName', textIn(spec, 'storageClassName')),
    ...oneOf('spec.volumeMode', spec['volumeMode'], ['Block', 'Filesystem']),
    ...attributesFaults(spec),
  ];
}

function affinityFaults(affinity: unknown): FieldCause[] {
  if (!isJsonObject(affinity)) return [];
  const path = 'spec.nodeAffinity.required';
  if (!isJsonObject(affinity['required'])) return [requiredValue(path, 'must specify required node constraints')];
  return nodeSelectorFaults(affinity['required'], path);
}

function attributesFaults(spec: JsonObject): FieldCause[] {
  const { volumeAttributesClassName: name } = spec;
  if (typeof name !== 'string') return [];
  const path = 'spec.volumeAttributesClassName';
  return [
    ...(name === '' ? [requiredValue(path, 'an empty string is disallowed')] : dnsSubdomain(path, name)),
    ...(isJsonObject(spec['csi'])
      ? []
      : [requiredValue('spec.csi', 'has to be specified when using volumeAttributesClassName')]),
  ];
}

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

function capacityFaults(given: unknown): FieldCause[] {
  const capacity = isJsonObject(given) ? given : {};
  const names = Object.keys(capacity);
  return [
    ...(names.length === 0 ? [requiredValue('spec.capacity')] : []),
    ...(names.length === 1 && names[0] === 'storage'
      ? []
      : [unsupportedValue('spec.capacity', given ?? null, ['storage'])]),
    ...names.flatMap((name) => amountFaults(`spec.capacity[${name}]`, capacity[name])),
  ];
}

function amountFaults(path: string, amount: unknown): FieldCause[] {
  const nano = parseQuantity(String(amount))?.nano ?? 0n;
  const whole = Number(nano / 1_000_000_000n);
  return [
    ...(whole < 0 ? [invalidValue(path, whole, 'must be a valid resource quantity')] : []),
    ...(nano <= 0n ? [invalidValue(path, amount, 'must be greater than zero')] : []),
  ];
}

function recycleFaults(spec: JsonObject): FieldCause[] {
  const isRoot = /^\/+$/.test(textIn(objectIn(spec, 'hostPath'), 'path'));
  if (!isRoot || spec['persistentVolumeReclaimPolicy'] !== 'Recycle') return [];
  return [forbiddenValue('spec.persistentVolumeReclaimPolicy', "may not be 'recycle' for a hostPath mount of '/'")];
}

function affinityForm(affinity: unknown): unknown {
  if (!isJsonObject(affinity)) return null;
  const { required } = affinity;
  return { Required: isJsonObject(required) ? internalForm('apis/core.NodeSelector', required) : null };
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
      ? [invalidValue('nodeAffinity', new StructValue(affinityForm(spec['nodeAffinity'])), 'field is immutable')]
      : []),
    ...(before['volumeAttributesClassName'] !== undefined && spec['volumeAttributesClassName'] === undefined
      ? [forbiddenValue('spec.volumeAttributesClassName', 'update from non-nil value to nil is forbidden')]
      : []),
  ];
}
