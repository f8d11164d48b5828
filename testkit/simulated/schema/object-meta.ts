import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';

type MetaType = 'string' | 'integer' | 'time' | 'strings' | 'string-map' | 'objects';

const OWNER_REFERENCE_FIELDS: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'name',
  'uid',
  'controller',
  'blockOwnerDeletion',
]);

const MANAGED_FIELDS: ReadonlySet<string> = new Set([
  'manager',
  'operation',
  'apiVersion',
  'time',
  'fieldsType',
  'fieldsV1',
  'subresource',
]);

/** The fields of metadata, which no schema of a CRD describes. */
const META_TYPES: Readonly<Record<string, MetaType>> = {
  name: 'string',
  generateName: 'string',
  namespace: 'string',
  selfLink: 'string',
  uid: 'string',
  resourceVersion: 'string',
  generation: 'integer',
  creationTimestamp: 'time',
  deletionTimestamp: 'time',
  deletionGracePeriodSeconds: 'integer',
  labels: 'string-map',
  annotations: 'string-map',
  ownerReferences: 'objects',
  finalizers: 'strings',
  managedFields: 'objects',
};

const META_ENTRIES = Object.entries(META_TYPES);

/** Removes fields that metadata does not have, in place; returns their paths below `path`. Empty fields go unreported. */
export function pruneMetadata(metadata: JsonObject, path: string): string[] {
  const unknown: string[] = [];
  for (const field of Object.keys(metadata)) {
    if (!Object.hasOwn(META_TYPES, field)) {
      unknown.push(`${path}.${field}`);
      delete metadata[field];
    } else if (isEmpty(metadata[field]) && field !== 'deletionGracePeriodSeconds') delete metadata[field];
  }
  for (const field of ['labels', 'annotations']) emptyNulls(metadata[field]);
  emptyNulls(metadata['finalizers']);
  emptyNulls(metadata['ownerReferences'], () => ({ apiVersion: '', kind: '', name: '', uid: '' }));
  pruneEntries(metadata['ownerReferences'], {
    known: OWNER_REFERENCE_FIELDS,
    path: `${path}.ownerReferences`,
    unknown,
  });
  pruneEntries(metadata['managedFields'], { known: MANAGED_FIELDS, path: `${path}.managedFields`, unknown });
  return unknown;
}

/** Go reads null as an empty element. */
function emptyNulls(container: unknown, empty: () => unknown = () => ''): void {
  if (typeof container !== 'object' || container === null) return;
  const elements = container as Record<string, unknown>;
  for (const key of Object.keys(elements)) if (elements[key] === null) elements[key] = empty();
}

interface Entries {
  readonly known: ReadonlySet<string>;
  readonly path: string;
  readonly unknown: string[];
}

function pruneEntries(list: unknown, { known, path, unknown }: Entries): void {
  if (!Array.isArray(list)) return;
  list.forEach((entry, index) => {
    if (!isJsonObject(entry)) return;
    for (const field of Object.keys(entry)) {
      if (known.has(field)) {
        if (entry[field] === null) delete entry[field];
        continue;
      }
      unknown.push(`${path}[${index}].${field}`);
      delete entry[field];
    }
  });
}

/** Returns why a value cannot be read as metadata, in the server's words; undefined: it can. */
export function metadataTypeFault(metadata: unknown): string | undefined {
  if (!isJsonObject(metadata)) {
    return metadata === null ? undefined : unreadable(metadata, '', 'v1.ObjectMeta');
  }
  for (const [field, type] of META_ENTRIES) {
    const fault = Object.hasOwn(metadata, field) ? typeFault(metadata[field], field, type) : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function typeFault(value: unknown, field: string, type: MetaType): string | undefined {
  if (value === null) return undefined;
  const at = `ObjectMeta.${field}`;
  switch (type) {
    case 'string':
      return typeof value === 'string' ? undefined : unreadable(value, at, field === 'uid' ? 'types.UID' : 'string');
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value) ? undefined : unreadable(value, at, 'int64');
    case 'strings':
      if (!Array.isArray(value)) return unreadable(value, at, '[]string');
      return elementFault(value as unknown[], at);
    case 'string-map':
      if (!isJsonObject(value)) return unreadable(value, at, 'map[string]string');
      return elementFault(Object.values(value), at);
    case 'objects': {
      const isOwners = field === 'ownerReferences';
      if (!Array.isArray(value))
        return unreadable(value, at, isOwners ? '[]v1.OwnerReference' : '[]v1.ManagedFieldsEntry');
      return isOwners ? ownersFault(value) : undefined;
    }
    case 'time':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
        ? undefined
        : unreadable(value, '', 'string');
  }
}

const OWNER_FLAGS: ReadonlySet<string> = new Set(['controller', 'blockOwnerDeletion']);

function ownersFault(owners: readonly unknown[]): string | undefined {
  for (const owner of owners) {
    if (owner === null) continue;
    if (!isJsonObject(owner)) return unreadable(owner, 'ObjectMeta.ownerReferences', 'v1.OwnerReference');
    for (const [field, value] of Object.entries(owner)) {
      const isFlag = OWNER_FLAGS.has(field);
      if (value === null || !OWNER_REFERENCE_FIELDS.has(field) || typeof value === (isFlag ? 'boolean' : 'string'))
        continue;
      const type = isFlag ? 'bool' : field === 'uid' ? 'types.UID' : 'string';
      return unreadable(value, `OwnerReference.ownerReferences.${field}`, type);
    }
  }
  return undefined;
}

function elementFault(values: readonly unknown[], at: string): string | undefined {
  const wrong = values.find((value) => typeof value !== 'string' && value !== null);
  return wrong === undefined ? undefined : unreadable(wrong, at, 'string');
}

function unreadable(value: unknown, at: string, type: string): string {
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return `json: cannot unmarshal ${found} into Go ${at === '' ? 'value' : `struct field ${at}`} of type ${type}`;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '' || value === 0) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
