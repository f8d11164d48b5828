import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, tooLong, tooMany } from '../rules/field-fault.js';
import { labelFaults, subdomainFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { indexed, objectIn, objectsIn, textIn, integerIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';

const MAX_DEVICES = 128;
const MAX_ID = 32;
const MAX_DRIVER = 63;
const CHOICES = '`nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection`';
const ONE_OF = `exactly one of ${CHOICES} is required`;
const ID_RULE =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";

/** ResourceSlices: devices of a driver, and the nodes that reach them. */
export const resourceSlice: BuiltinKind = {
  validate({ object, before }) {
    const spec = objectIn(object, 'spec');
    return [
      ...driverFaults('spec.driver', textIn(spec, 'driver')),
      ...poolFaults(objectIn(spec, 'pool')),
      ...(before === undefined ? [] : changeFaults(spec, objectIn(before, 'spec'))),
      ...nodeFaults(spec),
      ...deviceListFaults(spec),
    ];
  },
};

/** What is wrong with the name of a driver of devices. */
export function driverFaults(path: string, name: string): FieldCause[] {
  if (name === '') return [requiredValue(path)];
  return [
    ...(name.length > MAX_DRIVER ? [tooLong(path, MAX_DRIVER)] : []),
    ...subdomainFaults(name).map((fault) => invalidValue(path, name, fault)),
  ];
}

function poolFaults(pool: JsonObject): FieldCause[] {
  const name = textIn(pool, 'name');
  const [count, generation] = [integerIn(pool, 'resourceSliceCount'), integerIn(pool, 'generation')];
  const at = 'spec.pool';
  const parts = name.split('/').flatMap((part) => subdomainFaults(part).map((fault) => [part, fault] as const));
  return [
    ...(name === ''
      ? [requiredValue(`${at}.name`)]
      : parts.map(([part, fault]) => invalidValue(`${at}.name`, part, fault))),
    ...(count <= 0 ? [invalidValue(`${at}.resourceSliceCount`, count, 'must be greater than zero')] : []),
    ...(generation < 0 ? [invalidValue(`${at}.generation`, generation, 'must be greater than or equal to zero')] : []),
  ];
}

function changeFaults(spec: JsonObject, before: JsonObject): FieldCause[] {
  const fixed: readonly (readonly [string, unknown, unknown])[] = [
    ['spec.pool.name', objectIn(spec, 'pool')['name'], objectIn(before, 'pool')['name']],
    ['spec.driver', spec['driver'], before['driver']],
    ['spec.nodeName', spec['nodeName'], before['nodeName']],
  ];
  return fixed.flatMap(([path, next, previous]) =>
    next === previous ? [] : [invalidValue(path, next ?? null, 'field is immutable')],
  );
}

function nodeFaults(spec: JsonObject): FieldCause[] {
  const { nodeName, nodeSelector, allNodes, perDeviceNodeSelection } = spec;
  const set = [
    nodeName === undefined || nodeName === '' ? [] : ['`nodeName`'],
    isJsonObject(nodeSelector) ? ['`nodeSelector`'] : [],
    allNodes === true ? ['`allNodes`'] : [],
    perDeviceNodeSelection === true ? ['`perDeviceNodeSelection`'] : [],
  ].flat();
  const unset = 'must be either unset or set to';
  const flags = ['allNodes', 'perDeviceNodeSelection'].filter((field) => spec[field] === false);
  const name = textIn(spec, 'nodeName');
  return [
    ...(nodeName === '' ? [invalidValue('spec.nodeName', '', `${unset} a non-empty string`)] : []),
    ...(name === '' ? [] : subdomainFaults(name).map((fault) => invalidValue('spec.nodeName', name, fault))),
    ...flags.map((field) => invalidValue(`spec.${field}`, false, `${unset} true`)),
    ...(set.length === 0 ? [requiredValue('spec', ONE_OF)] : []),
    ...(set.length > 1 ? [invalidValue('spec', `{${set.join(', ')}}`, `${ONE_OF}, but multiple fields are set`)] : []),
  ];
}

function deviceListFaults(spec: JsonObject): FieldCause[] {
  const devices = objectsIn(spec, 'devices');
  const isPerDevice = spec['perDeviceNodeSelection'] === true;
  return [
    ...(devices.length > MAX_DEVICES ? [tooMany('spec.devices', devices.length, MAX_DEVICES)] : []),
    ...indexed(devices, 'spec.devices').flatMap(([device, path], index) => {
      const name = textIn(device, 'name');
      const isRepeated = devices.slice(0, index).some((other) => textIn(other, 'name') === name);
      return [...deviceFaults(device, path, isPerDevice), ...(isRepeated ? [duplicateValue(path, name)] : [])];
    }),
  ];
}

function deviceFaults(device: JsonObject, path: string, isPerDevice: boolean): FieldCause[] {
  const name = textIn(device, 'name');
  const attributes = Object.entries(objectIn(device, 'attributes'));
  const isPlaced = ['nodeName', 'nodeSelector', 'allNodes'].some((field) => device[field] !== undefined);
  const only =
    '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
  return [
    ...(name === ''
      ? [requiredValue(`${path}.name`)]
      : labelFaults(name).map((fault) => invalidValue(`${path}.name`, name, fault))),
    ...attributes.flatMap(([key, value]) => [
      ...qualifiedFaults(key, `${path}.attributes`),
      ...valueFaults(value, `${path}.attributes[${key}]`),
    ]),
    ...Object.keys(objectIn(device, 'capacity')).flatMap((key) => qualifiedFaults(key, `${path}.capacity`)),
    ...(isPlaced && !isPerDevice ? [invalidValue(path, null, only)] : []),
  ];
}

function qualifiedFaults(name: string, path: string): FieldCause[] {
  const [first = '', second] = name.split('/');
  const id = second ?? first;
  return [
    ...(second === undefined ? [] : driverFaults(path, first)),
    ...(id.length > MAX_ID ? [tooLong(path, MAX_ID)] : []),
    ...(/^[A-Za-z_]\w*$/.test(id) ? [] : [invalidValue(path, id, ID_RULE)]),
  ];
}

function valueFaults(value: unknown, path: string): FieldCause[] {
  const set = isJsonObject(value) ? Object.keys(value) : [];
  if (set.length === 1) return [];
  return [invalidValue(path, '', 'exactly one value must be specified')];
}
