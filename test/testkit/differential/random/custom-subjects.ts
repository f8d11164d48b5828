import { get, post } from '../step.js';
import type { Step } from '../step.js';
import type { Body, Subject } from './subject.js';

const text = { type: 'string' };
const whole = { type: 'integer', format: 'int32' };

const condition = {
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  properties: {
    type: { type: 'string', maxLength: 316, pattern: '^[A-Za-z][A-Za-z0-9]*$' },
    status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
    observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
    lastTransitionTime: { type: 'string', format: 'date-time' },
    reason: { type: 'string', minLength: 1, maxLength: 1024 },
    message: text,
  },
};

/** What an operator of databases would declare: list maps, sets, defaults, transition rules, a template. */
const databaseSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: text,
    kind: text,
    metadata: { type: 'object' },
    spec: {
      type: 'object',
      required: ['engine', 'storage'],
      properties: {
        engine: { type: 'string', enum: ['postgres', 'mysql'], default: 'postgres' },
        replicas: { ...whole, minimum: 0, maximum: 9, default: 1 },
        paused: { type: 'boolean', default: false },
        storage: {
          type: 'object',
          required: ['size'],
          properties: {
            size: {
              anyOf: [{ type: 'integer' }, { type: 'string' }],
              pattern: '^[0-9]+(Mi|Gi)?$',
              'x-kubernetes-int-or-string': true,
            },
            class: { type: 'string', nullable: true },
          },
          'x-kubernetes-validations': [
            { rule: 'self.size == oldSelf.size || !has(self.class)', message: 'size is fixed within a class' },
          ],
        },
        users: {
          type: 'array',
          maxItems: 5,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name', 'host'],
          items: {
            type: 'object',
            required: ['name'],
            properties: {
              name: { type: 'string', minLength: 1, maxLength: 16 },
              host: { type: 'string', default: '%' },
              grants: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
              limits: { type: 'object', additionalProperties: whole, maxProperties: 3 },
            },
          },
        },
        extensions: {
          type: 'array',
          items: { type: 'string', maxLength: 20 },
          maxItems: 10,
          'x-kubernetes-list-type': 'set',
        },
        schedule: {
          type: 'array',
          items: { type: 'object', properties: { at: text, keep: { ...whole, default: 7 } } },
        },
        parameters: { type: 'object', additionalProperties: text },
        selector: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          properties: { matchLabels: { type: 'object', additionalProperties: text } },
        },
        raw: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        template: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
      'x-kubernetes-validations': [
        {
          rule: 'self.engine == oldSelf.engine',
          message: 'engine is immutable',
          fieldPath: '.engine',
          reason: 'FieldValueForbidden',
        },
        {
          rule: '!has(self.extensions) || self.engine == "postgres"',
          messageExpression: '"extensions need postgres, not " + self.engine',
        },
      ],
    },
    status: {
      type: 'object',
      properties: {
        replicas: whole,
        selector: text,
        phase: { type: 'string', enum: ['Pending', 'Ready', 'Failed'] },
        conditions: {
          type: 'array',
          items: condition,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
        },
      },
    },
  },
};

/** The older version: fewer fields, other defaults. */
const olderSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        engine: text,
        replicas: { ...whole, default: 3 },
        storage: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};

const version = {
  served: true,
  subresources: {
    status: {},
    scale: {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    },
  },
};

