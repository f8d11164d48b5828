import { get, JSON_PATCH, MERGE, patch, post, put, remove, STRATEGIC } from '../step.js';
import type { Sequence } from '../step.js';
import { container, selector, template } from './kinds.js';

const configMaps = '/api/v1/namespaces/{ns}/configmaps';
const deployments = '/apis/apps/v1/namespaces/{ns}/deployments';
const owner = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  name,
  uid: `${name}-uid`,
  ...more,
});

const metadata: Sequence = {
  name: 'metadata',
  steps: Object.entries({
    'bad name': { name: 'A_' },
    'name that is too long': { name: 'a'.repeat(254) },
    'name that ends in a dot': { name: 'a.' },
    'number as name': { name: 5 },
    'generated name': { generateName: 'gen-' },
    'bad generated name': { generateName: 'GEN_' },
    'label without a value': { name: 'l0', labels: { a: '' } },
    'bad label key': { name: 'l1', labels: { 'a b': 'c' } },
    'bad label prefix': { name: 'l2', labels: { 'A_/b': 'c' } },
    'bad label value': { name: 'l3', labels: { a: '-b' } },
    'long label value': { name: 'l4', labels: { a: 'b'.repeat(64) } },
    'number as label': { name: 'l5', labels: { a: 1 } },
    'labels that are a list': { name: 'l6', labels: [] },
    'bad annotation key': { name: 'a1', annotations: { 'a b': 'c' } },
    'annotation with any text': { name: 'a2', annotations: { 'a.b/c': '{"x": "y z"}' } },
    'unqualified finalizer': { name: 'f1', finalizers: ['f'] },
    'bad finalizer': { name: 'f2', finalizers: ['a b/c'] },
    'standard finalizer': { name: 'f3', finalizers: ['foregroundDeletion'] },
    owner: { name: 'o1', ownerReferences: [owner('a')] },
    'two controllers': {
      name: 'o2',
      ownerReferences: [owner('a', { controller: true }), owner('b', { controller: true })],
    },
    'owner without a name': { name: 'o3', ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', uid: 'u' }] },
    'owner without anything': { name: 'o4', ownerReferences: [{}] },
    'owner that is an event': {
      name: 'o5',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'e', uid: 'u' }],
    },
    'two owners of one uid': { name: 'o6', ownerReferences: [owner('a'), owner('a')] },
    'another namespace': { name: 'n1', namespace: 'default' },
    'a version': { name: 'v1', resourceVersion: '7' },
    'a uid and a time': {
      name: 'v2',
      uid: '11111111-2222-4333-8444-555555555555',
      creationTimestamp: '2020-01-01T00:00:00Z',
    },
    'a deletion time': { name: 'v3', deletionTimestamp: '2020-01-01T00:00:00Z' },
    'a generation': { name: 'v4', generation: 7 },
    'a self link': { name: 'v5', selfLink: '/x' },
    'a bad time': { name: 'v6', creationTimestamp: 'yesterday' },
    'managed fields': { name: 'v7', managedFields: [] },
  }).map(([title, meta]) => post(title, configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta })),
};

