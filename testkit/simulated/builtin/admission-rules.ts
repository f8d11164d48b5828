import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { pathSegmentFaults } from '../rules/names.js';
import { oneOf, textsIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

/** What is wrong with a rule that says which requests webhooks and policies are asked about. */
export function ruleFaults(rule: JsonObject, path: string, operations: readonly string[] = OPERATIONS): FieldCause[] {
  const names = textsIn(rule, 'resourceNames');
  const wanted = textsIn(rule, 'operations');
  return [
    ...names.flatMap((name, index) => [
      ...pathSegmentFaults(name).map((fault) => invalidValue(`${path}.resourceNames[${index}]`, name, fault)),
      ...(names.indexOf(name) < index ? [duplicateValue(`${path}.resourceNames[${index}]`, name)] : []),
    ]),
    ...listFaults(rule, path, ['operations', 'operations']),
    ...wanted.flatMap((operation, index) =>
      operations.includes(operation) ? [] : [unsupportedValue(`${path}.operations[${index}]`, operation, operations)],
    ),
    ...listFaults(rule, path, ['apiGroups', 'API groups']),
    ...listFaults(rule, path, ['apiVersions', 'API versions']),
    ...textsIn(rule, 'apiVersions').flatMap((version, index) =>
      version === '' ? [requiredValue(`${path}.apiVersions[${index}]`)] : [],
    ),
    ...resourceFaults(textsIn(rule, 'resources'), `${path}.resources`),
    ...oneOf(`${path}.scope`, rule['scope'], ['*', 'Cluster', 'Namespaced']),
  ];
}

function listFaults(rule: JsonObject, path: string, [field, others]: readonly [string, string]): FieldCause[] {
  const values = textsIn(rule, field);
  if (values.length === 0) return [requiredValue(`${path}.${field}`)];
  if (values.length === 1 || !values.includes('*')) return [];
  return [invalidValue(`${path}.${field}`, values, `if '*' is present, must not specify other ${others}`)];
}

function resourceFaults(resources: readonly string[], path: string): FieldCause[] {
  if (resources.length === 0) return [requiredValue(path)];
  const faults: FieldCause[] = [];
  const wild = new Set<string>();
  let hasPlain = false;
  for (const [index, resource] of resources.entries()) {
    const at = `${path}[${index}]`;
    const [name = '', ...rest] = resource.split('/');
    if (resource === '') faults.push(requiredValue(at));
    else if (rest.length === 0) hasPlain = resource !== '*';
    else {
      const part = rest.join('/');
      for (const pattern of [`${name}/*`, `*/${part}`]) {
        if (wild.has(pattern))
          faults.push(invalidValue(at, resource, `if '${pattern}' is present, must not specify ${resource}`));
      }
      if (part === '*' || name === '*') wild.add(resource);
    }
  }
  if (resources.length > 1 && resources.includes('*/*'))
    faults.push(invalidValue(path, resources, "if '*/*' is present, must not specify other resources"));
  if (resources.includes('*') && hasPlain) {
    const why = "if '*' is present, must not specify other resources without subresources";
    faults.push(invalidValue(path, resources, why));
  }
  return faults;
}
