import { post, put } from '../step.js';
import type { Sequence } from '../step.js';
import { creates, kindOf, updates } from './refusals.js';

const ports = [{ port: 80 }];
const time = '2026-01-02T03:04:05.000006Z';
const regarding = { kind: 'Pod', namespace: '{ns}', name: 'p' };
const involved = { involvedObject: regarding, reason: 'R', message: 'm', type: 'Normal' };
const newEvents = '/apis/events.k8s.io/v1/namespaces/{ns}/events';
const noted = {
  eventTime: time,
  reportingController: 'example.com/c',
  reportingInstance: 'c-1',
  action: 'Do',
  reason: 'Why',
  type: 'Normal',
  note: 'n',
  regarding,
};
const backend = { service: { name: 's', port: { number: 80 } } };

const data: readonly Sequence[] = [
  creates('ConfigMap', {
    'bad key': { data: { 'a b': 'c' } },
    'key twice': { data: { a: 'b' }, binaryData: { a: 'Yg==' } },
    'binary data that is none': { binaryData: { a: '%' } },
    'number as data': { data: { a: 1 } },
    'null as data': { data: { a: null } },
    'data that is a list': { data: [] },
    'data that is text': { data: 'x' },
    'immutable as text': { immutable: 'yes' },
    empty: {},
    'null data': { data: null },
  }),
  updates(
    'ConfigMap',
    { data: { a: 'b' }, immutable: true },
    {
      'other data': { data: { a: 'c' } },
      'mutable again': { immutable: false },
      'no longer said': { immutable: null },
      'binary data': { binaryData: { c: 'Yg==' } },
      labels: { metadata: { labels: { a: 'b' } } },
    },
  ),
  creates('Secret', {
    'string data': { stringData: { a: 'b' }, data: { a: 'Yw==', d: 'ZA==' } },
    'data that is no base64': { data: { a: 'not base64!' } },
    'bad key': { stringData: { 'a b': 'c' } },
    'service account token without an account': { type: 'kubernetes.io/service-account-token' },
    'docker config without data': { type: 'kubernetes.io/dockerconfigjson' },
    'docker config that is no JSON': {
      type: 'kubernetes.io/dockerconfigjson',
      stringData: { '.dockerconfigjson': 'x' },
    },
    'docker config': { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': '{}' } },
    'basic auth without data': { type: 'kubernetes.io/basic-auth' },
    'ssh auth without data': { type: 'kubernetes.io/ssh-auth' },
    'tls without data': { type: 'kubernetes.io/tls' },
    'tls without a key': { type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'x' } },
    tls: { type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'x', 'tls.key': 'y' } },
    'own type': { type: 'example.com/t' },
    empty: {},
  }),
  updates(
    'Secret',
    { stringData: { a: 'b' }, immutable: true },
    {
      'other data': { stringData: { a: 'c' } },
      'another type': { type: 'example.com/u' },
      'mutable again': { immutable: false },
    },
  ),
  creates('ServiceAccount', {
    secrets: { secrets: [{ name: 's' }], imagePullSecrets: [{ name: 'p' }] },
    'automount as text': { automountServiceAccountToken: 'no' },
  }),
];

