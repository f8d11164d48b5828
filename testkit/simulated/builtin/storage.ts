import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsSubdomain, objectIn, oneOf, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { selectorFaults } from './label-selector.js';
import { parseQuantity } from './quantity.js';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
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
function protect(object: JsonObject, creating: boolean, finalizer: string): void {
  const metadata = objectIn(object, 'metadata');
  const present = textsIn(metadata, 'finalizers');
  if (creating && !present.includes(finalizer)) metadata['finalizers'] = [...present, finalizer];
}

/** PersistentVolumeClaims. */
export const claim: BuiltinKind = {
  warnings(object) {
    const requests = objectIn(objectIn(objectIn(object, 'spec'), 'resources'), 'requests');
    const { storage } = requests;
    const whole = (parseQuantity(String(storage ?? '0'))?.nano ?? 0n) % 1_000_000_000n === 0n;
    const text = `fractional byte value "${String(storage)}" is invalid, must be an integer`;
    return whole ? [] : [`spec.resources.requests[storage]: ${text}`];
  },
  prepare(object, { creating }) {
    protect(object, creating, 'kubernetes.io/pvc-protection');
    mirrorSources(objectIn(object, 'spec'));
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
  return sameJson(next, previous) ? [] : [forbiddenValue('spec', CLAIM_IMMUTABLE)];
}

/** PersistentVolumes. */
export const volume: BuiltinKind = {
  prepare(object, { creating }) {
    protect(object, creating, 'kubernetes.io/pv-protection');
    if (!creating) return;
    const { creationTimestamp } = objectIn(object, 'metadata');
    object['status'] = { ...objectIn(object, 'status'), lastPhaseTransitionTime: creationTimestamp };
  },
  validate({ object, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const known = new Set([
      'accessModes',
      'capacity',
      'persistentVolumeReclaimPolicy',
      'volumeMode',
      'storageClassName',
      'claimRef',
      'mountOptions',
      'nodeAffinity',
    ]);
    const sources = Object.keys(spec).filter((field) => !known.has(field) && isJsonObject(spec[field]));
    return [
      ...accessModeFaults(spec),
      ...storageFaults('spec.capacity[storage]', objectIn(spec, 'capacity')['storage']),
      ...(sources.length === 0 ? [requiredValue('spec', 'must specify a volume type')] : []),
      ...oneOf('spec.persistentVolumeReclaimPolicy', spec['persistentVolumeReclaimPolicy'], [
        'Delete',
        'Recycle',
        'Retain',
      ]),
    ];
  },
};

/** StorageClasses: all but labels and annotations stays as it was made. */
export const storageClass: BuiltinKind = {
  validate({ object, before }) {
    const faults: FieldCause[] = textIn(object, 'provisioner') === '' ? [requiredValue('provisioner')] : [];
    if (before === undefined) return faults;
    for (const field of ['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode']) {
      if (!sameJson(object[field], before[field]))
        faults.push(forbiddenValue(field, 'updates to ' + field + ' are forbidden.'));
    }
    return faults;
  },
};
