import { sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { forbidden } from '../objects/api-status.js';
import { qualifiedNameFaults } from '../rules/names.js';
import type { BuiltinKind, PrepareContext } from './builtin-kind.js';
import { objectIn, textIn, textsIn } from './checks.js';
import { claimSpecFaults, mirrorSources } from './claim-spec.js';
import { defaultClass } from './default-class.js';
import { forbiddenValue, invalidValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { structDiff } from './go-layout.js';
import { claimLimitFault, rangesOf } from './limit-enforcement.js';
import { parseQuantity } from './quantity.js';

const IMMUTABLE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';
const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';
const RESIZES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
].sort();

/** What is in use is not deleted: a finalizer from the first moment. */
export function protect(object: JsonObject, creating: boolean, finalizer: string): void {
  const metadata = objectIn(object, 'metadata');
  const present = textsIn(metadata, 'finalizers');
  if (creating && !present.includes(finalizer)) metadata['finalizers'] = [...present, finalizer];
}

/** PersistentVolumeClaims. */
export const claim: BuiltinKind = {
  admissionFault: ({ object, subresource }, surroundings) =>
    subresource === undefined ? claimLimitFault(object, rangesOf(object, surroundings)) : undefined,
  warnings(object) {
    const resources = objectIn(objectIn(object, 'spec'), 'resources');
    const isAnnotated = CLASS_ANNOTATION in objectIn(objectIn(object, 'metadata'), 'annotations');
    const old = 'deprecated since v1.8; use "storageClassName" attribute instead';
    return [
      ...(isAnnotated ? [`metadata.annotations[${CLASS_ANNOTATION}]: ${old}`] : []),
      ...['requests', 'limits'].flatMap((field) => fractionWarnings(objectIn(resources, field), field)),
    ];
  },
  prepare(object, { creating, before, find, all }) {
    const spec = objectIn(object, 'spec');
    protect(object, creating, 'kubernetes.io/pvc-protection');
    if (spec['storageClassName'] === undefined && !(CLASS_ANNOTATION in annotationsOf(object))) {
      const name = defaultClass(all('storageclasses.storage.k8s.io'), DEFAULT_CLASS);
      if (name !== undefined) spec['storageClassName'] = name;
    }
    mirrorSources(spec, before === undefined ? undefined : objectIn(before, 'spec'));
    if (before !== undefined) refuseGrowth(object, before, find);
  },
  validate({ object, before, subresource }) {
    if (subresource === 'status') return statusFaults(objectIn(object, 'status'));
    if (subresource !== undefined) return [];
    const faults = claimSpecFaults(objectIn(object, 'spec'), 'spec');
    return before === undefined ? faults : [...faults, ...changeFaults(object, before)];
  },
};

const annotationsOf = (object: JsonObject): JsonObject => objectIn(objectIn(object, 'metadata'), 'annotations');

function fractionWarnings(amounts: JsonObject, field: string): string[] {
  const { storage } = amounts;
  if ((parseQuantity(String(storage ?? '0'))?.nano ?? 0n) % 1_000_000_000n === 0n) return [];
  const text = `fractional byte value "${String(storage)}" is invalid, must be an integer`;
  return [`spec.resources.${field}[storage]: ${text}`];
}

function statusFaults(status: JsonObject): FieldCause[] {
  const path = 'status.allocatedResourceStatuses';
  return [
    ...amountFaults(objectIn(status, 'capacity'), 'status.capacity'),
    ...Object.entries(objectIn(status, 'allocatedResourceStatuses')).flatMap(([name, state]) => [
      ...resourceFaults(name, path),
      ...(RESIZES.includes(String(state)) ? [] : [unsupportedValue(path, name, RESIZES)]),
    ]),
    ...Object.entries(objectIn(status, 'allocatedResources')).flatMap(([name, amount]) => {
      const faults = resourceFaults(name, 'status.allocatedResources');
      return faults.length > 0 ? faults : amountFaults({ [name]: amount }, 'status.allocatedResources');
    }),
  ];
}

function amountFaults(amounts: JsonObject, path: string): FieldCause[] {
  return Object.entries(amounts).flatMap(([name, amount]) => {
    const whole = Number((parseQuantity(String(amount))?.nano ?? 0n) / 1_000_000_000n);
    return whole < 0 ? [invalidValue(`${path}[${name}]`, whole, 'must be a valid resource quantity')] : [];
  });
}

function resourceFaults(name: string, path: string): FieldCause[] {
  const faults = qualifiedNameFaults(name).map((fault) => invalidValue(path, name, fault));
  const isNative = !name.includes('/') || name.includes('kubernetes.io/');
  return faults.length === 0 && isNative && name !== 'storage' ? [unsupportedValue(path, name, ['storage'])] : faults;
}

function changeFaults(object: JsonObject, before: JsonObject): FieldCause[] {
  const [spec, earlier] = [objectIn(object, 'spec'), objectIn(before, 'spec')];
  const [next, previous] = comparable(object, before);
  const diff = (): string => structDiff('apis/core.PersistentVolumeClaimSpec', previous, next);
  const isOtherMode = spec['volumeMode'] !== earlier['volumeMode'];
  return [
    ...annotationFaults(object, before),
    ...(sameJson(next, previous) ? [] : [forbiddenValue('spec', `${IMMUTABLE}\n${diff()}`)]),
    ...shrinkFaults(object, before),
    ...(isOtherMode ? [invalidValue('volumeMode', spec['volumeMode'] ?? null, 'field is immutable')] : []),
    ...attributesFaults(spec, before),
  ];
}

/** Both specifications without the differences that are allowed. */
function comparable(object: JsonObject, before: JsonObject): [JsonObject, JsonObject] {
  const [next, previous] = [{ ...objectIn(object, 'spec') }, { ...objectIn(before, 'spec') }];
  // A volume and a class may be filled in once.
  if (textIn(previous, 'volumeName') === '' && next['volumeName'] !== undefined)
    previous['volumeName'] = next['volumeName'];
  if (previous['storageClassName'] === undefined) delete next['storageClassName'];
  const { phase } = objectIn(object, 'status');
  if (phase !== 'Bound') return [next, previous];
  const resources = objectIn(next, 'resources');
  const { storage } = objectIn(objectIn(previous, 'resources'), 'requests');
  if (resources['requests'] !== undefined)
    next['resources'] = { ...resources, requests: { ...objectIn(resources, 'requests'), storage } };
  const { volumeAttributesClassName: name } = previous;
  delete next['volumeAttributesClassName'];
  return [name === undefined ? next : { ...next, volumeAttributesClassName: name }, previous];
}

function annotationFaults(object: JsonObject, before: JsonObject): FieldCause[] {
  const [next, previous] = [annotationsOf(object)[CLASS_ANNOTATION], annotationsOf(before)[CLASS_ANNOTATION]];
  const name = objectIn(object, 'spec')['storageClassName'];
  const isMoved = previous !== undefined && name === previous && (next === undefined || next === previous);
  if ((next ?? '') === (previous ?? '') || isMoved) return [];
  return [invalidValue(`metadata.annotations.${CLASS_ANNOTATION}`, next ?? '', 'field is immutable')];
}

function attributesFaults(spec: JsonObject, before: JsonObject): FieldCause[] {
  const { volumeAttributesClassName: name } = spec;
  const isSame = name === objectIn(before, 'spec')['volumeAttributesClassName'];
  if (isSame || objectIn(before, 'status')['currentVolumeAttributesClassName'] === undefined) return [];
  if (typeof name === 'string' && name !== '') return [];
  const what = name === undefined ? 'nil' : 'empty string';
  const why = `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  return [forbiddenValue('spec.volumeAttributesClassName', why)];
}

const amountOf = (object: JsonObject, field: string): bigint =>
  parseQuantity(textIn(objectIn(object, field), 'storage'))?.nano ?? 0n;
const requested = (object: JsonObject): bigint => amountOf(objectIn(objectIn(object, 'spec'), 'resources'), 'requests');

/** A claim may ask for less again while its volume has not grown. */
function shrinkFaults(object: JsonObject, before: JsonObject): FieldCause[] {
  const size = requested(object);
  if (size >= requested(before) || size > amountOf(objectIn(before, 'status'), 'capacity')) return [];
  return [forbiddenValue('spec.resources.requests.storage', 'field can not be less than status.capacity')];
}

/** Admission lets claims grow where their class says so; what is invalid is refused as such. */
function refuseGrowth(object: JsonObject, before: JsonObject, find: PrepareContext['find']): void {
  const spec = objectIn(object, 'spec');
  if (requested(object) <= requested(before)) return;
  if ([...claimSpecFaults(spec, 'spec'), ...changeFaults(object, before)].length > 0) return;
  const name = textIn(spec, 'storageClassName');
  const isSame = name !== '' && name === textIn(objectIn(before, 'spec'), 'storageClassName');
  if (isSame && find('storageclasses.storage.k8s.io', name)?.['allowVolumeExpansion'] === true) return;
  const why =
    'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
  const kind = { group: '', plural: 'persistentvolumeclaims', kind: 'PersistentVolumeClaim' };
  throw forbidden(kind, textIn(objectIn(object, 'metadata'), 'name'), { why });
}
