import { handleAction } from './action-handlers.js';
import type { ApiCall } from './api-call.js';
import { methodNotAllowed, notFound, unknownResource, verbNotSupported } from '../objects/api-status.js';
import { handleGet, handleList, handleWatch } from './read-handlers.js';
import { NO_PAGE } from '../requests/exchange.js';
import { handleReview } from './review-handlers.js';
import { handlePatch } from './patch-handlers.js';
import { handleScale } from './scale-handlers.js';
import { handleCreate, handleDelete, handleDeleteCollection, handleUpdate } from './write-handlers.js';

/** Hands a request about a served resource to its handler. */
export async function routeResource(call: ApiCall): Promise<void> {
  const { info, resource } = call;
  const { name, subresource } = info;
  const isKnown = !resource.builtIn || subresource === undefined || resource.subresources?.includes(subresource);
  if (resource.deprecation !== undefined && isKnown) call.exchange.warnings.push(resource.deprecation);
  if (!resource.builtIn && isOutOfScope(call)) return call.exchange.reply(NO_PAGE);
  if (resource.namespaced && info.namespace === undefined && (name !== undefined || info.verb === 'create'))
    throw methodNotAllowed();
  if (!resource.namespaced && info.namespace !== undefined) throw unknownResource();
  if (resource.verbs !== undefined) {
    if (!resource.verbs.includes(info.verb)) throw methodNotAllowed();
    return handleReview(call);
  }
  if (subresource !== undefined) return routeSubresource(call, name ?? '', subresource);
  switch (info.verb) {
    case 'watch':
      return handleWatch(call);
    case 'list':
      return handleList(call);
    case 'create':
      // Of custom resources the name in the path does not matter.
      if (name !== undefined && resource.builtIn) throw methodNotAllowed();
      return handleCreate(call);
    case 'deletecollection':
      if (resource.namespaced && info.namespace === undefined) throw methodNotAllowed();
      return handleDeleteCollection(call);
    default:
      if (name === undefined) throw methodNotAllowed();
      return routeObject(call, name);
  }
}

/** Whether a custom resource is asked for in a namespace that it is not in, or without the one that it is in. */
function isOutOfScope({ info, resource }: ApiCall): boolean {
  if (!resource.namespaced) return info.namespace !== undefined;
  return info.namespace === undefined && info.verb !== 'list' && info.verb !== 'watch';
}

async function routeObject(call: ApiCall, name: string): Promise<void> {
  switch (call.info.verb) {
    case 'get':
      return handleGet(call, name);
    case 'update':
      return handleUpdate(call, name);
    case 'patch':
      return handlePatch(call, name);
    case 'delete':
      return handleDelete(call, name);
    default:
      throw methodNotAllowed();
  }
}

async function routeSubresource(call: ApiCall, name: string, subresource: string): Promise<void> {
  const { resource } = call;
  if (await handleAction(call, name, subresource)) return;
  const { verb } = call.info;
  const isStatus = subresource === 'status' && resource.hasStatus;
  const scale = subresource === 'scale' ? resource.scale : undefined;
  if (!isStatus && scale === undefined) throw resource.builtIn ? unknownResource() : notFound(resource, name);
  if (!['get', 'update', 'patch'].includes(verb)) {
    throw resource.builtIn ? methodNotAllowed() : verbNotSupported(resource, verb);
  }
  return scale === undefined ? routeObject(call, name) : handleScale(call, name, scale);
}
