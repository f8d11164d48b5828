import type { JsonObject } from '../objects/api-object.js';
import { qualifiedNameFaults } from '../rules/names.js';
import { indexed, objectIn, objectsIn, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { parseQuantity } from './quantity.js';

const STANDARD: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
/** Resources that are standard, but not of containers. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  'storage',
  'pods',
  'services',
  'secrets',
  'configmaps',
  'replicationcontrollers',
  'resourcequotas',
]);
const MILLI = 1_000_000n;
const ONE = 1_000_000_000n;

const nanos = (value: unknown): bigint => parseQuantity(String(value))?.nano ?? 0n;
const isHugePages = (name: string): boolean => name.startsWith('hugepages-');
const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');
const isExtended = (name: string): boolean => !isNative(name) && !name.startsWith('requests.');
const mayOvercommit = (name: string): boolean => isNative(name) && !isHugePages(name);

/** What is wrong with requests and limits of a container; `claims` are the names that it may refer to. */
export function resourceFaults(resources: JsonObject, path: string, claims: readonly string[] = []): FieldCause[] {
  const limits = objectIn(resources, 'limits');
  const requests = objectIn(resources, 'requests');
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const lonelyPages = names.some(isHugePages) && !names.some((name) => name === 'cpu' || name === 'memory');
  return [
    ...Object.entries(limits).flatMap(([name, value]) => quantityFaults(`${path}.limits[${name}]`, name, value)),
    ...Object.entries(requests).flatMap(([name, value]) => [
      ...quantityFaults(`${path}.requests[${name}]`, name, value),
      ...requestFaults(path, name, { value, limit: limits[name] }),
    ]),
    ...(lonelyPages ? [forbiddenValue(path, 'HugePages require cpu or memory')] : []),
    ...indexed(objectsIn(resources, 'claims'), `${path}.claims`).flatMap(([claim, at]) =>
      claimFaults(textIn(claim, 'name'), at, claims),
    ),
  ];
}

function quantityFaults(path: string, name: string, value: unknown): FieldCause[] {
  const amount = nanos(value);
  return [
    ...nameFaults(path, name),
    ...(amount < 0n ? [invalidValue(path, value, 'must be greater than or equal to 0')] : []),
    ...(isExtended(name) && ((amount / MILLI) * MILLI) % ONE !== 0n
      ? [invalidValue(path, value, 'must be an integer')]
      : []),
  ];
}

function nameFaults(path: string, name: string): FieldCause[] {
  const faults = qualifiedNameFaults(name).map((fault) => invalidValue(path, name, fault));
  if (name.includes('/')) return faults;
  const isOfContainers = STANDARD.has(name) || isHugePages(name);
  if (isOfContainers) return faults;
  return [
    ...faults,
    ...(faults.length > 0 || OF_OTHERS.has(name)
      ? []
      : [invalidValue(path, name, 'must be a standard resource type or fully qualified')]),
    invalidValue(path, name, 'must be a standard resource for containers'),
  ];
}

function requestFaults(
  path: string,
  name: string,
  { value, limit }: { readonly value: unknown; readonly limit: unknown },
): FieldCause[] {
  if (limit === undefined) {
    return mayOvercommit(name)
      ? []
      : [requiredValue(`${path}.limits`, 'Limit must be set for non overcommitable resources')];
  }
  const [asked, allowed] = [nanos(value), nanos(limit)];
  if (asked !== allowed && !mayOvercommit(name)) {
    return [invalidValue(`${path}.requests`, value, `must be equal to ${name} limit of ${String(limit)}`)];
  }
  if (asked <= allowed) return [];
  return [invalidValue(`${path}.requests`, value, `must be less than or equal to ${name} limit of ${String(limit)}`)];
}

function claimFaults(name: string, path: string, claims: readonly string[]): FieldCause[] {
  if (name === '') return [requiredValue(`${path}.name`)];
  if (claims.includes(name)) return [];
  const known = claims.length === 0 ? 'which is empty' : claims.join(', ');
  const message = `Not found: ${JSON.stringify(name)}: must be one of the names in pod.spec.resourceClaims ${known}`;
  return [{ reason: 'FieldValueNotFound', message, field: path }];
}

/** The names of memory and disk whose quantity has a part of a byte, with it; the server warns of them. */
export function fractionalBytes(quantities: JsonObject): [name: string, value: unknown][] {
  return ['memory', 'ephemeral-storage']
    .filter((name) => quantities[name] !== undefined && nanos(quantities[name]) % ONE !== 0n)
    .map((name) => [name, quantities[name]]);
}
