import { isDryRun, readData, representationOf } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { readWrite } from './write-body.js';
import { isJsonObject } from '../objects/api-object.js';
import type { DeleteOptions, ObjectAddress } from '../storage/object-writer.js';
import { parseListQuery } from '../storage/list-query.js';
import { compileSelection } from '../storage/selection.js';
import type { StoredObject } from '../storage/stored-object.js';

/** POST of a new object. */
export async function handleCreate(call: ApiCall): Promise<void> {
  const { cluster, resource, info } = call;
  const representation = representationOf(call);
  const { value, fields } = await readWrite(call, 'CreateOptions');
  const stored = cluster.writer.create(resource, info.namespace, value, { dryRun: isDryRun(call.query), fields });
  await call.exchange.reply({ code: 201, body: representation.object(stored) });
}

/** PUT of an object, or of its status. */
export async function handleUpdate(call: ApiCall, name: string): Promise<void> {
  const representation = representationOf(call);
  const { value, fields } = await readWrite(call, 'UpdateOptions');
  const subresource = call.info.subresource === 'status' ? 'status' : undefined;
  const stored = call.cluster.writer.update(addressOf(call, name), value, {
    dryRun: isDryRun(call.query),
    subresource,
    fields,
  });
  await call.exchange.reply({ code: 200, body: representation.object(stored) });
}

/** DELETE of one object: a Status when it is gone, the object when something holds it. */
export async function handleDelete(call: ApiCall, name: string): Promise<void> {
  const representation = representationOf(call);
  const options = deleteOptions(await readData(call), call.query);
  const { stored, gone } = call.cluster.writer.delete(addressOf(call, name), options);
  const body = gone ? deletedStatus(call, stored) : representation.object(stored);
  await call.exchange.reply({ code: 200, body });
}

/** DELETE of a collection: answers with the list of what it was about. */
export async function handleDeleteCollection(call: ApiCall): Promise<void> {
  const { cluster, resource, info } = call;
  const representation = representationOf(call);
  const options = deleteOptions(await readData(call), call.query);
  const query = { ...parseListQuery(call.query), limit: 0 };
  const selection = compileSelection(resource, { ...query, shardSelector: '', namespace: info.namespace });
  const page = cluster.lister.list(cluster.collection(resource), selection, query);
  for (const { object } of page.items) {
    const { namespace, name = '' } = object.metadata;
    if (cluster.writer.find({ resource, namespace, name }))
      cluster.writer.delete({ resource, namespace, name }, options);
  }
  await call.exchange.reply({ code: 200, body: representation.list({ ...page, revision: cluster.storage.revision }) });
}

/** The address that a request's URL names. */
export function addressOf({ resource, info }: ApiCall, name: string): ObjectAddress {
  return { resource, namespace: info.namespace, name };
}

function deleteOptions(body: unknown, query: URLSearchParams): DeleteOptions {
  const options = isJsonObject(body) ? body : {};
  const preconditions = isJsonObject(options['preconditions']) ? options['preconditions'] : {};
  const { uid, resourceVersion } = preconditions;
  const dryRun = isDryRun(query) || (Array.isArray(options['dryRun']) && options['dryRun'].includes('All'));
  return {
    dryRun,
    ...(typeof uid === 'string' ? { uid } : {}),
    ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
  };
}

function deletedStatus({ resource }: ApiCall, { object }: StoredObject): string {
  const { name, uid } = object.metadata;
  const group = resource.group === '' ? {} : { group: resource.group };
  const details = { name, ...group, kind: resource.plural, uid };
  return JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details });
}
