import { sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { invalid } from '../objects/api-status.js';
import type { AllObjects } from '../rules/kind-rules.js';
import type { BuiltinKind } from './builtin-kind.js';
import { objectIn, objectsIn, textIn, textsIn } from './checks.js';
import { cidrWarnings, ipWarnings } from './ip-checks.js';
import { allocate } from './service-allocation.js';
import type { Taken } from './service-allocation.js';
import { serviceBalancerFaults, serviceChangeFaults, serviceFaults } from './service-faults.js';
import { hasAddress, hasHealthCheck, isExposed, isReachable, isUnset, nodePortsOf } from './service-shape.js';

/** Services: their addresses and ports are allocated here. */
export const service: BuiltinKind = {
  applyDefaults(object) {
    const spec = objectIn(object, 'spec');
    const type = textIn(spec, 'type');
    for (const port of objectsIn(spec, 'ports')) if (isUnset(port['targetPort'])) port['targetPort'] = port['port'];
    const timeout = objectIn(objectIn(spec, 'sessionAffinityConfig'), 'clientIP')['timeoutSeconds'];
    if (spec['sessionAffinity'] === 'ClientIP' && timeout === undefined)
      spec['sessionAffinityConfig'] = { clientIP: { timeoutSeconds: 10_800 } };
    if (spec['sessionAffinity'] === 'None') delete spec['sessionAffinityConfig'];
    if (isReachable(spec) && isUnset(spec['externalTrafficPolicy'])) spec['externalTrafficPolicy'] = 'Cluster';
    if (isExposed(type) || type === 'ClusterIP') spec['internalTrafficPolicy'] ??= 'Cluster';
    if (type !== 'LoadBalancer') return;
    spec['allocateLoadBalancerNodePorts'] ??= true;
    for (const point of objectsIn(objectIn(objectIn(object, 'status'), 'loadBalancer'), 'ingress'))
      if (textIn(point, 'ip') !== '') point['ipMode'] ??= 'VIP';
  },
  warnings: (object) =>
    serviceWarnings(objectIn(object, 'spec'), objectIn(objectIn(object, 'metadata'), 'annotations')),
  statusWarnings(object) {
    const points = objectsIn(objectIn(objectIn(object, 'status'), 'loadBalancer'), 'ingress');
    return points.flatMap((point, index) => ipWarnings(`status.loadBalancer.ingress[${index}]`, textIn(point, 'ip')));
  },
  prepare(object, { before, all }) {
    const spec = objectIn(object, 'spec');
    const earlier = before === undefined ? undefined : objectIn(before, 'spec');
    const { uid, name } = objectIn(object, 'metadata');
    const faults = allocate(spec, earlier, () => takenByOthers(all, uid));
    if (faults.length > 0) throw invalid({ group: '', kind: 'Service' }, String(name), faults);
    if (earlier !== undefined) forgetOtherTypes(spec, earlier);
    // What was filled in for external names is not shown.
    if (!hasAddress(spec)) delete spec['internalTrafficPolicy'];
    if (textIn(spec, 'type') !== 'LoadBalancer' && objectIn(before ?? {}, 'status')['loadBalancer'] !== undefined)
      object['status'] = { ...objectIn(object, 'status'), loadBalancer: {} };
  },
  validate({ object, before, subresource }) {
    if (subresource === 'status') return serviceBalancerFaults(object, before);
    if (subresource !== undefined) return [];
    const changes = before === undefined ? [] : serviceChangeFaults(objectIn(object, 'spec'), objectIn(before, 'spec'));
    return [...changes, ...serviceFaults(object, before)];
  },
};

function takenByOthers(all: AllObjects, uid: unknown): Taken {
  const addresses = new Set<string>();
  const nodePorts = new Set<number>();
  for (const other of all('services.')) {
    if (objectIn(other, 'metadata')['uid'] === uid) continue;
    const spec = objectIn(other, 'spec');
    for (const address of textsIn(spec, 'clusterIPs')) addresses.add(address);
    for (const port of nodePortsOf(spec)) nodePorts.add(port);
    if (typeof spec['healthCheckNodePort'] === 'number') nodePorts.add(spec['healthCheckNodePort']);
  }
  return { addresses, nodePorts };
}

/** What another type has no use for goes, unless the writer has just said something else about it. */
function forgetOtherTypes(spec: JsonObject, before: JsonObject): void {
  const forget = (...fields: readonly string[]): void => {
    for (const field of fields) delete spec[field];
  };
  const isSame = (field: string): boolean => sameJson(spec[field] ?? null, before[field] ?? null);
  if (hasAddress(before) && !hasAddress(spec)) {
    if (isSame('clusterIP') && isSame('clusterIPs')) forget('clusterIP', 'clusterIPs');
    for (const field of ['ipFamilies', 'ipFamilyPolicy']) if (isSame(field)) forget(field);
  }
  const [type, earlier] = [textIn(spec, 'type'), textIn(before, 'type')];
  const ports = new Set(nodePortsOf(before));
  if (isExposed(earlier) && !isExposed(type) && nodePortsOf(spec).every((port) => ports.has(port)))
    for (const port of objectsIn(spec, 'ports')) delete port['nodePort'];
  if (hasHealthCheck(before) && !hasHealthCheck(spec) && isSame('healthCheckNodePort')) forget('healthCheckNodePort');
  if (earlier === 'LoadBalancer' && type !== 'LoadBalancer')
    for (const field of ['allocateLoadBalancerNodePorts', 'loadBalancerClass']) if (isSame(field)) forget(field);
  if (isReachable(before) && !isReachable(spec) && isSame('externalTrafficPolicy')) forget('externalTrafficPolicy');
}

function serviceWarnings(spec: JsonObject, annotations: JsonObject): string[] {
  const [type, externals] = [textIn(spec, 'type'), textsIn(spec, 'externalIPs')];
  const isHeadless = type === 'ClusterIP' && spec['clusterIP'] === 'None';
  const hints = 'service.kubernetes.io/topology-aware-hints';
  const said: readonly (readonly [boolean, string])[] = [
    [hints in annotations, `annotation ${hints} is deprecated, please use service.kubernetes.io/topology-mode instead`],
    [isHeadless && textIn(spec, 'loadBalancerIP') !== '', 'spec.loadBalancerIP is ignored for headless services'],
    [isHeadless && externals.length > 0, 'spec.externalIPs is ignored for headless services'],
    [isHeadless && spec['sessionAffinity'] !== 'None', 'spec.SessionAffinity is ignored for headless services'],
    [
      externals.length > 0 && !isHeadless && type !== 'ExternalName',
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
    ],
    [type === 'ExternalName' && externals.length > 0, 'spec.externalIPs is ignored when spec.type is "ExternalName"'],
    [
      type !== 'ExternalName' && textIn(spec, 'externalName') !== '',
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ],
    [
      spec['trafficDistribution'] === 'PreferClose',
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ],
  ];
  const ranges = textsIn(spec, 'loadBalancerSourceRanges');
  return [
    ...externals.flatMap((address, index) => ipWarnings(`spec.externalIPs[${index}]`, address)),
    ...ipWarnings('spec.loadBalancerIP', textIn(spec, 'loadBalancerIP')),
    ...ranges.flatMap((range, index) => cidrWarnings(`spec.loadBalancerSourceRanges[${index}]`, range)),
    ...said.flatMap(([is, text]) => (is ? [text] : [])),
  ];
}
