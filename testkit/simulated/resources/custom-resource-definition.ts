import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import type { PrinterColumn, ScalePaths, ServedResource } from './served-resource.js';

/** Thrown for a CRD that cannot be registered. */
export class CrdError extends Error {
  override readonly name = 'CrdError';
}

/** The resources that a CRD of `apiextensions.k8s.io/v1` makes the server serve: one per served version, storage first. */
export function resourcesOfCrd(crd: ApiObject): ServedResource[] {
  const spec = objectOf(crd['spec']);
  const names = objectOf(spec['names']);
  const { group } = spec;
  const { plural, kind } = names;
  if (!isName(group) || !isName(plural) || !isName(kind)) {
    throw new CrdError(`CRD "${crd.metadata?.name ?? ''}" needs spec.group, spec.names.plural and spec.names.kind`);
  }
  const versions = arrayOf(spec['versions']).map(objectOf);
  const served = versions.filter((version) => version['served'] !== false);
  served.sort((a, b) => Number(b['storage'] === true) - Number(a['storage'] === true));
  return served.map((version) => ({
    group,
    version: String(version['name']),
    kind,
    plural,
    singular: stringOf(names['singular']) ?? kind.toLowerCase(),
    listKind: stringOf(names['listKind']) ?? `${kind}List`,
    shortNames: arrayOf(names['shortNames']).map(String),
    categories: arrayOf(names['categories']).map(String),
    namespaced: spec['scope'] !== 'Cluster',
    builtIn: false,
    hasGeneration: true,
    ...versionTraits(version),
  }));
}

/** The CRD as its own controller leaves it: names accepted, established. */
export function withEstablishedStatus(crd: ApiObject, now: string): ApiObject {
  const spec = objectOf(crd['spec']);
  const names = objectOf(spec['names']);
  const kind = String(names['kind'] ?? '');
  const completeNames = { singular: kind.toLowerCase(), listKind: `${kind}List`, ...names };
  const stored = arrayOf(spec['versions'])
    .map(objectOf)
    .filter((version) => version['storage'] === true);
  const condition = (type: string, reason: string, message: string): JsonObject => ({
    type,
    status: 'True',
    lastTransitionTime: now,
    reason,
    message,
  });
  return {
    ...crd,
    spec: { ...spec, names: completeNames, conversion: spec['conversion'] ?? { strategy: 'None' } },
    status: {
      conditions: [
        condition('NamesAccepted', 'NoConflicts', 'the names are free'),
        condition('Established', 'InitialNamesAccepted', 'the resource is served'),
      ],
      acceptedNames: completeNames,
      storedVersions: stored.map((version) => version['name']),
    },
  };
}

function versionTraits(version: JsonObject): Pick<ServedResource, 'hasStatus'> & Partial<ServedResource> {
  const subresources = objectOf(version['subresources']);
  const scale = scalePaths(subresources['scale']);
  return {
    hasStatus: 'status' in subresources,
    subresources: Object.keys(subresources),
    selectableFields: arrayOf(version['selectableFields']).map((field) =>
      String(objectOf(field)['jsonPath']).replace(/^\./, ''),
    ),
    columns: arrayOf(version['additionalPrinterColumns']).map(printerColumn),
    schema: objectOf(version['schema'])['openAPIV3Schema'],
    ...(scale ? { scale } : {}),
  };
}

function scalePaths(scale: unknown): ScalePaths | undefined {
  if (!isJsonObject(scale)) return undefined;
  return {
    specReplicas: stringOf(scale['specReplicasPath']) ?? '.spec.replicas',
    statusReplicas: stringOf(scale['statusReplicasPath']) ?? '.status.replicas',
    labelSelector: stringOf(scale['labelSelectorPath']),
  };
}

function printerColumn(column: unknown): PrinterColumn {
  const { name, type, jsonPath, format, priority } = objectOf(column);
  return {
    name: String(name),
    type: String(type),
    jsonPath: String(jsonPath),
    format: stringOf(format),
    priority: typeof priority === 'number' ? priority : undefined,
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
