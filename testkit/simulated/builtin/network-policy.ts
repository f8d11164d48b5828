import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { between, indexed, objectIn, objectsIn, oneOf, PORTS, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { cidrFaults, isRange, isStrictSubset } from './ip-checks.js';
import { selectorFaults } from './label-selector.js';
import { portNameFaults } from './container-handlers.js';

/** NetworkPolicies. */
export const networkPolicy: BuiltinKind = {
  validate({ object }) {
    const spec = objectIn(object, 'spec');
    const types = textsIn(spec, 'policyTypes');
    const rules = (
      [
        ['ingress', 'from'],
        ['egress', 'to'],
      ] as const
    ).flatMap(([list, peers]) =>
      indexed(objectsIn(spec, list), `spec.${list}`).flatMap(([rule, path]) => [
        ...indexed(objectsIn(rule, 'ports'), `${path}.ports`).flatMap(([port, at]) => portFaults(port, at)),
        ...indexed(objectsIn(rule, peers), `${path}.${peers}`).flatMap(([peer, at]) => peerFaults(peer, at)),
      ]),
    );
    return [
      ...selectorFaults('spec.podSelector', spec['podSelector']),
      ...rules,
      ...(types.length > 2
        ? [invalidValue('spec.policyTypes', types, 'may not specify more than two policyTypes')]
        : types.flatMap((type, index) => typeFaults(`spec.policyTypes[${index}]`, type))),
    ];
  },
};

function typeFaults(path: string, type: string): FieldCause[] {
  const types = ['Ingress', 'Egress'];
  return types.includes(type) ? [] : [unsupportedValue(path, type, types)];
}

function portFaults(rule: JsonObject, path: string): FieldCause[] {
  const { port, endPort } = rule;
  const protocol = oneOf(`${path}.protocol`, rule['protocol'], ['TCP', 'UDP', 'SCTP']);
  const end = (why: string): FieldCause[] =>
    endPort === undefined ? [] : [invalidValue(`${path}.endPort`, endPort, why)];
  if (port === undefined) return [...protocol, ...end('may not be specified when `port` is not specified')];
  if (typeof port === 'string') {
    return [
      ...protocol,
      ...end('may not be specified when `port` is non-numeric'),
      ...portNameFaults(port).map((fault) => invalidValue(`${path}.port`, port, fault)),
    ];
  }
  const isBefore = typeof endPort === 'number' && typeof port === 'number' && endPort < port;
  return [
    ...protocol,
    ...between(`${path}.port`, port, PORTS),
    ...(isBefore ? [invalidValue(`${path}.endPort`, port, 'must be greater than or equal to `port`')] : []),
    ...between(`${path}.endPort`, endPort, PORTS),
  ];
}

function peerFaults(peer: JsonObject, path: string): FieldCause[] {
  const present = ['podSelector', 'namespaceSelector', 'ipBlock'].filter((field) => isJsonObject(peer[field]));
  const block = peer['ipBlock'];
  return [
    ...selectorFaults(`${path}.podSelector`, peer['podSelector']),
    ...selectorFaults(`${path}.namespaceSelector`, peer['namespaceSelector']),
    ...(isJsonObject(block) ? blockFaults(block, `${path}.ipBlock`) : []),
    ...(present.length === 0 ? [requiredValue(path, 'must specify a peer')] : []),
    ...(present.length > 1 && isJsonObject(block)
      ? [forbiddenValue(path, 'may not specify both ipBlock and another peer')]
      : []),
  ];
}

function blockFaults(block: JsonObject, path: string): FieldCause[] {
  const cidr = textIn(block, 'cidr');
  if (cidr === '') return [requiredValue(`${path}.cidr`)];
  const faults = cidrFaults(`${path}.cidr`, cidr);
  if (!isRange(cidr)) return faults;
  const parts = textsIn(block, 'except').flatMap((part, index) => {
    const at = `${path}.except[${index}]`;
    const outside = isRange(part) && !isStrictSubset(part, cidr);
    return [...cidrFaults(at, part), ...(outside ? [invalidValue(at, part, 'must be a strict subset of `cidr`')] : [])];
  });
  return [...faults, ...parts];
}
