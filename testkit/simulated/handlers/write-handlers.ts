import { answer, answerObject, representationOf } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { readDeleteOptions } from './delete-options.js';
import { readWrite } from './write-body.js';
import { writeQueryOf } from './write-query.js';
import type { ObjectAddress } from '../storage/object-address.js';
import { deletionWarnings } from '../storage/deletion.js';
import { forbidden } from '../objects/api-status.js';
import { groupResource } from '../resources/served-resource.js';
import { parseListQuery } from '../storage/list-query.js';
import { answersWithDeleted } from '../storage/resource-policy.js';
import { compileSelection } from '../storage/selection.js';
import type { StoredObject } from '../storage/stored-object.js';
import { checkReadable, checkWatchCache } from '../storage/unreadable-objects.js';

/** POST of a new object. */
export async function handleCreate(call: ApiCall): Promise<void> {
  const { cluster, resource, info } = call;
  const representation = representationOf(call);
  const { value, fields } = await readWrite(call);
  const options = { ...writeQueryOf(call, 'CreateOptions'), fields, owned: true };
  const stored = cluster.writer.create(resource, info.namespace, value, options);
  await answerObject(call, 201, { representation, stored });
}

/** PUT of an object, or of its status. */
export async function handleUpdate(call: ApiCall, name: string): Promise<void> {
  const representation = representationOf(call);
  const { value, fields } = await readWrite(call);
  const options = { ...writeQueryOf(call, 'UpdateOptions'), subresource: partOf(call), fields, owned: true };
  const { stored, created } = call.cluster.writer.update(addressOf(call, name), value, options);
  await answerObject(call, created ? 201 : 200, { representation, stored });
}

/** DELETE of one object: a Status when it is gone, the object when something holds it. */
export async function handleDelete(call: ApiCall, name: string): Promise<void> {
  const representation = representationOf(call);
  const options = await readDeleteOptions(call);
  call.exchange.warnings.push(...deletionWarnings(call.resource, options));
  if (groupResource(call.resource) === 'priorityclasses.scheduling.k8s.io' && name.startsWith('system-'))
    throw forbidden(call.resource, name, { why: 'this is a system priority class and cannot be deleted' });
  const { stored, gone } = call.cluster.writer.delete(addressOf(call, name), options);
  const code = !gone && options.orphanDependents === false ? 202 : 200;
  if (!gone || answersWithDeleted(call.resource)) return answerObject(call, code, { representation, stored });
  await answer(call, code, deletedStatus(call, stored));
}

/** DELETE of a collection: answers with the list of what it was about. */
export async function handleDeleteCollection(call: ApiCall): Promise<void> {
  const { cluster, resource, info } = call;
  const representation = representationOf(call);
  const query = parseListQuery(call.query);
  const selection = compileSelection(resource, { ...query, shardSelector: '', namespace: info.namespace });
  const options = await readDeleteOptions(call);
  call.exchange.warnings.push(...deletionWarnings(call.resource, options));
  const collection = cluster.collection(resource);
  // What is selected is read from the cache, everything page by page.
  if (query.labelSelector !== '' || query.fieldSelector !== '') checkWatchCache(resource, collection);
  const page = cluster.lister.list(collection, selection, query);
  for (const stored of page.items) checkReadable(resource, stored);
  for (const { object } of page.items) {
    const { namespace, name = '' } = object.metadata;
    if (cluster.states.find({ resource, namespace, name }))
      cluster.writer.delete({ resource, namespace, name }, options);
  }
  await answer(call, 200, representation.list(page));
}

/** The address that a request's URL names. */
export function addressOf({ resource, info }: ApiCall, name: string): ObjectAddress {
  return { resource, namespace: info.namespace, name };
}

/** The part of the object that the request is about. */
export function partOf({ info: { subresource } }: ApiCall): WrittenPart | undefined {
  return PARTS.find((part) => part === subresource);
}

type WrittenPart = 'status' | 'ephemeralcontainers' | 'resize';
const PARTS: readonly WrittenPart[] = ['status', 'ephemeralcontainers', 'resize'];

function deletedStatus({ resource }: ApiCall, { object }: StoredObject): string {
  const { name, uid } = object.metadata;
  const group = resource.group === '' ? {} : { group: resource.group };
  const details = { name, ...group, kind: resource.plural, uid };
  return JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details });
}