const bodies: Sequence = {
  name: 'bodies and options',
  steps: [
    post('no JSON', configMaps, 'this is no JSON'),
    post('half JSON', configMaps, '{"metadata": {'),
    post('a list', configMaps, []),
    post('a number', configMaps, '5'),
    post('nothing', configMaps, ''),
    post('without a kind', configMaps, { metadata: { name: 'k1' } }),
    post('another apiVersion', configMaps, { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'k2' } }),
    post('another kind', configMaps, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'k3' } }),
    post('metadata as text', configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: 'x' }),
    post('an unknown field by default', configMaps, { metadata: { name: 'u1' }, odd: 1 }),
    post(
      'an unknown field, strictly',
      configMaps,
      { metadata: { name: 'u2' }, odd: 1 },
      { query: { fieldValidation: 'Strict' } },
    ),
    post(
      'an unknown field, with a warning',
      configMaps,
      { metadata: { name: 'u3' }, odd: 1 },
      { query: { fieldValidation: 'Warn' } },
    ),
    post(
      'an unknown field, ignored',
      configMaps,
      { metadata: { name: 'u4' }, odd: 1 },
      { query: { fieldValidation: 'Ignore' } },
    ),
    post('an unknown validation', configMaps, { metadata: { name: 'u5' } }, { query: { fieldValidation: 'Odd' } }),
    post('duplicate fields, strictly', configMaps, '{"metadata":{"name":"d1"},"data":{"a":"b","a":"c"}}', {
      query: { fieldValidation: 'Strict' },
    }),
    post(
      'duplicate fields, with a warning',
      configMaps,
      '{"metadata":{"name":"d2"},"data":{"a":"b"},"data":{"a":"c"}}',
    ),
    post(
      'several unknown fields, strictly',
      deployments,
      {
        metadata: { name: 'u6', odd: 1 },
        spec: { selector, odd: 2, template: { ...template, spec: { containers: [{ ...container, odd: 3 }], odd: 4 } } },
      },
      { query: { fieldValidation: 'Strict' } },
    ),
    post('several unknown fields, with warnings', deployments, {
      metadata: { name: 'u7', odd: 1 },
      spec: { selector, odd: 2, template: { ...template, spec: { containers: [{ ...container, odd: 3 }], odd: 4 } } },
    }),
    post('a field in the wrong case', deployments, {
      metadata: { name: 'u8' },
      spec: { selector, template, Replicas: 2 },
    }),
    post('text for a list', deployments, {
      metadata: { name: 't1' },
      spec: { selector, template: { spec: { containers: 'c' } } },
    }),
    post('text for an object', deployments, { metadata: { name: 't2' }, spec: 'x' }),
    post('a number for text', deployments, {
      metadata: { name: 't3' },
      spec: { selector, template: { spec: { containers: [{ name: 1 }] } } },
    }),
    post('text for a flag', deployments, { metadata: { name: 't4' }, spec: { paused: 'yes', selector, template } }),
    post('a number that is too large', deployments, {
      metadata: { name: 't5' },
      spec: { replicas: 3000000000, selector, template },
    }),
    post('an odd dry run', configMaps, { metadata: { name: 'y1' } }, { query: { dryRun: 'Some' } }),
    post('a long manager', configMaps, { metadata: { name: 'y2' } }, { query: { fieldManager: 'm'.repeat(129) } }),
    post('YAML', configMaps, 'metadata:\n  name: yaml\ndata:\n  a: b\n', { type: 'application/yaml' }),
    post('an unknown media type', configMaps, 'x', { type: 'text/plain' }),
    get('an unknown resource', '/api/v1/namespaces/{ns}/odds'),
    get('an unknown group', '/apis/odd.example.org/v1/odds'),
    get('a subresource that is none', `${configMaps}/yaml/odd`),
    get('a status that is none', `${configMaps}/yaml/status`),
    post('a create at a name', `${configMaps}/yaml`, { metadata: { name: 'yaml' } }),
    post('a create everywhere', '/api/v1/configmaps', { metadata: { name: 'z' } }),
    post('a missing namespace', '/api/v1/namespaces/{ns}-none/configmaps', { metadata: { name: 'z' } }),
    { title: 'a method that is none', method: 'PUT', path: configMaps, body: {} },
  ],
};

const patches: Sequence = {
  name: 'patches',
  steps: [
    post('a deployment', deployments, { metadata: { name: 'x' }, spec: { selector, template } }, { id: 'x' }),
    ...(
      [
        ['operation on a missing path', JSON_PATCH, [{ op: 'replace', path: '/spec/odd', value: 1 }]],
        ['removal of a missing path', JSON_PATCH, [{ op: 'remove', path: '/metadata/annotations/none' }]],
        ['test that fails', JSON_PATCH, [{ op: 'test', path: '/spec/replicas', value: 9 }]],
        ['test of null on an absent path', JSON_PATCH, [{ op: 'test', path: '/metadata/finalizers', value: null }]],
        ['unknown operation', JSON_PATCH, [{ op: 'odd', path: '/spec' }]],
        ['operation without a path', JSON_PATCH, [{ op: 'add', value: 1 }]],
        ['no list of operations', JSON_PATCH, { op: 'add' }],
        [
          'append to a list',
          JSON_PATCH,
          [{ op: 'add', path: '/spec/template/spec/containers/-', value: { name: 'd', image: 'd' } }],
        ],
        [
          'move',
          JSON_PATCH,
          [{ op: 'move', from: '/spec/template/metadata/labels/app', path: '/spec/template/metadata/labels/other' }],
        ],
        ['copy', JSON_PATCH, [{ op: 'copy', from: '/metadata/name', path: '/metadata/labels' }]],
        ['merge of a list', MERGE, { spec: { template: { spec: { containers: [{ name: 'e', image: 'e' }] } } } }],
        ['merge of a list of the wrong type', MERGE, { spec: { template: { spec: { containers: { a: 1 } } } } }],
        [
          'strategic merge of a container',
          STRATEGIC,
          { spec: { template: { spec: { containers: [{ name: 'e', image: 'f' }] } } } },
        ],
        [
          'strategic merge of a new container',
          STRATEGIC,
          { spec: { template: { spec: { containers: [{ name: 'g', image: 'g' }] } } } },
        ],
        [
          'strategic removal of a container',
          STRATEGIC,
          { spec: { template: { spec: { containers: [{ name: 'e', $patch: 'delete' }] } } } },
        ],
        [
          'strategic merge without the key',
          STRATEGIC,
          { spec: { template: { spec: { containers: [{ image: 'f' }] } } } },
        ],
        ['strategic replacement', STRATEGIC, { spec: { strategy: { $patch: 'replace', type: 'Recreate' } } }],
        ['strategic order', STRATEGIC, { spec: { template: { spec: { $setElementOrder: [] } } } }],
        ['merge of an unknown field', MERGE, { spec: { odd: 1 } }],
        ['merge that is a list', MERGE, []],
        ['merge at an old version', MERGE, { metadata: { resourceVersion: '1' } }],
        ['merge of another name', MERGE, { metadata: { name: 'y' } }],
        ['merge of another uid', MERGE, { metadata: { uid: '11111111-2222-4333-8444-555555555555' } }],
        ['merge of another namespace', MERGE, { metadata: { namespace: 'y' } }],
        ['plain JSON', 'application/json', {}],
      ] as const
    ).map(([title, type, body]) => patch(title, `${deployments}/x`, body, { type })),
    patch(
      'an unknown field, strictly',
      `${deployments}/x`,
      { spec: { odd: 1 } },
      { query: { fieldValidation: 'Strict' } },
    ),
    patch('force on a merge patch', `${deployments}/x`, {}, { query: { force: 'true' } }),
    patch('a missing object', `${deployments}/none`, {}),
    get('the scale', `${deployments}/x/scale`),
    put('another scale', `${deployments}/x/scale`, {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'x', namespace: '{ns}' },
      spec: { replicas: 4 },
    }),
    put('a negative scale', `${deployments}/x/scale`, {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'x', namespace: '{ns}' },
      spec: { replicas: -4 },
    }),
    patch('a merged scale', `${deployments}/x/scale`, { spec: { replicas: 2 } }),
    get('the end', `${deployments}/x`),
  ],
};