const crd = (plural: string, kind: string, spec: object): Body => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.{ns}.example.com` },
  spec: { group: '{ns}.example.com', names: { plural, kind, shortNames: [plural.slice(0, 3)] }, ...spec },
});

const databases = crd('databases', 'Database', {
  scope: 'Namespaced',
  versions: [
    {
      ...version,
      name: 'v1',
      storage: true,
      schema: { openAPIV3Schema: databaseSchema },
      selectableFields: [{ jsonPath: '.spec.engine' }],
      additionalPrinterColumns: [
        { name: 'Engine', type: 'string', jsonPath: '.spec.engine' },
        { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas', priority: 1, description: 'How many.' },
        { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      ],
    },
    { ...version, name: 'v1beta1', storage: false, deprecated: true, schema: { openAPIV3Schema: olderSchema } },
  ],
});

/** No subresources, no rules, cluster-scoped: what small controllers keep their settings in. */
const settings = crd('settings', 'Setting', {
  scope: 'Cluster',
  versions: [
    {
      name: 'v1alpha1',
      served: true,
      storage: true,
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              'x-kubernetes-preserve-unknown-fields': true,
              properties: {
                level: { type: 'integer', minimum: 1, exclusiveMinimum: true, multipleOf: 2 },
                url: { type: 'string', format: 'uri' },
                mode: { oneOf: [{ enum: ['fast'] }, { enum: ['slow'] }], type: 'string' },
                ids: { type: 'array', minItems: 1, items: { type: 'string', format: 'uuid' } },
              },
            },
            status: { type: 'object', properties: { seen: { type: 'boolean' } } },
          },
        },
      },
    },
  ],
});

function served(definition: Body, path: string, object: Body): Step[] {
  return [
    post('the definition', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition),
    get('is served', path, { untilSuccess: true }),
    // Right after a definition the server refuses writes for a moment.
    post(
      'takes writes',
      path,
      { ...object, metadata: { name: '{ns}-warm' } },
      { untilSuccess: true, query: { dryRun: 'All' } },
    ),
  ];
}

const database = (spec: unknown, more: object = {}, apiVersion = 'v1'): Body => ({
  apiVersion: `{ns}.example.com/${apiVersion}`,
  kind: 'Database',
  metadata: {},
  spec,
  ...more,
});
const user = (name: string, more: object = {}): object => ({ name, ...more });
const storage = { size: '1Gi' };

const goodDatabases = [
  database({ engine: 'postgres', storage }),
  database({ engine: 'mysql', storage, replicas: 3, paused: true }),
  database({ engine: 'postgres', storage: { size: 5, class: null }, users: [user('a'), user('a', { host: 'h' })] }),
  database({ engine: 'postgres', storage, users: [user('b', { grants: ['x', 'y'], limits: { cpu: 1 } }), user('c')] }),
  database({
    engine: 'postgres',
    storage,
    extensions: ['e', 'f'],
    schedule: [{ at: 'noon' }, { at: 'midnight', keep: 1 }],
  }),
  database({
    engine: 'postgres',
    storage,
    extensions: ['f', 'g'],
    selector: { matchLabels: { a: 'b' } },
    raw: { any: { thing: [1, 'a'] } },
  }),
  database({
    engine: 'postgres',
    storage: { size: '2Gi', class: 'fast' },
    parameters: { a: 'b', c: 'd' },
    template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { odd: 1 } },
  }),
  database({ engine: 'postgres', storage }, { status: { phase: 'Ready', replicas: 2 } }),
];

const badDatabases = [
  database({}),
  database({ engine: 'oracle', storage: { size: '1Ti' } }),
  database({ engine: 'mysql', storage, extensions: ['e'] }),
  database({ engine: 'postgres', storage, users: [user('a'), user('a')] }),
  database({ engine: 'postgres', storage, extensions: ['e', 'e'], replicas: 10 }),
  database({ engine: 'postgres', storage, odd: 1, users: [user('', { odd: 2 })] }),
  database({ engine: 'postgres', storage: { size: true }, template: { kind: 'Pod' } }),
];

const setting = (spec: unknown, more: object = {}): Body => ({
  apiVersion: '{ns}.example.com/v1alpha1',
  kind: 'Setting',
  metadata: {},
  spec,
  ...more,
});

const goodSettings = [
  setting({ level: 2, free: { a: 1 } }, { status: { seen: true } }),
  setting({ mode: 'fast', ids: ['11111111-2222-4333-8444-555555555555'], url: 'http://a/b' }),
  setting({}),
];

/** Custom resources as controllers have them. */
export const CUSTOM_SUBJECTS: readonly Subject[] = [
  {
    path: '/apis/{ns}.example.com/v1/namespaces/{ns}/databases',
    preparation: served(
      databases,
      '/apis/{ns}.example.com/v1/namespaces/{ns}/databases',
      database({ engine: 'mysql', storage }),
    ),
    good: goodDatabases,
    bodies: [...goodDatabases, ...badDatabases],
    hasStatus: true,
    hasScale: true,
    clusterScoped: false,
  },
  {
    path: '/apis/{ns}.example.com/v1beta1/namespaces/{ns}/databases',
    preparation: served(
      databases,
      '/apis/{ns}.example.com/v1/namespaces/{ns}/databases',
      database({ engine: 'mysql', storage }),
    ),
    good: [
      database({ engine: 'mysql', storage }, {}, 'v1beta1'),
      database({ engine: 'postgres', storage: { size: 1 }, replicas: 2 }, {}, 'v1beta1'),
    ],
    bodies: [
      database({ engine: 'mysql' }, {}, 'v1beta1'),
      database({ storage, odd: 1 }, {}, 'v1beta1'),
      database({ engine: 'mysql', storage }, {}, 'v1beta1'),
    ],
    hasStatus: true,
    hasScale: true,
    clusterScoped: false,
  },
  {
    path: '/apis/{ns}.example.com/v1alpha1/settings',
    preparation: served(settings, '/apis/{ns}.example.com/v1alpha1/settings', setting({ level: 2 })),
    good: goodSettings,
    bodies: [
      ...goodSettings,
      setting({ level: 1, mode: 'odd', ids: [] }),
      setting({ level: 3, url: '::', ids: ['x'] }),
      setting('text'),
    ],
    hasStatus: false,
    hasScale: false,
    clusterScoped: true,
  },
];
