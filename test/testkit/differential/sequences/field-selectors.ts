import { get, patch, post, remove } from '../step.js';
import type { Sequence, Step } from '../step.js';
import { container } from './kinds.js';

/** Built-in kinds, by where they are listed. */
const LISTS: readonly string[] = [
  '/api/v1/namespaces/{ns}/configmaps',
  '/api/v1/namespaces/{ns}/secrets',
  '/api/v1/namespaces/{ns}/services',
  '/api/v1/namespaces/{ns}/pods',
  '/api/v1/namespaces/{ns}/events',
  '/api/v1/namespaces/{ns}/endpoints',
  '/api/v1/namespaces/{ns}/limitranges',
  '/api/v1/namespaces/{ns}/persistentvolumeclaims',
  '/api/v1/namespaces/{ns}/replicationcontrollers',
  '/api/v1/namespaces/{ns}/serviceaccounts',
  '/api/v1/namespaces',
  '/api/v1/nodes',
  '/api/v1/persistentvolumes',
  '/apis/apps/v1/namespaces/{ns}/deployments',
  '/apis/apps/v1/namespaces/{ns}/replicasets',
  '/apis/apps/v1/namespaces/{ns}/statefulsets',
  '/apis/apps/v1/namespaces/{ns}/controllerrevisions',
  '/apis/batch/v1/namespaces/{ns}/jobs',
  '/apis/batch/v1/namespaces/{ns}/cronjobs',
  '/apis/autoscaling/v1/namespaces/{ns}/horizontalpodautoscalers',
  '/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers',
  '/apis/certificates.k8s.io/v1/certificatesigningrequests',
  '/apis/coordination.k8s.io/v1/namespaces/{ns}/leases',
  '/apis/discovery.k8s.io/v1/namespaces/{ns}/endpointslices',
  '/apis/events.k8s.io/v1/namespaces/{ns}/events',
  '/apis/networking.k8s.io/v1/namespaces/{ns}/ingresses',
  '/apis/networking.k8s.io/v1/ingressclasses',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  '/apis/resource.k8s.io/v1/resourceslices',
  '/apis/resource.k8s.io/v1/namespaces/{ns}/resourceclaims',
  '/apis/storage.k8s.io/v1/storageclasses',
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  '/apis/apiregistration.k8s.io/v1/apiservices',
];

const select = (fieldSelector: string): { readonly query: Readonly<Record<string, string>> } => ({
  query: { fieldSelector },
});

const supported: Sequence = {
  name: 'field selectors: what each kind supports',
  steps: LISTS.flatMap((path) => [
    get(`${path} by a field of no kind`, path, select('spec.odd=x')),
    get(`${path} by the namespace of nothing`, path, select('metadata.namespace=none')),
    get(`${path} by no namespace`, path, select('metadata.namespace=,metadata.name=none')),
    get(`${path} by two fields`, path, select('metadata.name=a,status.phase!=b')),
    get(`${path} watched by a field of no kind`, path, {
      query: { fieldSelector: 'odd=x', watch: 'true', timeoutSeconds: '1' },
    }),
    remove(`${path} deleted by a field of no kind`, path, undefined, select('odd!=x')),
  ]),
};

const event = (name: string, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  metadata: { name },
  involvedObject: {
    kind: 'Pod',
    namespace: '{ns}',
    name: 'p',
    uid: 'u',
    apiVersion: 'v1',
    resourceVersion: '5',
    fieldPath: 'spec.x',
  },
  reason: 'Started',
  type: 'Normal',
  ...fields,
});

const events = '/api/v1/namespaces/{ns}/events';
const newEvents = '/apis/events.k8s.io/v1/namespaces/{ns}/events';

const CORE_FIELDS = [
  'involvedObject.kind=Pod',
  'involvedObject.namespace={ns}',
  'involvedObject.name=p',
  'involvedObject.uid=u',
  'involvedObject.apiVersion=v1',
  'involvedObject.resourceVersion=5',
  'involvedObject.fieldPath=spec.x',
  'involvedObject.name!=p',
  'involvedObject.fieldPath=',
  'reason=Started',
  'type=Warning',
  'type!=Warning',
  'source=kubelet',
  'source=other.example.com/controller',
  'source=',
  'reportingComponent=other.example.com/controller',
  'reportingComponent=',
  'reportingController=x',
  'regarding.kind=Pod',
  'message=x',
  'metadata.name=a',
];
const NEW_FIELDS = [
  'regarding.kind=Pod',
  'regarding.namespace={ns}',
  'regarding.name=p',
  'regarding.uid=u',
  'regarding.apiVersion=v1',
  'regarding.resourceVersion=5',
  'regarding.fieldPath=spec.x',
  'regarding.name!=p',
  'reason=Started',
  'type=Warning',
  'reportingController=other.example.com/controller',
  'reportingController=',
  'reportingComponent=x',
  'source=kubelet',
  'involvedObject.kind=Pod',
  'deprecatedSource.component=kubelet',
  'note=x',
];

