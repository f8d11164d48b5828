/*
 * The texts that stand for a resource or a kind, each made in one way. A name of the API has no slash, so the parts of a
 * key never run into each other.
 */

/** What identifies a resource to the API server. */
export interface ResourceName {
  /** `''` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** What identifies a kind of one version. */
export interface KindName {
  /** `''` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The inverse of {@link apiVersionOf}. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/');
  return { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1) };
}

/** `example.com/v1/widgets`; of the core group, `/v1/pods`. */
export function resourceKey({ group, version, plural }: ResourceName): string {
  return `${group}/${version}/${plural}`;
}

/** The inverse of {@link resourceKey}. */
export function parseResourceKey(key: string): ResourceName {
  const [group = '', version = '', plural = ''] = key.split('/');
  return { group, version, plural };
}

/** `example.com/v1/Widget`; of the core group, `/v1/Pod`. */
export function kindKey({ group, version, kind }: KindName): string {
  return `${group}/${version}/${kind}`;
}

/** `widgets.example.com`, as the CRD of a resource is named; `pods` for the core group. */
export function groupResource({ group, plural }: { readonly group: string; readonly plural: string }): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** `widgets.example.com/v1`, for people. */
export function resourceTitle(resource: ResourceName): string {
  return `${groupResource(resource)}/${resource.version}`;
}

/** Orders resources as their keys are ordered, the same everywhere. */
export function byResourceKey(a: ResourceName, b: ResourceName): number {
  const [left, right] = [resourceKey(a), resourceKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
