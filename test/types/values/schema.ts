/** A schema as CRDs have them, the parts that matter for values. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: { readonly [name: string]: Schema } | null;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly nullable?: boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
}

/** What JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What a schema describes, as far as values and types go. */
export type Form = 'int-or-string' | 'embedded' | 'string' | 'number' | 'boolean' | 'array' | 'object' | 'anything';

/** The form of a schema's values. */
export function formOf(schema: Schema): Form {
  if (schema['x-kubernetes-int-or-string'] === true || schema.format === 'int-or-string') return 'int-or-string';
  if (schema['x-kubernetes-embedded-resource'] === true) return 'embedded';
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'array':
    case 'object':
      return schema.type;
    default:
      return schema.properties !== undefined ? 'object' : 'anything';
  }
}

/**
 * The properties that every object has as the server sends it: those required outright, those of the first branch of a
 * choice, and those that the server fills in.
 */
export function requiredOf(schema: Schema): string[] {
  const branches = [schema.oneOf?.[0], schema.anyOf?.[0], ...(schema.allOf ?? [])];
  const filledIn = Object.entries(schema.properties ?? {}).filter(([, { default: value, nullable }]) => {
    return value !== undefined && (value !== null || nullable === true);
  });
  const names = [
    ...(schema.required ?? []),
    ...filledIn.map(([name]) => name),
    ...branches.flatMap((branch) => (branch ? requiredOf(branch) : [])),
  ];
  return [...new Set(names)].filter((name) => Object.hasOwn(schema.properties ?? {}, name) || isOpen(schema));
}

/** Whether an object of this schema may hold properties that it does not name. */
export function isOpen(schema: Schema): boolean {
  const { additionalProperties } = schema;
  const more = additionalProperties !== undefined && additionalProperties !== false;
  return more || schema['x-kubernetes-preserve-unknown-fields'] === true;
}

/** The schema of a member: of the property, never something inherited, or of whatever is not named. */
export function propertyOf(schema: Schema, name: string): Schema | undefined {
  if (Object.hasOwn(schema.properties ?? {}, name)) return schema.properties?.[name];
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** Whether a schema has no value at all: an enum of which nothing is of its type. */
export function admitsNothing(schema: Schema): boolean {
  const form = formOf(schema);
  if (schema.enum === undefined || schema.enum.length === 0) return false;
  return (
    (form === 'string' || form === 'number' || form === 'boolean') && schema.enum.every((one) => typeof one !== form)
  );
}

/** Whether null is a value: the server finds it in no enum, even where it is listed. */
export function admitsNull(schema: Schema): boolean {
  return schema.nullable === true && schema.enum === undefined;
}
