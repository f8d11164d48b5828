import { objectIn, objectsIn, textIn, textsIn } from '../builtin/checks.js';
import type { JsonObject } from '../objects/api-object.js';
import { age, labelsCell, loadBalancerCell, named, numberIn, textOr } from './row-parts.js';
import type { RowPrinter } from './row-parts.js';

/** How many hosts are named. */
const NAMED_HOSTS = 3;

const service: RowPrinter = (object, nowMs) => {
  const spec = objectIn(object, 'spec');
  return [
    object.metadata.name ?? '',
    textIn(spec, 'type'),
    textsIn(spec, 'clusterIPs')[0] ?? '<none>',
    externalAddress(spec, objectIn(object, 'status')),
    objectsIn(spec, 'ports').map(portText).join(',') || '<none>',
    age(object, nowMs),
    labelsCell(objectIn(spec, 'selector')),
  ];
};

function externalAddress(spec: JsonObject, status: JsonObject): string {
  const own = textsIn(spec, 'externalIPs');
  switch (spec['type']) {
    case 'ClusterIP':
    case 'NodePort':
      return own.join(',') || '<none>';
    case 'LoadBalancer':
      return [loadBalancerCell(status), ...own].filter((address) => address !== '').join(',') || '<pending>';
    case 'ExternalName':
      return textIn(spec, 'externalName');
    default:
      return '<unknown>';
  }
}

function portText(port: JsonObject): string {
  const nodePort = numberIn(port, 'nodePort');
  return `${numberIn(port, 'port')}${nodePort > 0 ? `:${nodePort}` : ''}/${textIn(port, 'protocol')}`;
}

const ingress: RowPrinter = (object, nowMs) => {
  const spec = objectIn(object, 'spec');
  return [
    object.metadata.name ?? '',
    textOr(spec, 'ingressClassName', '<none>'),
    hostsCell(objectsIn(spec, 'rules')),
    loadBalancerCell(objectIn(object, 'status')),
    objectsIn(spec, 'tls').length > 0 ? '80, 443' : '80',
    age(object, nowMs),
  ];
};

function hostsCell(rules: readonly JsonObject[]): string {
  const hosts: string[] = [];
  let more = false;
  for (const rule of rules) {
    if (hosts.length === NAMED_HOSTS) more = true;
    const host = textIn(rule, 'host');
    if (!more && host !== '') hosts.push(host);
  }
  if (hosts.length === 0) return '*';
  return more ? `${hosts.join(',')} + ${rules.length - NAMED_HOSTS} more...` : hosts.join(',');
}

const NAMED_POINTS = 3;

/** The first few of many. */
function fewOf(points: readonly string[], none = '<unset>'): string {
  const few = points.slice(0, NAMED_POINTS).join(',');
  const more = points.length - NAMED_POINTS;
  if (points.length === 0) return none;
  return more > 0 ? `${few} + ${more} more...` : few;
}

const endpoints = named((object) => {
  const subsets = objectsIn(object, 'subsets');
  const points = subsets.flatMap((subset) => {
    const ports = objectsIn(subset, 'ports').map((port) => numberIn(port, 'port'));
    const addresses = objectsIn(subset, 'addresses').map((address) => textIn(address, 'ip'));
    const joined = (ip: string, port: number): string => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`);
    return ports.length === 0 ? addresses : ports.flatMap((port) => addresses.map((ip) => joined(ip, port)));
  });
  return [subsets.length === 0 ? '<none>' : fewOf(points, '')];
});

const endpointSlice = named((object) => [
  textIn(object, 'addressType'),
  fewOf(objectsIn(object, 'ports').map(({ port, name }) => String(port ?? name ?? '*'))),
  fewOf(objectsIn(object, 'endpoints').flatMap((endpoint) => textsIn(endpoint, 'addresses'))),
]);

/** Kinds of the network. */
export const networkRows: Readonly<Record<string, RowPrinter>> = {
  '/Endpoints': endpoints,
  '/Service': service,
  'discovery.k8s.io/EndpointSlice': endpointSlice,
  'networking.k8s.io/Ingress': ingress,
};
