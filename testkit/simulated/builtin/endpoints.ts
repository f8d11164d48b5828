import { sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, tooMany } from '../rules/field-fault.js';
import { labelFaults, labelValueFaults, qualifiedNameFaults, subdomainFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { between, indexed, objectIn, objectsIn, oneOf, PORTS, textIn, textsIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { canonicalIpFaults, endpointIpFaults, ipFaults, ipWarnings, isIpv6 } from './ip-checks.js';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const MAX_ADDRESSES = 100;
const MAX_HINTS = 8;
const MAX_ENDPOINTS = 1000;
const CONTROLLERS: ReadonlySet<string> = new Set([
  'endpointslice-controller.k8s.io',
  'endpointslicemirroring-controller.k8s.io',
]);

/** Endpoints, the older form. */
export const endpoints: BuiltinKind = {
  validate({ object }) {
    return indexed(objectsIn(object, 'subsets'), 'subsets').flatMap(([subset, path]) => subsetFaults(subset, path));
  },
};

/** EndpointSlices. */
export const endpointSlice: BuiltinKind = {
  countsMetadata: ['labels'],
  warnings(object, before) {
    const isOld = before === undefined && textIn(object, 'addressType') === 'FQDN';
    const manager = objectIn(objectIn(object, 'metadata'), 'labels')['endpointslice.kubernetes.io/managed-by'];
    const points = CONTROLLERS.has(String(manager)) ? [] : indexed(objectsIn(object, 'endpoints'), 'endpoints');
    return [
      ...(isOld ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
      ...points.flatMap(([point, path]) =>
        textsIn(point, 'addresses').flatMap((address, index) => ipWarnings(`${path}.addresses[${index}]`, address)),
      ),
    ];
  },
  // What was the topology is not written in this version.
  prepare(object, { before }) {
    if (before !== undefined && sameJson(object['endpoints'] ?? null, before['endpoints'] ?? null)) return;
    for (const point of objectsIn(object, 'endpoints')) delete point['deprecatedTopology'];
  },
  validate({ object, before }) {
    const type = textIn(object, 'addressType');
    const made = before === undefined ? type : textIn(before, 'addressType');
    const isKept = before !== undefined && sameJson(object['endpoints'] ?? null, before['endpoints'] ?? null);
    const slices = isKept ? [] : indexed(objectsIn(object, 'endpoints'), 'endpoints');
    return [
      ...(type === '' ? [requiredValue('addressType')] : oneOf('addressType', type, ['FQDN', 'IPv4', 'IPv6'])),
      ...slicePorts(objectsIn(object, 'ports')),
      ...(slices.length > MAX_ENDPOINTS
        ? [tooMany('endpoints', slices.length, MAX_ENDPOINTS)]
        : slices.flatMap(([endpoint, path]) => sliceFaults(endpoint, path, type))),
      ...(made === type ? [] : [invalidValue('addressType', type, 'field is immutable')]),
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
      ...protocolFaults(`${at}.appProtocol`, port['appProtocol']),
    ]),
  ];
}

function addressFaults(address: JsonObject, path: string): FieldCause[] {
  const { hostname, nodeName } = address;
  const ip = textIn(address, 'ip');
  return [
    ...ipFaults(`${path}.ip`, ip),
    ...(typeof hostname === 'string' ? nameFaults(`${path}.hostname`, hostname) : []),
    ...(typeof nodeName === 'string'
      ? subdomainFaults(nodeName).map((fault) => invalidValue(`${path}.nodeName`, nodeName, fault))
      : []),
    ...endpointIpFaults(`${path}.ip`, ip),
  ];
}

function sliceFaults(endpoint: JsonObject, path: string, type: string): FieldCause[] {
  const addresses = textsIn(endpoint, 'addresses');
  const at = `${path}.addresses`;
  const { nodeName, hostname, hints } = endpoint;
  return [
    ...(addresses.length === 0 ? [requiredValue(at, 'must contain at least 1 address')] : []),
    ...(addresses.length > MAX_ADDRESSES ? [tooMany(at, addresses.length, MAX_ADDRESSES)] : []),
    ...addresses.flatMap((address, index) => typedFaults(`${at}[${index}]`, address, { at, type })),
    ...(typeof nodeName === 'string'
      ? subdomainFaults(nodeName).map((fault) => invalidValue(`${path}.nodeName`, nodeName, fault))
      : []),
    ...(typeof hostname === 'string'
      ? labelFaults(hostname).map((fault) => invalidValue(`${path}.hostname`, hostname, fault))
      : []),
    ...(hints === undefined ? [] : hintFaults(objectIn(endpoint, 'hints'), `${path}.hints`)),
  ];
}

/** An address as its type demands; the family is a fault of the list. */
function typedFaults(
  path: string,
  address: string,
  { at, type }: { readonly at: string; readonly type: string },
): FieldCause[] {
  if (type === 'FQDN') return domainFaults(path, address);
  if (type !== 'IPv4' && type !== 'IPv6') return [];
  const faults = type === 'IPv4' ? ipFaults(path, address) : canonicalIpFaults(path, address);
  if (faults.length > 0) return faults;
  const isOther = isIpv6(address) !== (type === 'IPv6');
  return [
    ...(isOther ? [invalidValue(at, address, `must be an ${type} address`)] : []),
    ...endpointIpFaults(path, address),
  ];
}

function domainFaults(path: string, name: string): FieldCause[] {
  if (name === '') return [requiredValue(path)];
  const faults = subdomainFaults(name.replace(/\.$/, ''));
  if (faults.length > 0) return faults.map((fault) => invalidValue(path, name.replace(/\.$/, ''), fault));
  const why = 'should be a domain with at least two segments separated by dots';
  return name.includes('.') ? [] : [invalidValue(path, name, why)];
}

function hintFaults(hints: JsonObject, path: string): FieldCause[] {
  const zones = namesFaults(objectsIn(hints, 'forZones'), `${path}.forZones`, labelValueFaults);
  if (objectsIn(hints, 'forZones').length > MAX_HINTS) return zones;
  return [...zones, ...namesFaults(objectsIn(hints, 'forNodes'), `${path}.forNodes`, subdomainFaults)];
}

function namesFaults(
  hints: readonly JsonObject[],
  path: string,
  faultsOf: (name: string) => readonly string[],
): FieldCause[] {
  const names = hints.map((hint) => textIn(hint, 'name'));
  if (names.length > MAX_HINTS) return [tooMany(path, names.length, MAX_HINTS)];
  return names.flatMap((name, index) => {
    const at = `${path}[${index}].name`;
    return [
      ...(names.indexOf(name) < index ? [duplicateValue(at, name)] : []),
      ...faultsOf(name).map((fault) => invalidValue(at, name, fault)),
    ];
  });
}

function slicePorts(ports: readonly JsonObject[]): FieldCause[] {
  return indexed(ports, 'ports').flatMap(([port, path], index) => {
    const name = textIn(port, 'name');
    const isRepeated = ports.slice(0, index).some((other) => textIn(other, 'name') === name);
    return [
      ...nameFaults(`${path}.name`, name),
      ...(isRepeated ? [duplicateValue(`${path}.name`, name)] : []),
      ...oneOf(`${path}.protocol`, port['protocol'], PROTOCOLS),
      ...protocolFaults(`${path}.appProtocol`, port['appProtocol']),
    ];
  });
}

function protocolFaults(path: string, protocol: unknown): FieldCause[] {
  if (typeof protocol !== 'string') return [];
  return qualifiedNameFaults(protocol).map((fault) => invalidValue(path, protocol, fault));
}

/** An empty name is none. */
function nameFaults(path: string, name: string): FieldCause[] {
  return name === '' ? [] : labelFaults(name).map((fault) => invalidValue(path, name, fault));
}
