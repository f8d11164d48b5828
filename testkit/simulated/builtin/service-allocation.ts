import type { JsonObject } from '../objects/api-object.js';
import { internalError } from '../objects/api-status.js';
import { objectsIn, textIn, textsIn } from './checks.js';
import { invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { pairAddresses, settleFamilies } from './service-addresses.js';
import { hasAddress, hasHealthCheck, isExposed, isUnset, nodePortsOf } from './service-shape.js';

const FIRST_NODE_PORT = 30_000;
const NODE_PORTS = 2768;
const RANGE = '10.0.0.0/24';
let allocated = 0;

/** What other Services have taken. */
export interface Taken {
  readonly addresses: ReadonlySet<string>;
  readonly nodePorts: ReadonlySet<number>;
}

/** Addresses and ports are handed out one after the other, over all servers of the process. */
function nextAddress(): string {
  allocated += 1;
  return `10.0.${Math.floor(allocated / 254) % 256}.${(allocated % 254) + 1}`;
}

function nextNodePort(taken: ReadonlySet<number>): number {
  for (;;) {
    allocated += 1;
    const port = FIRST_NODE_PORT + (allocated % NODE_PORTS);
    if (!taken.has(port)) return port;
  }
}

/** Gives a Service its addresses and ports; returns why it cannot have what it asks for. */
export function allocate(spec: JsonObject, before: JsonObject | undefined, taken: () => Taken): FieldCause[] {
  if (before !== undefined) carryOver(spec, before);
  pairAddresses(spec, before);
  const unsettled = settleFamilies(spec, before);
  if (unsettled.length > 0) return unsettled;
  const isNew = before === undefined || !hasAddress(before);
  const unaddressed = isNew && hasAddress(spec) ? allocateAddresses(spec, taken) : [];
  if (unaddressed.length > 0) return unaddressed;
  const unported = isExposed(textIn(spec, 'type')) ? allocatePorts(spec, before, taken) : [];
  if (unported.length > 0) return unported;
  if (hasHealthCheck(spec) && !hasHealthCheck(before ?? {})) allocateHealthCheck(spec, taken);
  return [];
}

function allocateHealthCheck(spec: JsonObject, taken: () => Taken): void {
  const { healthCheckNodePort: port } = spec;
  if (isUnset(port)) spec['healthCheckNodePort'] = nextNodePort(taken().nodePorts);
  const refusal = isUnset(port) ? undefined : portRefusal(Number(port), taken);
  // The server does not expect this to fail.
  if (refusal !== undefined) {
    throw internalError(`failed to allocate requested HealthCheck NodePort ${String(port)}: ${refusal}`);
  }
}

/** What an update leaves unsaid about addresses and ports is as before. */
function carryOver(spec: JsonObject, before: JsonObject): void {
  if (hasAddress(spec) && hasAddress(before)) {
    if (isUnset(spec['clusterIP']) && before['clusterIP'] !== undefined) spec['clusterIP'] = before['clusterIP'];
    const addresses = textsIn(before, 'clusterIPs');
    if (textsIn(spec, 'clusterIPs').length === 0 && addresses.length > 0) spec['clusterIPs'] = addresses;
  }
  if (takesPorts(spec) && takesPorts(before)) {
    const used = new Set(nodePortsOf(spec));
    const ports = new Map(objectsIn(before, 'ports').map((port) => [textIn(port, 'name'), port['nodePort']]));
    for (const port of objectsIn(spec, 'ports')) {
      const earlier = ports.get(textIn(port, 'name'));
      if (isUnset(port['nodePort']) && typeof earlier === 'number' && !used.has(earlier)) port['nodePort'] = earlier;
    }
  }
  if (hasHealthCheck(spec) && hasHealthCheck(before) && isUnset(spec['healthCheckNodePort']))
    spec['healthCheckNodePort'] = before['healthCheckNodePort'];
}

function takesPorts(spec: JsonObject): boolean {
  const type = textIn(spec, 'type');
  return type === 'NodePort' || (type === 'LoadBalancer' && spec['allocateLoadBalancerNodePorts'] !== false);
}

function allocateAddresses(spec: JsonObject, taken: () => Taken): FieldCause[] {
  const addresses = textsIn(spec, 'clusterIPs');
  const [wanted = ''] = addresses;
  if (wanted === 'None') return [];
  if (wanted === '') {
    const address = nextAddress();
    Object.assign(spec, { clusterIP: address, clusterIPs: [address] });
    return [];
  }
  const refuse = (why: string): FieldCause[] => [
    invalidValue('spec.clusterIPs', addresses, `failed to allocate IP ${wanted}: ${why}`),
  ];
  if (!wanted.startsWith('10.0.')) return refuse('the provided network does not match the current range');
  const last = wanted.split('.').slice(2).join('.');
  const isEdge = last === '0.0' || last === '0.255';
  if (isEdge)
    return refuse(`the provided IP (${wanted}) is not in the valid range. The range of valid IPs is ${RANGE}`);
  return taken().addresses.has(wanted) ? refuse('provided IP is already allocated') : [];
}

function allocatePorts(spec: JsonObject, before: JsonObject | undefined, taken: () => Taken): FieldCause[] {
  const own = new Set(nodePortsOf(before ?? {}));
  const chosen = new Map<unknown, number>();
  const ports = objectsIn(spec, 'ports');
  for (const [index, port] of ports.entries()) {
    if (isUnset(port['nodePort']) && !takesPorts(spec)) continue;
    // Ports of two protocols that are one share it on the nodes too.
    const shared = before === undefined ? (chosen.get(port['port']) ?? requested(ports, port['port'])) : undefined;
    if (isUnset(port['nodePort'])) port['nodePort'] = shared ?? nextNodePort(taken().nodePorts);
    const nodePort = Number(port['nodePort']);
    const isKnown = own.has(nodePort) || [...chosen.values()].includes(nodePort);
    const refusal = isKnown ? undefined : portRefusal(nodePort, taken);
    if (refusal !== undefined) return [invalidValue(`spec.ports[${index}].nodePort`, nodePort, refusal)];
    if (!chosen.has(port['port'])) chosen.set(port['port'], nodePort);
  }
  return [];
}

function requested(ports: readonly JsonObject[], number: unknown): number | undefined {
  const found = ports.find(({ port, nodePort }) => port === number && !isUnset(nodePort));
  return found === undefined ? undefined : Number(found['nodePort']);
}

function portRefusal(port: number, taken: () => Taken): string | undefined {
  const last = FIRST_NODE_PORT + NODE_PORTS - 1;
  if (port < FIRST_NODE_PORT || port > last) {
    return `provided port is not in the valid range. The range of valid ports is ${FIRST_NODE_PORT}-${last}`;
  }
  return taken().nodePorts.has(port) ? 'provided port is already allocated' : undefined;
}
