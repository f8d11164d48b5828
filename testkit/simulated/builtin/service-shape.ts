import type { JsonObject } from '../objects/api-object.js';
import { objectsIn, textIn, textsIn } from './checks.js';

/** Whether a type of Service may have ports on every node. */
export function isExposed(type: string): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** Whether anybody outside of the cluster may reach a Service. */
export function isReachable(spec: JsonObject): boolean {
  const type = textIn(spec, 'type');
  return isExposed(type) || (type === 'ClusterIP' && textsIn(spec, 'externalIPs').length > 0);
}

/** Whether balancers ask a port of each node if a pod of the Service is there. */
export function hasHealthCheck(spec: JsonObject): boolean {
  return textIn(spec, 'type') === 'LoadBalancer' && spec['externalTrafficPolicy'] === 'Local';
}

/** Whether a Service has no address of its own. */
export function isHeadless(spec: JsonObject): boolean {
  const addresses = textsIn(spec, 'clusterIPs');
  return addresses.length === 1 && addresses[0] === 'None';
}

/** Whether a Service has any address: external names have none. */
export function hasAddress(spec: JsonObject): boolean {
  return textIn(spec, 'type') !== 'ExternalName';
}

/** Ports of the nodes that a Service takes. */
export function nodePortsOf(spec: JsonObject): number[] {
  return objectsIn(spec, 'ports')
    .map(({ nodePort }) => nodePort)
    .filter((port): port is number => typeof port === 'number' && port !== 0);
}

/** What Go takes for a field that nobody has set. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === 0 || value === '';
}
