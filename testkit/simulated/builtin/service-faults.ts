import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, StructValue } from '../rules/field-fault.js';
import { qualifiedNameFaults } from '../rules/names.js';
import { balancerPointFaults } from './balancer-status.js';
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
import { portFaults as targetFaults } from './container-handlers.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { cidrFaults, endpointIpFaults, ipFaults } from './ip-checks.js';
import { addressChangeFaults, addressFaults } from './service-addresses.js';
import { hasHealthCheck, isHeadless, isReachable, isUnset } from './service-shape.js';

const MAX_AFFINITY_SECONDS = 86_400;
const HINTS = 'service.kubernetes.io/topology-aware-hints';
const MODE = 'service.kubernetes.io/topology-mode';
const RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const BALANCERS_ONLY = "may only be used when `type` is 'LoadBalancer'";

/** What is wrong with a Service, in the server's order. */
export function serviceFaults(service: JsonObject, before: JsonObject | undefined): FieldCause[] {
  const spec = objectIn(service, 'spec');
  const earlier = before === undefined ? undefined : objectIn(before, 'spec');
  const type = textIn(spec, 'type');
  const ports = objectsIn(spec, 'ports');
  return [
    ...hintFaults(objectIn(objectIn(service, 'metadata'), 'annotations')),
    ...typeFaults(spec, type),
    ...portListFaults(ports),
    ...labelsFaults('spec.selector', spec['selector']),
    ...oneOf('spec.sessionAffinity', spec['sessionAffinity'], ['ClientIP', 'None']),
    ...affinityFaults(spec),
    ...addressFaults(spec, earlier),
    ...externalFaults(spec, earlier),
    ...oneOf('spec.type', type, ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']),
    ...nodePortFaults(ports, type),
    ...duplicatePorts(ports),
    ...rangeFaults(service, before),
    ...(spec['allocateLoadBalancerNodePorts'] !== undefined && type !== 'LoadBalancer'
      ? [forbiddenValue('spec.allocateLoadBalancerNodePorts', BALANCERS_ONLY)]
      : []),
    ...classFaults(spec),
    ...trafficFaults(spec),
    ...oneOf('spec.internalTrafficPolicy', spec['internalTrafficPolicy'], ['Cluster', 'Local']),
    ...distributionFaults(spec['trafficDistribution']),
  ];
}

/** What is wrong with how an update changes a Service. */
export function serviceChangeFaults(spec: JsonObject, before: JsonObject): FieldCause[] {
  const [type, earlier] = [textIn(spec, 'type'), textIn(before, 'type')];
  const isOtherClass = spec['loadBalancerClass'] !== before['loadBalancerClass'];
  const isOtherCheck = spec['healthCheckNodePort'] !== before['healthCheckNodePort'];
  const balances = type === 'LoadBalancer' && earlier === 'LoadBalancer';
  return [
    ...addressChangeFaults(spec, before),
    ...(balances && isOtherClass
      ? [invalidValue('spec.loadBalancerClass', spec['loadBalancerClass'] ?? null, 'may not change once set')]
      : []),
    ...classFaults(spec),
    ...(hasHealthCheck(spec) && hasHealthCheck(before) && isOtherCheck
      ? [forbiddenValue('spec.healthCheckNodePort', 'field is immutable')]
      : []),
  ];
}

/** What is wrong with where a Service is said to be reached. */
export function serviceBalancerFaults(service: JsonObject, before: JsonObject | undefined): FieldCause[] {
  const path = 'status.loadBalancer.ingress';
  const pointsOf = (object: JsonObject): JsonObject[] =>
    objectsIn(objectIn(objectIn(object, 'status'), 'loadBalancer'), 'ingress');
  const points = pointsOf(service);
  if (textIn(objectIn(service, 'spec'), 'type') !== 'LoadBalancer') {
    const only = "may only be used when `spec.type` is 'LoadBalancer'";
    return points.length === 0 ? [] : [forbiddenValue(path, only)];
  }
  const known = pointsOf(before ?? {}).map((point) => textIn(point, 'ip'));
  return indexed(points, path).flatMap(([point, at]) => balancerPointFaults(point, at, { known, hasMode: true }));
}

function hintFaults(annotations: JsonObject): FieldCause[] {
  const [hints, mode] = [annotations[HINTS], annotations[MODE]];
  if (hints === undefined || mode === undefined || hints === mode) return [];
  const why = `must match annotations[${HINTS}] when both are specified`;
  return [invalidValue(`metadata.annotations[${MODE}]`, mode, why)];
}

function typeFaults(spec: JsonObject, type: string): FieldCause[] {
  const headless = isHeadless(spec);
  if (type === 'ExternalName') return externalNameFaults(spec);
  const noPorts = objectsIn(spec, 'ports').length === 0 && !headless ? [requiredValue('spec.ports')] : [];
  if (!headless || type === 'ClusterIP') return noPorts;
  return ['LoadBalancer', 'NodePort'].includes(type)
    ? [invalidValue('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`)]
    : noPorts;
}

function externalNameFaults(spec: JsonObject): FieldCause[] {
  const name = textIn(spec, 'externalName').replace(/\.$/, '');
  const foreign = [
    textsIn(spec, 'clusterIPs').length > 0 ? ['clusterIPs'] : [],
    textsIn(spec, 'ipFamilies').length > 0 ? ['ipFamilies'] : [],
    spec['ipFamilyPolicy'] === undefined ? [] : ['ipFamilyPolicy'],
  ].flat();
  return [
    ...foreign.map((field) => forbiddenValue(`spec.${field}`, 'may not be set for ExternalName services')),
    ...(name === '' ? [requiredValue('spec.externalName')] : dnsSubdomain('spec.externalName', name)),
  ];
}

function portListFaults(ports: readonly JsonObject[]): FieldCause[] {
  const names = new Set<string>();
  return indexed(ports, 'spec.ports').flatMap(([port, path]) => {
    const name = textIn(port, 'name');
    const isRepeated = name !== '' && names.has(name);
    names.add(name);
    const protocol = port['appProtocol'];
    return [
      ...(ports.length > 1 || name !== '' ? dnsLabel(`${path}.name`, name) : []),
      ...(isRepeated ? [duplicateValue(`${path}.name`, name)] : []),
      ...between(`${path}.port`, port['port'] ?? 0, PORTS),
      ...oneOf(`${path}.protocol`, port['protocol'], ['SCTP', 'TCP', 'UDP']),
      ...targetFaults(`${path}.targetPort`, port['targetPort']),
      ...(typeof protocol === 'string'
        ? qualifiedNameFaults(protocol).map((fault) => invalidValue(`${path}.appProtocol`, protocol, fault))
        : []),
    ];
  });
}

function affinityFaults(spec: JsonObject): FieldCause[] {
  if (spec['sessionAffinity'] !== 'ClientIP') return [];
  const seconds = objectIn(objectIn(spec, 'sessionAffinityConfig'), 'clientIP')['timeoutSeconds'];
  if (typeof seconds !== 'number' || (seconds > 0 && seconds <= MAX_AFFINITY_SECONDS)) return [];
  const path = 'spec.sessionAffinityConfig.clientIP.timeoutSeconds';
  return [invalidValue(path, seconds, `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`)];
}

function externalFaults(spec: JsonObject, before: JsonObject | undefined): FieldCause[] {
  const known = textsIn(before ?? {}, 'externalIPs');
  return textsIn(spec, 'externalIPs').flatMap((address, index) => {
    const path = `spec.externalIPs[${index}]`;
    const faults = ipFaults(path, address, known);
    return faults.length > 0 ? faults : endpointIpFaults(path, address);
  });
}

function nodePortFaults(ports: readonly JsonObject[], type: string): FieldCause[] {
  const taken = indexed(ports, 'spec.ports').filter(([port]) => !isUnset(port['nodePort']));
  const seen = new Set<string>();
  const only = "may not be used when `type` is 'ClusterIP'";
  return [
    ...(type === 'ClusterIP' ? taken.map(([, path]) => forbiddenValue(`${path}.nodePort`, only)) : []),
    ...taken.flatMap(([{ protocol, nodePort }, path]) => {
      const identity = `${String(nodePort)}/${String(protocol)}`;
      if (seen.has(identity)) return [duplicateValue(`${path}.nodePort`, nodePort)];
      seen.add(identity);
      return [];
    }),
  ];
}

function duplicatePorts(ports: readonly JsonObject[]): FieldCause[] {
  const seen = new Set<string>();
  return indexed(ports, 'spec.ports').flatMap(([{ port = 0, protocol }, path]) => {
    const identity = `${String(port)}/${String(protocol)}`;
    if (!seen.has(identity)) {
      seen.add(identity);
      return [];
    }
    const shown = { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
    return [duplicateValue(path, new StructValue(shown))];
  });
}

function rangeFaults(service: JsonObject, before: JsonObject | undefined): FieldCause[] {
  const spec = objectIn(service, 'spec');
  const balances = textIn(spec, 'type') === 'LoadBalancer';
  const ranges = textsIn(spec, 'loadBalancerSourceRanges');
  const only = (path: string): FieldCause[] => (balances ? [] : [forbiddenValue(path, BALANCERS_ONLY)]);
  if (ranges.length > 0) {
    const path = 'spec.LoadBalancerSourceRanges';
    const known = textsIn(objectIn(before ?? {}, 'spec'), 'loadBalancerSourceRanges').map((range) => range.trim());
    return [...only(path), ...ranges.flatMap((range, index) => cidrFaults(`${path}[${index}]`, range.trim(), known))];
  }
  const annotationOf = (object: JsonObject): unknown => objectIn(objectIn(object, 'metadata'), 'annotations')[RANGES];
  const text = annotationOf(service);
  if (typeof text !== 'string') return [];
  const path = `metadata.annotations[${RANGES}]`;
  const isChecked = text.trim() !== '' && annotationOf(before ?? {}) !== text;
  return [...only(path), ...(isChecked ? text.split(',').flatMap((range) => cidrFaults(path, range.trim())) : [])];
}

function classFaults(spec: JsonObject): FieldCause[] {
  const name = spec['loadBalancerClass'];
  if (typeof name !== 'string') return [];
  const path = 'spec.loadBalancerClass';
  if (textIn(spec, 'type') !== 'LoadBalancer') return [forbiddenValue(path, BALANCERS_ONLY)];
  return qualifiedNameFaults(name).map((fault) => invalidValue(path, name, fault));
}

function trafficFaults(spec: JsonObject): FieldCause[] {
  const [policy, check] = [spec['externalTrafficPolicy'], spec['healthCheckNodePort']];
  const path = 'spec.externalTrafficPolicy';
  const unreachable = isUnset(policy)
    ? []
    : [invalidValue(path, policy, 'may only be set for externally-accessible services')];
  const checks = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  const unchecked = isUnset(check) ? [] : [invalidValue('spec.healthCheckNodePort', check, checks)];
  return [
    ...(isReachable(spec) ? oneOf(path, policy, ['Cluster', 'Local']) : unreachable),
    ...(hasHealthCheck(spec) ? between('spec.healthCheckNodePort', check, PORTS) : unchecked),
  ];
}

function distributionFaults(value: unknown): FieldCause[] {
  const supported = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
  if (value === undefined || supported.includes(String(value))) return [];
  return [unsupportedValue('spec.trafficDistribution', value, supported)];
}
