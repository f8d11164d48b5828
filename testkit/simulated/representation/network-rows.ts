import { objectIn, objectsIn, textIn, textsIn } from '../builtin/checks.js';
import type { JsonObject } from '../objects/api-object.js';
import { age, labelsCell, loadBalancerCell, numberIn, textOr } from './row-parts.js';
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
  const named: string[] = [];
  let more = false;
  for (const rule of rules) {
    if (named.length === NAMED_HOSTS) more = true;
    const host = textIn(rule, 'host');
    if (!more && host !== '') named.push(host);
  }
  if (named.length === 0) return '*';
  return more ? `${named.join(',')} + ${rules.length - NAMED_HOSTS} more...` : named.join(',');
}

/** Kinds of the network. */
export const networkRows: Readonly<Record<string, RowPrinter>> = {
  '/Service': service,
  'networking.k8s.io/Ingress': ingress,
};
