/** A state of the definition of widgets, and the version that its operator works on. */
export interface Stage {
  readonly version: 'v1' | 'v2';
  /** The stored one is the last. */
  readonly versions: readonly string[];
  readonly fields: readonly ('size' | 'color')[];
}

/** In the order of the upgrade: one version, more fields in it, a second version that is stored. */
export const stages = {
  first: { version: 'v1', versions: ['v1'], fields: ['size'] },
  fields: { version: 'v1', versions: ['v1'], fields: ['size', 'color'] },
  version: { version: 'v2', versions: ['v1', 'v2'], fields: ['size', 'color'] },
} as const satisfies Record<string, Stage>;

export const CRD_NAME = 'widgets.example.com';

const SPEC = { size: { type: 'integer' }, color: { type: 'string', default: 'red' } } as const;
const SEEN = { size: { type: 'integer' }, color: { type: 'string' } } as const;

const conditions = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  items: {
    type: 'object',
    required: ['type', 'status'],
    properties: {
      ...Object.fromEntries(['type', 'status', 'reason', 'message'].map((name) => [name, { type: 'string' }])),
      lastTransitionTime: { type: 'string', format: 'date-time' },
      observedGeneration: { type: 'integer', format: 'int64' },
    },
  },
};

/** The definition in a stage. */
export function widgetCrd({ versions, fields }: Stage): { readonly metadata: object; readonly spec: object } {
  const spec = Object.fromEntries(fields.map((field) => [field, SPEC[field]]));
  const seen = Object.fromEntries(fields.map((field) => [`${field}Seen`, SEEN[field]]));
  const openAPIV3Schema = {
    type: 'object',
    required: ['spec'],
    properties: {
      spec: { type: 'object', required: ['size'], properties: spec },
      status: { type: 'object', properties: { ...seen, conditions } },
    },
  };
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: CRD_NAME },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
      versions: versions.map((name, at) => ({
        name,
        served: true,
        storage: at === versions.length - 1,
        subresources: { status: {} },
        schema: { openAPIV3Schema },
      })),
    },
  };
  return crd;
}
