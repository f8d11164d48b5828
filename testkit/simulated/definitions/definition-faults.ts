import { lookupTable } from '../objects/lookup-table.js';
import { clientFaults } from '../builtin/webhooks.js';
import { sameJson } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { forbiddenValue, invalidValue, requiredValue, StructValue, unsupportedValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { goQuote } from '../rules/go-text.js';
import { label1035Faults, subdomainFaults } from '../rules/names.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { arrayOf, crdSpecOf, objectOf, sharedTraits, stringOf } from './crd-spec.js';
import type { CrdNames, CrdSpec, CrdVersion, SharedTraits } from './crd-spec.js';
import { defaultFaults } from './default-faults.js';
import { internalSchema, internalVersions } from './internal-json.js';
import { schemaFaults } from './schema-faults.js';
import { foreignKeyword, structuralFaults } from './structural-faults.js';
import { columnFaults, selectableFieldFaults, subresourceFaults } from './version-faults.js';

const APPROVED = 'api-approved.kubernetes.io';
const APPROVAL_RULES = 'see https://github.com/kubernetes/enhancements/pull/1111';

/** Returns why the server refuses a CRD, in its order; `before` is the CRD that is replaced. */
export function definitionFaults(crd: ApiObject, before?: ApiObject): FieldCause[] {
  const spec = crdSpecOf(crd);
  const established = before !== undefined && isEstablished(before);
  return [
    ...(before ? [] : nameFaults(crd, spec)),
    ...specFaults(spec, objectOf(crd['spec'])['versions'] ?? null),
    ...(before ? immutableFaults(spec, crdSpecOf(before), established) : []),
    ...storedVersionFaults(crd, spec),
    ...approvalFaults(crd, spec, before),
    ...(spec.preserveUnknownFields
      ? [
          invalidValue(
            'spec.preserveUnknownFields',
            true,
            'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
          ),
        ]
      : []),
  ];
}

function nameFaults({ metadata }: ApiObject, spec: CrdSpec): FieldCause[] {
  const { name = '' } = metadata;
  if (name === '') return [requiredValue('metadata.name', 'name or generateName is required')];
  if (name === `${spec.names.plural}.${spec.group}`) return [];
  return [invalidValue('metadata.name', name, 'must be spec.names.plural+"."+spec.group')];
}

/** @param versions As they were sent, which tells none from an empty list. */
function specFaults(spec: CrdSpec, versions: unknown): FieldCause[] {
  const shared = sharedTraits(spec.versions);
  const [first] = spec.versions;
  const names = new Set(spec.versions.map(({ name }) => name));
  const quoted = (): StructValue =>
    new StructValue(spec.versions.length === 0 ? versions : internalVersions(spec.versions, shared));
  const storages = spec.versions.filter(({ storage }) => storage).length;
  return [
    ...groupFaults(spec.group),
    ...enumFaults('spec.scope', spec.scope, ['Cluster', 'Namespaced']),
    ...spec.versions.flatMap(({ schema }, index) =>
      schema ? [] : [requiredValue(`spec.versions[${index}].schema.openAPIV3Schema`)],
    ),
    ...spec.versions.flatMap((version, index) => versionFaults(version, `spec.versions[${index}]`, shared)),
    ...(names.size < spec.versions.length
      ? [invalidValue('spec.versions', quoted(), 'must contain unique version names')]
      : []),
    ...(storages === 1
      ? []
      : [invalidValue('spec.versions', quoted(), 'must have exactly one version marked as storage version')]),
    ...(first === undefined || first.name === '' ? [] : labelFaults('spec.version', first.name)),
    ...requiredNameFaults(spec.names),
    ...namesFaults(spec.names, 'spec.names'),
    ...(first === undefined ? [] : sharedFaults(first, shared, spec)),
    ...conversionFaults(spec.conversion),
  ];
}

function groupFaults(group: string): FieldCause[] {
  if (group === '') return [requiredValue('spec.group')];
  const faults = subdomainFaults(group);
  if (faults.length > 0) return [invalidValue('spec.group', group, faults.join(','))];
  return group.includes('.') ? [] : [invalidValue('spec.group', group, 'should be a domain with at least one dot')];
}

function versionFaults(version: CrdVersion, path: string, shared: SharedTraits): FieldCause[] {
  const hasStatus = version.subresources?.['status'] !== undefined;
  return [
    ...labelFaults(`${path}.name`, version.name),
    ...deprecationFaults(version).map((fault) =>
      invalidValue(`${path}.deprecationWarning`, version.deprecationWarning ?? '', fault),
    ),
    ...(shared.schema || !version.schema ? [] : validationFaults(version.schema, `${path}.schema`, hasStatus)),
    ...(shared.subresources ? [] : subresourceFaults(version.subresources, `${path}.subresources`)),
    ...(shared.columns ? [] : columnFaults(version.columns, `${path}.additionalPrinterColumns`)),
    ...(shared.selectableFields
      ? []
      : selectableFieldFaults(version.selectableFields, version.schema, `${path}.selectableFields`)),
  ];
}

/** Faults of what all versions have in common are found once, under the names that old CRDs had for it. */
function sharedFaults(first: CrdVersion, shared: SharedTraits, { versions }: CrdSpec): FieldCause[] {
  const hasStatus = versions.some(({ subresources }) => subresources?.['status'] !== undefined);
  return [
    ...(shared.schema && first.schema ? validationFaults(first.schema, 'spec.validation', hasStatus) : []),
    ...(shared.subresources ? subresourceFaults(first.subresources, 'spec.subresources') : []),
    ...(shared.columns ? columnFaults(first.columns, 'spec.additionalPrinterColumns') : []),
    ...(shared.selectableFields
      ? selectableFieldFaults(first.selectableFields, first.schema, 'spec.selectableFields')
      : []),
  ];
}

function validationFaults(schema: JsonSchema, parent: string, hasStatus: boolean): FieldCause[] {
  const path = `${parent}.openAPIV3Schema`;
  const faults = hasStatus ? rootFaults(schema, path) : [];
  if (schema.nullable) faults.push(forbiddenValue(`${path}.nullable`, 'nullable cannot be true at the root'));
  const foreign = foreignKeyword(schema);
  const structural = foreign === undefined ? structuralFaults(schema, path) : [];
  const shape = structural.length > 0 || foreign !== undefined ? structural : defaultFaults(schema, path);
  faults.push(...shape, ...schemaFaults(schema, path, { checkRules: foreign === undefined && shape.length === 0 }));
  return foreign !== undefined && faults.length === 0 ? [invalidValue(path, '', foreign)] : faults;
}

/** What the root of a schema may say where the status is apart, under the server's names. */
const ROOT_KEYWORDS = lookupTable<string>({
  description: 'Description',
  type: 'Type',
  format: 'Format',
  title: 'Title',
  maximum: 'Maximum',
  exclusiveMaximum: 'ExclusiveMaximum',
  minimum: 'Minimum',
  exclusiveMinimum: 'ExclusiveMinimum',
  maxLength: 'MaxLength',
  minLength: 'MinLength',
  pattern: 'Pattern',
  maxItems: 'MaxItems',
  minItems: 'MinItems',
  uniqueItems: 'UniqueItems',
  multipleOf: 'MultipleOf',
  required: 'Required',
  items: 'Items',
  properties: 'Properties',
  externalDocs: 'ExternalDocs',
  example: 'Example',
  'x-kubernetes-preserve-unknown-fields': 'XPreserveUnknownFields',
  'x-kubernetes-validations': 'XValidations',
});

function rootFaults(schema: JsonSchema, path: string): FieldCause[] {
  const { type = '' } = schema;
  if (type !== '' && type !== 'object') {
    const says = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalidValue(`${path}.type`, type, says)];
  }
  const others = Object.entries(schema).filter(([keyword, value]) => value !== false && !(keyword in ROOT_KEYWORDS));
  if (others.length === 0) return [];
  const allowed = Object.values(ROOT_KEYWORDS).join(' ');
  const says = `only [${allowed}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalidValue(path, new StructValue(internalSchema(schema)), says)];
}

function deprecationFaults({ deprecated, deprecationWarning }: CrdVersion): string[] {
  if (deprecationWarning === undefined) return [];
  if (!deprecated) return ['can only be set for deprecated versions'];
  const faults: string[] = [];
  if (Buffer.byteLength(deprecationWarning) > 256) faults.push('must be <= 256 characters long');
  if (deprecationWarning === '') faults.push('must not be an empty string');
  const odd = /\p{C}|[\u2028\u2029]/u.exec(deprecationWarning);
  if (odd) {
    const index = Buffer.byteLength(deprecationWarning.slice(0, odd.index));
    faults.push(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`);
  }
  return faults;
}

