import { isJsonObject, sameJson } from '../objects/api-object.js';
import { pathSegmentFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsSubdomain, objectIn, textIn, textsIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { canonicalCidrFaults, canonicalIpFaults, cidrFamily } from './ip-checks.js';

const IMMUTABLE = 'field is immutable';

/** IPAddresses: named after what they are, and always somebody's. */
export const ipAddress: BuiltinKind = {
  validate({ object, before }) {
    const name = textIn(objectIn(object, 'metadata'), 'name');
    const parent = objectIn(object, 'spec')['parentRef'];
    if (before !== undefined) {
      const kept = sameJson(parent ?? null, objectIn(before, 'spec')['parentRef'] ?? null);
      return kept ? [] : [invalidValue('spec.parentRef', parent ?? null, IMMUTABLE)];
    }
    return [...canonicalIpFaults('metadata.name', name), ...parentFaults(parent, 'spec.parentRef')];
  },
};

function parentFaults(parent: unknown, path: string): FieldCause[] {
  if (!isJsonObject(parent)) return [requiredValue(path)];
  return [
    ...dnsSubdomain(`${path}.group`, textIn(parent, 'group')),
    ...['resource', 'name']
      .filter((field) => textIn(parent, field) === '')
      .map((field) => requiredValue(`${path}.${field}`)),
    ...['resource', 'name', 'namespace'].flatMap((field) =>
      pathSegmentFaults(textIn(parent, field)).map((fault) => invalidValue(`${path}.${field}`, parent[field], fault)),
    ),
  ];
}

/** ServiceCIDRs: a second range may be added, nothing else changes. */
export const serviceCidr: BuiltinKind = {
  validate({ object, before, subresource }) {
    if (subresource !== undefined) return [];
    const ranges = textsIn(objectIn(object, 'spec'), 'cidrs');
    if (before === undefined) return rangeFaults(ranges, 'spec.cidrs');
    const earlier = textsIn(objectIn(before, 'spec'), 'cidrs');
    if (ranges.length < earlier.length || ranges.length > 2 || (ranges.length > earlier.length && earlier.length !== 1))
      return [invalidValue('spec.cidrs', ranges, IMMUTABLE)];
    const changed = earlier.flatMap((range, index) =>
      ranges[index] === range ? [] : [invalidValue(`spec.cidrs[${index}]`, ranges[index], IMMUTABLE)],
    );
    return ranges.length === earlier.length ? changed : [...changed, ...rangeFaults(ranges, 'spec.cidrs')];
  },
};

function rangeFaults(ranges: readonly string[], path: string): FieldCause[] {
  if (ranges.length === 0) return [requiredValue(path, 'at least one CIDR required')];
  if (ranges.length > 2) return [invalidValue(path, { CIDRs: ranges }, 'may only hold up to 2 values')];
  const [one = '', other = ''] = ranges;
  const isSame = ranges.length === 2 && cidrFamily(one) === cidrFamily(other) && cidrFamily(one) !== undefined;
  const why = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
  return [
    ...ranges.flatMap((range, index) => canonicalCidrFaults(`${path}[${index}]`, range)),
    ...(isSame ? [invalidValue(path, ranges, why)] : []),
  ];
}
