import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { forbidden } from '../objects/api-status.js';
import type { BuiltinKind, PrepareContext } from './builtin-kind.js';
import { dnsSubdomain, objectIn, oneOf, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { structDiff } from './go-layout.js';
import { selectorFaults } from './label-selector.js';
import { claimLimitFault } from './limit-enforcement.js';
import { parseQuantity } from './quantity.js';
import { provisionerFaults } from './storage-drivers.js';

export const ACCESS_MODES: readonly string[] = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const CLAIM_IMMUTABLE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

function accessModeFaults(spec: JsonObject, path = 'spec'): FieldCause[] {
  const modes = textsIn(spec, 'accessModes');
  const at = `${path}.accessModes`;
  if (modes.length === 0) return [requiredValue(at, 'at least 1 access mode is required')];
  const shared = modes.includes('ReadWriteOncePod') && modes.length > 1;
  return [
    ...modes.filter((mode) => !ACCESS_MODES.includes(mode)).map((mode) => unsupportedValue(at, mode, ACCESS_MODES)),
    ...(shared ? [forbiddenValue(at, 'may not use ReadWriteOncePod with other access modes')] : []),
  ];
}

/** What is wrong with the specification of a claim, wherever it stands. */
export function claimSpecFaults(spec: JsonObject, path: string): FieldCause[] {
  const requests = objectIn(objectIn(spec, 'resources'), 'requests');
  return [
    ...selectorFaults(`${path}.selector`, spec['selector']),
    ...accessModeFaults(spec, path),
    ...storageFaults(`${path}.resources[storage]`, requests['storage']),
    ...dnsSubdomain(`${path}.storageClassName`, textIn(spec, 'storageClassName')),
    ...oneOf(`${path}.volumeMode`, spec['volumeMode'], ['Block', 'Filesystem']),
  ];
}

/** Both fields for where data come from say the same; an empty one is none. */
function mirrorSources(spec: JsonObject): void {
  const isEmpty = (source: unknown): boolean =>
    isJsonObject(source) && textIn(source, 'kind') === '' && textIn(source, 'name') === '';
  for (const field of ['dataSource', 'dataSourceRef']) if (isEmpty(spec[field])) delete spec[field];
  const { dataSource, dataSourceRef } = spec;
  const complete = (source: JsonObject): JsonObject => ({ apiGroup: null, ...source });
  if (isJsonObject(dataSource) && dataSourceRef === undefined) spec['dataSourceRef'] = complete(dataSource);
  if (isJsonObject(dataSourceRef) && dataSource === undefined && textIn(dataSourceRef, 'namespace') === '') {
    const { apiGroup = null, kind } = dataSourceRef;
    const known = apiGroup === null ? kind === 'PersistentVolumeClaim' : apiGroup === 'snapshot.storage.k8s.io';
    if (known) spec['dataSource'] = complete(dataSourceRef);
  }
}

function storageFaults(path: string, amount: unknown): FieldCause[] {
  if (amount === undefined) return [requiredValue(path)];
  return (parseQuantity(String(amount))?.nano ?? 0n) > 0n
    ? []
    : [invalidValue(path, amount, 'must be greater than zero')];
}

/** What is in use is not deleted: a finalizer from the first moment. */
export function protect(object: JsonObject, creating: boolean, finalizer: string): void {
  const metadata = objectIn(object, 'metadata');
  const present = textsIn(metadata, 'finalizers');
  if (creating && !present.includes(finalizer)) metadata['finalizers'] = [...present, finalizer];
}

/** PersistentVolumeClaims. */
export const claim: BuiltinKind = {
  admissionFault({ object, subresource }, { inNamespace }) {
    if (subresource !== undefined) return undefined;
    return claimLimitFault(object, inNamespace('limitranges.', textIn(objectIn(object, 'metadata'), 'namespace')));
  },
  warnings(object) {
    const requests = objectIn(objectIn(objectIn(object, 'spec'), 'resources'), 'requests');
    const { storage } = requests;
    const whole = (parseQuantity(String(storage ?? '0'))?.nano ?? 0n) % 1_000_000_000n === 0n;
    const text = `fractional byte value "${String(storage)}" is invalid, must be an integer`;
    return whole ? [] : [`spec.resources.requests[storage]: ${text}`];
  },
  prepare(object, { creating, before, find }) {
    protect(object, creating, 'kubernetes.io/pvc-protection');
    mirrorSources(objectIn(object, 'spec'));
    if (before !== undefined) refuseGrowth(object, before, find);
  },
  validate({ object, before, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const faults = claimSpecFaults(spec, 'spec');
    return before === undefined ? faults : [...faults, ...changeFaults(object, before)];
  },
};

function changeFaults(object: JsonObject, before: JsonObject): FieldCause[] {
  const [next, previous] = [{ ...objectIn(object, 'spec') }, { ...objectIn(before, 'spec') }];
  // A class and a volume may be filled in once.
  if (previous['volumeName'] === undefined) delete next['volumeName'];
  if (previous['storageClassName'] === undefined) delete next['storageClassName'];
  if (objectIn(before, 'status')['phase'] === 'Bound') {
    delete next['resources'];
    delete previous['resources'];
  }
  return [
    ...(sameJson(next, previous) ? [] : [forbiddenValue('spec', `${CLAIM_IMMUTABLE}\n${claimDiff(object, before)}`)]),
    ...shrinkFaults(object, before),
    ...(objectIn(object, 'spec')['volumeMode'] === objectIn(before, 'spec')['volumeMode']
      ? []
      : [invalidValue('volumeMode', objectIn(object, 'spec')['volumeMode'] ?? null, 'field is immutable')]),
  ];
}

/** How two claims differ beyond what may change. */
function claimDiff(object: JsonObject, before: JsonObject): string {
  const [next, previous] = [{ ...objectIn(object, 'spec') }, { ...objectIn(before, 'spec') }];
  if (previous['volumeName'] === undefined) previous['volumeName'] = next['volumeName'];
  if (objectIn(object, 'status')['phase'] === 'Bound') {
    const storage = objectIn(objectIn(previous, 'resources'), 'requests')['storage'];
    const resources = objectIn(next, 'resources');
    next['resources'] = { ...resources, requests: { ...objectIn(resources, 'requests'), storage } };
    next['volumeAttributesClassName'] = previous['volumeAttributesClassName'];
  }
  return structDiff('apis/core.PersistentVolumeClaimSpec', previous, next);
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

/** StorageClasses: what makes volumes, and how, stays. */
export const storageClass: BuiltinKind = {
  validate({ object, before }) {
    if (before === undefined) {
      return [
        ...provisionerFaults('provisioner', textIn(object, 'provisioner')),
        ...oneOf('reclaimPolicy', object['reclaimPolicy'], ['Delete', 'Retain']),
        ...oneOf('volumeBindingMode', object['volumeBindingMode'], ['Immediate', 'WaitForFirstConsumer']),
      ];
    }
    return ['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode']
      .filter((field) => !sameJson(object[field] ?? null, before[field] ?? null))
      .map((field) => invalidValue(field, object[field] ?? null, 'field is immutable'));
  },
};