const byFields = (path: string, fields: readonly string[]): Step[] =>
  fields.map((field) => get(`${path} by ${field}`, path, select(field)));

const ofEvents: Sequence = {
  name: 'field selectors: events',
  steps: [
    post('of a kubelet', events, event('a', { source: { component: 'kubelet' }, type: 'Warning' })),
    post('of a controller', events, event('b', { involvedObject: { kind: 'Node', namespace: '{ns}', name: 'n' } })),
    post('of the newer API', newEvents, {
      metadata: { name: 'c' },
      eventTime: '2026-01-01T00:00:00.000000Z',
      regarding: { kind: 'Pod', namespace: '{ns}', name: 'q' },
      reason: 'Stopped',
      action: 'Stop',
      type: 'Normal',
      reportingController: 'other.example.com/controller',
      reportingInstance: 'i',
    }),
    ...byFields(events, CORE_FIELDS),
    ...byFields(newEvents, NEW_FIELDS),
    get('watched', events, {
      query: { fieldSelector: 'involvedObject.name=p', watch: 'true', timeoutSeconds: '1', resourceVersion: '0' },
    }),
    get('watched in the newer API', newEvents, {
      query: { fieldSelector: 'regarding.name=q', watch: 'true', timeoutSeconds: '1', resourceVersion: '0' },
    }),
    remove('deleted in the newer API', newEvents, undefined, select('regarding.name=q')),
    remove('deleted', events, undefined, select('source=kubelet')),
    get('left', events),
  ],
};

const pods = '/api/v1/namespaces/{ns}/pods';
const jobs = '/apis/batch/v1/namespaces/{ns}/jobs';
const controllers = '/api/v1/namespaces/{ns}/replicationcontrollers';

const ofObjects: Sequence = {
  name: 'field selectors: values of objects',
  steps: [
    post('a pod', pods, { metadata: { name: 'p' }, spec: { nodeName: 'n', containers: [container] } }),
    post('a pod on the network of its host', pods, {
      metadata: { name: 'q' },
      spec: { hostNetwork: true, restartPolicy: 'Never', schedulerName: 's', containers: [container] },
    }),
    patch('addresses', `${pods}/p/status`, {
      status: {
        phase: 'Running',
        podIP: '10.1.1.1',
        podIPs: [{ ip: '10.1.1.1' }, { ip: 'fd00::1' }],
        nominatedNodeName: 'm',
      },
    }),
    ...byFields(pods, [
      'spec.nodeName=n',
      'spec.host=n',
      'spec.host!=n',
      'spec.hostNetwork=true',
      'spec.hostNetwork!=true',
      'spec.restartPolicy=Never',
      'spec.schedulerName=default-scheduler',
      'spec.serviceAccountName=default',
      'spec.serviceAccountName=',
      'status.phase=Running',
      'status.podIP=10.1.1.1',
      'status.podIP=',
      'status.podIPs=10.1.1.1',
      'status.podIPs=',
      'status.nominatedNodeName=m',
      'status.qosClass=BestEffort',
      'spec.priority=0',
    ]),
    post('a job', jobs, {
      metadata: { name: 'j' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } },
    }),
    ...byFields(jobs, ['status.successful=0', 'status.successful!=0', 'status.successful=', 'status.succeeded=0']),
    post('a controller', controllers, {
      metadata: { name: 'c' },
      spec: { selector: { a: 'b' }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } } },
    }),
    ...byFields(controllers, ['status.replicas=0', 'status.replicas=1', 'spec.replicas=1']),
    post('a secret', '/api/v1/namespaces/{ns}/secrets', { metadata: { name: 's' }, type: 'example.com/odd' }),
    ...byFields('/api/v1/namespaces/{ns}/secrets', ['type=Opaque', 'type=example.com/odd', 'type!=example.com/odd']),
    post('a service', '/api/v1/namespaces/{ns}/services', {
      metadata: { name: 's' },
      spec: { clusterIP: 'None', selector: { a: 'b' } },
    }),
    ...byFields('/api/v1/namespaces/{ns}/services', [
      'spec.clusterIP=None',
      'spec.type=ClusterIP',
      'spec.type=NodePort',
    ]),
    ...byFields('/api/v1/namespaces', [
      'metadata.name={ns},status.phase=Active',
      'metadata.name={ns},status.phase!=Active',
      'name={ns}',
    ]),
    remove('pods of a node deleted', pods, undefined, select('spec.host=n,status.phase=Running')),
    get('pods left', pods),
  ],
};

/** By which fields of objects lists, watches and deletions select. */
export const fieldSelectorSequences: readonly Sequence[] = [supported, ofEvents, ofObjects];
