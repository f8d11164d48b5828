import { sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { objectIn, objectsIn, textIn, textsIn } from './checks.js';
import { invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { balancerStatusFaults, isExposed, serviceFaults } from './service-faults.js';

const FIRST_NODE_PORT = 30_000;
const NODE_PORTS = 2768;
let allocated = 0;

/** Addresses and ports are handed out one after the other, over all servers of the process. */
function nextAddress(): string {
  allocated += 1;
  return `10.0.${Math.floor(allocated / 254) % 256}.${(allocated % 254) + 1}`;
}

function nextNodePort(): number {
  allocated += 1;
  return FIRST_NODE_PORT + (allocated % NODE_PORTS);
}

/** Services: their addresses and ports are allocated here. */
export const service: BuiltinKind = {
  applyDefaults(object) {
    const spec = objectIn(object, 'spec');
    const type = textIn(spec, 'type');
    for (const port of objectsIn(spec, 'ports')) if (isUnset(port['targetPort'])) port['targetPort'] = port['port'];
    if (spec['sessionAffinity'] === 'ClientIP') {
      spec['sessionAffinityConfig'] ??= { clientIP: { timeoutSeconds: 10_800 } };
    }
    if (type !== 'ExternalName') spec['internalTrafficPolicy'] ??= 'Cluster';
    if (spec['sessionAffinity'] !== 'ClientIP') delete spec['sessionAffinityConfig'];
    const external = isExposed(type) || textsIn(spec, 'externalIPs').length > 0;
    if (external && type !== 'ExternalName') spec['externalTrafficPolicy'] ??= 'Cluster';
    if (type === 'LoadBalancer') spec['allocateLoadBalancerNodePorts'] ??= true;
  },
  warnings(object) {
    const spec = objectIn(object, 'spec');
    const close = '"PreferClose" is deprecated; use "PreferSameZone"';
    return [
      ...(textsIn(spec, 'externalIPs').length > 0
        ? ['spec.externalIPs is deprecated and may no longer be implemented in some clusters']
        : []),
      ...(spec['trafficDistribution'] === 'PreferClose' ? [`spec.trafficDistribution: ${close}`] : []),
    ];
  },
  prepare(object, { creating, before }) {
    const spec = objectIn(object, 'spec');
    const type = textIn(spec, 'type');
    if (before !== undefined) carryOver(spec, objectIn(before, 'spec'));
    if (type === 'ExternalName') {
      if (!creating) forgetAddresses(spec);
      return;
    }
    const takesPorts = isExposed(type) && spec['allocateLoadBalancerNodePorts'] !== false;
    for (const port of objectsIn(spec, 'ports')) {
      if (takesPorts && isUnset(port['nodePort'])) port['nodePort'] = nextNodePort();
    }
    allocate(spec);
    // What balances to the nodes that have a pod asks them for it.
    if (type === 'LoadBalancer' && spec['externalTrafficPolicy'] === 'Local') {
      if (isUnset(spec['healthCheckNodePort'])) spec['healthCheckNodePort'] = nextNodePort();
    } else if (textIn(objectIn(before ?? {}, 'spec'), 'type') === 'LoadBalancer') delete spec['healthCheckNodePort'];
    if (type !== 'LoadBalancer' && objectIn(before ?? {}, 'status')['loadBalancer'] !== undefined)
      object['status'] = { ...objectIn(object, 'status'), loadBalancer: {} };
  },
  validate({ object, before, subresource }) {
    if (subresource === 'status') return balancerStatusFaults(objectIn(object, 'status'));
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const changes = before === undefined ? [] : addressChangeFaults(spec, objectIn(before, 'spec'));
    return [...changes, ...serviceFaults(spec)];
  },
};

function isUnset(value: unknown): boolean {
  return value === undefined || value === 0 || value === '';
}

function forgetAddresses(spec: JsonObject): void {
  for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy'])
    delete spec[field];
}

/** What an update leaves unsaid about addresses and ports is as before; what another type has no use for goes. */
function carryOver(spec: JsonObject, before: JsonObject): void {
  const type = textIn(spec, 'type');
  const [addresses, previous] = [textsIn(spec, 'clusterIPs'), textsIn(before, 'clusterIPs')];
  if (type !== 'ExternalName') {
    if (isUnset(spec['clusterIP']) && addresses.length === 0) {
      if (previous.length > 0) Object.assign(spec, { clusterIP: before['clusterIP'], clusterIPs: previous });
    } else if (spec['clusterIP'] !== before['clusterIP'] && sameJson(addresses, previous)) {
      spec['clusterIPs'] = [spec['clusterIP']];
    }
  }
  const outside = isExposed(type);
  if (!outside && sameJson(spec['externalTrafficPolicy'], before['externalTrafficPolicy']))
    delete spec['externalTrafficPolicy'];
  if (type !== 'LoadBalancer') delete spec['allocateLoadBalancerNodePorts'];
  const previousPorts = objectsIn(before, 'ports');
  for (const [index, port] of objectsIn(spec, 'ports').entries()) {
    const nodePort = previousPorts[index]?.['nodePort'];
    if (!outside && port['nodePort'] === nodePort) delete port['nodePort'];
    else if (outside && isUnset(port['nodePort']) && nodePort !== undefined) port['nodePort'] = nodePort;
  }
}

function allocate(spec: JsonObject): void {
  if (isUnset(spec['clusterIP'])) spec['clusterIP'] = textsIn(spec, 'clusterIPs')[0] ?? nextAddress();
  if (textsIn(spec, 'clusterIPs').length === 0) spec['clusterIPs'] = [spec['clusterIP']];
  const headless = spec['clusterIP'] === 'None';
  const unselected = headless && Object.keys(objectIn(spec, 'selector')).length === 0;
  spec['ipFamilies'] ??= unselected ? ['IPv4', 'IPv6'] : ['IPv4'];
  spec['ipFamilyPolicy'] ??= unselected ? 'RequireDualStack' : 'SingleStack';
}

function addressChangeFaults(spec: JsonObject, before: JsonObject): FieldCause[] {
  const [next, previous] = [textsIn(spec, 'clusterIPs'), textsIn(before, 'clusterIPs')];
  const staying = textIn(spec, 'type') !== 'ExternalName' && textIn(before, 'type') !== 'ExternalName';
  if (!staying || previous.length === 0 || sameJson(next[0], previous[0])) return [];
  return [invalidValue('spec.clusterIPs[0]', next, 'may not change once set')];
}
