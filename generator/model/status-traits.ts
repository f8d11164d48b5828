import { isObject, member } from '../input/json.js';
import type { JsonObject } from '../input/json.js';
import type { ConditionFacts } from './condition-fields.js';

/** Properties of a status that decide how it is written, as `ResourceSpec.statusTraits` of the runtime names them, in a fixed order. */
export function statusTraitsOf(schema: JsonObject | undefined, { nonEmptyMessage }: ConditionFacts): string[] {
  const fields = propertiesOf(propertiesOf(schema)['status']);
  const conditions = fields['conditions'];
  const generation = fields['observedGeneration'];
  return [
    ...(isObject(conditions) && isMergedByType(conditions) ? ['conditionsByType'] : []),
    ...(isObject(generation) && member(generation, 'type') === 'integer' ? ['observedGeneration'] : []),
    ...(nonEmptyMessage ? ['nonEmptyMessage'] : []),
  ];
}

/** Each condition has a manager of its own on the server: an apply leaves those of others alone. */
function isMergedByType(conditions: JsonObject): boolean {
  const keys = member(conditions, 'x-kubernetes-list-map-keys');
  const isMap = member(conditions, 'x-kubernetes-list-type') === 'map';
  return isMap && Array.isArray(keys) && keys.length === 1 && keys[0] === 'type';
}

function propertiesOf(schema: unknown): JsonObject {
  const properties = isObject(schema) ? member(schema, 'properties') : undefined;
  return isObject(properties) ? properties : {};
}
