import { isIP } from 'node:net';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, StructValue } from '../rules/field-fault.js';
import { qualifiedNameFaults } from '../rules/names.js';
import {
  between,
  dnsLabel,
  dnsSubdomain,
  indexed,
  labelsFaults,
  objectIn,
  objectsIn,
  oneOf,
  PORTS,
  textIn,
  textsIn,
} from './checks.js';
import { duplicateNames } from './container.js';
import { portFaults as targetFaults } from './container-handlers.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';

/** What is wrong with the specification of a Service. */
export function serviceFaults(spec: JsonObject): FieldCause[] {
  const type = textIn(spec, 'type');
  const ports = objectsIn(spec, 'ports');
  const headless = spec['clusterIP'] === 'None';
  const needsPorts = type !== 'ExternalName' && !headless;
  return [
    ...(needsPorts && ports.length === 0 ? [requiredValue('spec.ports')] : []),
    ...(type === 'ExternalName' ? externalNameFaults(spec) : []),
    ...indexed(ports, 'spec.ports').flatMap(([port, path]) => portFaults(port, path, ports.length > 1)),
    ...duplicateNames(ports, 'spec.ports'),
    ...duplicatePorts(ports),
    ...labelsFaults('spec.selector', spec['selector']),
    ...oneOf('spec.sessionAffinity', spec['sessionAffinity'], ['ClientIP', 'None']),
    ...affinityFaults(spec),
    ...addressFaults(spec),
    ...familyFaults(spec),
    ...textsIn(spec, 'externalIPs').flatMap((address, index) =>
      ordinaryIpFaults(`spec.externalIPs[${index}]`, address),
    ),
    ...oneOf('spec.type', type, ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']),
    ...nodePortFaults(ports, type),
    ...balancerFaults(spec, type),
    ...trafficFaults(spec, type),
    ...oneOf('spec.internalTrafficPolicy', spec['internalTrafficPolicy'], ['Cluster', 'Local']),
  ];
}

const IP_RULE = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const CIDR_RULE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
const NODE_PORTS: readonly [number, number] = [30_000, 32_767];
const MAX_AFFINITY_SECONDS = 86_400;

function ipFaults(path: string, address: string): FieldCause[] {
  return isIP(address) === 0 ? [invalidValue(path, address, IP_RULE)] : [];
}

const SPECIAL: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^(0\.0\.0\.0|::)$/, 'may not be unspecified'],
  [/^(127\.|::1$)/, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  [/^(169\.254\.|fe[89ab])/i, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  [/^(224\.0\.0\.|ff02)/i, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
];

/** What is wrong with an address to which anybody is to send. */
function ordinaryIpFaults(path: string, address: string): FieldCause[] {
  const faults = ipFaults(path, address);
  if (faults.length > 0) return faults;
  return SPECIAL.flatMap(([pattern, why]) => {
    const shown = why.endsWith('unspecified') ? `${why} (${address})` : why;
    return pattern.test(address) ? [invalidValue(path, address, shown)] : [];
  });
}

/** What is wrong with where a balancer is said to be reached. */
export function balancerStatusFaults(status: JsonObject): FieldCause[] {
  const path = 'status.loadBalancer.ingress';
  return indexed(objectsIn(objectIn(status, 'loadBalancer'), 'ingress'), path).flatMap(([point, at]) => [
    ...(textIn(point, 'ip') === '' ? [] : ipFaults(`${at}.ip`, textIn(point, 'ip'))),
    ...dnsSubdomain(`${at}.hostname`, textIn(point, 'hostname')),
  ]);
}

function externalNameFaults(spec: JsonObject): FieldCause[] {
  const name = textIn(spec, 'externalName').replace(/\.$/, '');
  const addressed = textsIn(spec, 'clusterIPs').length > 0 || textIn(spec, 'clusterIP') !== '';
  return [
    ...(addressed ? [forbiddenValue('spec.clusterIPs', 'may not be set for ExternalName services')] : []),
    ...(name === '' ? [requiredValue('spec.externalName')] : dnsSubdomain('spec.externalName', name)),
  ];
}

function duplicatePorts(ports: readonly JsonObject[]): FieldCause[] {
  const seen = new Set<string>();
  return indexed(ports, 'spec.ports').flatMap(([port, path]) => {
    const identity = `${String(port['port'])}/${textIn(port, 'protocol')}`;
    if (!seen.has(identity)) {
      seen.add(identity);
      return [];
    }
    const shown = {
      Name: '',
      Protocol: port['protocol'],
      AppProtocol: null,
      Port: port['port'],
      TargetPort: 0,
      NodePort: 0,
    };
    return [duplicateValue(path, new StructValue(shown))];
  });
}

function affinityFaults(spec: JsonObject): FieldCause[] {
  const client = objectIn(objectIn(spec, 'sessionAffinityConfig'), 'clientIP');
  const seconds = client['timeoutSeconds'];
  if (typeof seconds !== 'number' || (seconds > 0 && seconds <= MAX_AFFINITY_SECONDS)) return [];
  const path = 'spec.sessionAffinityConfig.clientIP.timeoutSeconds';
  return [invalidValue(path, seconds, `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`)];
}

/** The cluster has addresses of the older family alone. */
function familyFaults(spec: JsonObject): FieldCause[] {
  const selects = Object.keys(objectIn(spec, 'selector')).length > 0 || spec['clusterIP'] !== 'None';
  if (!selects) return [];
  const single = 'this cluster is not configured for dual-stack services';
  return [
    ...textsIn(spec, 'ipFamilies').flatMap((family, index) =>
      family === 'IPv6' ? [invalidValue(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')] : [],
    ),
    ...(spec['ipFamilyPolicy'] === 'RequireDualStack'
      ? [invalidValue('spec.ipFamilyPolicy', 'RequireDualStack', single)]
      : []),
  ];
}

function nodePortFaults(ports: readonly JsonObject[], type: string): FieldCause[] {
  return indexed(ports, 'spec.ports').flatMap(([port, path]) => {
    const { nodePort } = port;
    if (typeof nodePort !== 'number' || nodePort === 0) return [];
    if (!isExposed(type)) return [forbiddenValue(`${path}.nodePort`, "may not be used when `type` is 'ClusterIP'")];
    if (nodePort >= NODE_PORTS[0] && nodePort <= NODE_PORTS[1]) return [];
    const range = `The range of valid ports is ${NODE_PORTS[0]}-${NODE_PORTS[1]}`;
    return [invalidValue(`${path}.nodePort`, nodePort, `provided port is not in the valid range. ${range}`)];
  });
}

function balancerFaults(spec: JsonObject, type: string): FieldCause[] {
  const balances = type === 'LoadBalancer';
  const only = "may only be used when `type` is 'LoadBalancer'";
  const ranges = textsIn(spec, 'loadBalancerSourceRanges');
  return [
    ...(ranges.length > 0 && !balances ? [forbiddenValue('spec.LoadBalancerSourceRanges', only)] : []),
    ...ranges.flatMap((range, index) =>
      isRange(range) ? [] : [invalidValue(`spec.LoadBalancerSourceRanges[${index}]`, range, CIDR_RULE)],
    ),
    ...(spec['allocateLoadBalancerNodePorts'] !== undefined && !balances
      ? [forbiddenValue('spec.allocateLoadBalancerNodePorts', only)]
      : []),
    ...(spec['loadBalancerClass'] !== undefined && !balances ? [forbiddenValue('spec.loadBalancerClass', only)] : []),
  ];
}

function isRange(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const limit = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
  return rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= limit;
}

/** Whether a type of Service has ports on every node. */
export function isExposed(type: string): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

function portFaults(port: JsonObject, path: string, nameRequired: boolean): FieldCause[] {
  const name = textIn(port, 'name');
  const protocol = port['appProtocol'];
  return [
    ...(nameRequired || name !== '' ? dnsLabel(`${path}.name`, name) : []),
    ...between(`${path}.port`, port['port'] ?? 0, PORTS),
    ...oneOf(`${path}.protocol`, port['protocol'], ['SCTP', 'TCP', 'UDP']),
    ...targetFaults(`${path}.targetPort`, port['targetPort']),
    ...(typeof protocol === 'string'
      ? qualifiedNameFaults(protocol).map((fault) => invalidValue(`${path}.appProtocol`, protocol, fault))
      : []),
  ];
}

function addressFaults(spec: JsonObject): FieldCause[] {
  return textsIn(spec, 'clusterIPs').flatMap((address, index) => {
    if (address === 'None') return [];
    if (isIP(address) === 0) return ipFaults(`spec.clusterIPs[${index}]`, address);
    if (address.startsWith('10.0.')) return [];
    const message = `failed to allocate IP ${address}: the provided network does not match the current range`;
    return [invalidValue('spec.clusterIPs', textsIn(spec, 'clusterIPs'), message)];
  });
}

function trafficFaults(spec: JsonObject, type: string): FieldCause[] {
  const policy = spec['externalTrafficPolicy'];
  if (policy === undefined) return [];
  const path = 'spec.externalTrafficPolicy';
  if (type !== 'NodePort' && type !== 'LoadBalancer' && textsIn(spec, 'externalIPs').length === 0) {
    return [invalidValue(path, policy, 'may only be set for externally-accessible services')];
  }
  return oneOf(path, policy, ['Cluster', 'Local']);
}
