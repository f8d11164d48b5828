import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsSubdomain, objectIn, oneOf, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { parseQuantity } from './quantity.js';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const CLAIM_IMMUTABLE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

function accessModeFaults(spec: JsonObject): FieldCause[] {
  const modes = textsIn(spec, 'accessModes');
  if (modes.length === 0) return [requiredValue('spec.accessModes', 'at least 1 access mode is required')];
  return modes
    .filter((mode) => !ACCESS_MODES.includes(mode))
    .map((mode) => unsupportedValue('spec.accessModes', mode, ACCESS_MODES));
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
  prepare: (object, { creating }) => protect(object, creating, 'kubernetes.io/pvc-protection'),
  validate({ object, before, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const requests = objectIn(objectIn(spec, 'resources'), 'requests');
    const faults = [
      ...accessModeFaults(spec),
      ...storageFaults('spec.resources[storage]', requests['storage']),
      ...dnsSubdomain('spec.storageClassName', textIn(spec, 'storageClassName')),
      ...oneOf('spec.volumeMode', spec['volumeMode'], ['Block', 'Filesystem']),
    ];
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
