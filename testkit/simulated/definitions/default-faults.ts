import { RuleValidator } from '../cel/rule-validator.js';
import { copyJson, sameJson } from '../objects/api-object.js';
import { invalidValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { embeddedFaults } from '../schema/embedded-resources.js';
import { keyPath } from '../schema/json-schema.js';
import { pruneResource, pruneValue } from '../schema/prune.js';
import { structuralOf } from '../schema/structural.js';
import type { Structural } from '../schema/structural.js';
import { ValueValidator } from '../schema/value-validation.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { isJsonObject } from '../objects/api-object.js';

/** Returns what is wrong with the defaults of a schema: they must be valid themselves, and survive pruning. */
export function defaultFaults(schema: JsonSchema, path: string): FieldCause[] {
  return collect(structuralOf(schema), path);
}

function collect(schema: Structural, path: string): FieldCause[] {
  if (!schema.hasDefaults) return [];
  return [
    ...(schema.defaultValue === undefined ? [] : ownFaults(schema, `${path}.default`)),
    ...(schema.items ? collect(schema.items, `${path}.items`) : []),
    ...[...schema.properties].flatMap(([name, property]) => collect(property, keyPath(`${path}.properties`, name))),
  ];
}

function ownFaults(schema: Structural, path: string): FieldCause[] {
  const value = schema.defaultValue;
  const pruned = copyJson(value);
  if (schema.embeddedResource && isJsonObject(pruned)) pruneResource(pruned, schema);
  else pruneValue(pruned, schema);
  const faults = sameJson(pruned, value) ? [] : [invalidValue(path, value, 'must not have unknown fields')];
  const embedded = embeddedFaults(value, schema, path);
  if (embedded.length > 0) return [...faults, ...embedded];
  const { violations } = new ValueValidator(schema.schema).validate(value, { path: '' });
  if (violations.length > 0) return [...faults, ...violations.map(({ cause }) => cause(path))];
  const rules = RuleValidator.of(schema);
  return [...faults, ...(rules?.validate({ value, before: value, path, correlation: undefined }) ?? [])];
}
