import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { qualifiedNameFaults } from '../rules/names.js';
import { dnsLabel, indexed, objectIn, objectsIn, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { parseQuantity } from './quantity.js';
import { resourceNameFaults } from './quota.js';

const STANDARD: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
/** Resources that are standard, but not of containers: those of which there are whole ones, and others. */
const COUNTED: ReadonlySet<string> = new Set([
  'pods',
  'services',
  'secrets',
  'configmaps',
  'replicationcontrollers',
  'resourcequotas',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);
const OF_OTHERS: ReadonlySet<string> = new Set([
  'storage',
  ...COUNTED,
  ...['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  'requests.storage',
]);
const MILLI = 1_000_000n;
const ONE = 1_000_000_000n;

const nanos = (value: unknown): bigint => parseQuantity(String(value))?.nano ?? 0n;
const isHugePages = (name: string): boolean => name.startsWith('hugepages-');
const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');
/** A quota has to be able to name it, too. */
const isExtended = (name: string): boolean =>
  !isNative(name) && !name.startsWith('requests.') && qualifiedNameFaults(`requests.${name}`).length === 0;
const mayOvercommit = (name: string): boolean => isNative(name) && !isHugePages(name);

/** What is wrong with requests and limits of a container; `claims` are the names that it may refer to. */
export function resourceFaults(resources: JsonObject, path: string, claims: readonly string[] = []): FieldCause[] {
  return requirementFaults(resources, path, { claims, nameFaults: containerResourceNameFaults });
}

/** What is wrong with requests and limits of a pod as a whole. */
export function podResourceFaults(resources: JsonObject, path: string, claims: readonly string[]): FieldCause[] {
  const supported = ['cpu', 'hugepages-', 'memory'];
  const ofPods = (at: string, name: string): FieldCause[] => {
    const faults = resourceNameFaults(at, name);
    if (faults.length > 0 || name === 'cpu' || name === 'memory' || isHugePages(name)) return faults;
    return [unsupportedValue(at, name, supported)];
  };
  return requirementFaults(resources, path, { claims, nameFaults: ofPods });
}

function requirementFaults(
  resources: JsonObject,
  path: string,
  rules: { readonly claims: readonly string[]; nameFaults(at: string, name: string): FieldCause[] },
): FieldCause[] {
  const limits = objectIn(resources, 'limits');
  const requests = objectIn(resources, 'requests');
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const lonelyPages = names.some(isHugePages) && !names.some((name) => name === 'cpu' || name === 'memory');
  return [
    ...Object.entries(limits).flatMap(([name, value]) => [
      ...rules.nameFaults(`${path}.limits[${name}]`, name),
      ...quantityFaults(`${path}.limits[${name}]`, name, value),
      ...pagesFaults(`${path}.limits[${name}]`, name, value),
    ]),
    ...Object.entries(requests).flatMap(([name, value]) => [
      ...rules.nameFaults(`${path}.requests[${name}]`, name),
      ...quantityFaults(`${path}.requests[${name}]`, name, value),
      ...requestFaults(path, name, { value, limit: limits[name] }),
      ...pagesFaults(`${path}.requests[${name}]`, name, value),
    ]),
    ...(lonelyPages ? [forbiddenValue(path, 'HugePages require cpu or memory')] : []),
    ...claimsFaults(objectsIn(resources, 'claims'), `${path}.claims`, rules.claims),
  ];
}

function quantityFaults(path: string, name: string, value: unknown): FieldCause[] {
  const amount = nanos(value);
  return [
    ...(amount < 0n ? [invalidValue(path, value, 'must be greater than or equal to 0')] : []),
    ...((COUNTED.has(name) || isExtended(name)) && ((amount / MILLI) * MILLI) % ONE !== 0n
      ? [invalidValue(path, value, 'must be an integer')]
      : []),
  ];
}

/** What is wrong with the name of a resource that containers have. */
export function containerResourceNameFaults(path: string, name: string): FieldCause[] {
  const faults = qualifiedNameFaults(name).map((fault) => invalidValue(path, name, fault));
  if (name.includes('/')) {
    if (isNative(name) || isExtended(name)) return faults;
    return [...faults, invalidValue(path, name, "doesn't follow extended resource name standard")];
  }
  if (STANDARD.has(name) || isHugePages(name)) return faults;
  return [
    ...faults,
    ...(faults.length > 0 || OF_OTHERS.has(name) || name.startsWith('requests.hugepages-')
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

/** Pages are whole. */
function pagesFaults(path: string, name: string, value: unknown): FieldCause[] {
  if (!isHugePages(name)) return [];
  const size = nanos(name.slice('hugepages-'.length));
  // None are whole, too, whatever the message says.
  if (size > 0n && size % ONE === 0n && nanos(value) % size === 0n) return [];
  return [invalidValue(path, value, `${String(value)} is not positive integer multiple of ${name}`)];
}

function claimsFaults(list: readonly JsonObject[], path: string, claims: readonly string[]): FieldCause[] {
  const seen = new Set<string>();
  return indexed(list, path).flatMap(([claim, at]) => {
    const [name, request] = [textIn(claim, 'name'), textIn(claim, 'request')];
    if (name === '') return [requiredValue(at)];
    const known = claims.length === 0 ? ' which is empty' : `: ${[...claims].sort().join(', ')}`;
    const message = `Not found: ${JSON.stringify(name)}: must be one of the names in pod.spec.resourceClaims${known}`;
    return [
      ...repeatedClaims(seen, at, { name, request }),
      ...(claims.includes(name) ? [] : [{ reason: 'FieldValueNotFound' as const, message, field: at }]),
    ];
  });
}

/** A claim may be used once, as a whole or request by request. */
function repeatedClaims(
  seen: Set<string>,
  path: string,
  { name, request }: { readonly name: string; readonly request: string },
): FieldCause[] {
  if (seen.has(name)) return [duplicateValue(path, name)];
  const key = request === '' ? name : `${name}/${request}`;
  const faults = [
    ...(request === '' ? [] : dnsLabel(`${path}.request`, request)),
    ...(seen.has(key) ? [duplicateValue(path, key)] : []),
    ...(request === '' ? [...seen].filter((one) => one.startsWith(`${name}/`)) : []).map(() =>
      duplicateValue(path, name),
    ),
  ];
  seen.add(key);
  return faults;
}

/** Of some resources, those whose quantity has a part of a byte, with it; the server warns of them. */
export function fractionalBytes(
  quantities: JsonObject,
  names: readonly string[] = ['memory', 'ephemeral-storage'],
): [name: string, value: unknown][] {
  return names
    .filter((name) => quantities[name] !== undefined && nanos(quantities[name]) % ONE !== 0n)
    .map((name) => [name, quantities[name]]);
}
