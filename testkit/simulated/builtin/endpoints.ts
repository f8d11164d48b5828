import { isIP } from 'node:net';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { labelFaults, subdomainFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { between, dnsSubdomain, indexed, objectsIn, oneOf, PORTS, textIn, textsIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';

const NO_IP = 'must be a valid IP address';
const IP_RULE = `${NO_IP}, (e.g. 10.9.8.7 or 2001:db8::ffff)`;
const LOOPBACK = 'may not be in the loopback range (127.0.0.0/8, ::1/128)';
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** Endpoints, the older form. */
export const endpoints: BuiltinKind = {
  validate({ object }) {
    return indexed(objectsIn(object, 'subsets'), 'subsets').flatMap(([subset, path]) => subsetFaults(subset, path));
  },
};

/** EndpointSlices. */
export const endpointSlice: BuiltinKind = {
  countsMetadata: ['labels'],
  warnings: (object) =>
    textIn(object, 'addressType') === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : [],
  validate({ object, before }) {
    const type = textIn(object, 'addressType');
    const faults: FieldCause[] =
      type === '' ? [requiredValue('addressType')] : oneOf('addressType', type, ['FQDN', 'IPv4', 'IPv6']);
    // Endpoints are checked against the type that the slice was made with.
    const made = before === undefined ? type : textIn(before, 'addressType');
    if (made !== type) faults.push(invalidValue('addressType', type, 'field is immutable'));
    const slices = indexed(objectsIn(object, 'endpoints'), 'endpoints');
    return [
      ...faults,
      ...slices.flatMap(([endpoint, path]) => sliceFaults(endpoint, path, made)),
      ...slicePorts(objectsIn(object, 'ports')),
    ];
  },
};

function subsetFaults(subset: JsonObject, path: string): FieldCause[] {
  const lists = ['addresses', 'notReadyAddresses'] as const;
  const ports = objectsIn(subset, 'ports');
  const addresses = lists.flatMap((list) => indexed(objectsIn(subset, list), `${path}.${list}`));
  return [
    ...(addresses.length === 0 ? [requiredValue(path, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...addresses.flatMap(([address, at]) => addressFaults(address, at)),
    ...indexed(ports, `${path}.ports`).flatMap(([port, at]) => [
      ...(textIn(port, 'name') === '' && ports.length > 1 ? [requiredValue(`${at}.name`)] : []),
      ...nameFaults(`${at}.name`, textIn(port, 'name')),
      ...between(`${at}.port`, port['port'] ?? 0, PORTS),
      ...oneOf(`${at}.protocol`, port['protocol'], PROTOCOLS),
    ]),
  ];
}

function addressFaults(address: JsonObject, path: string): FieldCause[] {
  const { hostname, nodeName } = address;
  return [
    ...ipFaults(`${path}.ip`, textIn(address, 'ip'), [IP_RULE, NO_IP]),
    ...(typeof hostname === 'string' ? nameFaults(`${path}.hostname`, hostname) : []),
    ...(typeof nodeName === 'string'
      ? subdomainFaults(nodeName).map((fault) => invalidValue(`${path}.nodeName`, nodeName, fault))
      : []),
  ];
}

function sliceFaults(endpoint: JsonObject, path: string, type: string): FieldCause[] {
  const addresses = textsIn(endpoint, 'addresses');
  const at = `${path}.addresses`;
  return [
    ...(addresses.length === 0 ? [requiredValue(at, 'must contain at least 1 address')] : []),
    ...(type === 'FQDN' ? [] : addresses.flatMap((ip, index) => familyFaults(`${at}[${index}]`, ip, { at, type }))),
    ...nameFaults(`${path}.hostname`, textIn(endpoint, 'hostname')),
    ...dnsSubdomain(`${path}.nodeName`, textIn(endpoint, 'nodeName')),
  ];
}

function familyFaults(
  path: string,
  ip: string,
  { at, type }: { readonly at: string; readonly type: string },
): FieldCause[] {
  const family = isIP(ip);
  const isOther = family !== 0 && type !== `IPv${family}`;
  return [...(isOther ? [invalidValue(at, ip, `must be an ${type} address`)] : []), ...ipFaults(path, ip, [IP_RULE])];
}

function slicePorts(ports: readonly JsonObject[]): FieldCause[] {
  return indexed(ports, 'ports').flatMap(([port, path], index) => {
    const name = textIn(port, 'name');
    const isRepeated = ports.slice(0, index).some((other) => textIn(other, 'name') === name);
    return [
      ...nameFaults(`${path}.name`, name),
      ...(isRepeated ? [duplicateValue(`${path}.name`, name)] : []),
      ...oneOf(`${path}.protocol`, port['protocol'], PROTOCOLS),
    ];
  });
}

function ipFaults(path: string, ip: string, rules: readonly string[]): FieldCause[] {
  if (isIP(ip) === 0) return rules.map((rule) => invalidValue(path, ip, rule));
  return ip.startsWith('127.') || ip === '::1' ? [invalidValue(path, ip, LOOPBACK)] : [];
}

/** An empty name is none. */
function nameFaults(path: string, name: string): FieldCause[] {
  return name === '' ? [] : labelFaults(name).map((fault) => invalidValue(path, name, fault));
}
