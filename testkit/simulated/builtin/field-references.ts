import { lookupTable } from '../objects/lookup-table.js';
import type { JsonObject } from '../objects/api-object.js';
import { isJsonObject } from '../objects/api-object.js';
import { configKeyFaults, qualifiedNameFaults, subdomainFaults } from '../rules/names.js';
import { textIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';

/** Fields of a pod that may be referred to at all. */
const POD_FIELDS: ReadonlySet<string> = new Set([
  ...['annotations', 'labels', 'name', 'namespace', 'uid'].map((field) => `metadata.${field}`),
  ...['nodeName', 'restartPolicy', 'serviceAccountName', 'schedulerName', 'host'].map((field) => `spec.${field}`),
  ...['phase', 'hostIP', 'hostIPs', 'podIP', 'podIPs'].map((field) => `status.${field}`),
]);

/** Those that the environment of a container may have. */
export const ENV_FIELDS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** Those that a file of a volume may have. */
export const FILE_FIELDS: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

const RESOURCES: readonly string[] = ['limits', 'requests'].flatMap((kind) =>
  ['cpu', 'ephemeral-storage', 'memory'].map((name) => `${kind}.${name}`),
);

/** What is wrong with a reference to a field of the pod. */
export function fieldRefFaults(path: string, reference: unknown, allowed: readonly string[]): FieldCause[] {
  if (!isJsonObject(reference)) return [];
  const field = textIn(reference, 'fieldPath');
  if (field === '') return [requiredValue(`${path}.fieldPath`)];
  const version = textIn(reference, 'apiVersion');
  const subscript = /^(.*)\['(.*)'\]$/.exec(field);
  const refused = (why: string): FieldCause[] => [
    invalidValue(`${path}.fieldPath`, field, `error converting fieldPath: ${why}`),
  ];
  if (version !== 'v1') return refused(`unsupported pod version: ${version}`);
  if (subscript) {
    const [, parent = '', key = ''] = subscript;
    if (parent !== 'metadata.annotations' && parent !== 'metadata.labels') {
      return refused(`field label does not support subscript: ${field}`);
    }
    const name = parent === 'metadata.annotations' ? key.toLowerCase() : key;
    return qualifiedNameFaults(name).map((fault) => invalidValue(path, name, fault));
  }
  if (!POD_FIELDS.has(field)) return refused(`field label not supported: ${field}`);
  // The name of old clients for where the pod runs.
  if (field === 'spec.host') return fieldRefFaults(path, { ...reference, fieldPath: 'spec.nodeName' }, allowed);
  return allowed.includes(field) ? [] : [unsupportedValue(`${path}.fieldPath`, field, allowed)];
}

/** What is wrong with a reference to a resource of a container; in a volume it has to name the container. */
export function resourceRefFaults(path: string, reference: unknown, inVolume: boolean): FieldCause[] {
  if (!isJsonObject(reference)) return [];
  const resource = textIn(reference, 'resource');
  const known = RESOURCES.includes(resource) || /^(limits|requests)\.hugepages-/.test(resource);
  return [
    ...(inVolume && textIn(reference, 'containerName') === ''
      ? [requiredValue(`${path}.containerName`)]
      : resource === ''
        ? [requiredValue(`${path}.resource`)]
        : known
          ? []
          : [unsupportedValue(`${path}.resource`, resource, RESOURCES)]),
    ...(known ? divisorFaults(`${path}.divisor`, resource, reference['divisor']) : []),
  ];
}

const BYTES = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];
const NAMED = lookupTable<string>({
  memory: 'memory',
  'ephemeral-storage': 'local ephemeral storage',
});

/** A resource is shown in units of one size. */
function divisorFaults(path: string, resource: string, divisor: unknown): FieldCause[] {
  const text = String(divisor ?? '0');
  const name = resource.slice(resource.indexOf('.') + 1);
  const isProcessor = name === 'cpu';
  if (text === '0' || (isProcessor ? ['1m', '1'] : BYTES).includes(text)) return [];
  const listed = isProcessor ? '1m and 1' : BYTES.join(', ');
  const what = isProcessor ? 'cpu' : (NAMED[name] ?? 'hugepages');
  return [invalidValue(path, resource, `only divisor's values ${listed} are supported with the ${what} resource`)];
}

/** What is wrong with a reference to a key of a ConfigMap or a Secret. */
export function keyRefFaults(path: string, reference: unknown): FieldCause[] {
  if (!isJsonObject(reference)) return [];
  const [name, key] = [textIn(reference, 'name'), textIn(reference, 'key')];
  const named = subdomainFaults(name).map((fault) => invalidValue(`${path}.name`, name, fault));
  if (key === '') return [...named, requiredValue(`${path}.key`)];
  return [...named, ...configKeyFaults(key).map((fault) => invalidValue(`${path}.key`, key, fault))];
}

/** What is wrong with a file that shows a field or a resource. */
export function downwardFileFaults(path: string, file: JsonObject, pathFaults: FieldCause[]): FieldCause[] {
  const [field, resource] = [file['fieldRef'], file['resourceFieldRef']];
  if (isJsonObject(field)) {
    const both = 'fieldRef and resourceFieldRef can not be specified simultaneously';
    return [
      ...pathFaults,
      ...fieldRefFaults(`${path}.fieldRef`, field, FILE_FIELDS),
      ...(isJsonObject(resource) ? [invalidValue(path, 'resource', both)] : []),
    ];
  }
  if (isJsonObject(resource)) return [...pathFaults, ...resourceRefFaults(`${path}.resourceFieldRef`, resource, true)];
  return [...pathFaults, requiredValue(path, 'one of fieldRef and resourceFieldRef is required')];
}
