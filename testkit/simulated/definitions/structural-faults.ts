import { sameJson } from '../objects/api-object.js';
import { forbiddenValue, invalidValue, requiredValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { compileGoPattern, PatternError } from '../schema/go-pattern.js';
import { additionalOf, itemsOf, keyPath, propertiesOf } from '../schema/json-schema.js';
import type { JsonSchema } from '../schema/json-schema.js';

type Level = 'root' | 'item' | 'field';

const EMPTY_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

const INT_OR_STRING: readonly JsonSchema[] = [{ type: 'integer' }, { type: 'string' }];

/** Returns why a schema is not structural, in the server's order: sorted by the text. */
export function structuralFaults(schema: JsonSchema, path: string): FieldCause[] {
  const faults = [...shapeFaults(schema, 'root', path), ...completenessFaults(schema, schema, [path, path])];
  const textOf = ({ field, message }: FieldCause): string => `${field}: ${message}`;
  return faults.sort((a, b) => (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0));
}

/** Keywords with which a schema cannot be structural at all, so that the server does not even ask. */
const FOREIGN_KEYWORDS = [
  'id',
  '$schema',
  '$ref',
  'patternProperties',
  'dependencies',
  'additionalItems',
  'definitions',
];

/** Returns the first thing that keeps the server from reading a schema as structural; undefined: it can be read. */
export function foreignKeyword(schema: JsonSchema): string | undefined {
  const keyword = FOREIGN_KEYWORDS.find((name) => Object.hasOwn(schema, name));
  if (keyword !== undefined) return `OpenAPIV3Schema '${keyword.replace(/^\$s/, 's')}' is not supported`;
  if (Array.isArray(schema.items)) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  const items = itemsOf(schema);
  const additional = additionalOf(schema);
  const inner = [
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((kind) => schema[kind] ?? []),
    ...(schema.not ? [schema.not] : []),
    ...(items ? [items] : []),
    ...propertiesOf(schema).map(([, property]) => property),
    ...(additional ? [additional] : []),
  ];
  for (const part of inner) {
    const found = foreignKeyword(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function shapeFaults(schema: JsonSchema, level: Level, path: string): FieldCause[] {
  const items = itemsOf(schema);
  const additional = additionalOf(schema);
  return [
    ...(schema.type === 'array' && !items ? [requiredValue(`${path}.items`, 'must be specified')] : []),
    ...(items ? shapeFaults(items, 'item', `${path}.items`) : []),
    ...propertiesOf(schema).flatMap(([name, inner]) =>
      shapeFaults(inner, 'field', keyPath(`${path}.properties`, name)),
    ),
    ...(schema.additionalProperties !== undefined && level === 'root'
      ? [forbiddenValue(`${path}.additionalProperties`, 'must not be used at the root')]
      : []),
    ...(additional ? shapeFaults(additional, 'field', `${path}.additionalProperties`) : []),
    ...extensionFaults(schema, path),
    ...compositionFaults(schema, path, {
      skipAnyOf: sameJson(schema.anyOf, INT_OR_STRING),
      skipFirstAllOf: sameJson(schema.allOf?.[0]?.anyOf, INT_OR_STRING),
    }),
    ...typeFaults(schema, level, path),
    ...metadataFaults(schema, level, path),
  ];
}

function extensionFaults(schema: JsonSchema, path: string): FieldCause[] {
  if (!schema['x-kubernetes-int-or-string']) return [];
  const says = 'must be false if x-kubernetes-int-or-string is true';
  return (['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const)
    .filter((extension) => schema[extension])
    .map((extension) => invalidValue(`${path}.${extension}`, true, says));
}

function typeFaults(schema: JsonSchema, level: Level, path: string): FieldCause[] {
  const { type = '' } = schema;
  const faults: FieldCause[] = [];
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (isEmbedded && type !== 'object') {
    const says = 'must be object if x-kubernetes-embedded-resource is true';
    faults.push(type === '' ? requiredValue(`${path}.type`, says) : invalidValue(`${path}.type`, type, says));
  } else if (type === '' && !schema['x-kubernetes-int-or-string'] && !preserves) {
    faults.push(requiredValue(`${path}.type`, EMPTY_TYPE[level]));
  }
  if (isEmbedded && schema.additionalProperties !== undefined) {
    const says = 'must not be used if x-kubernetes-embedded-resource is set';
    faults.push(forbiddenValue(`${path}.additionalProperties`, says));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    faults.push(invalidValue(`${path}.type`, type, 'must be object at the root'));
  }
  if (isEmbedded && !preserves && propertiesOf(schema).length === 0) {
    const says =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    faults.push(requiredValue(`${path}.properties`, says));
  }
  return faults;
}

/** The fields of every resource may be in a schema, but not say much. */
function metadataFaults(schema: JsonSchema, level: Level, path: string): FieldCause[] {
  const isResource = level === 'root' || schema['x-kubernetes-embedded-resource'] === true;
  const faults: FieldCause[] = [];
  for (const [name, property] of propertiesOf(schema)) {
    const at = keyPath(`${path}.properties`, name);
    const { type = '' } = property;
    if (isResource && (name === 'kind' || name === 'apiVersion') && type !== 'string') {
      faults.push(invalidValue(`${at}.type`, type, 'must be string'));
    }
    if (name !== 'metadata') continue;
    if (isResource && type !== 'object') faults.push(invalidValue(`${at}.type`, type, 'must be object'));
    if (level === 'root' && saysMoreThanNames(property)) {
      const says = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
      faults.push(forbiddenValue(at, says));
    }
  }
  return faults;
}

function saysMoreThanNames(metadata: JsonSchema): boolean {
  const { type: _type, default: _default, properties, ...rest } = metadata;
  const names = Object.keys(properties ?? {});
  const onlyNames = names.every((name) => name === 'name' || name === 'generateName');
  return Object.keys(rest).length > 0 || !onlyNames;
}

interface Skips {
  readonly skipAnyOf?: boolean;
  readonly skipFirstAllOf?: boolean;
}

function compositionFaults(schema: JsonSchema, path: string, { skipAnyOf, skipFirstAllOf }: Skips): FieldCause[] {
  const anyOf = skipAnyOf ? [] : (schema.anyOf ?? []);
  return [
    ...anyOf.flatMap((inner, index) => nestedFaults(inner, `${path}.anyOf[${index}]`)),
    ...(schema.allOf ?? []).flatMap((inner, index) =>
      nestedFaults(inner, `${path}.allOf[${index}]`, { skipAnyOf: skipFirstAllOf === true && index === 0 }),
    ),
    ...(schema.oneOf ?? []).flatMap((inner, index) => nestedFaults(inner, `${path}.oneOf[${index}]`)),
    ...(schema.not ? nestedFaults(schema.not, `${path}.not`) : []),
    ...patternFaults(schema, path),
  ];
}

function patternFaults({ pattern }: JsonSchema, path: string): FieldCause[] {
  if (!pattern) return [];
  try {
    compileGoPattern(pattern);
    return [];
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const says = `must be a valid regular expression, but isn't: ${error.message}`;
    return [invalidValue(`${path}.pattern`, pattern, says)];
  }
}

/** What may not be in a schema that only adds conditions, with what is to be there instead. */
const FORBIDDEN_IN_CONDITIONS: readonly (readonly [keyof JsonSchema, string])[] = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

function nestedFaults(schema: JsonSchema, path: string, skips: Skips = {}): FieldCause[] {
  const items = itemsOf(schema);
  return [
    ...compositionFaults(schema, path, skips),
    ...(items ? nestedFaults(items, `${path}.items`) : []),
    ...propertiesOf(schema).flatMap(([name, inner]) => nestedFaults(inner, keyPath(`${path}.properties`, name))),
    ...FORBIDDEN_IN_CONDITIONS.filter(([field]) => isSet(schema[field])).map(([field, says]) =>
      forbiddenValue(`${path}.${field}`, says),
    ),
    ...propertiesOf(schema)
      .filter(([name]) => name === 'metadata')
      .map(() => forbiddenValue(`${path}.properties[metadata]`, 'must not be specified in a nested context')),
  ];
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false;
}

/** What the conditions at the root are about must be in the schema itself; the server does not look at others. */
function completenessFaults(
  conditions: JsonSchema,
  schema: JsonSchema | undefined,
  paths: readonly [schema: string, conditions: string],
): FieldCause[] {
  const [schemaPath, path] = paths;
  const parts: (readonly [JsonSchema, string])[] = [
    ...(conditions.not ? [[conditions.not, `${path}.not`] as const] : []),
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((kind) =>
      (conditions[kind] ?? []).map((inner, index) => [inner, `${path}.${kind}[${index}]`] as const),
    ),
  ];
  return parts.flatMap(([inner, at]) => nestedCompleteness(inner, schema, [schemaPath, at]));
}

function nestedCompleteness(
  conditions: JsonSchema,
  schema: JsonSchema | undefined,
  paths: readonly [schema: string, conditions: string],
): FieldCause[] {
  const [schemaPath, path] = paths;
  if (schema === undefined) return [requiredValue(schemaPath, `because it is defined in ${path}`)];
  const items = itemsOf(conditions);
  const properties = new Map(propertiesOf(schema));
  return [
    ...completenessFaults(conditions, schema, paths),
    ...(items ? nestedCompleteness(items, itemsOf(schema), [`${schemaPath}.items`, `${path}.items`]) : []),
    ...propertiesOf(conditions).flatMap(([name, inner]) =>
      nestedCompleteness(inner, properties.get(name), [
        keyPath(`${schemaPath}.properties`, name),
        keyPath(`${path}.properties`, name),
      ]),
    ),
  ];
}
