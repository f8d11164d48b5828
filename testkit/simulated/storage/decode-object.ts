import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { copyJson, emptyObject, isJsonObject } from '../objects/api-object.js';
import type { ApiMetadata, ApiObject, JsonObject } from '../objects/api-object.js';
import { badRequest, invalid } from '../objects/api-status.js';
import { jsonText } from '../objects/json-text.js';
import type { NamedKind } from '../builtin/decode-kind.js';
import { jsonTypeName } from '../builtin/go-scalars.js';
import { readingOf } from '../builtin/registered-kinds.js';
import type { StatedKind } from '../builtin/registered-kinds.js';
import type { FieldValidation } from '../rules/field-validation.js';
import { goJson, goPatched } from '../rules/go-text.js';
import type { ServedResource } from '../resources/served-resource.js';
import { invalidValue } from './metadata-rules.js';

/** Refuses what is no object of this resource, and returns a copy as the API server would read it; of what is `owned`, none is needed. */
export function decodeObject(resource: ServedResource, value: unknown, owned = false): ApiObject {
  // Go reads null as an object without fields.
  if (value === null && resource.builtIn) return normalized(resource, {});
  if (!isJsonObject(value)) throw notAnObject(resource, value);
  if (resource.builtIn) checkBuiltInType(resource, value);
  else checkCustomType(resource, value);
  return normalized(resource, value, owned);
}

/** The same for what a patch has made, where a wrong kind is a fault of the object. */
export function decodePatched(resource: ServedResource, value: unknown, fields?: FieldValidation): ApiObject {
  if (!isJsonObject(value)) throw notAnObject(resource, value);
  if (!resource.builtIn && resource.kind !== '' && !value['kind']) throw withoutKind(value);
  // Kind and version of what a strategic patch is merged into stay, whatever it says.
  if (resource.builtIn && fields?.strategicPatch !== undefined) return normalized(resource, value);
  if (resource.builtIn) checkPatchedType(resource, value, fields);
  // Without a version nothing of it is read.
  if (resource.builtIn && !value['apiVersion']) return normalized(resource, {});
  const kind = value['kind'] || resource.kind;
  const { apiVersion = apiVersionOf(resource) } = value;
  if (kind !== resource.kind || apiVersion !== apiVersionOf(resource)) {
    if (!resource.builtIn) throw patchedType(resource, value);
    const stated = { apiVersion: String(apiVersion), kind: String(kind) };
    if (readingOf(stated, resource) !== 'version') throw anotherKind(resource, value, fields);
  }
  return normalized(resource, value);
}

function normalized(resource: ServedResource, value: JsonObject, owned = false): ApiObject {
  const { metadata } = value;
  if (metadata !== undefined && metadata !== null && !isJsonObject(metadata)) {
    const target = resource.builtIn ? `struct field ${resource.kind}.metadata of` : 'value of';
    throw badRequest(
      `${resource.kind} in version "${resource.version}" cannot be handled as a ${resource.kind}: ` +
        `json: cannot unmarshal ${jsonTypeName(metadata)} into Go ${target} type v1.ObjectMeta`,
    );
  }
  const copy = owned ? value : copyJson(value);
  const clean = cleanMetadata((copy['metadata'] ?? {}) as ApiMetadata, metadata);
  if (!resource.builtIn) emptyNulls(clean);
  return { ...copy, apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: clean };
}

const METADATA_TEXTS = ['name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion'];
const METADATA_FIELDS: ReadonlyMap<string, 'text' | 'list' | 'map' | 'other'> = new Map([
  ...METADATA_TEXTS.map((field) => [field, 'text'] as const),
  ...['generation', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'].map(
    (field) => [field, 'other'] as const,
  ),
  ...['labels', 'annotations'].map((field) => [field, 'map'] as const),
  ...['ownerReferences', 'finalizers', 'managedFields'].map((field) => [field, 'list'] as const),
]);

/** Metadata is a struct for every kind: empty lists and maps in it are not there. Emptied managers are a wish. */
function cleanMetadata(metadata: ApiMetadata, sent: unknown): ApiMetadata {
  const clean: ApiMetadata & JsonObject = emptyObject();
  for (const [field, value] of Object.entries(metadata)) if (!isNothing(field, value)) clean[field] = value;
  const managers = isJsonObject(sent) ? sent['managedFields'] : undefined;
  if (Array.isArray(managers)) clean['managedFields'] = managers;
  return clean;
}

/** Go reads null in labels and annotations as an empty text. */
function emptyNulls({ labels, annotations }: ApiMetadata): void {
  for (const texts of [labels, annotations] as readonly (Record<string, unknown> | undefined)[]) {
    if (isJsonObject(texts)) for (const key of Object.keys(texts)) texts[key] ??= '';
  }
}

/** Whether a field of metadata is as good as absent. What is no field, or of another type, decoding has to see. */
function isNothing(field: string, value: unknown): boolean {
  const type = METADATA_FIELDS.get(field);
  if (value === null) return type !== undefined;
  switch (type) {
    case 'text':
      return value === '';
    case 'map':
      return isJsonObject(value) && Object.keys(value).length === 0;
    case 'list':
      return Array.isArray(value) && value.length === 0;
    default:
      return false;
  }
}

