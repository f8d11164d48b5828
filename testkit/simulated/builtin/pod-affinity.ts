import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { labelFaults, labelValueFaults, qualifiedNameFaults, subdomainFaults } from '../rules/names.js';
import { indexed, objectIn, objectsIn, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { labelKeyFaults } from './label-keys.js';
import { selectorFaults } from './label-selector.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** What is wrong with the affinity of a pod. */
export function affinityFaults(affinity: unknown, path: string): FieldCause[] {
  if (!isJsonObject(affinity)) return [];
  const node = affinity['nodeAffinity'];
  return [
    ...(isJsonObject(node) ? nodeAffinityFaults(node, `${path}.nodeAffinity`) : []),
    ...['podAffinity', 'podAntiAffinity'].flatMap((name) =>
      podAffinityFaults(objectIn(affinity, name), `${path}.${name}`),
    ),
  ];
}

function nodeAffinityFaults(affinity: JsonObject, path: string): FieldCause[] {
  const required = affinity[REQUIRED];
  return [
    ...(isJsonObject(required) ? nodeSelectorFaults(required, `${path}.${REQUIRED}`) : []),
    ...indexed(objectsIn(affinity, PREFERRED), `${path}.${PREFERRED}`).flatMap(([term, at]) => [
      ...weightFaults(term, at),
      ...termFaults(objectIn(term, 'preference'), `${at}.preference`, false),
    ]),
  ];
}

/** What is wrong with a selector of nodes. */
export function nodeSelectorFaults(selector: JsonObject, path: string): FieldCause[] {
  const at = `${path}.nodeSelectorTerms`;
  const terms = objectsIn(selector, 'nodeSelectorTerms');
  if (terms.length === 0) return [requiredValue(at, 'must have at least one node selector term')];
  return indexed(terms, at).flatMap(([term, inner]) => termFaults(term, inner, true));
}

function weightFaults({ weight = 0 }: JsonObject, path: string): FieldCause[] {
  const fits = typeof weight === 'number' && weight > 0 && weight <= 100;
  return fits ? [] : [invalidValue(`${path}.weight`, weight, 'must be in the range 1-100')];
}

/** What is wrong with one term that selects nodes. */
function termFaults(term: JsonObject, path: string, checksValues: boolean): FieldCause[] {
  return [
    ...indexed(objectsIn(term, 'matchExpressions'), `${path}.matchExpressions`).flatMap(([requirement, at]) =>
      requirementFaults(requirement, at, checksValues),
    ),
    ...indexed(objectsIn(term, 'matchFields'), `${path}.matchFields`).flatMap(([requirement, at]) =>
      fieldRequirementFaults(requirement, at),
    ),
  ];
}

function requirementFaults(requirement: JsonObject, path: string, checksValues: boolean): FieldCause[] {
  const values = textsIn(requirement, 'values');
  const key = textIn(requirement, 'key');
  return [
    ...operatorFaults(requirement, values, path),
    ...qualifiedNameFaults(key).map((fault) => invalidValue(`${path}.key`, key, fault)),
    ...(checksValues ? values : []).flatMap((value, index) =>
      labelValueFaults(value).map((fault) => invalidValue(`${path}.values[${index}]`, value, fault)),
    ),
  ];
}

function operatorFaults(requirement: JsonObject, values: readonly string[], path: string): FieldCause[] {
  const at = `${path}.values`;
  switch (requirement['operator']) {
    case 'In':
    case 'NotIn':
      return values.length > 0 ? [] : [requiredValue(at, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      if (values.length === 0) return [];
      return [forbiddenValue(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case 'Gt':
    case 'Lt':
      if (values.length === 1) return [];
      return [requiredValue(at, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalidValue(`${path}.operator`, requirement['operator'] ?? '', 'not a valid selector operator')];
  }
}

function fieldRequirementFaults(requirement: JsonObject, path: string): FieldCause[] {
  const { operator = '', key = '' } = requirement;
  const single = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
  const values = textsIn(requirement, 'values');
  const counted = values.length === 1 ? [] : [requiredValue(`${path}.values`, single)];
  const named = values.flatMap((value, index) =>
    subdomainFaults(value).map((fault) => invalidValue(`${path}.values[${index}]`, value, fault)),
  );
  return [
    ...(operator === 'In' || operator === 'NotIn'
      ? counted
      : [invalidValue(`${path}.operator`, operator, 'not a valid selector operator')]),
    ...(key === 'metadata.name' ? named : [invalidValue(`${path}.key`, key, 'not a valid field selector key')]),
  ];
}

function podAffinityFaults(affinity: JsonObject, path: string): FieldCause[] {
  return [
    ...indexed(objectsIn(affinity, REQUIRED), `${path}.${REQUIRED}`).flatMap(([term, at]) => podTermFaults(term, at)),
    ...indexed(objectsIn(affinity, PREFERRED), `${path}.${PREFERRED}`).flatMap(([term, at]) => [
      ...weightFaults(term, at),
      ...podTermFaults(objectIn(term, 'podAffinityTerm'), `${at}.podAffinityTerm`),
    ]),
  ];
}

function podTermFaults(term: JsonObject, path: string): FieldCause[] {
  const topologyKey = textIn(term, 'topologyKey');
  const at = `${path}.topologyKey`;
  return [
    ...selectorFaults(`${path}.labelSelector`, term['labelSelector']),
    ...selectorFaults(`${path}.namespaceSelector`, term['namespaceSelector']),
    ...textsIn(term, 'namespaces').flatMap((name) =>
      labelFaults(name).map((fault) => invalidValue(`${path}.namespace`, name, fault)),
    ),
    ...labelKeyFaults(term, path),
    ...(topologyKey === '' ? [requiredValue(at, 'can not be empty')] : []),
    ...qualifiedNameFaults(topologyKey).map((fault) => invalidValue(at, topologyKey, fault)),
  ];
}
