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

/** Where the API server keeps it: `/apis/apps/v1/namespaces/default/deployments/web/status`. */
export function resourcePath(
  { group, version, plural, namespaced }: Pick<ResourceSpec, 'group' | 'version' | 'plural' | 'namespaced'>,
  { namespace, name, subresource }: ObjectPath = {},
): string {
  const parts = group === '' ? ['api', version] : ['apis', group, version];
  if (namespaced && namespace !== undefined && namespace !== '') parts.push('namespaces', namespace);
  parts.push(plural);
  if (name !== undefined) parts.push(name);
  if (subresource !== undefined) parts.push(subresource);
  return `/${parts.map(encodeURIComponent).join('/')}`;
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
