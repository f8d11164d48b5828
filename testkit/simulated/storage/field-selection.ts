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
  const name = `${groupResource(resource)}/${field}`;
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
  return (object) => ((read === undefined ? fieldText(object, field) : read(object)) === value) === wantsEqual;
}

/** Kinds that have no fields of their own share one way to say it; every other one is said to have its own. */
function unknownField(field: string, resource: ServedResource): string {
  switch (groupResource(resource)) {
    case 'jobs.batch':
      return `field label ${JSON.stringify(field)} not supported for ${resource.kind}`;
    case 'resourceslices.resource.k8s.io':
      return `field label not supported for ${apiVersionOf(resource)}, Kind=${resource.kind}: ${field}`;
  }
  return hasOwnFields(resource)
    ? `field label not supported: ${field}`
    : `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

function hasOwnFields({ builtIn, selectableFields = [] }: ServedResource): boolean {
  return !builtIn || selectableFields.length > 0;
}

/** A kind without fields of its own is asked for a namespace even where it has none. */
function knownFields(resource: ServedResource): readonly string[] {
  const hasNamespace = resource.namespaced || !hasOwnFields(resource);
  return ['metadata.name', ...(hasNamespace ? ['metadata.namespace'] : []), ...(resource.selectableFields ?? [])];
}

function fieldText(object: ApiObject, field: string): string {
  const value = valueAt(object, field);
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : jsonText(value);
}

/** Fields whose texts are not those of the objects on the wire. */
const readers: Readonly<Record<string, (object: ApiObject) => string>> = {
  'events./source': (event) => fieldText(event, 'source.component') || fieldText(event, 'reportingComponent'),
  'jobs.batch/status.successful': (job) => fieldText(job, 'status.succeeded') || '0',
  'nodes./spec.unschedulable': (node) => fieldText(node, 'spec.unschedulable') || 'false',
  'pods./spec.host': (pod) => fieldText(pod, 'spec.nodeName'),
  'pods./spec.hostNetwork': (pod) => fieldText(pod, 'spec.hostNetwork') || 'false',
  'pods./status.podIP': (pod) => fieldText(pod, 'status.podIPs[0].ip') || fieldText(pod, 'status.podIP'),
  // Known, and never set.
  'pods./status.podIPs': () => '',
  'replicationcontrollers./status.replicas': (controller) => fieldText(controller, 'status.replicas') || '0',
};
