import { sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { objectIn, oneOf, textIn, textsIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { ipFaults, isIpv6 } from './ip-checks.js';
import { hasAddress, isHeadless, isUnset } from './service-shape.js';

const FAMILIES = ['IPv4', 'IPv6'];
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const ADDRESSES = 'spec.clusterIPs';
const POLICY = 'spec.ipFamilyPolicy';

/** What is wrong with the addresses of a Service and what is said about their families. */
export function addressFaults(spec: JsonObject, before?: JsonObject): FieldCause[] {
  if (!hasAddress(spec)) return [];
  const [addresses, families] = [textsIn(spec, 'clusterIPs'), textsIn(spec, 'ipFamilies')];
  const known = textsIn(before ?? {}, 'clusterIPs');
  const malformed = addresses.flatMap((address, index) => {
    if (index > 0 || address !== 'None') return ipFaults(`${ADDRESSES}[${index}]`, address, known);
    return addresses.length > 1 ? [invalidValue(ADDRESSES, addresses, "'None' must be the first and only value")] : [];
  });
  const faults = [
    ...pairFaults(textIn(spec, 'clusterIP'), addresses),
    ...families.flatMap((family, index) => [
      ...oneOf(`spec.ipFamilies[${index}]`, family, FAMILIES),
      ...(families.indexOf(family) < index ? [duplicateValue(`spec.ipFamilies[${index}]`, family)] : []),
    ]),
    ...oneOf(POLICY, spec['ipFamilyPolicy'], POLICIES),
    ...malformed,
    ...(addresses.length > 2 ? [invalidValue(ADDRESSES, addresses, 'may only hold up to 2 values')] : []),
  ];
  return malformed.length > 0 ? faults : [...faults, ...stackFaults(spec, addresses, families)];
}

function pairFaults(address: string, addresses: readonly string[]): FieldCause[] {
  if (address === '') {
    const why = 'must be empty when `clusterIP` is not specified';
    return addresses.length === 0 ? [] : [invalidValue(ADDRESSES, addresses, why)];
  }
  if (addresses.length === 0) return [requiredValue(ADDRESSES)];
  return addresses[0] === address ? [] : [invalidValue(ADDRESSES, addresses, 'first value must match `clusterIP`')];
}

function stackFaults(spec: JsonObject, addresses: readonly string[], families: readonly string[]): FieldCause[] {
  const isDual = new Set(addresses.map(isIpv6)).size === 2;
  const why = 'may specify no more than one IP for each IP family';
  const mismatched = isHeadless(spec)
    ? []
    : addresses.flatMap((address, index) => {
        const family = families[index];
        if (family === undefined || !FAMILIES.includes(family) || isIpv6(address) === (family === 'IPv6')) return [];
        const told = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
        return [invalidValue(`${ADDRESSES}[${index}]`, address, told)];
      });
  return [...(addresses.length > 1 && !isDual ? [invalidValue(ADDRESSES, addresses, why)] : []), ...mismatched];
}

/** Sets what is left unsaid about families of addresses; returns what makes that impossible. The cluster has IPv4 alone. */
export function settleFamilies(spec: JsonObject, before?: JsonObject): FieldCause[] {
  if (!hasAddress(spec) || keepsPreference(spec, before)) return [];
  const selectorless = spec['clusterIP'] === 'None' && Object.keys(objectIn(spec, 'selector')).length === 0;
  spec['ipFamilyPolicy'] ??= before?.['ipFamilyPolicy'] ?? (selectorless ? 'RequireDualStack' : 'SingleStack');
  const faults = addressFaults(spec, before);
  if (faults.length > 0) return faults;
  const unsettled = [...releaseFaults(spec, before), ...inferFamilies(spec)];
  if (unsettled.length > 0) return unsettled;
  const families = textsIn(spec, 'ipFamilies');
  const isSingle = spec['ipFamilyPolicy'] === 'SingleStack';
  if (selectorless) {
    const [first = 'IPv4'] = families;
    const other = first === 'IPv4' ? 'IPv6' : 'IPv4';
    spec['ipFamilies'] = families.length > 1 || isSingle ? (families.length > 0 ? families : [first]) : [first, other];
    return [];
  }
  if (families.length === 0) spec['ipFamilies'] = ['IPv4'];
  const single = 'this cluster is not configured for dual-stack services';
  return [
    ...(spec['ipFamilyPolicy'] === 'RequireDualStack' ? [invalidValue(POLICY, 'RequireDualStack', single)] : []),
    ...families.flatMap((family, index) =>
      family === 'IPv4' ? [] : [invalidValue(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')],
    ),
  ];
}

/** A Service that prefers two families and says nothing new is left alone. */
function keepsPreference(spec: JsonObject, before: JsonObject | undefined): boolean {
  const fields = ['type', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'];
  return (
    spec['ipFamilyPolicy'] === 'PreferDualStack' &&
    before !== undefined &&
    fields.every((field) => sameJson(spec[field] ?? null, before[field] ?? null))
  );
}

function releaseFaults(spec: JsonObject, before: JsonObject | undefined): FieldCause[] {
  const policy = spec['ipFamilyPolicy'];
  const lists = [
    ['clusterIPs', 'cluster IP', 'cluster IPs'],
    ['ipFamilies', 'IP family', 'IP families'],
  ] as const;
  return lists.flatMap(([field, one, many]) => {
    const [next, previous] = [textsIn(spec, field), textsIn(before ?? {}, field)];
    if (policy !== 'SingleStack') {
      if (next.length === 0 || next.length >= previous.length) return [];
      return [invalidValue(POLICY, policy, `must be 'SingleStack' to release the secondary ${one}`)];
    }
    if (before !== undefined && next.length > 1 && sameJson(next, previous)) {
      spec[field] = next.slice(0, 1);
      return [];
    }
    const why = `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${many} are specified`;
    return next.length === 2 ? [invalidValue(POLICY, policy, why)] : [];
  });
}

/** Families follow from addresses. */
function inferFamilies(spec: JsonObject): FieldCause[] {
  const addresses = textsIn(spec, 'clusterIPs');
  if (addresses[0] === 'None') return [];
  return addresses.flatMap((address, index) => {
    const families = textsIn(spec, 'ipFamilies');
    if (index < families.length) return [];
    if (isIpv6(address))
      return [invalidValue(`${ADDRESSES}[${index}]`, addresses, 'IPv6 is not configured on this cluster')];
    spec['ipFamilies'] = [...families, 'IPv4'];
    return [];
  });
}

/** What is wrong with how an update changes addresses and families, which stay once they are set. */
export function addressChangeFaults(spec: JsonObject, before: JsonObject): FieldCause[] {
  if (!hasAddress(spec) || !hasAddress(before)) return [];
  const [next, previous] = [isHeadless(spec), isHeadless(before)];
  return [
    ...(next && previous ? [] : keptFaults(spec, before, 'clusterIPs', 'clusterIP')),
    ...(next || previous ? [] : keptFaults(spec, before, 'ipFamilies', 'ipFamily')),
  ];
}

function keptFaults(spec: JsonObject, before: JsonObject, field: string, one: string): FieldCause[] {
  const [next, previous] = [textsIn(spec, field), textsIn(before, field)];
  const kept = 'may not change once set';
  const path = `spec.${field}`;
  if (next.length === previous.length) {
    return previous.flatMap((value, index) => {
      const at = field === 'ipFamilies' ? 0 : index;
      return value === next[index] ? [] : [invalidValue(`${path}[${at}]`, next, kept)];
    });
  }
  const shown = textsIn(spec, 'clusterIPs');
  const isOther = next.length > 0 && previous.length > 0 && next[0] !== previous[0];
  const changed = isOther ? [invalidValue(`${path}[0]`, shown, kept)] : [];
  if (next.length > previous.length) return changed;
  const why = `must be set to 'SingleStack' when releasing the secondary ${one}`;
  const isLoose = next.length === 1 && spec['ipFamilyPolicy'] !== 'SingleStack';
  return [
    ...(shown.length === 0 ? [invalidValue(`${path}[0]`, next, `primary ${one} can not be unset`)] : []),
    ...changed,
    ...(isLoose ? [invalidValue(POLICY, spec['ipFamilyPolicy'] ?? null, why)] : []),
  ];
}

/** Brings the address and the list of addresses together, as clients that know one of them mean it. */
export function pairAddresses(spec: JsonObject, before?: JsonObject): void {
  const [address, addresses] = [textIn(spec, 'clusterIP'), textsIn(spec, 'clusterIPs')];
  if (before === undefined) {
    if (address !== '' && addresses.length === 0) spec['clusterIPs'] = [address];
    return;
  }
  const [earlier, previous] = [textIn(before, 'clusterIP'), textsIn(before, 'clusterIPs')];
  if (previous.length > 0 && addresses.length === 0 && earlier === address) spec['clusterIPs'] = previous;
  if (earlier === address || !sameJson(textsIn(spec, 'clusterIPs'), previous)) return;
  if (isUnset(address)) delete spec['clusterIPs'];
  else spec['clusterIPs'] = [address];
}