const network: readonly Sequence[] = [
  creates('Service', {
    'no spec': {},
    'no ports': { spec: {} },
    'headless without ports': { spec: { clusterIP: 'None' } },
    'port without a number': { spec: { ports: [{ name: 'a' }] } },
    'port out of range': { spec: { ports: [{ port: 70000 }] } },
    'two ports without names': { spec: { ports: [{ port: 80 }, { port: 81 }] } },
    'two ports of one name': {
      spec: {
        ports: [
          { name: 'a', port: 80 },
          { name: 'a', port: 81 },
        ],
      },
    },
    'two ports': {
      spec: {
        ports: [
          { name: 'a', port: 80, targetPort: 'http' },
          { name: 'b', port: 81, protocol: 'UDP' },
        ],
      },
    },
    'bad protocol': { spec: { ports: [{ port: 80, protocol: 'HTTP' }] } },
    'odd type': { spec: { ports, type: 'Odd' } },
    'node port': { spec: { ports, type: 'NodePort' } },
    'load balancer': { spec: { ports, type: 'LoadBalancer' } },
    'external name': { spec: { type: 'ExternalName', externalName: 'a.example.com' } },
    'external name without one': { spec: { type: 'ExternalName' } },
    'bad address': { spec: { ports, clusterIP: 'odd' } },
    'address out of range': { spec: { ports, clusterIP: '192.168.1.1' } },
    'odd affinity': { spec: { ports, sessionAffinity: 'Odd' } },
    'client affinity': { spec: { ports, sessionAffinity: 'ClientIP' } },
    'bad selector': { spec: { ports, selector: { 'a b': 'c' } } },
    'bad name': { metadata: { name: '1x' }, spec: { ports } },
    'name with a dot': { metadata: { name: 'a.b' }, spec: { ports } },
    'target port of zero': { spec: { ports: [{ port: 80, targetPort: 0 }] } },
    'external traffic policy': { spec: { ports, externalTrafficPolicy: 'Local' } },
    'dual stack': { spec: { ports, ipFamilyPolicy: 'PreferDualStack' } },
    headless: { spec: { ports, clusterIP: 'None', selector: { a: 'b' } } },
  }),
  updates(
    'Service',
    { spec: { ports } },
    {
      // That of the server itself: no other Service can have got it by chance.
      'another address': { spec: { clusterIP: '10.0.0.1' } },
      'no address': { spec: { clusterIP: '', clusterIPs: [] } },
      'other ports': { spec: { ports: [{ port: 81 }] } },
      'no ports': { spec: { ports: [] } },
      'node port type': { spec: { type: 'NodePort' } },
      'back to cluster type': { spec: { type: 'ClusterIP' } },
      'external name': { spec: { type: 'ExternalName', externalName: 'a.example.com' } },
    },
  ),
  creates('Ingress', {
    'no spec': {},
    'nothing in it': { spec: {} },
    'backend without a port': { spec: { defaultBackend: { service: { name: 's' } } } },
    'backend without anything': { spec: { defaultBackend: {} } },
    'backend with two ports': { spec: { defaultBackend: { service: { name: 's', port: { number: 80, name: 'a' } } } } },
    'path without a type': { spec: { rules: [{ http: { paths: [{ path: '/', backend }] } }] } },
    'path of an odd type': { spec: { rules: [{ http: { paths: [{ path: '/', pathType: 'Odd', backend }] } }] } },
    'relative path': { spec: { rules: [{ http: { paths: [{ path: 'a', pathType: 'Prefix', backend }] } }] } },
    'no paths': { spec: { rules: [{ http: { paths: [] } }] } },
    'bad host': { spec: { rules: [{ host: 'A_', http: { paths: [{ pathType: 'Prefix', path: '/', backend }] } }] } },
    'wildcard host': {
      spec: { rules: [{ host: '*.a.b', http: { paths: [{ pathType: 'Prefix', path: '/', backend }] } }] },
    },
    'address as host': { spec: { rules: [{ host: '1.2.3.4' }] } },
    tls: { spec: { defaultBackend: backend, tls: [{ hosts: ['a.b'], secretName: 't' }] } },
    'bad class': { spec: { defaultBackend: backend, ingressClassName: 'A_' } },
    'resource backend': { spec: { defaultBackend: { resource: { kind: 'K', name: 'n' } } } },
  }),
  creates('PersistentVolumeClaim', {
    'no spec': {},
    'no access modes': { spec: { resources: { requests: { storage: '1Gi' } } } },
    'odd access mode': { spec: { accessModes: ['Odd'], resources: { requests: { storage: '1Gi' } } } },
    'no request': { spec: { accessModes: ['ReadWriteOnce'] } },
    'request of nothing': { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0' } } } },
    'request that is a number': {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: 1024 } } },
    },
    'quantity to be made canonical': {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi' } } },
    },
    'odd volume mode': {
      spec: { accessModes: ['ReadWriteOnce'], volumeMode: 'Odd', resources: { requests: { storage: '1Gi' } } },
    },
    class: {
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'A_', resources: { requests: { storage: '1Gi' } } },
    },
  }),
  updates(
    'PersistentVolumeClaim',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
    {
      'more storage': { spec: { resources: { requests: { storage: '2Gi' } } } },
      'less storage': { spec: { resources: { requests: { storage: '1Mi' } } } },
      'another class': { spec: { storageClassName: 'c' } },
      'a volume': { spec: { volumeName: 'v' } },
    },
  ),
];

