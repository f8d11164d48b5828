import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, StructValue } from '../rules/field-fault.js';
import { labelValueFaults, qualifiedNameFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { indexed, objectIn, objectsIn, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { cidrFamily, cidrFaults } from './ip-checks.js';
import { amountFaults } from './quota.js';

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Nodes: new ones are not ready. */
export const node: BuiltinKind = {
  // The one address of a family that older clients know is the first of all.
  applyDefaults(object) {
    const status = object['status'];
    if (isJsonObject(status) && isJsonObject(status['capacity'])) status['allocatable'] ??= { ...status['capacity'] };
    const spec = object['spec'];
    if (!isJsonObject(spec)) return;
    const [first] = textsIn(spec, 'podCIDRs');
    const single = textIn(spec, 'podCIDR');
    if (single !== '' && single !== first) spec['podCIDRs'] = [single];
    else if (first !== undefined) spec['podCIDR'] = first;
  },
  prepare(object, { creating }) {
    if (!creating) return;
    const spec = objectIn(object, 'spec');
    spec['taints'] = [...objectsIn(spec, 'taints').filter(({ key }) => key !== NOT_READY.key), { ...NOT_READY }];
    object['spec'] = spec;
  },
  validate({ object, before, subresource }) {
    const [spec, status] = [objectIn(object, 'spec'), objectIn(object, 'status')];
    const [taints, resources] = [taintFaults(objectsIn(spec, 'taints')), resourceFaults(status)];
    // What is wrong with a whole object is said again of its change.
    const whole = subresource === undefined ? [...taints, ...resources, ...networkFaults(spec)] : [];
    if (before === undefined) return whole;
    return [
      ...whole,
      ...resources,
      ...addressFaults(objectsIn(status, 'addresses')),
      ...(subresource === undefined ? fixedFaults(spec, objectIn(before, 'spec')) : []),
      ...taints,
    ];
  },
};

function taintFaults(taints: readonly JsonObject[]): FieldCause[] {
  return indexed(taints, 'metadata.taints').flatMap(([taint, path], index) => {
    const [key, value, effect] = [textIn(taint, 'key'), textIn(taint, 'value'), textIn(taint, 'effect')];
    const repeated = taints.slice(0, index).some((other) => other['key'] === key && textIn(other, 'effect') === effect);
    const valueFaults = labelValueFaults(value);
    return [
      ...qualifiedNameFaults(key).map((fault) => invalidValue(`${path}.key`, key, fault)),
      ...(valueFaults.length > 0 ? [invalidValue(`${path}.value`, value, valueFaults.join(';'))] : []),
      ...effectFaults(`${path}.effect`, effect),
      ...(repeated ? [repeatedTaint(path, { key, value, effect })] : []),
    ];
  });
}

function effectFaults(path: string, effect: string): FieldCause[] {
  if (effect === '') return [requiredValue(path)];
  return EFFECTS.includes(effect) ? [] : [unsupportedValue(path, effect, EFFECTS)];
}

function repeatedTaint(
  field: string,
  { key, value, effect }: { readonly key: string; readonly value: string; readonly effect: string },
): FieldCause {
  const shown = JSON.stringify({ Key: key, Value: value, Effect: effect, TimeAdded: null });
  const message = `Duplicate value: ${shown}: taints must be unique by key and effect pair`;
  return { reason: 'FieldValueDuplicate', message, field };
}

function resourceFaults(status: JsonObject): FieldCause[] {
  return ['capacity', 'allocatable'].flatMap((field) =>
    Object.entries(objectIn(status, field)).flatMap(([name, value]) =>
      amountFaults(`status.${field}.${name}`, name, value),
    ),
  );
}

function networkFaults(spec: JsonObject): FieldCause[] {
  const networks = textsIn(spec, 'podCIDRs');
  const faults = networks.flatMap((network, index) => cidrFaults(`spec.podCIDRs[${index}]`, network));
  if (networks.length < 2) return faults;
  const malformed = networks.findIndex((network) => cidrFamily(network) === undefined);
  if (malformed >= 0) {
    const why = `invalid CIDR[${malformed}]: <nil> (invalid CIDR address: ${networks[malformed] ?? ''})`;
    const message = `Internal error: invalid PodCIDRs. failed to check with dual stack with error:${why}`;
    faults.push({ reason: 'InternalError', message, field: 'spec.podCIDRs' });
  }
  const families = new Set(malformed >= 0 ? [] : networks.map(cidrFamily));
  if (families.size < 2 || networks.length > 2)
    faults.push(invalidValue('spec.podCIDRs', networks, 'may specify no more than one CIDR for each IP family'));
  return faults;
}

function fixedFaults(spec: JsonObject, before: JsonObject): FieldCause[] {
  const networks = textsIn(before, 'podCIDRs');
  const provider = textIn(before, 'providerID');
  const rule = (field: string): string => `node updates may not change ${field} except from "" to valid`;
  return [
    ...(networks.length > 0 && !sameJson(networks, textsIn(spec, 'podCIDRs'))
      ? [forbiddenValue('spec.podCIDRs', rule('podCIDR'))]
      : []),
    ...(provider !== '' && provider !== textIn(spec, 'providerID')
      ? [forbiddenValue('spec.providerID', rule('providerID'))]
      : []),
  ];
}

function addressFaults(addresses: readonly JsonObject[]): FieldCause[] {
  return indexed(addresses, 'status.addresses').flatMap(([address, field], index) => {
    if (!addresses.slice(0, index).some((other) => sameJson(other, address))) return [];
    return [duplicateValue(field, new StructValue({ Type: address['type'], Address: address['address'] }))];
  });
}
