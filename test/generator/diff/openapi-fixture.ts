/** A kind of a small OpenAPI document. */
export interface OpenApiKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  /** The definition's package: `io.k8s.api.batch.v1beta1`. */
  readonly package: string;
  readonly description?: string;
  /** Beside apiVersion, kind and metadata. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** An OpenAPI v2 or v3 document that serves these kinds, namespaced, with list and watch. */
export function openApi(
  kinds: readonly OpenApiKind[],
  definitions: Readonly<Record<string, unknown>> = {},
  form: 'v2' | 'v3' = 'v2',
): string {
  const schemas: Record<string, unknown> = { ...definitions };
  const paths: Record<string, unknown> = {};
  for (const { group, version, kind, plural, package: owner, description, properties = {} } of kinds) {
    const gvk = { group, version, kind };
    schemas[`${owner}.${kind}`] = {
      ...(description !== undefined && { description }),
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { type: 'object' },
        ...properties,
      },
      'x-kubernetes-group-version-kind': [gvk],
    };
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const get = { 'x-kubernetes-action': 'list', 'x-kubernetes-group-version-kind': gvk };
    paths[`${root}/namespaces/{namespace}/${plural}`] = { get, parameters: [{ name: 'watch', in: 'query' }] };
    paths[`${root}/watch/namespaces/{namespace}/${plural}`] = {
      get: { ...get, 'x-kubernetes-action': 'watchlist' },
    };
  }
  const document =
    form === 'v2'
      ? { definitions: schemas, paths, swagger: '2.0' }
      : { openapi: '3.0.0', paths, components: { schemas } };
  return JSON.stringify(document).replaceAll(
    '#/definitions/',
    form === 'v2' ? '#/definitions/' : '#/components/schemas/',
  );
}

/** A kind of Kubernetes' own. */
export function builtIn(group: string, version: string, kind: string, plural: string): OpenApiKind {
  const part = { 'flowcontrol.apiserver.k8s.io': 'flowcontrol', '': 'core' }[group] ?? group.replace(/\.k8s\.io$/, '');
  return { group, version, kind, plural, package: `io.k8s.api.${part}.${version}` };
}
