import { jsonText } from '../objects/json-text.js';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { escapedJson } from '../rules/go-text.js';
import { unifiedDiff } from '../rules/unified-diff.js';
import { fieldsOf } from './go-types.js';
import type { GoField, GoType } from './go-types.js';

/** What the server keeps in the security context of a pod, and the API in its specification. */
const MOVED = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'];

/** An object of the API as the server itself has it: with the fields of a Go struct such as `apis/core.PodSpec`, all of them. */
export function internalForm(struct: string, value: unknown): JsonObject {
  const given = byLowerName(ADAPTED[struct]?.(value) ?? value);
  const shown: JsonObject = {};
  for (const field of fieldsOf(struct).values()) {
    const inner = given.get(field.name.toLowerCase());
    if (isLeftOut(field, inner)) continue;
    shown[field.name] = formOf(field.value, inner);
  }
  return shown;
}

/** What the server has elsewhere than the API, by the struct. */
const ADAPTED: Readonly<Record<string, (value: unknown) => unknown>> = {
  'apis/core.PodSpec': withMoved,
  'apis/core.PersistentVolumeClaimTemplate': withoutMetadata,
  'apis/core.PodTemplateSpec': withoutMetadata,
};

/** Templates have the fields of their metadata among their own. */
function withoutMetadata(template: unknown): unknown {
  if (!isJsonObject(template) || !isJsonObject(template['metadata'])) return template;
  const { metadata, ...rest } = template;
  return { ...metadata, ...rest };
}

/** How two objects differ, as the server shows it. */
export function structDiff(struct: string, before: unknown, after: unknown): string {
  const lines = (value: unknown): string[] => escapedJson(jsonText(internalForm(struct, value), 1)).split('\n');
  return unifiedDiff(lines(before), lines(after));
}

function withMoved(spec: unknown): unknown {
  if (!isJsonObject(spec)) return spec;
  const moved = Object.fromEntries(MOVED.map((field) => [field, spec[field]]));
  const context = isJsonObject(spec['securityContext']) ? spec['securityContext'] : {};
  return { ...spec, securityContext: { ...context, ...moved } };
}

/** The API's names differ from the struct's in nothing but the case. */
function byLowerName(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(isJsonObject(value) ? value : {}).map(([name, inner]) => [name.toLowerCase(), inner]));
}

function isLeftOut({ omit, value: type }: GoField, value: unknown): boolean {
  if (omit === 'never') return false;
  if (value === undefined || value === null) return omit === 'empty' ? type.type !== 'struct' : true;
  return omit === 'empty' && type.type !== 'struct' && (value === '' || value === 0 || value === false);
}

function formOf(type: GoType, value: unknown): unknown {
  const isAbsent = value === undefined || value === null;
  switch (type.type) {
    case 'pointer':
      return isAbsent ? null : formOf(type.element, value);
    case 'list':
      return Array.isArray(value) ? value.map((item) => formOf(type.element, item)) : null;
    case 'map':
      return isJsonObject(value) ? mapForm(type.element, value) : null;
    case 'struct':
      return internalForm(type.struct, value);
    case 'scalar':
      return isAbsent ? ZEROS[type.scalar] : value;
  }
}

function mapForm(element: GoType, value: JsonObject): JsonObject {
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, formOf(element, inner)]));
}

const ZEROS: Readonly<Record<string, unknown>> = {
  string: '',
  bool: false,
  int32: 0,
  int64: 0,
  float64: 0,
  bytes: null,
  any: null,
  'resource.Quantity': '0',
  'intstr.IntOrString': 0,
  'v1.Time': null,
  'v1.MicroTime': null,
};
