import { parseFieldSelector } from '@informer-gen/runtime/client-go';
import { FieldSelectorError } from '@informer-gen/runtime/client-go';
import type { FieldRequirement } from '@informer-gen/runtime/client-go';
import { valueAt } from '../objects/api-object.js';
import type { ApiObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';

/** Whether an object matches. */
export type ObjectPredicate = (object: ApiObject) => boolean;

/**
 * Compiles the field selector of a request. Fields that the resource does not let select by are refused with 400, as the
 * API server does. Undefined for an empty selector.
 */
export function compileFieldSelector(text: string, resource: ServedResource): ObjectPredicate | undefined {
  const predicates = requirementsOf(text).map((requirement) => compileRequirement(requirement, resource));
  if (predicates.length === 0) return undefined;
  return (object) => predicates.every((matches) => matches(object));
}

function requirementsOf(text: string): readonly FieldRequirement[] {
  try {
    return parseFieldSelector(text).requirements;
  } catch (error) {
    if (error instanceof FieldSelectorError) throw badRequest(error.message);
    throw error;
  }
}

function compileRequirement({ field, operator, value }: FieldRequirement, resource: ServedResource): ObjectPredicate {
  const known = knownFields(resource);
  if (!known.includes(field)) {
    const listed = known.map((name) => JSON.stringify(name)).join(', ');
    throw badRequest(
      resource.builtIn
        ? `"${field}" is not a known field selector: only ${listed}`
        : `field label not supported: ${field}`,
    );
  }
  const wantsEqual = operator === '=';
  return (object) => (fieldText(object, field, resource) === value) === wantsEqual;
}

function knownFields(resource: ServedResource): readonly string[] {
  return [
    'metadata.name',
    ...(resource.namespaced ? ['metadata.namespace'] : []),
    ...(resource.selectableFields ?? []),
  ];
}

function fieldText(object: ApiObject, field: string, resource: ServedResource): string {
  const value = valueAt(object, field);
  if (value === undefined || value === null) return absentValues[`${groupResource(resource)}/${field}`] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Booleans and numbers that are false or 0 in the server where they are absent on the wire. */
const absentValues: Readonly<Record<string, string>> = {
  'nodes./spec.unschedulable': 'false',
  'pods./spec.hostNetwork': 'false',
  'replicasets.apps/status.replicas': '0',
  'replicationcontrollers./status.replicas': '0',
  'jobs.batch/status.successful': '0',
};