/** Refuses what a patch has made of kind and version, where they cannot be read. */
function checkPatchedType(resource: ServedResource, value: JsonObject, fields: FieldValidation | undefined): void {
  const why = typeFieldFault(value);
  if (why !== undefined) {
    const shown = resource.rules?.patchedJson?.(value, fields?.touched) ?? goPatched(value);
    throw invalid({ group: '', kind: '' }, '', [invalidValue('patch', shown, why)]);
  }
}

/** Throws 400 for a body that says that it is something else. */
export function checkBuiltInType(resource: NamedKind, value: JsonObject): void {
  const expected = apiVersionOf(resource);
  const { kind: stated, apiVersion } = value;
  if (stated === resource.kind && apiVersion === expected) return;
  checkReadable(resource, value);
  const kind = stated || resource.kind;
  if (kind === resource.kind && (!apiVersion || apiVersion === expected)) return;
  const version = String(apiVersion || expected);
  const short = version.split('/').at(-1);
  const reading = readingOf({ apiVersion: version, kind: String(kind) }, resource);
  if (reading === 'version') throw otherVersion(version, expected);
  const unread = unreadable(resource, { apiVersion: version, kind: String(kind) });
  throw badRequest(`${String(kind)} in version "${short}" cannot be handled as a ${resource.kind}: ${unread}`);
}

/** Refuses a body whose kind and version cannot be read. */
function checkReadable({ kind }: NamedKind, value: JsonObject): void {
  const why = typeFieldFault(value);
  if (why === undefined) return;
  const shown = `${why} (${briefly(jsonText(value))})`;
  throw badRequest(`the object provided is unrecognized (must be of type ${kind}): ${shown}`);
}

/** What is wrong with a kind and a version that are no texts, and a version that cannot be one. */
function typeFieldFault(value: JsonObject): string | undefined {
  const field = Object.keys(value).find(
    (name) => (name === 'kind' || name === 'apiVersion') && typeof value[name] !== 'string' && value[name] !== null,
  );
  const { apiVersion } = value;
  const isLong = typeof apiVersion === 'string' && apiVersion.split('/').length > 2;
  if (field === undefined && !isLong) return undefined;
  const type = field === undefined ? '' : jsonTypeName(value[field]);
  return field === undefined
    ? `unexpected GroupVersion string: ${String(apiVersion)}`
    : `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go struct field .${field} of type string`;
}

/** The beginning of a long text. */
const briefly = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)} ...` : text);

/** Why what is read as another kind, or not at all, is no object of the resource. */
function unreadable(resource: NamedKind, stated: StatedKind): string {
  const { apiVersion, kind } = stated;
  if (readingOf(stated, resource) === 'unknown') {
    return `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:111"`;
  }
  const internal = resource.group.split('.')[0] || 'core';
  return `converting (${apiVersion.split('/').at(-1)}.${kind}) to (${internal}.${resource.kind}): unknown conversion`;
}

function checkCustomType(resource: ServedResource, value: JsonObject): void {
  const { kind, apiVersion = '' } = value;
  const expected = apiVersionOf(resource);
  // A resource that nobody has described may be of any kind.
  if (resource.kind === '' || (kind === resource.kind && apiVersion === expected)) return;
  checkReadable(resource, value);
  if (kind === undefined || kind === null || kind === '') {
    const text = jsonText(value);
    const why = `Object 'Kind' is missing in '${text}' (${briefly(text)})`;
    throw badRequest(`the object provided is unrecognized (must be of type ${resource.kind}): ${why}`);
  }
  if (apiVersion !== expected) throw otherVersion(String(apiVersion), expected);
  if (kind !== resource.kind) throw patchedType(resource, value);
}

function otherVersion(apiVersion: string, expected: string): Error {
  return badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
  );
}

/** A patch has taken the kind away. */
function withoutKind(value: JsonObject): Error {
  const text = goJson(value);
  return invalid({ group: '', kind: '' }, '', [invalidValue('patch', text, `Object 'Kind' is missing in '${text}'`)]);
}

/** A patch has made another kind of a built-in one. */
function anotherKind(resource: ServedResource, value: JsonObject, fields: FieldValidation | undefined): Error {
  const why = unreadable(resource, { apiVersion: String(value['apiVersion']), kind: String(value['kind']) });
  const shown = resource.rules?.patchedJson?.(value, fields?.touched) ?? goPatched(value);
  return invalid({ group: '', kind: '' }, '', [invalidValue('patch', shown, why)]);
}

function patchedType(resource: ServedResource, value: JsonObject): Error {
  const { kind, apiVersion } = value;
  const expected = apiVersionOf(resource);
  const { name } = (value['metadata'] ?? {}) as ApiMetadata;
  const faults = [
    ...(kind === resource.kind ? [] : [invalidValue('kind', kind, `must be ${resource.kind}`)]),
    ...(apiVersion === expected ? [] : [invalidValue('apiVersion', apiVersion, `must be ${expected}`)]),
  ];
  const group = typeof apiVersion === 'string' && apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
  return invalid({ group, kind: String(kind) }, name ?? '', faults);
}

function notAnObject(resource: ServedResource, value: unknown): Error {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  const target =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  const hex = Buffer.from(jsonText(value)).subarray(0, 30).toString('hex');
  return badRequest(
    `the object provided is unrecognized (must be of type ${resource.kind}): couldn't get version/kind; json parse error: ` +
      `json: cannot unmarshal ${kind} into Go value of type ${target} (${hex})`,
  );
}
