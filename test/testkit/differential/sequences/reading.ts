import { get, patch, post, remove } from '../step.js';
import type { Sequence } from '../step.js';

const configMaps = '/api/v1/namespaces/{ns}/configmaps';
const unreadableLabels = [
  '=,',
  'a=b=c',
  'a in b',
  'a in (',
  'a in (b',
  '!',
  '!a,',
  'a>b',
  'a<',
  '(',
  'a b',
  'a=b,,c',
  ',',
];
const refusedLabels = [
  'A/B/C=d',
  '-a=b',
  'a=-b',
  'a in (b,-)',
  'a=b c',
  'a!',
  '!a b',
  'a (b)',
  'a in (,)',
  'a notin (b,)',
];
const unreadableFields = ['a', 'a=b=c', 'metadata.name', 'metadata.name=\\', '!metadata.name', 'metadata.name in (a)'];
const numbers = [{ limit: 'x' }, { limit: '' }, { limit: '99999999999999999999' }, { timeoutSeconds: '1.5' }];
const versions = [
  { resourceVersion: 'x' },
  { resourceVersion: '-1' },
  { resourceVersion: '0', resourceVersionMatch: 'Odd' },
];

const queries: Sequence = {
  name: 'selectors and numbers of lists',
  steps: [
    ...[...unreadableLabels, ...refusedLabels].map((labelSelector) =>
      get(`labels ${labelSelector}`, configMaps, { query: { labelSelector } }),
    ),
    ...unreadableFields.map((fieldSelector) =>
      get(`fields ${fieldSelector}`, configMaps, { query: { fieldSelector } }),
    ),
    ...[...numbers, ...versions].map((query) => get(JSON.stringify(query), configMaps, { query })),
    ...['/api/v1/pods', '/apis/apps/v1/replicasets', '/apis/batch/v1/jobs', '/api/v1/persistentvolumes'].map((path) =>
      get(`an unknown field of ${path}`, path, { query: { fieldSelector: 'odd=x' } }),
    ),
  ],
};

const meta = 'v=v1;g=meta.k8s.io';
const shapes: Sequence = {
  name: 'shapes of answers',
  steps: [
    post('an object', configMaps, { metadata: { name: 'x' }, data: { a: 'b', n: '1', t: 'true' } }),
    ...[
      'text/html',
      'application/*',
      `application/json;as=PartialObjectMetadata;${meta}`,
      `application/json;as=PartialObjectMetadataList;${meta}`,
      `application/json;as=Odd;${meta}`,
      'application/json;as=Table;v=v9;g=meta.k8s.io',
      'application/yaml',
    ].flatMap((accept) => [
      get(`one as ${accept}`, `${configMaps}/x`, { headers: { accept } }),
      get(`all as ${accept}`, configMaps, { headers: { accept } }),
    ]),
  ],
};

const deleteOptions: Sequence = {
  name: 'options of deletions',
  steps: [
    post('an object', configMaps, { metadata: { name: 'x' } }),
    remove('a period that is a text', `${configMaps}/x`, { gracePeriodSeconds: 'x' }),
    remove('a uid that is a number', `${configMaps}/x`, { preconditions: { uid: 5 } }),
    remove('a dry run that is a text', `${configMaps}/x`, { dryRun: 'All' }),
    remove('a flag that is a text', `${configMaps}/x`, { orphanDependents: 'yes' }),
    remove('no JSON', `${configMaps}/x`, 'no json'),
    remove('a period in the URL that is none', `${configMaps}/x`, undefined, { query: { gracePeriodSeconds: 'x' } }),
    get('still there', `${configMaps}/x`),
    remove('an unknown option', `${configMaps}/x`, { odd: 1 }),
    post('a job', '/apis/batch/v1/namespaces/{ns}/jobs', {
      metadata: { name: 'j' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
    }),
    patch('a job that does not change', '/apis/batch/v1/namespaces/{ns}/jobs/j', { metadata: {} }),
    remove('all jobs', '/apis/batch/v1/namespaces/{ns}/jobs'),
  ],
};

/** How requests are read, and in which shapes they are answered. */
export const readingSequences: readonly Sequence[] = [queries, shapes, deleteOptions];
