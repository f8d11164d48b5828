import { get, post } from '../step.js';
import type { Sequence } from '../step.js';
import { container } from './kinds.js';

const pods = '/api/v1/namespaces/{ns}/pods';
const authorization = '/apis/authorization.k8s.io/v1';
const authentication = '/apis/authentication.k8s.io/v1';
const attributes = { namespace: '{ns}', verb: 'list', resource: 'pods' };

/** APIs that store nothing, and subresources that do more than store. */
export const apiSequences: readonly Sequence[] = [
  {
    name: 'reviews',
    steps: [
      post('what I may do', `${authorization}/selfsubjectaccessreviews`, { spec: { resourceAttributes: attributes } }),
      post('what I may read', `${authorization}/selfsubjectaccessreviews`, {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { nonResourceAttributes: { path: '/healthz', verb: 'get' } },
      }),
      post('about nothing', `${authorization}/selfsubjectaccessreviews`, { spec: {} }),
      post('about two things', `${authorization}/selfsubjectaccessreviews`, {
        spec: { resourceAttributes: attributes, nonResourceAttributes: { path: '/healthz', verb: 'get' } },
      }),
      post('what an admin may do', `${authorization}/subjectaccessreviews`, {
        spec: { user: 'u', groups: ['system:masters'], resourceAttributes: attributes },
      }),
      post('about nobody', `${authorization}/subjectaccessreviews`, { spec: { resourceAttributes: attributes } }),
      post('in a namespace', `${authorization}/namespaces/{ns}/localsubjectaccessreviews`, {
        metadata: { namespace: '{ns}' },
        spec: { user: 'u', groups: ['system:masters'], resourceAttributes: attributes },
      }),
      post('in another namespace', `${authorization}/namespaces/{ns}/localsubjectaccessreviews`, {
        metadata: { namespace: '{ns}' },
        spec: { user: 'u', groups: ['system:masters'], resourceAttributes: { ...attributes, namespace: 'other' } },
      }),
      post(
        'all my rights',
        `${authorization}/selfsubjectrulesreviews`,
        { spec: { namespace: '{ns}' } },
        { unordered: true },
      ),
      post('rights without a namespace', `${authorization}/selfsubjectrulesreviews`, { spec: {} }),
      post('a bad token', `${authentication}/tokenreviews`, { spec: { token: 'odd' } }),
      post('no token', `${authentication}/tokenreviews`, { spec: {} }),
      get('reviews are not listed', `${authorization}/selfsubjectaccessreviews`),
    ],
  },
  {
    name: 'subresources that act',
    steps: [
      post('a pod', pods, { metadata: { name: 'p' }, spec: { containers: [container] } }),
      post('bound', `${pods}/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }),
      get('bound pod', `${pods}/p`),
      post('bound again', `${pods}/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'm' } }),
      post('bound to nothing', `${pods}/p/binding`, { metadata: { name: 'p' } }),
      post('evicted in a trial', `${pods}/p/eviction`, { metadata: { name: 'p' }, deleteOptions: { dryRun: ['All'] } }),
      post('evicted', `${pods}/p/eviction`, { metadata: { name: 'p' } }),
      get('evicted pod', `${pods}/p`),
      post('evicted when missing', `${pods}/none/eviction`, { metadata: { name: 'none' } }),
      post('an account', '/api/v1/namespaces/{ns}/serviceaccounts', { metadata: { name: 'a' } }),
      post('its token', '/api/v1/namespaces/{ns}/serviceaccounts/a/token', { spec: {} }),
      post('its token for an hour', '/api/v1/namespaces/{ns}/serviceaccounts/a/token', {
        spec: { audiences: ['x'], expirationSeconds: 3600 },
      }),
      post('its token for a moment', '/api/v1/namespaces/{ns}/serviceaccounts/a/token', {
        spec: { expirationSeconds: 1 },
      }),
      post('the token of nobody', '/api/v1/namespaces/{ns}/serviceaccounts/none/token', { spec: {} }),
    ],
  },
];
