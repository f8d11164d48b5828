import { resourceName } from '@informer-gen/runtime';
import type { RequestUrl } from './request-log.js';
import type { ResourceRegistry } from '../resources/resource-registry.js';
import type { ServedResource } from '../resources/served-resource.js';

/** What a request does, in the words of RBAC; `other` for discovery, health and the like. */
export type RequestVerb =
  'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection' | 'other';

/** What a URL and a method mean. */
export interface RequestInfo {
  readonly verb: RequestVerb;
  readonly group: string;
  readonly version: string;
  /** As in the URL; `''` for requests that are about no resource. */
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** What the URL names, if it is served. */
  readonly served: ServedResource | undefined;
  /** As messages name it: `pods`, `widgets.example.com`; `''` for none. */
  readonly resource: string;
}

/** Reads method and URL as an API server does. */
export function requestInfo(method: string, url: RequestUrl, registry: ResourceRegistry): RequestInfo {
  const parts: string[] = [];
  // A slash that is escaped divides all the same.
  for (const part of decoded(url.pathname).split('/')) if (part !== '') parts.push(part);
  const [root, first = '', second = ''] = parts;
  if (root === 'api' && parts.length >= 3)
    return resourceInfo(method, url, registry, { group: '', version: first, path: parts.slice(2) });
  if (root === 'apis' && parts.length >= 4) {
    return resourceInfo(method, url, registry, { group: first, version: second, path: parts.slice(3) });
  }
  return {
    verb: 'other',
    group: '',
    version: '',
    plural: '',
    namespace: undefined,
    name: undefined,
    subresource: undefined,
    served: undefined,
    resource: '',
  };
}

interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly path: readonly string[];
}

function resourceInfo(
  method: string,
  url: RequestUrl,
  registry: ResourceRegistry,
  { group, version, path: whole }: ResourcePath,
): RequestInfo {
  // An older way to ask for a watch: /api/v1/watch/pods.
  const isWatch = whole[0] === 'watch' && whole.length > 1 && method === 'GET';
  const path = isWatch ? whole.slice(1) : whole;
  // /namespaces/a is the namespace a, /namespaces/a/status its status, /namespaces/a/pods the pods in it.
  const scoped = path[0] === 'namespaces' && path.length > 2 && path[2] !== 'status' && path[2] !== 'finalize';
  const namespace = scoped ? path[1] : undefined;
  const [plural = '', name, subresource] = scoped ? [path[2], path[3], path[4]] : path;
  return {
    verb: isWatch ? 'watch' : verbOf(method, name, url.searchParams),
    group,
    version,
    plural,
    namespace,
    name,
    subresource,
    served: registry.get(group, version, plural),
    resource: resourceName({ group, plural }),
  };
}

function verbOf(method: string, name: string | undefined, query: URLSearchParams): RequestVerb {
  switch (method) {
    case 'GET':
    case 'HEAD': {
      const watch = query.get('watch');
      if (watch !== null && !/^(0|f|false)$/i.test(watch)) return 'watch';
      return name === undefined ? 'list' : 'get';
    }
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return name === undefined ? 'deletecollection' : 'delete';
    default:
      return 'other';
  }
}

function decoded(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
