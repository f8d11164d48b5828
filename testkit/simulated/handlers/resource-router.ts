import { handleAction, handleBinding } from './action-handlers.js';
import type { ApiCall } from './api-call.js';
import { badRequest, methodNotAllowed, notFound, unknownResource, verbNotSupported } from '../objects/api-status.js';
import type { ApiStatusError } from '../objects/api-status.js';
import { handleGet, handleList, handleWatch } from './read-handlers.js';
import { NO_PAGE } from '../requests/exchange.js';
import { isWithoutDeleteCollection } from '../resources/served-resource.js';
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
  if (resource.namespaced && info.namespace === undefined) {
    // No route leads to one object of a namespace without the namespace.
    if (name !== undefined) throw unknownResource();
    if (info.verb === 'create') throw methodNotAllowed();
  }
  if (resource.builtIn && call.exchange.record.method === 'HEAD') throw methodNotAllowed();
  if (!resource.namespaced && info.namespace !== undefined) throw unknownResource();
  if (resource.verbs !== undefined) {
    if (name !== undefined && resource.builtIn) throw unknownResource();
    if (!resource.verbs.includes(info.verb)) throw methodNotAllowed();
    return resource.kind === 'Binding' ? handleBinding(call) : handleReview(call);
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
      if (isWithoutDeleteCollection(resource) || (resource.namespaced && info.namespace === undefined))
        throw methodNotAllowed();
      return handleDeleteCollection(call);
    default:
      if (name === undefined) throw withoutName(call);
      return routeObject(call, name);
  }
}

/** A write to a collection that needs a name: built-in resources have no such route, custom ones look for the name. */
function withoutName({ info, resource }: ApiCall): ApiStatusError {
  if (resource.builtIn) return methodNotAllowed();
  return info.verb === 'other' ? verbNotSupported(resource, '') : badRequest('name must be provided');
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

/** What of a pod is changed apart from the rest. */
function isPartOfPod({ resource: { builtIn, group, plural } }: ApiCall, subresource: string): boolean {
  const isPod = builtIn && group === '' && plural === 'pods';
  return isPod && (subresource === 'ephemeralcontainers' || subresource === 'resize');
}

async function routeSubresource(call: ApiCall, name: string, subresource: string): Promise<void> {
  const { resource } = call;
  if (await handleAction(call, name, subresource)) return;
  const { verb } = call.info;
  const isStatus = (subresource === 'status' && resource.hasStatus) || isPartOfPod(call, subresource);
  const scale = subresource === 'scale' ? resource.scale : undefined;
  if (!isStatus && scale === undefined) throw resource.builtIn ? unknownResource() : notFound(resource, name);
  if (!['get', 'update', 'patch'].includes(verb)) {
    throw resource.builtIn ? methodNotAllowed() : verbNotSupported(resource, verb);
  }
  return scale === undefined ? routeObject(call, name) : handleScale(call, name, scale);
}
