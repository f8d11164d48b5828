import { APPLY, get, JSON_PATCH, patch, post, put, remove, STRATEGIC } from '../step.js';
import type { Sequence, Step } from '../step.js';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const widgetSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 0, maximum: 10 },
        color: { type: 'string', enum: ['red', 'green'], default: 'red' },
        name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
        at: { type: 'string', format: 'date-time' },
        port: { 'x-kubernetes-int-or-string': true },
        ratio: { type: 'number', multipleOf: 0.5 },
        tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set', maxItems: 3 },
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['id'],
          items: {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'string' }, count: { type: 'integer', default: 1 } },
          },
        },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        nullable: { type: 'string', nullable: true },
        extra: { type: 'object', additionalProperties: { type: 'integer' } },
        fixed: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'is fixed' }] },
      },
      'x-kubernetes-validations': [{ rule: 'self.size != 7', message: 'seven is not allowed' }],
    },
    status: { type: 'object', properties: { ready: { type: 'boolean' }, replicas: { type: 'integer' } } },
  },
};

function crd(
  plural: string,
  kind: string,
  changes: { readonly version?: object; readonly spec?: object; readonly name?: string } = {},
): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: changes.name ?? `${plural}.{ns}.example.com` },
    spec: {
      group: '{ns}.example.com',
      names: { plural, kind },
      scope: 'Namespaced',
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: widgetSchema }, ...changes.version },
      ],
      ...changes.spec,
    },
  };
}

const widgets = '/apis/{ns}.example.com/v1/namespaces/{ns}/widgets';
const widget = (spec: unknown, metadata: object = {}, more: object = {}): object => ({
  apiVersion: '{ns}.example.com/v1',
  kind: 'Widget',
  metadata: { name: 'x', ...metadata },
  spec,
  ...more,
});

/** The definition, and waiting until it is served. */
const served: readonly Step[] = [
  post(
    'the definition',
    crds,
    crd('widgets', 'Widget', {
      version: {
        subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.replicas' } },
      },
    }),
  ),
  get('is served', widgets, { untilSuccess: true }),
  // Right after a definition the server refuses writes for a moment.
  post('takes writes', widgets, widget({ size: 1 }, { name: 'warm' }), {
    untilSuccess: true,
    query: { dryRun: 'All' },
  }),
];

const schema: Sequence = {
  name: 'a custom resource and its schema',
  steps: [
    ...served,
    ...Object.entries({
      minimal: { size: 1 },
      'no size': {},
      'no object': 'x',
      'size as text': { size: '1' },
      'size that is too small': { size: -1 },
      'size that is too large': { size: 11 },
      'fractional size': { size: 1.5 },
      'null size': { size: null },
      'an unknown color': { size: 1, color: 'blue' },
      'null for a default': { size: 1, color: null },
      'a short name': { size: 1, name: 'a' },
      'a long name': { size: 1, name: 'abcdef' },
      'a bad name': { size: 1, name: 'AB' },
      'a bad time': { size: 1, at: 'now' },
      'a number for the port': { size: 1, port: 80 },
      'a text for the port': { size: 1, port: 'http' },
      'a flag for the port': { size: 1, port: true },
      'a ratio that does not fit': { size: 1, ratio: 0.3 },
      'tags twice': { size: 1, tags: ['a', 'a'] },
      'too many tags': { size: 1, tags: ['a', 'b', 'c', 'd'] },
      'parts twice': { size: 1, parts: [{ id: 'a' }, { id: 'a' }] },
      'parts with defaults': { size: 1, parts: [{ id: 'a' }, { id: 'b', count: 2 }] },
      'a part without its key': { size: 1, parts: [{ count: 1 }] },
      'free fields': { size: 1, free: { a: { b: 1 } } },
      'null where it may be': { size: 1, nullable: null },
      'extra values': { size: 1, extra: { a: 1 } },
      'bad extra values': { size: 1, extra: { a: 'b' } },
      'an unknown field': { size: 1, odd: 1 },
      'a rule that fails': { size: 7 },
    }).map(([title, spec], index) => post(title, widgets, widget(spec, { name: `w${index}` }))),
    post('an unknown field, strictly', widgets, widget({ size: 1, odd: { a: 1 } }, { name: 's1' }), {
      query: { fieldValidation: 'Strict' },
    }),
    post('an unknown field, ignored', widgets, widget({ size: 1, odd: 1 }, { name: 's2' }), {
      query: { fieldValidation: 'Ignore' },
    }),
    post('no spec', widgets, { apiVersion: '{ns}.example.com/v1', kind: 'Widget', metadata: { name: 's3' } }),
    post('another kind', widgets, { ...widget({ size: 1 }), kind: 'Odd' }),
    post('no kind', widgets, { metadata: { name: 's4' }, spec: { size: 1 } }),
    post('a bad label', widgets, widget({ size: 1 }, { name: 's5', labels: { 'a b': 'c' } })),
    post('a bad finalizer', widgets, widget({ size: 1 }, { name: 's6', finalizers: ['f'] })),
    post('a bad metadata type', widgets, widget({ size: 1 }, { name: 's7', labels: 5 })),
    post('generated', widgets, widget({ size: 1 }, { name: undefined, generateName: 'gen-' })),
    post('no JSON', widgets, 'x'),
  ],
};