const deletions: Sequence = {
  name: 'deletions',
  steps: [
    post('a', configMaps, { metadata: { name: 'a', labels: { g: '1' } } }, { id: 'a' }),
    post('b', configMaps, { metadata: { name: 'b', labels: { g: '1' } } }),
    post('c', configMaps, { metadata: { name: 'c', labels: { g: '2' }, finalizers: ['example.com/f'] } }),
    remove('with a wrong version', `${configMaps}/a`, { preconditions: { resourceVersion: '1' } }),
    remove('with the right uid', `${configMaps}/a`, { preconditions: { uid: '{{a:metadata.uid}}' } }),
    remove('with two policies', `${configMaps}/b`, { propagationPolicy: 'Foreground', orphanDependents: true }),
    remove('with an odd policy', `${configMaps}/b`, { propagationPolicy: 'Odd' }),
    remove('with an odd dry run', `${configMaps}/b`, { dryRun: ['Odd'] }),
    remove('with a negative grace period', `${configMaps}/b`, { gracePeriodSeconds: -1 }),
    remove('in the foreground', `${configMaps}/b`, { propagationPolicy: 'Foreground' }),
    get('held by the foreground', `${configMaps}/b`),
    remove('held by a finalizer', `${configMaps}/c`, { propagationPolicy: 'Background' }),
    remove('held, again', `${configMaps}/c`),
    patch('a new finalizer while deleting', `${configMaps}/c`, {
      metadata: { finalizers: ['example.com/f', 'example.com/g'] },
    }),
    patch('let go', `${configMaps}/c`, { metadata: { finalizers: [] } }),
    post('d', configMaps, { metadata: { name: 'd', labels: { g: '3' } } }),
    remove('orphaning', `${configMaps}/d`, undefined, { query: { propagationPolicy: 'Orphan' } }),
    get('held by the orphans', `${configMaps}/d`),
    post('e', configMaps, { metadata: { name: 'e', labels: { g: '4' } } }),
    remove('the collection by label', configMaps, undefined, { query: { labelSelector: 'g=4' } }),
    get('what is left', configMaps, { query: { labelSelector: 'g=4' } }),
    post('a pod', '/api/v1/namespaces/{ns}/pods', { metadata: { name: 'p' }, spec: { containers: [container] } }),
    remove('a pod that is nowhere', '/api/v1/namespaces/{ns}/pods/p'),
    post('a pod on a node', '/api/v1/namespaces/{ns}/pods', {
      metadata: { name: 'q' },
      spec: { nodeName: 'n', containers: [container] },
    }),
    remove('a pod on a node', '/api/v1/namespaces/{ns}/pods/q'),
    get('a pod that terminates', '/api/v1/namespaces/{ns}/pods/q'),
    remove('a pod at once', '/api/v1/namespaces/{ns}/pods/q', { gracePeriodSeconds: 0 }),
    get('a pod that is gone', '/api/v1/namespaces/{ns}/pods/q'),
  ].map((step, index, all) =>
    all.findIndex(({ title }) => title === step.title) === index ? step : { ...step, title: `${step.title} (deleted)` },
  ),
};

/** What all kinds have in common. */
export const metadataSequences: readonly Sequence[] = [metadata, bodies, patches, deletions];
