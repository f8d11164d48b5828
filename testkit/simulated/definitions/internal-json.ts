import { isJsonObject } from '../objects/api-object.js';
import { asSchema } from '../schema/json-schema.js';
import type { JsonSchema, ValidationRule } from '../schema/json-schema.js';
import type { CrdVersion, SharedTraits } from './crd-spec.js';
import { arrayOf, objectOf, stringOf } from './crd-spec.js';

/** Versions of a CRD as the server quotes them in messages: by the names of its own types, absent fields included. */
export function internalVersions(versions: readonly CrdVersion[], shared: SharedTraits): unknown {
  return versions.map((version) => ({
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: shared.schema || !version.schema ? null : { OpenAPIV3Schema: internalSchema(version.schema) },
    Subresources: shared.subresources || !version.subresources ? null : internalSubresources(version.subresources),
    AdditionalPrinterColumns:
      shared.columns || version.columns.length === 0 ? null : version.columns.map(internalColumn),
    SelectableFields:
      shared.selectableFields || version.selectableFields.length === 0
        ? null
        : version.selectableFields.map((field) => ({ JSONPath: stringOf(field['jsonPath']) })),
  }));
}

/** A rule as the server quotes it. */
export function internalRule(rule: ValidationRule): unknown {
  return {
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}

function internalSubresources(subresources: object): unknown {
  const { status, scale } = objectOf(subresources);
  const paths = objectOf(scale);
  return {
    Status: isJsonObject(status) ? {} : null,
    Scale: isJsonObject(scale)
      ? {
          SpecReplicasPath: stringOf(paths['specReplicasPath']),
          StatusReplicasPath: stringOf(paths['statusReplicasPath']),
          LabelSelectorPath: paths['labelSelectorPath'] ?? null,
        }
      : null,
  };
}

function internalColumn(column: object): unknown {
  const { name, type, format, description, priority, jsonPath } = objectOf(column);
  return {
    Name: stringOf(name),
    Type: stringOf(type),
    Format: stringOf(format),
    Description: stringOf(description),
    Priority: typeof priority === 'number' ? priority : 0,
    JSONPath: stringOf(jsonPath),
  };
}

/** A schema as the server quotes it. */
export function internalSchema(schema: JsonSchema): unknown {
  const all = objectOf(schema);
  const orNull = (field: string): unknown => all[field] ?? null;
  const text = (field: string): string => stringOf(all[field]);
  const flag = (field: string): boolean => all[field] === true;
  const list = (field: string): unknown => {
    const schemas = arrayOf(all[field]).map((inner) => internalSchema(asSchema(inner) ?? {}));
    return schemas.length === 0 ? null : schemas;
  };
  return {
    ID: text('id'),
    Schema: text('$schema'),
    Ref: orNull('$ref'),
    Description: text('description'),
    Type: text('type'),
    Nullable: flag('nullable'),
    Format: text('format'),
    Title: text('title'),
    Default: orNull('default'),
    Maximum: orNull('maximum'),
    ExclusiveMaximum: flag('exclusiveMaximum'),
    Minimum: orNull('minimum'),
    ExclusiveMinimum: flag('exclusiveMinimum'),
    MaxLength: orNull('maxLength'),
    MinLength: orNull('minLength'),
    Pattern: text('pattern'),
    MaxItems: orNull('maxItems'),
    MinItems: orNull('minItems'),
    UniqueItems: flag('uniqueItems'),
    MultipleOf: orNull('multipleOf'),
    Enum: orNull('enum'),
    MaxProperties: orNull('maxProperties'),
    MinProperties: orNull('minProperties'),
    Required: orNull('required'),
    Items: internalItems(all['items']),
    AllOf: list('allOf'),
    OneOf: list('oneOf'),
    AnyOf: list('anyOf'),
    Not: asSchema(all['not']) ? internalSchema(asSchema(all['not']) ?? {}) : null,
    Properties: internalProperties(all['properties']),
    AdditionalProperties: internalSchemaOrBool(all['additionalProperties']),
    PatternProperties: internalProperties(all['patternProperties']),
    Dependencies: orNull('dependencies'),
    AdditionalItems: internalSchemaOrBool(all['additionalItems']),
    Definitions: internalProperties(all['definitions']),
    ExternalDocs: orNull('externalDocs'),
    Example: orNull('example'),
    XPreserveUnknownFields: orNull('x-kubernetes-preserve-unknown-fields'),
    XEmbeddedResource: flag('x-kubernetes-embedded-resource'),
    XIntOrString: flag('x-kubernetes-int-or-string'),
    XListMapKeys: orNull('x-kubernetes-list-map-keys'),
    XListType: orNull('x-kubernetes-list-type'),
    XMapType: orNull('x-kubernetes-map-type'),
    XValidations: schema['x-kubernetes-validations']?.map(internalRule) ?? null,
  };
}

function internalItems(items: unknown): unknown {
  if (items === undefined) return null;
  if (Array.isArray(items)) {
    return { Schema: null, JSONSchemas: items.map((inner) => internalSchema(asSchema(inner) ?? {})) };
  }
  return { Schema: internalSchema(asSchema(items) ?? {}), JSONSchemas: null };
}

function internalProperties(properties: unknown): unknown {
  if (!isJsonObject(properties)) return null;
  const names = Object.keys(properties).sort();
  return Object.fromEntries(names.map((name) => [name, internalSchema(asSchema(properties[name]) ?? {})]));
}

function internalSchemaOrBool(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return { Allows: value, Schema: null };
  return { Allows: true, Schema: internalSchema(asSchema(value) ?? {}) };
}