function requiredNameFaults(names: CrdNames): FieldCause[] {
  return (['plural', 'singular', 'kind', 'listKind'] as const)
    .filter((name) => names[name] === '')
    .map((name) => requiredValue(`spec.names.${name}`));
}

function namesFaults(names: CrdNames, path: string): FieldCause[] {
  const caseless = (name: 'kind' | 'listKind'): FieldCause[] => {
    const faults = names[name] === '' ? [] : label1035Faults(names[name].toLowerCase());
    const says = `may have mixed case, but should otherwise match: ${faults.join(',')}`;
    return faults.length === 0 ? [] : [invalidValue(`${path}.${name}`, names[name], says)];
  };
  return [
    ...(names.plural === '' ? [] : labelFaults(`${path}.plural`, names.plural)),
    ...(names.singular === '' ? [] : labelFaults(`${path}.singular`, names.singular)),
    ...caseless('kind'),
    ...caseless('listKind'),
    ...names.shortNames.flatMap((name, index) => labelFaults(`${path}.shortNames[${index}]`, name)),
    ...(names.kind !== '' && names.kind === names.listKind
      ? [invalidValue(`${path}.listKind`, names.listKind, 'kind and listKind may not be the same')]
      : []),
    ...names.categories.flatMap((name, index) => labelFaults(`${path}.categories[${index}]`, name)),
  ];
}

