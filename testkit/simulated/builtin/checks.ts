import { emptyObject, isJsonObject, isNumber } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { invalidValue, requiredValue, unsupportedValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { labelFaults, labelValueFaults, qualifiedNameFaults, subdomainFaults } from '../rules/names.js';

/** The object in a field; an empty one where there is none. */
export function objectIn(object: JsonObject, field: string): JsonObject {
  const value = object[field];
  return isJsonObject(value) ? value : emptyObject();
}

/** The objects of a list in a field. */
export function objectsIn(object: JsonObject, field: string): JsonObject[] {
  const value = object[field];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The texts of a list in a field. */
export function textsIn(object: JsonObject, field: string): string[] {
  const value = object[field];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The text in a field; empty where there is none. */
export function textIn(object: JsonObject, field: string): string {
  const value = object[field];
  return typeof value === 'string' ? value : '';
}

/** The integer in a field, large ones as bigints; 0 where there is none. */
export function integerIn(object: JsonObject, field: string): number | bigint {
  const value = object[field];
  return isNumber(value) ? value : 0;
}

/** What is wrong with a number that must not be negative. */
export function notNegative(path: string, value: unknown): FieldCause[] {
  return isNumber(value) && value < 0 ? [invalidValue(path, value, 'must be greater than or equal to 0')] : [];
}

/** What is wrong with a number that has limits. */
export function between(path: string, value: unknown, [minimum, maximum]: readonly [number, number]): FieldCause[] {
  if (!isNumber(value) || (value >= minimum && value <= maximum)) return [];
  return [invalidValue(path, value, `must be between ${minimum} and ${maximum}, inclusive`)];
}

export const PORTS: readonly [number, number] = [1, 65_535];

/** What is wrong with a text that must be one of a few; an absent one is fine. */
export function oneOf(path: string, value: unknown, supported: readonly string[]): FieldCause[] {
  return value === undefined || supported.includes(String(value)) ? [] : [unsupportedValue(path, value, supported)];
}

/** What is wrong with a name that is a label of DNS; an empty one is missing. */
export function dnsLabel(path: string, name: string): FieldCause[] {
  if (name === '') return [requiredValue(path)];
  return labelFaults(name).map((fault) => invalidValue(path, name, fault));
}

/** What is wrong with a name that is a subdomain of DNS; an empty one is fine. */
export function dnsSubdomain(path: string, name: string): FieldCause[] {
  return name === '' ? [] : subdomainFaults(name).map((fault) => invalidValue(path, name, fault));
}

/** What is wrong with labels. */
export function labelsFaults(path: string, labels: unknown): FieldCause[] {
  if (!isJsonObject(labels)) return [];
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedNameFaults(key).map((fault) => invalidValue(path, key, fault)),
    ...labelValueFaults(String(value)).map((fault) => invalidValue(path, value, fault)),
  ]);
}

/** What is wrong with annotations, but for how long they are. */
export function annotationsFaults(path: string, annotations: unknown): FieldCause[] {
  if (!isJsonObject(annotations)) return [];
  return Object.keys(annotations).flatMap((key) =>
    qualifiedNameFaults(key.toLowerCase()).map((fault) => invalidValue(path, key, fault)),
  );
}

/** Each item of a list with its path. */
export function indexed(list: readonly JsonObject[], path: string): (readonly [JsonObject, string])[] {
  return list.map((item, index) => [item, `${path}[${index}]`] as const);
}
