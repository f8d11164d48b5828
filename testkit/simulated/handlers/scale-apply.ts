import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { isJsonObject, sameJson, setValueAt, valueAt } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { ApiStatusError, failure } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';
import { appliedObject } from '../storage/applied-object.js';
import type { Application } from '../managed-fields/last-applied.js';
import { fieldManagerFor } from '../storage/field-managers.js';

const VERSION = 'autoscaling/v1';

/** Scales, as a resource of their own. */
const SCALES: ServedResource = {
  group: 'autoscaling',
  version: 'v1',
  kind: 'Scale',
  plural: 'scales',
  namespaced: true,
  builtIn: true,
  hasStatus: false,
  hasGeneration: false,
};

/** What is applied to the scale of a custom resource. */
export interface ScaleApply extends Omit<Application, 'live'> {
  /** The custom resource. */
  readonly present: ApiObject;
  /** Its scale. */
  readonly scale: JsonObject;
  /** Where the number of replicas is in the resource: `.spec.replicas`. */
  readonly path: string;
  readonly now: string;
}

/**
 * What applying to the scale means for a custom resource: a configuration of the resource itself, where the scale stays
 * as it is and only its managers change. The server fails to convert a scale that changes, and says so.
 */
export function appliedToScale(resource: ServedResource, request: ScaleApply): JsonObject {
  const { present, scale, path, config, now, manager, force } = request;
  const managedFields = scaleManagers(present, path);
  const owned = isJsonObject(scale['metadata']) ? scale['metadata'] : {};
  const live = {
    ...scale,
    metadata: { ...owned, ...(managedFields.length > 0 ? { managedFields } : {}) },
  } as ApiObject;
  if (managedFields.length === 0) {
    throw unconverted('failed to create manager for existing fields: failed to convert live object', '/');
  }
  const fields = fieldManagerFor({ resource: SCALES, subresource: 'scale', now, versionOf: () => undefined });
  const applied = appliedObject(SCALES, fields, { live, config, manager, force });
  const { namespace = '', name = '' } = isJsonObject(config['metadata']) ? config['metadata'] : {};
  const isRenamed = name !== '' && name !== present.metadata.name;
  if (isRenamed || !sameJson(applied['spec'] ?? {}, scale['spec'] ?? {})) {
    throw unconverted('failed to convert new object', `${String(namespace)}/${String(name)}`);
  }
  const intent = { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: { name: present.metadata.name } };
  const replicas = valueAt(config, '.spec.replicas');
  if (replicas !== undefined) setValueAt(intent, path, replicas);
  return intent;
}

/** The managers of the number of replicas, as managers of the scale. */
function scaleManagers({ metadata }: ApiObject, path: string): JsonObject[] {
  const entries = (metadata['managedFields'] ?? []) as readonly JsonObject[];
  const fields = path
    .split('.')
    .slice(1)
    .map((field) => `f:${field}`);
  const owns = ({ fieldsV1 }: JsonObject): boolean =>
    fields.reduce<unknown>((at, field) => (isJsonObject(at) ? at[field] : undefined), fieldsV1) !== undefined;
  return entries
    .filter(owns)
    .map((entry) => ({ ...entry, apiVersion: VERSION, fieldsV1: { 'f:spec': { 'f:replicas': {} } } }));
}

function unconverted(what: string, which: string): ApiStatusError {
  const message =
    `${what} (${which}; ${VERSION}, Kind=Scale) to proper version: ` +
    `request to convert CR to an invalid group/version: ${VERSION}`;
  return new ApiStatusError(failure(500, { reason: '', message }));
}
