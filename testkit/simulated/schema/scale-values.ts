import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { invalidValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { goText } from '../rules/go-text.js';

/** Where a scale subresource finds its values in the object, by dotted paths. */
export interface ScaleValuePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  readonly labelSelector?: string | undefined;
}

const MAX_REPLICAS = 2 ** 31 - 1;

/** Returns what is wrong with the desired number of replicas. */
export function specReplicasFaults(object: JsonObject, paths: ScaleValuePaths): FieldCause[] {
  return replicasFaults(object, paths.specReplicas);
}

/** Returns what is wrong with the observed number of replicas and the selector. */
export function statusScaleFaults(object: JsonObject, paths: ScaleValuePaths): FieldCause[] {
  return [...replicasFaults(object, paths.statusReplicas), ...selectorFaults(object, paths.labelSelector)];
}

function replicasFaults(object: JsonObject, path: string): FieldCause[] {
  const { value, fault } = valueUnder(object, path);
  if (fault !== undefined) return [invalidValue(path, 0, fault)];
  if (value === undefined) return [];
  if (!Number.isInteger(value)) return [invalidValue(path, 0, wrongAccess(path, value, 'int64'))];
  const replicas = Number(value);
  if (replicas < 0) return [invalidValue(path, replicas, 'should be a non-negative integer')];
  if (replicas > MAX_REPLICAS) return [invalidValue(path, replicas, `should be less than or equal to ${MAX_REPLICAS}`)];
  return [];
}

function selectorFaults(object: JsonObject, path: string | undefined): FieldCause[] {
  if (!path) return [];
  const { value, fault } = valueUnder(object, path);
  if (fault !== undefined) return [invalidValue(path, '', fault)];
  if (value === undefined || typeof value === 'string') return [];
  return [invalidValue(path, '', wrongAccess(path, value, 'string'))];
}

function valueUnder(object: JsonObject, path: string): { readonly value?: unknown; readonly fault?: string } {
  const fields = path.replace(/^\./, '').split('.');
  let value: unknown = object;
  for (const [index, field] of fields.entries()) {
    if (!isJsonObject(value)) {
      if (value === null) return {};
      const at = `.${fields.slice(0, index + 1).join('.')}`;
      return { fault: wrongAccess(at, value, 'map[string]interface{}') };
    }
    if (!Object.hasOwn(value, field)) return {};
    value = value[field];
  }
  return { value };
}

function wrongAccess(path: string, value: unknown, expected: string): string {
  return `${path} accessor error: ${goText(value)} is of the type ${goType(value)}, expected ${expected}`;
}

function goType(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}
