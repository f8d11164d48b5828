/** The parts of a CRD that tests vary; everything else has a default. */
export interface CrdParts {
  readonly group?: string;
  readonly kind?: string;
  readonly plural?: string;
  readonly scope?: 'Namespaced' | 'Cluster';
  /** Of version v1, unless `versions` is given. Default: an object with a spec of one text. */
  readonly schema?: unknown;
  readonly versions?: readonly unknown[];
}

/** A CRD as an object. */
export function crd(parts: CrdParts = {}): Record<string, unknown> {
  const { group = 'example.com', kind = 'Widget', plural = `${kind.toLowerCase()}s`, scope = 'Namespaced' } = parts;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope, names: { kind, plural }, versions: parts.versions ?? [version('v1', parts.schema)] },
  };
}

/** A CRD of apiextensions v1beta1, whose only version and schema stand for all. `more`: further fields of its spec. */
export function legacyCrd(
  { group, version: name, kind, plural }: { group: string; version: string; kind: string; plural: string },
  schema: unknown,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, version: name, names: { kind, plural }, validation: { openAPIV3Schema: schema }, ...more },
  };
}

/** A served version, the stored one. */
export function version(name: string, schema: unknown = specOf({ size: { type: 'string' } })): Record<string, unknown> {
  return { name, served: true, storage: true, schema: { openAPIV3Schema: schema } };
}

/** The schema of an object with these properties in its spec. */
export function specOf(
  properties: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return { type: 'object', properties: { spec: { type: 'object', properties, ...more } } };
}

/** JSON is YAML. */
export function text(...documents: unknown[]): string {
  return documents.map((document) => JSON.stringify(document, null, 1)).join('\n---\n');
}