function labelFaults(path: string, text: string): FieldCause[] {
  const faults = label1035Faults(text);
  return faults.length === 0 ? [] : [invalidValue(path, text, faults.join(','))];
}

function enumFaults(path: string, value: string, accepted: readonly string[]): FieldCause[] {
  if (value === '') return [requiredValue(path)];
  return accepted.includes(value) ? [] : [unsupportedValue(path, value, accepted)];
}

function conversionFaults(conversion: JsonObject | undefined): FieldCause[] {
  if (conversion === undefined) return [];
  const path = 'spec.conversion';
  const strategy = stringOf(conversion['strategy']);
  const webhook = objectOf(conversion['webhook']);
  const client = webhook['clientConfig'];
  const versions = arrayOf(webhook['conversionReviewVersions']).map(String);
  const faults = enumFaults(`${path}.strategy`, strategy, ['None', 'Webhook']);
  if (strategy !== 'Webhook') {
    const says = 'should not be set when strategy is not set to Webhook';
    if (client !== undefined) faults.push(forbiddenValue(`${path}.webhookClientConfig`, says));
    if (versions.length > 0) faults.push(forbiddenValue(`${path}.conversionReviewVersions`, says));
    return faults;
  }
  if (client === undefined) {
    faults.push(requiredValue(`${path}.webhookClientConfig`, 'required when strategy is set to Webhook'));
  } else faults.push(...clientFaults(objectOf(client), `${path}.webhookClientConfig`));
  if (versions.length === 0) faults.push(requiredValue(`${path}.conversionReviewVersions`));
  else if (!versions.some((version) => version === 'v1' || version === 'v1beta1')) {
    faults.push(invalidValue(`${path}.conversionReviewVersions`, versions, 'must include at least one of v1, v1beta1'));
  }
  return faults;
}

function immutableFaults(spec: CrdSpec, before: CrdSpec, established: boolean): FieldCause[] {
  const fixed: readonly (readonly [path: string, now: string, then: string])[] = [
    ...(established
      ? ([
          ['spec.scope', spec.scope, before.scope],
          ['spec.names.kind', spec.names.kind, before.names.kind],
        ] as const)
      : []),
    ['spec.group', spec.group, before.group],
    ['spec.names.plural', spec.names.plural, before.names.plural],
  ];
  return fixed
    .filter(([, now, then]) => now !== then)
    .map(([path, now]) => invalidValue(path, now, 'field is immutable'));
}

function storedVersionFaults(crd: ApiObject, { versions }: CrdSpec): FieldCause[] {
  const path = 'status.storedVersions';
  const stored = arrayOf(objectOf(crd['status'])['storedVersions']).map(String);
  if (stored.length === 0) return [invalidValue(path, null, 'must have at least one stored version')];
  const missing = stored.filter((name) => !versions.some((version) => version.name === name));
  return [
    ...versions
      .filter(({ name, storage }) => storage && !stored.includes(name))
      .map(({ name }) => invalidValue(path, stored, `must have the storage version ${name}`)),
    ...missing.map((name) => {
      const says = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
      return invalidValue(`${path}[${stored.indexOf(name)}]`, name, says);
    }),
  ];
}

/** Groups of the community need an approval, or a word that there is none. */
function approvalFaults(crd: ApiObject, { group }: CrdSpec, before: ApiObject | undefined): FieldCause[] {
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(group)) return [];
  const approvalOf = ({ metadata }: ApiObject): string => metadata.annotations?.[APPROVED] ?? '';
  const approval = approvalOf(crd);
  const path = `metadata.annotations[${APPROVED}]`;
  const needs = `protected groups must have approval annotation ${goQuote(APPROVED)}`;
  if (before && sameJson(approvalOf(before) === '', approval === '')) return [];
  if (approval === '') return [requiredValue(path, `${needs}, ${APPROVAL_RULES}`)];
  if (approval.startsWith('unapproved') || /^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.test(approval)) return [];
  const says = `${needs} with either a URL or a reason starting with "unapproved", ${APPROVAL_RULES}`;
  return [invalidValue(path, approval, says)];
}

/** Whether the condition Established is true. */
export function isEstablished(crd: ApiObject): boolean {
  return arrayOf(objectOf(crd['status'])['conditions'])
    .map(objectOf)
    .some(({ type, status }) => type === 'Established' && status === 'True');
}