const coordination: readonly Sequence[] = [
  creates('Lease', {
    'no spec': {},
    'time in milliseconds': { spec: { renewTime: '2026-01-02T03:04:05.006Z' } },
    'time in seconds': { spec: { renewTime: '2026-01-02T03:04:05Z' } },
    'time in nanoseconds': { spec: { renewTime: '2026-01-02T03:04:05.000006007Z' } },
    'time that is none': { spec: { acquireTime: 'now' } },
    'time in another zone': { spec: { renewTime: '2026-01-02T03:04:05.000006+02:00' } },
    'no duration': { spec: { holderIdentity: 'a', leaseDurationSeconds: 0 } },
    'negative duration': { spec: { leaseDurationSeconds: -1 } },
    'negative transitions': { spec: { leaseTransitions: -1 } },
    'empty holder': { spec: { holderIdentity: '' } },
    'strategy without the gate': { spec: { strategy: 'OldestEmulationVersion' } },
    'holder that is a number': { spec: { holderIdentity: 5 } },
  }),
  updates(
    'Lease',
    { spec: { holderIdentity: 'a', leaseDurationSeconds: 15, acquireTime: time, renewTime: time } },
    {
      renewed: { spec: { renewTime: '2026-01-02T03:04:06.000000Z' } },
      released: { spec: { holderIdentity: '', leaseDurationSeconds: 1 } },
      'bad duration': { spec: { leaseDurationSeconds: 0 } },
      'bad time': { spec: { renewTime: '2026-01-02' } },
    },
  ),
  creates('Event', {
    'nothing in it': {},
    'another namespace': { ...involved, involvedObject: { kind: 'Pod', namespace: 'other', name: 'p' } },
    'cluster-scoped object': { ...involved, involvedObject: { kind: 'Node', name: 'n' } },
    'odd type': { ...involved, type: 'Odd' },
    'with an event time': { ...involved, eventTime: time },
    'with an event time and all it needs': {
      ...involved,
      eventTime: time,
      reportingComponent: 'example.com/c',
      reportingInstance: 'c-1',
      action: 'Do',
    },
    'event time in milliseconds': { ...involved, eventTime: '2026-01-02T03:04:05.006Z' },
    'long reason': { ...involved, reason: 'r'.repeat(200) },
    'no kind': { ...involved, involvedObject: { name: 'p', namespace: '{ns}' } },
  }),
  {
    name: 'events of the new API',
    steps: [
      ...Object.entries({
        complete: noted,
        'without a time': { ...noted, eventTime: undefined },
        'with milliseconds': { ...noted, eventTime: '2026-01-02T03:04:05.006Z' },
        'without a controller': { ...noted, reportingController: undefined },
        'with a bad controller': { ...noted, reportingController: 'a b' },
        'without an instance': { ...noted, reportingInstance: undefined },
        'with a long instance': { ...noted, reportingInstance: 'i'.repeat(129) },
        'without an action': { ...noted, action: undefined },
        'without a reason': { ...noted, reason: undefined },
        'with a long reason': { ...noted, reason: 'r'.repeat(129) },
        'with a long note': { ...noted, note: 'n'.repeat(1025) },
        'with an odd type': { ...noted, type: 'Odd' },
        'with a series of one': { ...noted, series: { count: 1, lastObservedTime: time } },
        'with a series': { ...noted, series: { count: 2, lastObservedTime: time } },
        'with deprecated fields': { ...noted, deprecatedCount: 2 },
        'about a node': { ...noted, regarding: { kind: 'Node', name: 'n' } },
      }).map(([title, body], index) =>
        post(title, newEvents, {
          apiVersion: 'events.k8s.io/v1',
          kind: 'Event',
          metadata: { name: `e${index}` },
          ...body,
        }),
      ),
      { title: 'read by the old API', method: 'GET', path: '/api/v1/namespaces/{ns}/events/e0' },
      { title: 'listed by the old API', method: 'GET', path: '/api/v1/namespaces/{ns}/events' },
      { title: 'listed by the new API', method: 'GET', path: newEvents },
      put('with another note', `${newEvents}/e0`, {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { name: 'e0' },
        ...noted,
        note: 'other',
      }),
      {
        title: 'with a series patched in',
        method: 'PATCH',
        path: `${newEvents}/e0`,
        type: 'application/strategic-merge-patch+json',
        body: { series: { count: 2, lastObservedTime: time } },
      },
    ],
  },
];