const life: Sequence = {
  name: 'the life of a custom resource',
  steps: [
    ...served,
    post('created', widgets, widget({ size: 1 }, {}, { status: { ready: true } }), { id: 'x' }),
    post('created again', widgets, widget({ size: 1 })),
    put('replaced without a version', `${widgets}/x`, widget({ size: 2 })),
    put('replaced', `${widgets}/x`, widget({ size: 2 }, { resourceVersion: '{{x:metadata.resourceVersion}}' }), {
      id: 'y',
    }),
    put(
      'replaced at an old version',
      `${widgets}/x`,
      widget({ size: 3 }, { resourceVersion: '{{x:metadata.resourceVersion}}' }),
    ),
    put(
      'replaced with what is there',
      `${widgets}/x`,
      widget({ size: 2 }, { resourceVersion: '{{y:metadata.resourceVersion}}' }),
    ),
    put(
      'an invalid replacement',
      `${widgets}/x`,
      widget({ size: 20 }, { resourceVersion: '{{y:metadata.resourceVersion}}' }),
    ),
    put(
      'a replacement of what is missing',
      `${widgets}/none`,
      widget({ size: 2 }, { name: 'none', resourceVersion: '1' }),
    ),
    patch('merged', `${widgets}/x`, { spec: { name: 'abc', fixed: 'a' } }),
    patch('merged against a transition rule', `${widgets}/x`, { spec: { fixed: 'b' } }),
    patch('merged with an unknown field', `${widgets}/x`, { spec: { odd: 1 } }),
    patch(
      'merged with an unknown field, strictly',
      `${widgets}/x`,
      { spec: { odd: 1 } },
      { query: { fieldValidation: 'Strict' } },
    ),
    patch('merged strategically', `${widgets}/x`, { spec: { name: 'abd' } }, { type: STRATEGIC }),
    patch('changed by operations', `${widgets}/x`, [{ op: 'add', path: '/spec/tags', value: ['a'] }], {
      type: JSON_PATCH,
    }),
    patch('changed by a failing test', `${widgets}/x`, [{ op: 'test', path: '/spec/size', value: 9 }], {
      type: JSON_PATCH,
    }),
    patch('the status', `${widgets}/x/status`, { status: { ready: true, replicas: 2 }, spec: { size: 9 } }),
    patch('a bad status', `${widgets}/x/status`, { status: { ready: 'yes' } }),
    patch('no status by the main resource', `${widgets}/x`, { status: { ready: false } }),
    get('the scale', `${widgets}/x/scale`),
    patch('another scale', `${widgets}/x/scale`, { spec: { replicas: 5 } }),
    patch('a scale that is invalid', `${widgets}/x/scale`, { spec: { replicas: 50 } }),
    patch('applied', `${widgets}/x`, widget({ size: 5, parts: [{ id: 'a' }] }), {
      type: APPLY,
      query: { fieldManager: 'one' },
    }),
    patch('applied by force', `${widgets}/x`, widget({ size: 6, parts: [{ id: 'a' }] }), {
      type: APPLY,
      query: { fieldManager: 'one', force: 'true' },
    }),
    patch('applied by another', `${widgets}/x`, widget({ size: 4, parts: [{ id: 'b', count: 3 }] }), {
      type: APPLY,
      query: { fieldManager: 'two' },
    }),
    patch('applied by another, a part', `${widgets}/x`, widget({ size: 6, parts: [{ id: 'b', count: 3 }] }), {
      type: APPLY,
      query: { fieldManager: 'two' },
    }),
    patch('applied with an unknown field', `${widgets}/x`, widget({ size: 6, odd: 1 }), {
      type: APPLY,
      query: { fieldManager: 'three' },
    }),
    patch('applied as new', `${widgets}/new`, widget({ size: 6 }, { name: 'new' }), {
      type: APPLY,
      query: { fieldManager: 'one' },
    }),
    patch(
      'applied without a kind',
      `${widgets}/x`,
      { spec: { size: 1 } },
      { type: APPLY, query: { fieldManager: 'one' } },
    ),
    patch('a finalizer', `${widgets}/x`, { metadata: { finalizers: ['example.com/f'] } }),
    remove('deleted but held', `${widgets}/x`),
    patch('changed while deleting', `${widgets}/x`, { spec: { size: 3 } }),
    patch('let go', `${widgets}/x`, { metadata: { finalizers: null } }),
    get('gone', `${widgets}/x`),
    get('listed', widgets),
    remove('all deleted', widgets),
    get('none left', widgets),
  ],
};

const definitions: Sequence = {
  name: 'custom resource definitions',
  steps: [
    post('nothing in it', crds, { metadata: { name: 'a' } }),
    post('a name that is not plural.group', crds, crd('gadgets', 'Gadget', { name: 'odd.{ns}.example.com' })),
    post('no schema', crds, crd('gadgets', 'Gadget', { version: { schema: undefined } })),
    post(
      'a schema without a type',
      crds,
      crd('gadgets', 'Gadget', { version: { schema: { openAPIV3Schema: { properties: { a: {} } } } } }),
    ),
    post('no storage version', crds, crd('gadgets', 'Gadget', { version: { storage: false } })),
    post(
      'two storage versions',
      crds,
      crd('gadgets', 'Gadget', {
        spec: {
          versions: ['v1', 'v2'].map((name) => ({
            name,
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object' } },
          })),
        },
      }),
    ),
    post('a bad scope', crds, crd('gadgets', 'Gadget', { spec: { scope: 'Odd' } })),
    post('upper case in the plural', crds, crd('Gadgets', 'Gadget')),
    post(
      'a bad default',
      crds,
      crd('gadgets', 'Gadget', {
        version: { schema: { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', default: 5 } } } } },
      }),
    ),
    post(
      'a rule that is none',
      crds,
      crd('gadgets', 'Gadget', {
        version: {
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-validations': [{ rule: 'self.odd ==' }] } },
        },
      }),
    ),
    post('an unknown field', crds, crd('gadgets', 'Gadget', { spec: { odd: 1 } }), {
      query: { fieldValidation: 'Strict' },
    }),
  ],
};

/** Custom resources and their definitions. */
export const customSequences: readonly Sequence[] = [schema, life, definitions];
