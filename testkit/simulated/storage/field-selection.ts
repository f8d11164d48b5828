import { jsonText } from '../objects/json-text.js';
import { parseFieldSelector } from '@informer-gen/runtime/client-go';
import { apiVersionOf, FieldSelectorError } from '@informer-gen/runtime/client-go';
import type { FieldRequirement } from '@informer-gen/runtime/client-go';
import { valueAt } from '../objects/api-object.js';
import type { ApiObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';
import { fieldSelectorFault } from './field-selector-faults.js';
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
    if (error instanceof FieldSelectorError) throw badRequest(fieldSelectorFault(text) ?? error.message);
    throw error;
  }
}

function compileRequirement({ field, operator, value }: FieldRequirement, resource: ServedResource): ObjectPredicate {
  if (!knownFields(resource).includes(field)) throw badRequest(unknownField(field, resource));
  const wantsEqual = operator === '=';
  return (object) => (fieldText(object, field, resource) === value) === wantsEqual;
}

/** Kinds that have no fields of their own share one way to say it; every other one is said to have its own. */
function unknownField(field: string, resource: ServedResource): string {
  const { builtIn, kind, selectableFields = [] } = resource;
  switch (groupResource(resource)) {
    case 'jobs.batch':
      return `field label ${JSON.stringify(field)} not supported for ${kind}`;
    case 'resourceslices.resource.k8s.io':
      return `field label not supported for ${apiVersionOf(resource)}, Kind=${kind}: ${field}`;
  }
  return builtIn && selectableFields.length === 0
    ? `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
    : `field label not supported: ${field}`;
}

function knownFields(resource: ServedResource): readonly string[] {
  return [
    'metadata.name',
    ...(resource.namespaced ? ['metadata.namespace'] : []),
    ...(resource.selectableFields ?? []),
  ];
}

function fieldText(object: ApiObject, field: string, resource: ServedResource): string {
  if (field === 'source' && resource.kind === 'Event') return eventSource(object);
  if (field === 'status.successful' && resource.kind === 'Job') return String(valueAt(object, 'status.succeeded') ?? 0);
  // Events are stored as the older API has them.
  const value = valueAt(object, field) ?? valueAt(object, field.replace(/^regarding\./, 'involvedObject.'));
  if (value === undefined || value === null) return absentValues[`${groupResource(resource)}/${field}`] ?? '';
  return typeof value === 'string' ? value : jsonText(value);
}

/** Who has told of an event, in the older field or in the newer one. */
function eventSource(object: ApiObject): string {
  return String(valueAt(object, 'source.component') ?? valueAt(object, 'reportingComponent') ?? '');
}

/** Booleans and numbers that are false or 0 in the server where they are absent on the wire. */
const absentValues: Readonly<Record<string, string>> = {
  'nodes./spec.unschedulable': 'false',
  'pods./spec.hostNetwork': 'false',
  'replicationcontrollers./status.replicas': '0',
};
