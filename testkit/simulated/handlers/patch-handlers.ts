import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { contentTypeOf, isDryRun, readData, representationOf } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { readWrite } from './write-body.js';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { badRequest, invalid, unsupportedMediaType } from '../objects/api-status.js';
import { applyPatch } from '../patch/apply-patch.js';
import { jsonPatch } from '../patch/json-patch.js';
import { mergePatch } from '../patch/merge-patch.js';
import { rfc3339 } from '../storage/time.js';
import { strategicMergePatch } from '../patch/strategic-merge-patch.js';
import { addressOf } from './write-handlers.js';

/** Makes a patched document of the present one. */
export type Patcher = (present: unknown, patch: unknown) => unknown;

/** PATCH of an object, or of its status. */
export async function handlePatch(call: ApiCall, name: string): Promise<void> {
  const representation = representationOf(call);
  if (contentTypeOf(call).startsWith('application/apply-patch+')) return handleApply(call, name);
  const patcher = patcherOf(call);
  const { value: patch, fields } = await readWrite(call, 'PatchOptions');
  const { writer } = call.cluster;
  const address = addressOf(call, name);
  const present = writer.get(address).as(call.resource);
  // What is stored may be of another version of the resource.
  const patched = patcher({ ...present, apiVersion: apiVersionOf(call.resource) }, patch);
  const options = { dryRun: isDryRun(call.query), subresource: statusOf(call), fields: { ...fields, isPatched: true } };
  const stored = writer.update(address, patched, options);
  await call.exchange.reply({ code: 200, body: representation.object(stored) });
}

/** The patch that the content type names; throws 415. */
export function patcherOf(call: ApiCall): Patcher {
  switch (contentTypeOf(call)) {
    case 'application/merge-patch+json':
      return mergePatch;
    case 'application/json-patch+json':
      return jsonPatch;
    case 'application/strategic-merge-patch+json':
      // Custom resources have no Go types to take merge keys from.
      if (call.resource.builtIn) return strategicMergePatch;
      throw unsupportedMediaType(
        'the body of the request was in an unknown format - accepted media types include: ' +
          'application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
      );
    default:
      throw unsupportedMediaType();
  }
}

async function handleApply(call: ApiCall, name: string): Promise<void> {
  const representation = representationOf(call);
  const config = appliedConfig(await readData(call), name);
  const { cluster, resource, info, query } = call;
  const manager = query.get('fieldManager');
  if (!manager) {
    const fault = { field: 'fieldManager', message: 'Required value: is required for apply patch' } as const;
    throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [{ ...fault, reason: 'FieldValueRequired' }]);
  }
  const options = {
    manager,
    force: query.get('force') === 'true',
    apiVersion: apiVersionOf(resource),
    now: rfc3339(cluster.clock),
  };
  const dryRun = isDryRun(query);
  const address = addressOf(call, name);
  const present = cluster.writer.find(address);
  if (present === undefined) {
    const stored = cluster.writer.create(resource, info.namespace, applyPatch(undefined, config, options), { dryRun });
    return call.exchange.reply({ code: 201, body: representation.object(stored) });
  }
  const patched = applyPatch(present.as(resource), config, options);
  const stored = cluster.writer.update(
    address,
    { ...patched, apiVersion: apiVersionOf(resource) },
    { dryRun, subresource: statusOf(call) },
  );
  await call.exchange.reply({ code: 200, body: representation.object(stored) });
}

function appliedConfig(value: unknown, name: string): JsonObject {
  if (!isJsonObject(value)) throw badRequest('an applied configuration is an object');
  const metadata = isJsonObject(value['metadata']) ? value['metadata'] : {};
  if (metadata['managedFields'] !== undefined) throw badRequest('metadata.managedFields must be nil');
  return { ...value, metadata: { ...metadata, name: metadata['name'] ?? name } };
}

function statusOf(call: ApiCall): 'status' | undefined {
  return call.info.subresource === 'status' ? 'status' : undefined;
}
