import { crdSpecOf, objectOf, stringOf } from '../definitions/crd-spec.js';
import type { CrdSpec, CrdVersion } from '../definitions/crd-spec.js';
import { CrdVersions } from '../definitions/crd-versions.js';
import type { ConvertObject } from '../definitions/crd-versions.js';
import { SchemaRules } from '../definitions/schema-rules.js';
import { compareVersions } from '../definitions/version-order.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import type { KindRules } from '../rules/kind-rules.js';
import type { PrinterColumn, ScalePaths, ServedResource } from './served-resource.js';

/** What the resources of a CRD need beyond the CRD. */
export interface CrdServingOptions {
  /** Converts between versions where the CRD says `Webhook`; undefined: such conversions fail. */
  readonly convert: ConvertObject | undefined;
}

/**
 * The resources that a valid CRD of `apiextensions.k8s.io/v1` makes the server serve: one per served version, storage
 * first. Its schemas are compiled here, once.
 */
export function resourcesOfCrd(crd: ApiObject, options: CrdServingOptions): ServedResource[] {
  const spec = crdSpecOf(crd);
  const { names } = spec;
  const rules = new Map(spec.versions.flatMap((version) => rulesOf(version)));
  const versions = versionsOf(spec, rules, options);
  const served = spec.versions.filter((version) => version.served);
  served.sort((a, b) => Number(b.storage) - Number(a.storage));
  return served.map((version) => ({
    group: spec.group,
    version: version.name,
    kind: names.kind,
    plural: names.plural,
    singular: names.singular === '' ? names.kind.toLowerCase() : names.singular,
    listKind: names.listKind === '' ? `${names.kind}List` : names.listKind,
    shortNames: names.shortNames,
    categories: names.categories,
    namespaced: spec.scope !== 'Cluster',
    builtIn: false,
    hasGeneration: true,
    rules: rules.get(version.name),
    versions,
    storageVersion: served.find(({ storage }) => storage)?.name,
    createRefusal:
      crd.metadata.deletionTimestamp === undefined
        ? undefined
        : 'create not allowed while custom resource definition is terminating',
    deprecation: deprecationOf(spec, version),
    ...versionTraits(version),
  }));
}

/** Where the objects of a CRD are stored: `widgets.example.com`. */
export function collectionOfCrd(crd: ApiObject): string {
  const { names, group } = crdSpecOf(crd);
  return `${names.plural}.${group}`;
}

function rulesOf(version: CrdVersion): readonly (readonly [string, KindRules])[] {
  if (version.schema === undefined) return [];
  const scale = scalePaths(version.subresources?.['scale']);
  return [[version.name, new SchemaRules({ schema: version.schema, scale })]];
}

function versionsOf(
  spec: CrdSpec,
  rules: ReadonlyMap<string, KindRules>,
  { convert }: CrdServingOptions,
): CrdVersions | undefined {
  const storage = spec.versions.find((version) => version.storage);
  if (storage === undefined) return undefined;
  const byWebhook = spec.conversion?.['strategy'] === 'Webhook';
  return new CrdVersions({
    group: spec.group,
    kind: spec.names.kind,
    storageVersion: storage.name,
    versions: new Set(spec.versions.map(({ name }) => name)),
    rules,
    convert: byWebhook ? (convert ?? refuseConversion) : undefined,
  });
}

function refuseConversion(): never {
  throw new Error('the simulated API server calls no webhooks; pass `convert` to convert objects in the test');
}

function deprecationOf({ group, names, versions }: CrdSpec, version: CrdVersion): string | undefined {
  if (!version.deprecated) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const newer = versions
    .filter(({ name, served, deprecated }) => served && !deprecated && compareVersions(name, version.name) > 0)
    .sort((a, b) => compareVersions(b.name, a.name))[0];
  const instead = newer === undefined ? '' : `; use ${group}/${newer.name} ${names.kind}`;
  return `${group}/${version.name} ${names.kind} is deprecated${instead}`;
}

function versionTraits(version: CrdVersion): Pick<ServedResource, 'hasStatus'> & Partial<ServedResource> {
  const subresources = version.subresources ?? {};
  const scale = scalePaths(subresources['scale']);
  return {
    hasStatus: 'status' in subresources,
    subresources: Object.keys(subresources),
    selectableFields: version.selectableFields.map((field) => stringOf(field['jsonPath']).replace(/^\./, '')),
    columns: version.columns.map(printerColumn),
    schema: version.schema,
    ...(scale ? { scale } : {}),
  };
}

function scalePaths(scale: unknown): ScalePaths | undefined {
  if (scale === undefined) return undefined;
  const paths = objectOf(scale);
  return {
    specReplicas: stringOf(paths['specReplicasPath']),
    statusReplicas: stringOf(paths['statusReplicasPath']),
    labelSelector: stringOf(paths['labelSelectorPath']) || undefined,
  };
}

function printerColumn({ name, type, jsonPath, format, description, priority }: JsonObject): PrinterColumn {
  return {
    name: stringOf(name),
    type: stringOf(type),
    jsonPath: stringOf(jsonPath),
    format: stringOf(format) || undefined,
    description: stringOf(description) || undefined,
    priority: typeof priority === 'number' ? priority : undefined,
  };
}
