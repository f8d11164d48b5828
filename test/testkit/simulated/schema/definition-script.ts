import type { Step } from '../request-script.js';
import { crd, version } from './crds.js';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const object = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest });
const plain = object({ spec: object({ a: { type: 'string' } }) });
const spec = (properties: object, rest: object = {}): object => object({ spec: object(properties, rest) });
const list = (items: object, rest: object = {}): object => ({ type: 'array', items, ...rest });
const rule = (expression: string, rest: object = {}): object => ({
  'x-kubernetes-validations': [{ rule: expression, ...rest }],
});

/** Schemas that are refused, each for one reason, and a few that are not. */
const schemas: readonly (readonly [title: string, schema: object])[] = [
  ['is plain', plain],
  ['is empty', {}],
  ['is a list at the root', list({ type: 'string' })],
  ['has a field without a type', spec({ a: {} })],
  ['has a list without items', spec({ a: { type: 'array' } })],
  ['has items without a type', spec({ a: list({}) })],
  ['has an unknown type', spec({ a: { type: 'text' } })],
  ['has the type null', spec({ a: { type: 'null' } })],
  ['refers', spec({ a: { type: 'object', $ref: '#/x' } })],
  ['has definitions', { ...plain, definitions: { a: { type: 'string' } } }],
  ['has items one by one', spec({ a: { type: 'array', items: [{ type: 'string' }] } })],
  ['has unique items', spec({ a: list({ type: 'string' }, { uniqueItems: true }) })],
  ['has properties and more', spec({ a: { type: 'string' } }, { additionalProperties: { type: 'string' } })],
  ['has properties and any more', spec({ a: { type: 'string' } }, { additionalProperties: true })],
  ['has properties and no more', spec({ a: { type: 'string' } }, { additionalProperties: false })],
  ['has more at the root', { type: 'object', additionalProperties: { type: 'string' } }],
  ['is null at the root', { ...plain, nullable: true }],
  ['has a type inside of a condition', spec({ a: { type: 'string', anyOf: [{ type: 'string' }] } })],
  ['has a default inside of a condition', spec({ a: { type: 'string', oneOf: [{ default: 'x' }] } })],
  ['describes a condition', spec({ a: { type: 'string', allOf: [{ description: 'x', title: 'y' }] } })],
  ['has a field in a condition alone', { ...plain, anyOf: [{ properties: { status: { required: ['x'] } } }] }],
  ['has rules inside of a condition', spec({ a: { type: 'string', allOf: [rule('true')] } })],
  [
    'has integers or strings',
    spec({ a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] } }),
  ],
  ['has a wrong pattern', spec({ a: { type: 'string', pattern: 'a(?=b)' } })],
  [
    'has metadata that says much',
    object({ metadata: object({ labels: { type: 'object', additionalProperties: { type: 'string' } } }) }),
  ],
  ['has metadata that says the name', object({ metadata: object({ name: { type: 'string', maxLength: 5 } }) })],
  ['has metadata that is a text', object({ metadata: { type: 'string' } })],
  ['has a kind that is a number', object({ kind: { type: 'integer' } })],
  ['has a default of the wrong type', spec({ a: { type: 'string', default: 5 } })],
  ['has a default with unknown fields', spec({ a: object({ b: { type: 'string' } }, { default: { c: 1 } }) })],
  ['has a default that is too long', spec({ a: { type: 'string', maxLength: 2, default: 'abc' } })],
  ['has a default for its kind', object({ kind: { type: 'string', default: 'X' } })],
  ['preserves not', spec({ a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': false } })],
  ['embeds a text', spec({ a: { type: 'string', 'x-kubernetes-embedded-resource': true } })],
  ['embeds nothing', spec({ a: { type: 'object', 'x-kubernetes-embedded-resource': true } })],
  ['has a list type without a list', spec({ a: { type: 'string', 'x-kubernetes-list-type': 'set' } })],
  ['has an unknown list type', spec({ a: list({ type: 'string' }, { 'x-kubernetes-list-type': 'bag' }) })],
  [
    'has a list map without keys',
    spec({ a: list(object({ k: { type: 'string' } }), { 'x-kubernetes-list-type': 'map' }) }),
  ],
  [
    'has keys without a list map',
    spec({ a: list(object({ k: { type: 'string' } }), { 'x-kubernetes-list-map-keys': ['k'] }) }),
  ],
  [
    'has a list map with unknown keys',
    spec({
      a: list(object({ k: { type: 'string' } }), {
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['x'],
      }),
    }),
  ],
  [
    'has a list map with optional keys',
    spec({
      a: list(object({ k: { type: 'string' } }), {
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
      }),
    }),
  ],
  [
    'has a list map of texts',
    spec({ a: list({ type: 'string' }, { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] }) }),
  ],
  ['has a set of objects', spec({ a: list(object({ k: { type: 'string' } }), { 'x-kubernetes-list-type': 'set' }) })],
  ['has an unknown map type', spec({ a: { type: 'object', 'x-kubernetes-map-type': 'loose' } })],
  ['has an empty rule', spec({ a: { type: 'string', ...rule(' ') } })],
  ['has an empty message', spec({ a: { type: 'string', ...rule('true', { message: ' ' }) } })],
  ['has a rule of two lines', spec({ a: { type: 'string', ...rule('true &&\ntrue') } })],
  ['has an unknown reason', spec({ a: { type: 'string', ...rule('true', { reason: 'Because' }) } })],
  ['has a wrong field path', spec({ a: object({ b: { type: 'string' } }, rule('true', { fieldPath: '.c' })) })],
  [
    'has a rule about the past of a list',
    spec({ a: list({ type: 'string', maxLength: 5, ...rule('self == oldSelf') }, { maxItems: 3 }) }),
  ],
  [
    'has a rule with an option that it does not use',
    spec({ a: { type: 'string', ...rule('true', { optionalOldSelf: true }) } }),
  ],
  [
    'has a rule about a field that is not there',
    spec({ a: object({ b: { type: 'string' } }, rule('self.c == self.b && self.d')) }),
  ],
  [
    'has a rule about what has no type',
    spec({ a: object({ b: { 'x-kubernetes-preserve-unknown-fields': true } }, rule('has(self.b)')) }),
  ],
  [
    'has a rule about elements',
    spec({ a: list(object({ b: { type: 'integer' } }), { maxItems: 5, ...rule('self.all(x, x.b > 0 && x.c > 0)') }) }),
  ],
  ['has a rule about labels', { ...plain, ...rule("self.metadata.labels['a'] == 'b'") }],
  ['has a rule with an unknown variable', spec({ a: { type: 'string', ...rule('other == self') } })],
  ['has a rule with an unknown function', spec({ a: { type: 'string', ...rule('magic(self)') } })],
  ['has a rule with an unknown method', spec({ a: { type: 'string', ...rule('self.magic()') } })],
  [
    'has a rule with an index',
    spec({
      a: list(object({ b: { type: 'string' } }), { maxItems: 5, ...rule('self.size() == 0 || has(self[0].b)') }),
    }),
  ],
  [
    'has a message with an unknown variable',
    spec({ a: { type: 'string', ...rule('true', { messageExpression: 'other' }) } }),
  ],
  ['has a rule', spec({ a: { type: 'string', ...rule('self.size() > 1') } })],
];

/** Other parts of a CRD that are refused. */
function specs(group: string): readonly (readonly [title: string, kind: string, spec: object])[] {
  const versions = (...all: object[]): object => ({ versions: all });
  return [
    ['has no versions', 'Na', versions()],
    ['has no schema', 'Nb', versions({ name: 'v1', served: true, storage: true })],
    ['has no storage version', 'Nc', versions(version('v1', plain, { storage: false }))],
    ['has two storage versions', 'Nd', versions(version('v1', plain), version('v2', plain))],
    ['has two storage versions that differ', 'Ne', versions(version('v1', plain), version('v2', object({})))],
    ['has a version twice', 'Nf', versions(version('v1', plain), version('v1', plain, { storage: false }))],
    ['has a strange version', 'Ng', versions(version('1.0', plain))],
    ['has no scope', 'Nh', { scope: '' }],
    ['has a strange scope', 'Ni', { scope: 'Everywhere' }],
    ['has another plural', 'Nj', { names: { plural: 'others', kind: 'Nj' } }],
    ['has no kind', 'Nk', { names: { plural: 'nks' } }],
    [
      'has strange names',
      'Nl',
      { names: { plural: 'nls', kind: 'N_l', singular: 'N L', shortNames: ['A'], categories: ['B'] } },
    ],
    ['has a list kind like its kind', 'Nm', { names: { plural: 'nms', kind: 'Nm', listKind: 'Nm' } }],
    ['has another group', 'Nn', { group: 'other.example.com' }],
    ['has a group without a dot', 'No', { group: 'example' }],
    ['has a community group', 'Np', { group: 'x.k8s.io' }],
    ['has an unknown conversion', 'Nq', { conversion: { strategy: 'Magic' } }],
    [
      'has a webhook without a client',
      'Nr',
      { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } } },
    ],
    ['preserves unknown fields', 'Ns', { preserveUnknownFields: true }],
    [
      'has a strange column',
      'Nt',
      versions(
        version('v1', plain, {
          additionalPrinterColumns: [{ name: 'A', type: 'text', jsonPath: 'spec.a', format: 'x' }],
        }),
      ),
    ],
    [
      'has a strange scale',
      'Nu',
      versions(
        version('v1', plain, {
          subresources: {
            scale: { specReplicasPath: '.status.a', statusReplicasPath: '.spec.a', labelSelectorPath: 'x' },
          },
        }),
      ),
    ],
    [
      'selects by what is not there',
      'Nv',
      versions(
        version('v1', plain, {
          selectableFields: [
            { jsonPath: '.spec.x' },
            { jsonPath: '.spec' },
            { jsonPath: '.spec.a' },
            { jsonPath: '.spec.a' },
          ],
        }),
      ),
    ],
    [
      'has more than one version',
      'Nw',
      versions(version('v1', plain), version('v2', object({ spec: { type: 'array' } }), { storage: false })),
    ],
    ['warns without being deprecated', 'Nx', versions(version('v1', plain, { deprecationWarning: 'old' }))],
    [
      'has a status and a condition at its root',
      'Ny',
      versions(version('v1', { ...plain, minProperties: 1 }, { subresources: { status: {} } })),
    ],
  ].map(([title, kind, rest]) => [String(title), String(kind), { group, ...(rest as object) }] as const);
}

