import { APPLY, get, MERGE, patch, post, put, remove, STRATEGIC } from '../step.js';
import type { Sequence, Step } from '../step.js';
import { container, context, pod, PODS, secured } from './insecure-pods.js';
import type { Fields } from './insecure-pods.js';

const LABEL = 'pod-security.kubernetes.io';
const DRY_RUN = { query: { dryRun: 'All' } };

const podsIn = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;

/** A namespace of a sequence with labels of the modes given. Its name is `{ns}` and a letter. */
function space(letter: string, modes: Readonly<Record<string, string>>): Step {
  const labels = Object.fromEntries(Object.entries(modes).map(([mode, value]) => [`${LABEL}/${mode}`, value]));
  return post(`namespace ${letter}`, '/api/v1/namespaces', { metadata: { name: `{ns}-${letter}`, labels } });
}

/** Each pod in a namespace of a level as a version has it. */
function sequenceOf(name: string, modes: Readonly<Record<string, string>>): Sequence {
  const trials = Object.entries(PODS).map(([title, body]) => post(title, podsIn('{ns}-a'), body, DRY_RUN));
  return { name: `pod security: ${name}`, steps: [space('a', modes), ...trials] };
}

const template = (spec: Fields): Fields => ({
  metadata: { labels: { app: 'a' } },
  spec: { containers: [container()], ...spec },
});
const selector = { matchLabels: { app: 'a' } };
const jobTemplate = (spec: Fields): Fields => ({ spec: { template: template({ restartPolicy: 'Never', ...spec }) } });

const hosted = { hostNetwork: true };

/** Kinds that make pods: they are never refused, but warned of. */
const templates: Sequence = {
  name: 'pod security: templates',
  steps: [
    space('a', { enforce: 'baseline', warn: 'restricted', 'warn-version': 'v1.24' }),
    ...(
      [
        ['Deployment', '/apis/apps/v1', 'deployments', { spec: { selector, template: template(hosted) } }],
        ['ReplicaSet', '/apis/apps/v1', 'replicasets', { spec: { selector, template: template(hosted) } }],
        [
          'StatefulSet',
          '/apis/apps/v1',
          'statefulsets',
          { spec: { serviceName: 's', selector, template: template(hosted) } },
        ],
        ['DaemonSet', '/apis/apps/v1', 'daemonsets', { spec: { selector, template: template(hosted) } }],
        ['Job', '/apis/batch/v1', 'jobs', jobTemplate(hosted)],
        [
          'CronJob',
          '/apis/batch/v1',
          'cronjobs',
          { spec: { schedule: '* * * * *', jobTemplate: jobTemplate(hosted) } },
        ],
        ['PodTemplate', '/api/v1', 'podtemplates', { template: template(hosted) }],
        [
          'ReplicationController',
          '/api/v1',
          'replicationcontrollers',
          { spec: { selector: { app: 'a' }, template: template(hosted) } },
        ],
      ] as const
    ).flatMap(([kind, root, plural, body]) => {
      const path = `${root}/namespaces/{ns}-a/${plural}`;
      return [
        post(`${kind} created`, path, { metadata: { name: 'a' }, ...body }),
        patch(`${kind} labelled`, `${path}/a`, { metadata: { labels: { b: 'c' } } }),
        patch(`${kind} status`, `${path}/a/status`, { status: {} }),
        put(`${kind} replaced in a trial`, `${path}/a`, { metadata: { name: 'a' }, ...body }, DRY_RUN),
      ];
    }),
    post('ReplicationController without a template', '/api/v1/namespaces/{ns}-a/replicationcontrollers', {
      metadata: { name: 'none' },
      spec: { selector: { app: 'a' } },
    }),
    patch('scaled', '/apis/apps/v1/namespaces/{ns}-a/deployments/a/scale', { spec: { replicas: 2 } }),
  ],
};

