import { jsonText } from '../objects/json-text.js';
import type { ApiMetadata, ApiObject, JsonObject } from '../objects/api-object.js';
import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { FieldFault } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';
import { labelFaults, labelValueFaults, qualifiedNameFaults } from '../rules/names.js';
import { nameRuleOf, pathSegmentRule } from './name-rules.js';
import type { NameRule } from './name-rules.js';
import { hasCoreMetadata, updateValidation } from './resource-policy.js';

const MAX_ANNOTATION_BYTES = 256 * 1024;

/** What is wrong with the metadata of a new object. */
export function newMetadataFaults(resource: ServedResource, { metadata }: ApiObject): FieldFault[] {
  return [...metadataFaults(resource, metadata, nameRuleOf(resource)), ...coreFaults(resource, metadata)];
}

/**
 * What is wrong with the metadata of an object that replaces another. The API server checks some of it more than once,
 * and names it as often in the causes.
 */
export function changedMetadataFaults(
  resource: ServedResource,
  next: ApiObject,
  present: ApiObject,
  subresource?: string,
): FieldFault[] {
  const changes = changeFaults(next.metadata, present.metadata);
  const validation = updateValidation(resource, subresource);
  return [
    ...metadataFaults(resource, next.metadata, pathSegmentRule),
    ...changes,
    ...(validation === 'once' ? [] : changes),
    ...coreFaults(resource, next.metadata),
    ...(validation === 'whole' ? newMetadataFaults(resource, next) : []),
  ];
}

function metadataFaults(resource: ServedResource, metadata: ApiMetadata, nameRule: NameRule): FieldFault[] {
  const { name, generateName, namespace, generation, finalizers } = metadata;
  const faults: FieldFault[] = [];
  const add = (field: string, value: unknown, messages: readonly string[]): void =>
    void faults.push(...messages.map((message) => invalidValue(`metadata.${field}`, value, message)));
  if (generateName) add('generateName', generateName, nameRule(generateName, true));
  if (name) add('name', name, nameRule(name, false));
  else faults.push(required('metadata.name', 'name or generateName is required'));
  if (resource.namespaced && namespace) add('namespace', namespace, labelFaults(namespace));
  if (generation !== undefined && generation < 0) add('generation', generation, ['must be greater than or equal to 0']);
  return [...faults, ...textFaults(metadata), ...ownerFaults(metadata), ...finalizerFaults(finalizers ?? [])];
}

/** Labels and annotations. */
function textFaults({ labels = {}, annotations = {} }: ApiMetadata): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const [key, value] of Object.entries(labels)) {
    const messages = qualifiedNameFaults(key);
    faults.push(...messages.map((message) => invalidValue('metadata.labels', key, message)));
    faults.push(...labelValueFaults(value).map((message) => invalidValue('metadata.labels', value, message)));
  }
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    const messages = qualifiedNameFaults(key.toLowerCase());
    faults.push(...messages.map((message) => invalidValue('metadata.annotations', key, message)));
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (bytes > MAX_ANNOTATION_BYTES) {
    const message = `Too long: may not be more than ${MAX_ANNOTATION_BYTES} bytes`;
    faults.push({ field: 'metadata.annotations', reason: 'FieldValueTooLong', message });
  }
  return faults;
}

function ownerFaults(metadata: ApiMetadata): FieldFault[] {
  const owners = Array.isArray(metadata['ownerReferences']) ? metadata['ownerReferences'].filter(isJsonObject) : [];
  const faults: FieldFault[] = [];
  const path = 'metadata.ownerReferences';
  let controller = '';
  for (const owner of owners) {
    const { apiVersion = '', kind = '', name = '', uid = '', controller: controls } = owner;
    const parts = String(apiVersion).split('/');
    // Go reads no version out of more than two parts.
    if (parts.at(-1) === '' || parts.length > 2) {
      faults.push(invalidValue(`${path}.apiVersion`, apiVersion, 'version must not be empty'));
    }
    for (const [field, value] of Object.entries({ kind, name, uid })) {
      if (value === '') faults.push(invalidValue(`${path}.${field}`, '', 'must not be empty'));
    }
    if (apiVersion === 'v1' && kind === 'Event') {
      faults.push(invalidValue(path, ownerJson(owner), '/v1, Kind=Event is disallowed from being an owner'));
    }
    if (controls !== true) continue;
    const here = `${String(kind)}/${String(name)}`;
    if (controller === '') controller = here;
    else {
      const message = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${here}`;
      faults.push(invalidValue(path, owners.map(ownerJson), message));
    }
  }
  return faults;
}

/** In the order of the API server, which shows what is required even where it is empty. */
function ownerJson({ apiVersion, kind, name, uid, ...rest }: JsonObject): JsonObject {
  return { apiVersion: apiVersion ?? '', kind: kind ?? '', name: name ?? '', uid: uid ?? '', ...rest };
}

function finalizerFaults(finalizers: readonly string[]): FieldFault[] {
  const path = 'metadata.finalizers';
  const faults = finalizers.flatMap((finalizer) =>
    qualifiedNameFaults(finalizer).map((message) => invalidValue(path, finalizer, message)),
  );
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    faults.push(invalidValue(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return faults;
}

const standardFinalizers: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** Built-in kinds want their finalizers qualified. */
function coreFaults(resource: ServedResource, { finalizers = [] }: ApiMetadata): FieldFault[] {
  if (!hasCoreMetadata(resource)) return [];
  const message = 'name is neither a standard finalizer name nor is it fully qualified';
  return finalizers.flatMap((finalizer, index) =>
    finalizer.includes('/') || standardFinalizers.has(finalizer)
      ? []
      : [invalidValue(`metadata.finalizers[${index}]`, finalizer, message)],
  );
}

function changeFaults(next: ApiMetadata, present: ApiMetadata): FieldFault[] {
  const faults: FieldFault[] = [];
  if (present.deletionTimestamp !== undefined) {
    const old = new Set(present.finalizers);
    const added = [...new Set(next.finalizers)].filter((finalizer) => !old.has(finalizer)).sort();
    if (added.length > 0) {
      const listed = added.map((finalizer) => JSON.stringify(finalizer)).join(', ');
      const message = `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${listed}}`;
      faults.push({ field: 'metadata.finalizers', reason: 'FieldValueForbidden', message });
    }
  }
  const immutable = ['uid', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const;
  for (const field of immutable) {
    if (sameJson(next[field], present[field])) continue;
    faults.push(invalidValue(`metadata.${field}`, next[field] ?? null, 'field is immutable'));
  }
  return [...faults, ...textFaults(next), ...ownerFaults(next)];
}

/** 422 with the value that is not allowed. */
export function invalidValue(field: string, value: unknown, message: string): FieldFault {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${jsonText(value)}: ${message}` };
}

function required(field: string, message: string): FieldFault {
  return { field, reason: 'FieldValueRequired', message: `Required value: ${message}` };
}