/** CRDs that are refused and CRDs that are not. */
export function refusedDefinitionScript(group: string): readonly Step[] {
  return [
    ...schemas.map(([title, schema], index): Step => {
      const kind = `K${index}`;
      return {
        title: `a schema that ${title}`,
        method: 'POST',
        path: crds,
        body: crd(group, kind, [version('v1', schema)]),
      };
    }),
    ...specs(group).map(([title, kind, rest]): Step => {
      const body = crd(group, kind, [version('v1', plain)], rest);
      return { title: `a CRD that ${title}`, method: 'POST', path: crds, body };
    }),
  ];
}

const merge = 'application/merge-patch+json';

/** Changes of a CRD after it is there. */
export function changedDefinitionScript(group: string): readonly Step[] {
  const at = `${crds}/changes.${group}`;
  const patch = (title: string, body: object): Step => ({ title, method: 'PATCH', path: at, type: merge, body });
  return [
    patch('a scope does not change', { spec: { scope: 'Cluster' } }),
    patch('a kind does not change', { spec: { names: { kind: 'Other', listKind: 'OtherList' } } }),
    patch('a plural does not change', { spec: { names: { plural: 'others' } } }),
    patch('a stored version does not go', { spec: { versions: [version('v2', plain)] } }),
    patch('a schema does not become wrong', { spec: { versions: [version('v1', spec({ a: {} }))] } }),
    patch('another version becomes the stored one', {
      spec: { versions: [version('v1', plain, { storage: false }), version('v2', plain)] },
    }),
    patch('a status is not written along', { status: { storedVersions: ['v2'] } }),
  ];
}
