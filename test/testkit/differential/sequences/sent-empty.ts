import { APPLY, JSON_PATCH, MERGE, patch, post, put, STRATEGIC } from '../step.js';
import type { Sequence, Step } from '../step.js';
import { container } from './kinds.js';

const DRY_RUN = { query: { dryRun: 'All' } };
const apps = '/apis/apps/v1/namespaces/{ns}';
const labels = { a: 'b' };

const workload = (metadata: unknown): Readonly<Record<string, unknown>> => ({
  selector: { matchLabels: labels },
  template: { metadata, spec: { containers: [container] } },
});

/** Labels of a template that a selector does not select, because there are none. */
function withoutLabels(kind: string, plural: string): Step[] {
  const path = `${apps}/${plural}`;
  const change = (title: string, type: string, body: unknown): Step =>
    patch(`${kind} ${title}`, `${path}/fine`, body, { type });
  const gone = { spec: { template: { metadata: { labels: { a: null } } } } };
  return [
    post(`${kind} with empty labels`, path, { metadata: { name: 'a' }, spec: workload({ labels: {} }) }, DRY_RUN),
    post(`${kind} without labels`, path, { metadata: { name: 'a' }, spec: workload({}) }, DRY_RUN),
    post(`${kind} without a word`, path, { metadata: { name: 'a' }, spec: workload({ labels: null }) }, DRY_RUN),
    post(`${kind} fine`, path, { metadata: { name: 'fine' }, spec: workload({ labels }) }),
    put(`${kind} replaced`, `${path}/fine`, { metadata: { name: 'fine' }, spec: workload({ labels: {} }) }),
    change('merged', MERGE, gone),
    change('merged strategically', STRATEGIC, gone),
    change('without labels at all', MERGE, { spec: { template: { metadata: { labels: null } } } }),
    change('changed', JSON_PATCH, [{ op: 'replace', path: '/spec/template/metadata/labels', value: {} }]),
    patch(
      `${kind} applied`,
      `${path}/applied`,
      { apiVersion: 'apps/v1', kind, metadata: { name: 'applied' }, spec: workload({ labels: {} }) },
      { type: APPLY, query: { fieldManager: 'm' } },
    ),
  ];
}

const classes = '/apis/storage.k8s.io/v1/storageclasses';
const volumes = '/api/v1/persistentvolumes';
const quotas = '/api/v1/namespaces/{ns}/resourcequotas';
const ingresses = '/apis/networking.k8s.io/v1/namespaces/{ns}/ingresses';

const storageClass = (parameters: unknown): Readonly<Record<string, unknown>> => ({
  metadata: { name: '{ns}' },
  provisioner: 'p',
  parameters,
});
const quota = (scopes: unknown): Readonly<Record<string, unknown>> => ({
  metadata: { name: 'q' },
  spec: { hard: { pods: '1' }, scopes },
});
const volume = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  metadata: { name: '{ns}' },
  spec: { accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' }, ...fields },
});

/** Messages that tell an empty list or map from none. */
export const sentEmptySequences: readonly Sequence[] = [
  {
    name: 'sent empty: labels of templates',
    steps: [
      ...withoutLabels('Deployment', 'deployments'),
      ...withoutLabels('ReplicaSet', 'replicasets'),
      ...withoutLabels('StatefulSet', 'statefulsets'),
      ...withoutLabels('DaemonSet', 'daemonsets'),
    ],
  },
  {
    name: 'sent empty: other fields',
    steps: [
      post('a class', classes, storageClass(labels)),
      put('a class with empty parameters', `${classes}/{ns}`, storageClass({})),
      put('a class without parameters', `${classes}/{ns}`, storageClass(null)),
      patch('a class whose parameters go', `${classes}/{ns}`, { parameters: { a: null } }),
      post('a volume of empty capacity', volumes, volume({ capacity: {} }), DRY_RUN),
      post('a volume without capacity', volumes, volume({}), DRY_RUN),
      post('a quota', quotas, quota(['BestEffort'])),
      put('a quota of empty scopes', `${quotas}/q`, quota([])),
      put('a quota without scopes', `${quotas}/q`, quota(null)),
      post('an ingress of empty rules', ingresses, { metadata: { name: 'i' }, spec: { rules: [] } }, DRY_RUN),
      post('an ingress without rules', ingresses, { metadata: { name: 'i' }, spec: {} }, DRY_RUN),
    ],
  },
];
