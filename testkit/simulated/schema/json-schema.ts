import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';

/** A rule of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** A schema as a CRD spells it; validated elsewhere, so every field may still be missing. */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly maximum?: number;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly multipleOf?: number;
  readonly maxLength?: number | bigint;
  readonly minLength?: number | bigint;
  readonly pattern?: string;
  readonly maxItems?: number | bigint;
  readonly minItems?: number | bigint;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number | bigint;
  readonly minProperties?: number | bigint;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly additionalProperties?: JsonSchema | boolean;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

/** The value as a schema, if it is an object. */
export function asSchema(value: unknown): JsonSchema | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The schema of the elements; undefined where there is none, or one for each element. */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  return Array.isArray(schema.items) ? undefined : asSchema(schema.items);
}

/** The schema of fields beyond `properties`. */
export function additionalOf(schema: JsonSchema): JsonSchema | undefined {
  return asSchema(schema.additionalProperties);
}

/** The named properties, own ones only. */
export function propertiesOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const properties: unknown = schema.properties;
  return isJsonObject(properties) ? (Object.entries(properties) as [string, JsonSchema][]) : [];
}

/** Appends a field to a dotted path. */
export function childPath(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

/** Appends the key of a map to a path, as field paths write it. */
export function keyPath(path: string, key: string): string {
  return `${path}[${key}]`;
}

/** True for objects that have this very field themselves. */
export function hasField(object: JsonObject, field: string): boolean {
  return Object.hasOwn(object, field);
}
