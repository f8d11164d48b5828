import { BlockList, isIP } from 'node:net';
import { invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';

const CIDR_RULE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

function parseCidr(text: string): Network | undefined {
  const [address = '', bits = '', ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits)) return undefined;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return Number(bits) <= (version === 4 ? 32 : 128) ? { address, bits: Number(bits), family } : undefined;
}

/** What is wrong with a range of addresses such as `10.0.0.0/8`. */
export function cidrFaults(path: string, text: string): FieldCause[] {
  return parseCidr(text) === undefined ? [invalidValue(path, text, CIDR_RULE)] : [];
}

/** Of which version the addresses of a range are; undefined for what is none. */
export function cidrFamily(text: string): 'ipv4' | 'ipv6' | undefined {
  return parseCidr(text)?.family;
}

/** Whether a range lies in another and is smaller. */
export function isStrictSubset(part: string, whole: string): boolean {
  const [inner, outer] = [parseCidr(part), parseCidr(whole)];
  if (inner === undefined || outer === undefined || inner.family !== outer.family || inner.bits <= outer.bits)
    return false;
  const range = new BlockList();
  range.addSubnet(outer.address, outer.bits, outer.family);
  return range.check(inner.address, inner.family);
}
