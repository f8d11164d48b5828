import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { ApplyConflictError } from '../managed-fields/apply-conflict.js';
import { typeFault } from '../managed-fields/check-type.js';
import type { FieldManager } from '../managed-fields/field-manager.js';
import { applyFollowingKubectl } from '../managed-fields/last-applied.js';
import type { Application } from '../managed-fields/last-applied.js';
import { TypedValueError } from '../managed-fields/path-element.js';
import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { badRequest, failure, ApiStatusError } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';
import { kindText } from './kind-text.js';
import { typeOfResource } from '../types/type-of-resource.js';

/** The object with the configuration applied; throws 400, 409 or 500 as the API server does. */
export function appliedObject(resource: ServedResource, fields: FieldManager, application: Application): ApiObject {
  checkConfig(resource, application.config);
  try {
    return applyFollowingKubectl(fields, typeOfResource(resource), application);
  } catch (error) {
    // What another manager's version of the object cannot hold.
    if (error instanceof TypedValueError)
      throw new ApiStatusError(failure(500, { reason: '', message: error.message }));
    if (!(error instanceof ApplyConflictError)) throw error;
    throw new ApiStatusError(failure(409, { message: error.message, details: { causes: [...error.causes] } }));
  }
}

function checkConfig(resource: ServedResource, config: JsonObject): void {
  const { apiVersion = '', kind = '' } = config;
  if (apiVersion !== apiVersionOf(resource) || kind !== resource.kind) {
    throw badRequest(`invalid object type: ${statedType(apiVersion, kind)}`);
  }
  const metadata = isJsonObject(config['metadata']) ? config['metadata'] : {};
  if (Array.isArray(metadata['managedFields'])) throw badRequest('metadata.managedFields must be nil');
  const fault = typeFault(config, typeOfResource(resource));
  if (fault === undefined) return;
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  const what = `${textOf(metadata['namespace'])}/${textOf(metadata['name'])}; ${kindText(apiVersion, kind)}`;
  throw new ApiStatusError(
    failure(500, { reason: '', message: `failed to create typed patch object (${what}): ${fault}` }),
  );
}

/** What an object says that it is; what is no text, or no version, says nothing. */
function statedType(apiVersion: unknown, kind: unknown): string {
  const version = typeof apiVersion === 'string' ? apiVersion : '';
  if (version.split('/').length > 2) return '/, Kind=';
  return kindText(version, typeof kind === 'string' ? kind : '');
}
