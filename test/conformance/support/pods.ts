import { ApiError, defineResource, type KubernetesObject, type Resource, type Status } from '@informer-gen/runtime';
import type { WatchEvent } from '@informer-gen/runtime';
import type { BookmarkEvent } from '@informer-gen/runtime/client-go';

/** As much of a pod as tests need. */
export interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string };
}

export const pods: Resource<Pod> = defineResource<Pod>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
});

/** A pod of this name, `namespace/name` or one in `default`, in this version if one is given. */
export function pod(name: string, version?: number | string, more: Partial<Pod> = {}): Pod {
  const [namespace, own] = name.includes('/') ? name.split('/') : ['default', name];
  const resourceVersion = version === undefined ? {} : { resourceVersion: String(version), uid: `uid of ${name}` };
  return { ...more, metadata: { namespace, name: own, ...resourceVersion, ...more.metadata } };
}

export function nameOf(object: KubernetesObject): string {
  return object.metadata?.name ?? '';
}

export function versionOf(object: KubernetesObject | undefined): string {
  return object?.metadata?.resourceVersion ?? '';
}

/** `name@version` of each, by name. */
export function names(objects: readonly KubernetesObject[]): string[] {
  return objects.map((object) => `${nameOf(object)}@${versionOf(object)}`).sort();
}

export const added = (object: Pod): WatchEvent<Pod> => ({ type: 'ADDED', object });
export const modified = (object: Pod): WatchEvent<Pod> => ({ type: 'MODIFIED', object });
export const deleted = (object: Pod): WatchEvent<Pod> => ({ type: 'DELETED', object });

export function bookmark(version: number | string, initialEventsEnd = false): BookmarkEvent {
  return { type: 'BOOKMARK', resourceVersion: String(version), initialEventsEnd };
}

export function apiError(code: number, reason: string, message: string, more: Partial<Status> = {}): ApiError {
  return new ApiError({ code, reason, message, ...more });
}

export const expired = (): ApiError => apiError(410, 'Expired', 'too old resource version');
export const tooManyRequests = (): ApiError => apiError(429, 'TooManyRequests', 'busy, check again later');
export const internalError = (): ApiError => apiError(500, 'InternalError', 'etcdserver: no leader');
export const refused = (): Error =>
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6443'), { code: 'ECONNREFUSED' });
