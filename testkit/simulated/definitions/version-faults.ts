import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, invalidValue, requiredValue, tooMany } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { objectOf, stringOf } from './crd-spec.js';
import { followPath } from './field-paths.js';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const MAX_SELECTABLE_FIELDS = 8;

/** What is wrong with the scale subresource of a version. */
export function subresourceFaults(subresources: JsonObject | undefined, path: string): FieldCause[] {
  if (subresources?.['scale'] === undefined) return [];
  const scale = objectOf(subresources['scale']);
  const specPath = stringOf(scale['specReplicasPath']);
  const statusPath = stringOf(scale['statusReplicasPath']);
  const selectorPath = stringOf(scale['labelSelectorPath']);
  return [
    ...replicasPathFaults(specPath, `${path}.scale.specReplicasPath`, '.spec'),
    ...replicasPathFaults(statusPath, `${path}.scale.statusReplicasPath`, '.status'),
    ...(selectorPath === '' ? [] : selectorPathFaults(selectorPath, `${path}.scale.labelSelectorPath`)),
  ];
}

function replicasPathFaults(text: string, path: string, root: string): FieldCause[] {
  if (text === '') return [requiredValue(path)];
  if (!text.startsWith('.')) return [simplePathFault(text, path)];
  return text.startsWith(`${root}.`) ? [] : [invalidValue(path, text, `should be a json path under ${root}`)];
}

function selectorPathFaults(text: string, path: string): FieldCause[] {
  if (!text.startsWith('.')) return [simplePathFault(text, path)];
  if (text.startsWith('.spec.') || text.startsWith('.status.')) return [];
  return [invalidValue(path, text, 'should be a json path under either .spec or .status')];
}

function simplePathFault(text: string, path: string): FieldCause {
  return invalidValue(path, text, 'must be a simple json path starting with .');
}

/** What is wrong with printer columns. */
export function columnFaults(columns: readonly JsonObject[], path: string): FieldCause[] {
  return columns.flatMap((column, index) => {
    const at = `${path}[${index}]`;
    const [name, type, format, jsonPath] = ['name', 'type', 'format', 'jsonPath'].map((key) => stringOf(column[key]));
    const types = `must be one of ${COLUMN_TYPES.join(',')}`;
    return [
      ...(name ? [] : [requiredValue(`${at}.name`)]),
      ...(type ? [] : [requiredValue(`${at}.type`, types)]),
      ...(type && !COLUMN_TYPES.includes(type) ? [invalidValue(`${at}.type`, type, types)] : []),
      ...(format && !COLUMN_FORMATS.includes(format)
        ? [invalidValue(`${at}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`)]
        : []),
      ...(jsonPath ? [] : [requiredValue(`${at}.JSONPath`)]),
      ...(jsonPath && !jsonPath.startsWith('.') ? [simplePathFault(jsonPath, `${at}.JSONPath`)] : []),
    ];
  });
}

/** What is wrong with the fields that may be selected by. */
export function selectableFieldFaults(
  fields: readonly JsonObject[],
  schema: JsonSchema | undefined,
  path: string,
): FieldCause[] {
  if (fields.length === 0) return [];
  if (schema === undefined) return [invalidValue(path, '', 'may only be set when validations.schema is included')];
  const seen = new Set<string>();
  const faults = fields.flatMap((field, index) => {
    const at = `${path}[${index}].jsonPath`;
    const text = stringOf(field['jsonPath']);
    if (text === '') return [requiredValue(at)];
    const target = followPath(text, schema, { brackets: false });
    if (target.type === 'fault') return [invalidValue(at, text, `is an invalid path: ${target.fault}`)];
    const found: FieldCause[] = [];
    if (/^metadata\b/.test(target.path)) found.push(invalidValue(at, text, 'must not point to fields in metadata'));
    if (!['string', 'boolean', 'integer'].includes(target.schema?.type ?? '')) {
      const says =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      found.push(invalidValue(at, text, says));
    }
    if (seen.has(target.path)) found.push(duplicateValue(at, text));
    seen.add(target.path);
    return found;
  });
  return seen.size > MAX_SELECTABLE_FIELDS ? [...faults, tooMany(path, seen.size, MAX_SELECTABLE_FIELDS)] : faults;
}
