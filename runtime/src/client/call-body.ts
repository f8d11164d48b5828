import type { RequestSummary } from '../api/api-error.js';
import { InformerError } from '../api/informer-error.js';
import { apiVersionOf, resourceName } from '../api/resource.js';
import type { Resource } from '../api/resource.js';
import type { ObjectPath, Query } from '../transport/resource-path.js';

/** A call as it goes to a server, whichever way. */
export interface CallRequest {
  /** What it does, for messages. */
  readonly verb: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly resource: Resource;
  readonly at: ObjectPath;
  readonly query: Query;
  /** JSON. Default: no body. */
  readonly body?: string | undefined;
  /** Default `application/json`. */
  readonly contentType?: string | undefined;
  /** Default: that of the client. */
  readonly userAgent?: string | undefined;
  readonly signal: AbortSignal;
}

/** How errors name a call. */
export function summaryOf({ verb, resource, at }: Pick<CallRequest, 'verb' | 'resource' | 'at'>): RequestSummary {
  const { namespace, name, subresource } = at;
  return {
    verb,
    resource: resourceName(resource),
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource }),
  };
}

/** What the calls read of an object that is sent. */
export interface SentMetadata {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** The metadata of what is sent: empty where it has none. */
export function sentMetadata(body: object): SentMetadata {
  const metadata: unknown = 'metadata' in body ? body.metadata : undefined;
  return typeof metadata === 'object' && metadata !== null ? metadata : {};
}

/** Subresources with kinds of their own. All others take the object itself. */
const KINDS_OF_SUBRESOURCES: { readonly [subresource: string]: readonly [apiVersion: string, kind: string] } = {
  scale: ['autoscaling/v1', 'Scale'],
  eviction: ['policy/v1', 'Eviction'],
  binding: ['v1', 'Binding'],
  token: ['authentication.k8s.io/v1', 'TokenRequest'],
};

/** Fills in `apiVersion` and `kind`, which the server asks for and the resource knows. */
export function withType(body: object, resource: Resource, subresource: string | undefined): object {
  const known = Object.hasOwn(KINDS_OF_SUBRESOURCES, subresource ?? '')
    ? KINDS_OF_SUBRESOURCES[subresource ?? '']
    : undefined;
  const [apiVersion, kind] = known ?? [apiVersionOf(resource), resource.kind];
  // A dynamic resource may not know its kind.
  return kind === '' ? body : { apiVersion, kind, ...body };
}

/**
 * Throws where whole objects would be sent with a projected resource: what was read with it lacks what was cut, and the server would remove
 * that. The types say the same, to those who have types.
 */
export function mustBeWhole(resource: Resource, subresource: string | undefined, verb: string): void {
  if (resource.projection === undefined || Object.hasOwn(KINDS_OF_SUBRESOURCES, subresource ?? '')) return;
  throw new InformerError(
    'NotProjected',
    `${verb} sends whole objects of ${resourceName(resource)}, and projected ones are not whole: ${verb} with the resource that was projected`,
  );
}

/** Where an object is; rejects what would silently mean all namespaces. */
export function objectPath(resource: Resource, at: ObjectPath): ObjectPath {
  if (resource.namespaced && (at.namespace === undefined || at.namespace === '')) {
    const whose = at.name === undefined ? '' : ` of ${JSON.stringify(at.name)}`;
    throw new TypeError(`${resourceName(resource)} have namespaces: the namespace${whose} is missing`);
  }
  return at;
}

/** Returns the name. Throws if it is missing: the path would be that of the collection. */
export function nameOf({ name }: SentMetadata, verb: string): string {
  if (name === undefined) throw new TypeError(`the object to ${verb} has no metadata.name`);
  return name;
}
