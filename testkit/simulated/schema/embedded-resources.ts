import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { invalidValue, requiredValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import {
  label1035Faults,
  labelFaults,
  labelValueFaults,
  pathSegmentFaults,
  qualifiedNameFaults,
} from '../rules/names.js';
import { childPath, keyPath } from './json-schema.js';
import { metadataTypeFault, pruneMetadata } from './object-meta.js';
import type { Structural } from './structural.js';

/** What reading the embedded resources of an object has found. */
export interface EmbeddedReading {
  readonly unknown: readonly string[];
  /** The first thing that cannot be read at all; undefined: everything could. */
  readonly fault: FieldCause | undefined;
}

/** Reads the metadata of embedded resources, in place: unknown fields go, what is of another type is a fault. */
export function readEmbedded(object: JsonObject, schema: Structural): EmbeddedReading {
  const unknown: string[] = [];
  let fault: FieldCause | undefined;
  visit(object, schema, '', (resource, path) => {
    fault ??= readResource(resource, path, unknown);
  });
  return { unknown: unknown.sort(), fault };
}

function readResource(resource: JsonObject, path: string, unknown: string[]): FieldCause | undefined {
  for (const field of ['apiVersion', 'kind']) {
    const value = resource[field];
    if (Object.hasOwn(resource, field) && typeof value !== 'string') {
      return invalidValue(childPath(path, field), value, 'must be a string');
    }
  }
  if (!Object.hasOwn(resource, 'metadata')) return undefined;
  const { metadata } = resource;
  const wrong = metadataTypeFault(metadata);
  if (wrong !== undefined) return invalidValue(childPath(path, 'metadata'), metadata, wrong);
  if (isJsonObject(metadata)) unknown.push(...pruneMetadata(metadata, childPath(path, 'metadata')));
  else resource['metadata'] = {};
  return undefined;
}

/** Returns what is wrong with the embedded resources of an object. */
export function embeddedFaults(object: unknown, schema: Structural, path = ''): FieldCause[] {
  const faults: FieldCause[] = [];
  visit(object, schema, path, (resource, at) => faults.push(...resourceFaults(resource, at)));
  return faults;
}

function resourceFaults(resource: JsonObject, path: string): FieldCause[] {
  const { metadata } = resource;
  return [
    ...typeFaults(resource, childPath(path, 'apiVersion'), { field: 'apiVersion', check: apiVersionFault }),
    ...typeFaults(resource, childPath(path, 'kind'), { field: 'kind', check: kindFault }),
    ...(isJsonObject(metadata) ? metadataFaults(metadata, childPath(path, 'metadata')) : []),
  ];
}

interface TypeField {
  readonly field: string;
  readonly check: (text: string) => string | undefined;
}

function typeFaults(resource: JsonObject, path: string, { field, check }: TypeField): FieldCause[] {
  if (!Object.hasOwn(resource, field)) return [requiredValue(path)];
  const value = resource[field];
  if (typeof value !== 'string') return [invalidValue(path, value, 'must be a string')];
  const fault = value === '' ? 'must not be empty' : check(value);
  return fault === undefined ? [] : [invalidValue(path, value, fault)];
}

function apiVersionFault(text: string): string | undefined {
  return text.split('/').length > 2 ? `unexpected GroupVersion string: ${text}` : undefined;
}

function kindFault(text: string): string | undefined {
  const faults = label1035Faults(text.toLowerCase());
  return faults.length === 0 ? undefined : `may have mixed case, but should otherwise match: ${faults.join(',')}`;
}

function metadataFaults(metadata: JsonObject, path: string): FieldCause[] {
  const { generateName, name, namespace, labels, annotations } = metadata;
  const faults: FieldCause[] = [];
  const add = (field: string, value: unknown, says: readonly string[]): void => {
    for (const fault of says) faults.push(invalidValue(`${path}.${field}`, value, fault));
  };
  if (typeof generateName === 'string') {
    add(
      'generateName',
      generateName,
      generateName === '.' || generateName === '..' ? [] : pathSegmentFaults(generateName),
    );
  }
  if (typeof name === 'string') add('name', name, pathSegmentFaults(name));
  if (typeof namespace === 'string') add('namespace', namespace, labelFaults(namespace));
  for (const [key, value] of Object.entries(isJsonObject(labels) ? labels : {})) {
    add('labels', key, qualifiedNameFaults(key));
    add('labels', value, labelValueFaults(String(value)));
  }
  for (const key of Object.keys(isJsonObject(annotations) ? annotations : {})) {
    add('annotations', key, qualifiedNameFaults(key.toLowerCase()));
  }
  return faults;
}

function visit(
  value: unknown,
  schema: Structural | undefined,
  path: string,
  found: (resource: JsonObject, path: string) => void,
): void {
  if (!schema?.hasEmbedded) return;
  if (Array.isArray(value)) value.forEach((item, index) => visit(item, schema.items, `${path}[${index}]`, found));
  else if (isJsonObject(value)) {
    if (schema.embeddedResource) found(value, path);
    for (const [field, inner] of Object.entries(value)) {
      const property = schema.properties.get(field);
      if (property) visit(inner, property, childPath(path, field), found);
      else visit(inner, schema.additional?.values, keyPath(path, field), found);
    }
  }
}
