import { APPLY, get, JSON_PATCH, patch, post, put, remove } from '../step.js';
import type { Sequence, Step } from '../step.js';
import { container } from './kinds.js';

const ONE = { headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' } };
const LIST = { headers: { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' } };
const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };

const labels = { app: 'a' };
const template = { metadata: { labels }, spec: { containers: [container] } };
const workload = { selector: { matchLabels: labels }, template };
const metrics = [
  { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
];
const scaler = { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 3, metrics };

/** Every way in which metadata alone is seen. */
function views(path: string, name: string): Step[] {
  const watched = { ...ONE, query: { watch: 'true', timeoutSeconds: '1', resourceVersion: '0' } };
  return [
    get(`${name} one`, `${path}/${name}`, ONE),
    get(`${name} whole`, `${path}/${name}`),
    get(`${name} listed`, path, LIST),
    get(`${name} watched`, path, watched),
    get(`${name} as a row`, `${path}/${name}`, TABLE),
    get(`${name} as a row with its object`, `${path}/${name}`, { ...TABLE, query: { includeObject: 'Object' } }),
    patch(`${name} changed`, `${path}/${name}`, { metadata: { annotations: { b: 'c' } } }, ONE),
    get(`${name} changed and listed`, path, LIST),
    get(`${name} as a list`, `${path}/${name}`, LIST),
    get(`${name} listed as one`, path, ONE),
    remove(`${name} deleted in a trial`, `${path}/${name}`, undefined, { ...ONE, query: { dryRun: 'All' } }),
    remove(`${name} deleted`, `${path}/${name}`, undefined, ONE),
  ];
}

const apps = '/apis/apps/v1/namespaces/{ns}';

/** What answers show that are about metadata alone. */
export const metadataViewSequences: readonly Sequence[] = [
  {
    name: 'metadata alone: DaemonSets',
    steps: [
      post('created', `${apps}/daemonsets`, { metadata: { name: 'a' }, spec: workload }, ONE),
      ...views(`${apps}/daemonsets`, 'a'),
      post('created with a generation', `${apps}/daemonsets`, {
        metadata: { name: 'b', annotations: { 'deprecated.daemonset.template.generation': '7', c: 'd' } },
        spec: workload,
      }),
      ...views(`${apps}/daemonsets`, 'b'),
    ],
  },
  {
    name: 'metadata alone: Deployments',
    steps: [
      post('created', `${apps}/deployments`, {
        metadata: { name: 'a', annotations: { 'deprecated.deployment.rollback.to': '1' } },
        spec: workload,
      }),
      ...views(`${apps}/deployments`, 'a'),
      post(
        'created with other annotations',
        `${apps}/deployments`,
        { metadata: { name: 'b', annotations: { a: 'b', 'deployment.kubernetes.io/revision': '1' } }, spec: workload },
        ONE,
      ),
      ...views(`${apps}/deployments`, 'b'),
    ],
  },
  {
    name: 'metadata alone: autoscalers',
    steps: [
      post('created', '/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers', {
        metadata: { name: 'a' },
        spec: scaler,
      }),
      get('in v1', '/apis/autoscaling/v1/namespaces/{ns}/horizontalpodautoscalers/a', ONE),
      get('listed in v1', '/apis/autoscaling/v1/namespaces/{ns}/horizontalpodautoscalers', LIST),
      ...views('/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers', 'a'),
    ],
  },
  {
    name: 'metadata alone: others',
    steps: [
      post('a pod', '/api/v1/namespaces/{ns}/pods', {
        metadata: { name: 'p', annotations: { a: 'b' } },
        spec: { containers: [container] },
      }),
      ...views('/api/v1/namespaces/{ns}/pods', 'p'),
      patch(
        'applied',
        '/api/v1/namespaces/{ns}/configmaps/c',
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } },
        { type: APPLY, query: { fieldManager: 'm' }, ...ONE },
      ),
      put('replaced', '/api/v1/namespaces/{ns}/configmaps/c', { metadata: { name: 'c' }, data: { a: 'b' } }, ONE),
      patch(
        'patched',
        '/api/v1/namespaces/{ns}/configmaps/c',
        [{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }],
        { type: JSON_PATCH, ...ONE },
      ),
      ...views('/api/v1/namespaces/{ns}/configmaps', 'c'),
    ],
  },
];
