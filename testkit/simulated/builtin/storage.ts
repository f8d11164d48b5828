import { sameJson } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { oneOf, textIn } from './checks.js';
import { invalidValue } from './faults.js';
import { provisionerFaults } from './storage-drivers.js';

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