const rights: readonly Sequence[] = [
  creates('Role', {
    'no rules': {},
    'no verbs': { rules: [{ apiGroups: [''], resources: ['pods'] }] },
    'no groups': { rules: [{ resources: ['pods'], verbs: ['get'] }] },
    'no resources': { rules: [{ apiGroups: [''], verbs: ['get'] }] },
    urls: { rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }] },
    'name with a colon': { metadata: { name: 'a:B' }, rules: [] },
    'name with a slash': { metadata: { name: 'a/b' }, rules: [] },
  }),
  creates('RoleBinding', {
    nothing: {},
    'no name': { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role' } },
    'odd kind': { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Odd', name: 'r' } },
    'odd group': { roleRef: { apiGroup: 'odd', kind: 'Role', name: 'r' } },
    'no group': { roleRef: { kind: 'Role', name: 'r' } },
    'subject without a name': { roleRef: { kind: 'Role', name: 'r' }, subjects: [{ kind: 'User' }] },
    'account without a namespace': {
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [{ kind: 'ServiceAccount', name: 'a' }],
    },
    'odd subject': { roleRef: { kind: 'Role', name: 'r' }, subjects: [{ kind: 'Odd', name: 'a' }] },
  }),
  updates(
    'RoleBinding',
    { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' } },
    {
      'another role': { roleRef: { name: 's' } },
      subjects: { subjects: [{ kind: 'Group', name: 'g' }] },
    },
  ),
];

const namespaces: Sequence = {
  name: 'creating and changing a Namespace',
  steps: [
    ...[
      ['bad name', { metadata: { name: 'A_' } }],
      ['name with a dot', { metadata: { name: 'a.b' } }],
      ['finalizers', { metadata: { name: '{ns}-f' }, spec: { finalizers: ['example.com/f'] } }],
      ['bad finalizers', { metadata: { name: '{ns}-g' }, spec: { finalizers: ['f'] } }],
      ['status', { metadata: { name: '{ns}-s' }, status: { phase: 'Terminating' } }],
    ].map(([title, body]) => post(String(title), kindOf('Namespace').path, body)),
    {
      title: 'finalizers changed',
      method: 'PATCH',
      path: '/api/v1/namespaces/{ns}-f',
      type: 'application/merge-patch+json',
      body: { spec: { finalizers: [] } },
    },
    {
      title: 'phase changed',
      method: 'PATCH',
      path: '/api/v1/namespaces/{ns}-f/status',
      type: 'application/merge-patch+json',
      body: { status: { phase: 'Odd' } },
    },
    put('finalized', '/api/v1/namespaces/{ns}-f/finalize', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: '{ns}-f' },
      spec: { finalizers: [] },
    }),
    {
      title: 'name label changed',
      method: 'PATCH',
      path: '/api/v1/namespaces/{ns}-f',
      type: 'application/merge-patch+json',
      body: { metadata: { labels: { 'kubernetes.io/metadata.name': 'x' } } },
    },
  ],
};

/** What servers refuse, or complete, of everything but workloads. */
export const coreRefusalSequences: readonly Sequence[] = [...data, ...network, ...coordination, ...rights, namespaces];
