import { sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { qualifiedNameFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { indexed, objectIn, objectsIn, oneOf, textIn, textsIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { provisionerFaults } from './storage-drivers.js';

/** StorageClasses: what makes volumes, and how, stays. */
export const storageClass: BuiltinKind = {
  validate({ object, before }) {
    if (before === undefined) {
      return [
        ...provisionerFaults('provisioner', textIn(object, 'provisioner')),
        ...Object.keys(objectIn(object, 'parameters'))
          .filter((key) => key === '')
          .map((key) => invalidValue('parameters', key, 'field can not be empty.')),
        ...(object['reclaimPolicy'] === ''
          ? []
          : oneOf('reclaimPolicy', object['reclaimPolicy'], ['Delete', 'Retain'])),
        ...oneOf('volumeBindingMode', object['volumeBindingMode'], ['Immediate', 'WaitForFirstConsumer']),
        ...topologiesFaults(objectsIn(object, 'allowedTopologies')),
      ];
    }
    return ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']
      .filter((field) => !sameJson(object[field] ?? null, before[field] ?? null))
      .map((field) => invalidValue(field, object[field] ?? null, 'field is immutable'));
  },
};

/** What is wrong with the topologies of volumes; an empty one equals what the server makes room for beforehand. */
function topologiesFaults(terms: readonly JsonObject[]): FieldCause[] {
  const seen: JsonObject[] = terms.map(() => ({}));
  return indexed(terms, 'allowedTopologies').flatMap(([term, path]) => {
    const at = `${path}.matchLabelExpressions`;
    const values = objectsIn(term, 'matchLabelExpressions').map(
      (one) => [textIn(one, 'key'), [...new Set(textsIn(one, 'values'))].sort()] as const,
    );
    const byKey = Object.fromEntries(values) as JsonObject;
    const repeated = seen.filter((other) => sameJson(other, byKey)).map(() => duplicateValue(at, ''));
    seen.push(byKey);
    return [...topologyFaults(term, at), ...repeated];
  });
}

function topologyFaults(term: JsonObject, path: string): FieldCause[] {
  const keys = new Set<string>();
  return indexed(objectsIn(term, 'matchLabelExpressions'), path).flatMap(([expression, at]) => {
    const [key, values] = [textIn(expression, 'key'), textsIn(expression, 'values')];
    const isRepeated = keys.has(key);
    keys.add(key);
    return [
      ...(values.length === 0 ? [requiredValue(`${at}.values`)] : []),
      ...values.flatMap((value, index) =>
        values.indexOf(value) < index ? [duplicateValue(`${at}.values[${index}]`, value)] : [],
      ),
      ...qualifiedNameFaults(key).map((fault) => invalidValue(`${at}.key`, key, fault)),
      ...(isRepeated ? [duplicateValue(`${at}.key`, key)] : []),
    ];
  });
}
