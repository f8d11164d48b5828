import { isIP } from 'node:net';
import type { JsonObject } from '../objects/api-object.js';
import { dnsSubdomain, oneOf, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { ipFaults } from './ip-checks.js';

/** What a point of entry is checked against. */
export interface PointContext {
  /** Addresses that were there before. */
  readonly known: readonly string[];
  /** Whether it says how traffic arrives, as those of Services do. */
  readonly hasMode: boolean;
}

/** What is wrong with a point at which a balancer is said to be reached. */
export function balancerPointFaults(point: JsonObject, path: string, { known, hasMode }: PointContext): FieldCause[] {
  const [ip, hostname] = [textIn(point, 'ip'), textIn(point, 'hostname')];
  return [
    ...(ip === '' ? [] : ipFaults(`${path}.ip`, ip, known)),
    ...(hasMode ? modeFaults(point['ipMode'], ip, `${path}.ipMode`) : []),
    ...dnsSubdomain(`${path}.hostname`, hostname),
    ...(isIP(hostname) === 0
      ? []
      : [invalidValue(`${path}.hostname`, hostname, 'must be a DNS name, not an IP address')]),
  ];
}

function modeFaults(mode: unknown, ip: string, path: string): FieldCause[] {
  if (mode === undefined) return ip === '' ? [] : [requiredValue(path, 'must be specified when `ip` is set')];
  if (ip === '') return [forbiddenValue(path, 'may not be specified when `ip` is not set')];
  return oneOf(path, mode, ['Proxy', 'VIP']);
}
