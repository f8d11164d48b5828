import { isIP } from 'node:net';
import { Cidr, IpAddress } from '../rules/network.js';
import { invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';

const IP_RULE = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const CIDR_RULE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** Octets with zeros in front, which earlier versions of the server took. */
function withoutLeadingZeros(text: string): string {
  return text.replaceAll(/(?<![\d:a-f.])0+(?=\d+\.)|(?<=\.)0+(?=\d)/gi, '');
}

function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

function isMapped(text: string): boolean {
  return isIP(text) === 6 && IpAddress.parse(text) === undefined;
}

/** What is wrong with an address; `known` are those that the object had before, which are not looked at. */
export function ipFaults(path: string, text: string, known: readonly string[] = []): FieldCause[] {
  if (known.includes(text)) return [];
  if (!isAddress(withoutLeadingZeros(text))) return [invalidValue(path, text, IP_RULE)];
  if (!isAddress(text)) return [invalidValue(path, text, 'must not have leading 0s')];
  return isMapped(text) ? [invalidValue(path, text, 'must not be an IPv4-mapped IPv6 address')] : [];
}

/** The same for an address that has to be written as the server would. */
export function canonicalIpFaults(path: string, text: string): FieldCause[] {
  const faults = ipFaults(path, text);
  if (faults.length > 0) return faults;
  const canonical = String(IpAddress.parse(text));
  return canonical === text ? [] : [invalidValue(path, text, `must be in canonical form ("${canonical}")`)];
}

/** What is said of an address that is valid, but that nobody else would write so. */
export function ipWarnings(path: string, text: string): string[] {
  const address = IpAddress.parse(text);
  if (address?.family !== 6 || address.toString() === text) return [];
  return [`${path}: IPv6 address "${text}" should be in RFC 5952 canonical format ("${address.toString()}")`];
}

/** What is wrong with an address to which anybody is to send. */
export function endpointIpFaults(path: string, text: string): FieldCause[] {
  const address = IpAddress.parse(withoutLeadingZeros(text));
  if (address === undefined) return isMapped(text) ? [] : [invalidValue(path, text, 'must be a valid IP address')];
  const special: readonly (readonly [boolean, string])[] = [
    [address.isUnspecified, `may not be unspecified (${text})`],
    [address.isLoopback, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    [address.isLinkLocalUnicast, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
    [address.isLinkLocalMulticast, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
  ];
  return special.flatMap(([is, why]) => (is ? [invalidValue(path, text, why)] : []));
}

/** Whether a text is an address of the newer family. */
export function isIpv6(text: string): boolean {
  return isIP(text) === 6;
}

/** A range as earlier versions of the server took it. */
function sloppyRange(text: string): Cidr | undefined {
  const [address = '', bits = '', ...more] = text.split('/');
  const ip = IpAddress.parse(withoutLeadingZeros(address));
  if (ip === undefined || more.length > 0 || !/^\d+$/.test(bits) || Number(bits) > Number(ip.width)) return undefined;
  return new Cidr(ip, Number(bits)).masked();
}

/** What is wrong with a range of addresses such as `10.0.0.0/8`; `known` are those that the object had before. */
export function cidrFaults(path: string, text: string, known: readonly string[] = []): FieldCause[] {
  if (known.includes(text)) return [];
  if (isMapped(text.split('/')[0] ?? ''))
    return [invalidValue(path, text, 'must not have an IPv4-mapped IPv6 address')];
  if (!isRange(text)) return [invalidValue(path, text, CIDR_RULE)];
  const range = Cidr.parse(text);
  if (range === undefined) return [invalidValue(path, text, 'must not have leading 0s in IP or prefix length')];
  if (range.masked().ip.bits === range.ip.bits) return [];
  return [invalidValue(path, text, 'must not have bits set beyond the prefix length')];
}

/** The same for a range that has to be written as the server would. */
export function canonicalCidrFaults(path: string, text: string): FieldCause[] {
  const faults = cidrFaults(path, text);
  if (faults.length > 0) return faults;
  const canonical = String(Cidr.parse(text));
  return canonical === text ? [] : [invalidValue(path, text, `must be in canonical form ("${canonical}")`)];
}

/** What is said of a range that is valid, but that nobody else would write so. */
export function cidrWarnings(path: string, text: string): string[] {
  const range = Cidr.parse(text);
  if (range?.ip.family !== 6 || range.toString() === text) return [];
  return [`${path}: IPv6 CIDR value "${text}" should be in RFC 5952 canonical format ("${range.toString()}")`];
}

/** Whether a text names a range at all, be it well written or not. */
export function isRange(text: string): boolean {
  return sloppyRange(text) !== undefined;
}

/** Of which version the addresses of a range are; undefined for what is none. */
export function cidrFamily(text: string): 4 | 6 | undefined {
  return Cidr.parse(text)?.ip.family;
}

/** Whether a range lies in another and is smaller. */
export function isStrictSubset(part: string, whole: string): boolean {
  const [inner, outer] = [sloppyRange(part), sloppyRange(whole)];
  if (inner === undefined || outer === undefined) return false;
  return inner.prefixLength > outer.prefixLength && outer.containsCidr(inner);
}
