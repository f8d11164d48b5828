import { APPLY, get, patch, post, put, STRATEGIC } from '../step.js';
import type { Sequence, Step } from '../step.js';
import { selector, template } from './kinds.js';

const replicaSets = '/apis/apps/v1/namespaces/{ns}/replicasets';
const scaleOf = (name: string, replicas: number): object => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name, namespace: '{ns}' },
  spec: { replicas },
});
const applyScale = (title: string, name: string, replicas: number, force = {}): Step =>
  patch(title, `${replicaSets}/${name}/scale`, scaleOf(name, replicas), {
    type: APPLY,
    query: { fieldManager: 'scaler', ...force },
  });

const scales: Sequence = {
  name: 'who owns a scale',
  steps: [
    post('created', replicaSets, { metadata: { name: 'r' }, spec: { selector, template } }),
    applyScale('conflicts with its creator', 'r', 2),
    applyScale('taken by force', 'r', 2, { force: 'true' }),
    get('taken', `${replicaSets}/r`),
    patch(
      'applied without replicas',
      `${replicaSets}/s`,
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 's' }, spec: { selector, template } },
      { type: APPLY, query: { fieldManager: 'a' } },
    ),
    applyScale('conflicts with nobody', 's', 2),
    patch('merged', `${replicaSets}/s/scale`, { spec: { replicas: 3 } }),
    get('merged for nobody', `${replicaSets}/s`),
    put('replaced', `${replicaSets}/s/scale`, scaleOf('s', 0)),
    get('replaced for nobody', `${replicaSets}/s`),
  ],
};

const conversions: Sequence = {
  name: 'values that cannot be converted',
  steps: [
    post('created', replicaSets, { metadata: { name: 'r' }, spec: { selector, template } }),
    ...Object.entries({
      'a flag for a text': { spec: { template: { spec: { nodeName: true } } } },
      'a number for a text': { spec: { template: { spec: { nodeName: 5 } } } },
      'a text for a number': { spec: { replicas: 'two' } },
      'a fraction for a number': { spec: { replicas: 1.5 } },
      'a number for a map': { metadata: { labels: 7 } },
      'a text for a list': { metadata: { finalizers: 'a/b' } },
      'a list for a struct': { spec: [] },
      'unknown fields': { spec: { z: 1, a: 2 } },
    }).map(([title, body]) => patch(title, `${replicaSets}/r`, body, { type: STRATEGIC })),
    patch('another kind', `${replicaSets}/r`, { kind: 'Odd' }),
  ],
};

const endpoints = '/api/v1/namespaces/{ns}/endpoints';
const slices = '/apis/discovery.k8s.io/v1/namespaces/{ns}/endpointslices';
const addresses: Sequence = {
  name: 'endpoints',
  steps: [
    ...[
      [{}],
      [{ addresses: [{}], ports: [{ port: 80 }] }],
      [{ addresses: [{ ip: 'x' }], ports: [{}] }],
      [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ port: 0, protocol: 'X', name: 'A_' }] }],
      [{ addresses: [{ ip: '10.1.2.3', hostname: 'A_', nodeName: '' }], ports: [{ port: 80 }, { port: 81 }] }],
    ].map((subsets, index) => post(`subsets ${index}`, endpoints, { metadata: { name: `e${index}` }, subsets })),
    ...[
      [{}],
      [{ addresses: ['x'] }],
      [{ addresses: ['10.1.2.3', '::1'] }],
      [{ addresses: ['10.1.2.3'], hostname: 'A_' }],
    ].map((all, index) =>
      post(`endpoints ${index}`, slices, { metadata: { name: `s${index}` }, addressType: 'IPv4', endpoints: all }),
    ),
    ...[[{ name: 'A_' }], [{ protocol: 'X', port: 80 }], [{ port: 80 }, { port: 81 }]].map((ports, index) =>
      post(`ports ${index}`, slices, { metadata: { name: `p${index}` }, addressType: 'IPv4', endpoints: [], ports }),
    ),
  ],
};

/** Who owns what, what cannot be converted, and addresses. */
export const ownershipSequences: readonly Sequence[] = [scales, conversions, addresses];