const changes: Sequence = {
  name: 'pod security: changes of pods',
  steps: [
    space('a', { warn: 'restricted', enforce: 'privileged' }),
    post('created with a warning', podsIn('{ns}-a'), pod('p', hosted)),
    post('created from a prefix', podsIn('{ns}-a'), { ...pod('', hosted), metadata: { generateName: 'gen-' } }),
    post('fine', podsIn('{ns}-a'), pod('q', { containers: [secured()] })),
    patch('enforced from now on', '/api/v1/namespaces/{ns}-a', {
      metadata: { labels: { [`${LABEL}/enforce`]: 'baseline' } },
    }),
    get('time passes', '/api/v1/namespaces/{ns}-a'),
    get('more time passes', '/api/v1/namespaces/{ns}-a/pods/q'),
    get('even more time passes', '/api/v1/namespaces/{ns}-a'),
    patch('labelled', `${podsIn('{ns}-a')}/p`, { metadata: { labels: { a: 'b' } } }),
    patch('another deadline', `${podsIn('{ns}-a')}/p`, { spec: { activeDeadlineSeconds: 100 } }),
    patch(
      'another image',
      `${podsIn('{ns}-a')}/p`,
      { spec: { containers: [{ name: 'c', image: 'j' }] } },
      { type: STRATEGIC },
    ),
    patch(
      'another image of a good one',
      `${podsIn('{ns}-a')}/q`,
      { spec: { containers: [{ name: 'c', image: 'j' }] } },
      { type: STRATEGIC },
    ),
    patch('status', `${podsIn('{ns}-a')}/p/status`, { status: { phase: 'Running' } }),
    patch(
      'debugged',
      `${podsIn('{ns}-a')}/q/ephemeralcontainers`,
      { spec: { ephemeralContainers: [{ name: 'd', image: 'i' }] } },
      { type: STRATEGIC },
    ),
    patch(
      'debugged with too many rights',
      `${podsIn('{ns}-a')}/q/ephemeralcontainers`,
      { spec: { ephemeralContainers: [{ name: 'e', image: 'i', securityContext: { privileged: true } }] } },
      { type: STRATEGIC },
    ),
    patch(
      'resized',
      `${podsIn('{ns}-a')}/p/resize`,
      { spec: { containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }] } },
      { type: STRATEGIC },
    ),
    post('refused', podsIn('{ns}-a'), pod('r', hosted)),
    post('refused in a trial', podsIn('{ns}-a'), pod('r', hosted), DRY_RUN),
    post('refused from a prefix', podsIn('{ns}-a'), { ...pod('', hosted), metadata: { generateName: 'gen-' } }),
    patch(
      'refused when applied',
      `${podsIn('{ns}-a')}/s`,
      { apiVersion: 'v1', kind: 'Pod', ...pod('s', hosted) },
      { type: APPLY, query: { fieldManager: 'm' } },
    ),
    post('faulty and refused', podsIn('{ns}-a'), pod('T', hosted)),
    post('bound', `${podsIn('{ns}-a')}/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }),
    post('taken and refused', podsIn('{ns}-a'), pod('q', hosted)),
    remove('deleted', `${podsIn('{ns}-a')}/q`, { gracePeriodSeconds: 0 }),
  ],
};

const label = (title: string, labels: Readonly<Record<string, string | null>>, options = {}): Step =>
  patch(
    title,
    '/api/v1/namespaces/{ns}-a',
    {
      metadata: {
        labels: Object.fromEntries(Object.entries(labels).map(([mode, value]) => [`${LABEL}/${mode}`, value])),
      },
    },
    { type: MERGE, ...options },
  );

const namespaces: Sequence = {
  name: 'pod security: labels of namespaces',
  steps: [
    post('all wrong', '/api/v1/namespaces', {
      metadata: {
        name: '{ns}-b',
        labels: {
          [`${LABEL}/enforce`]: 'odd',
          [`${LABEL}/warn`]: '',
          [`${LABEL}/audit`]: 'Baseline',
          [`${LABEL}/enforce-version`]: 'v1',
          [`${LABEL}/warn-version`]: 'v1.01',
          [`${LABEL}/audit-version`]: 'v1.99999999999999999999',
        },
      },
    }),
    post('wrong in two ways', '/api/v1/namespaces', {
      metadata: { name: '{ns}-b', labels: { [`${LABEL}/enforce`]: 'odd', 'a b': 'c' } },
    }),
    space('a', {}),
    post('pod 1', podsIn('{ns}-a'), pod('b', hosted)),
    post('pod 2', podsIn('{ns}-a'), pod('a', hosted)),
    post('pod 3', podsIn('{ns}-a'), pod('d', {})),
    post('pod 4', podsIn('{ns}-a'), pod('e', context({ privileged: true }))),
    post('pod 5', podsIn('{ns}-a'), pod('f', { containers: [secured()] })),
    post('pod 6', podsIn('{ns}-a'), pod('g', hosted)),
    get('time passes', podsIn('{ns}-a')),
    get('more time passes', '/api/v1/namespaces/{ns}-a'),
    label('enforced in a trial', { enforce: 'restricted' }, DRY_RUN),
    label('baseline', { enforce: 'baseline' }),
    label('unchanged', { enforce: 'baseline' }),
    label('the same of another version', { 'enforce-version': 'v1.20' }),
    label('restricted', { enforce: 'restricted' }),
    label('relaxed', { enforce: 'baseline' }),
    label('not at all', { enforce: 'privileged' }),
    label('warned of', { warn: 'restricted', audit: 'restricted' }),
    label('wrong', { enforce: 'x' }),
    label('wrong version', { 'enforce-version': 'latests' }),
    label('removed', { enforce: null, 'enforce-version': null, warn: null, audit: null }),
    label('version alone', { 'enforce-version': 'v1.20' }),
    patch('status', '/api/v1/namespaces/{ns}-a/status', { metadata: { labels: { [`${LABEL}/enforce`]: 'x' } } }),
    patch(
      'applied',
      '/api/v1/namespaces/{ns}-a',
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: '{ns}-a', labels: { [`${LABEL}/enforce`]: 'restricted' } },
      },
      { type: APPLY, query: { fieldManager: 'm' } },
    ),
  ],
};

/** What labels of a namespace demand of the pods in it. */
export const podSecuritySequences: readonly Sequence[] = [
  sequenceOf('baseline', { enforce: 'baseline' }),
  sequenceOf('restricted', { enforce: 'restricted', 'enforce-version': 'latest' }),
  sequenceOf('baseline of an old version', { enforce: 'baseline', 'enforce-version': 'v1.18' }),
  sequenceOf('restricted of the first version', { enforce: 'restricted', 'enforce-version': 'v1.0' }),
  sequenceOf('restricted of 1.22', { enforce: 'restricted', 'enforce-version': 'v1.22' }),
  sequenceOf('restricted of 1.34', { enforce: 'restricted', 'enforce-version': 'v1.34' }),
  sequenceOf('warnings of a coming version', { warn: 'restricted', 'warn-version': 'v1.99' }),
  sequenceOf('warnings beyond the baseline', {
    enforce: 'baseline',
    warn: 'restricted',
    'warn-version': 'v1.28',
    audit: 'restricted',
  }),
  sequenceOf('an audit', { audit: 'restricted' }),
  templates,
  changes,
  namespaces,
];
