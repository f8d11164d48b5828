import type { ListOptions } from '../api/list-options.js';
import type { ResourceSpec } from '../api/resource.js';

/** Which object or collection of a resource. */
export interface ObjectPath {
  /** Left out: all namespaces, or a resource that has none. */
  readonly namespace?: string | undefined;
  /** Left out: the collection. */
  readonly name?: string | undefined;
  /** Such as `status`. */
  readonly subresource?: string | undefined;
}

/**
 * Returns the path of an object or a collection: `/apis/apps/v1/namespaces/default/deployments/web/status`.
 *
 * Throws a `TypeError` for a namespace or a name that would change the meaning of the path: an empty one, `.`, `..`, or one with a
 * `/` or a `%`. client-go refuses the same ones (`IsValidPathSegmentName` of apimachinery).
 *
 * @example
 * resourcePath(podResource, { namespace: 'default', name: 'web' }); // → '/api/v1/namespaces/default/pods/web'
 */
export function resourcePath(
  { group, version, plural, namespaced }: Pick<ResourceSpec, 'group' | 'version' | 'plural' | 'namespaced'>,
  { namespace, name, subresource }: ObjectPath = {},
): string {
  const root = group === '' ? '/api' : `/apis/${segment(group, 'group')}`;
  let path = `${root}/${segment(version, 'version')}`;
  if (namespaced && namespace !== undefined && namespace !== '')
    path += `/namespaces/${segment(namespace, 'namespace')}`;
  path += `/${segment(plural, 'plural')}`;
  if (name !== undefined) path += `/${segment(name, 'name')}`;
  // A few have a path of their own: `proxy/healthz`.
  for (const part of subresource?.split('/') ?? []) path += `/${segment(part, 'subresource')}`;
  return path;
}

/** An object may come from anybody, and with `..` for a name, a proxy would send a request for the object to another path. */
function segment(value: string, what: string): string {
  if (/^\.{0,2}$|[/%]/.test(value))
    throw new TypeError(
      `${what} ${JSON.stringify(value)} cannot be part of a path: it is empty, "." or "..", or has "/" or "%"`,
    );
  return encodeURIComponent(value);
}

/** What may stand in a query; undefined is left out. */
export type Query = { readonly [name: string]: string | number | boolean | undefined };

/** `?a=1&b=2`, or `''` for an empty query. */
export function queryString(query: Query): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parts.append(name, String(value));
  const text = parts.toString();
  return text === '' ? '' : `?${text}`;
}

/** The options of a list or watch as a query. Empty strings are what leaving them out means, so they are. */
export function listQuery(options: ListOptions): Query {
  const query: { [name: string]: string | number | boolean | undefined } = { ...options };
  for (const [name, value] of Object.entries(query)) if (value === '') delete query[name];
  if (query['limit'] === 0) delete query['limit'];
  return query;
}
