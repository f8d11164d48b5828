/** A pod as an API server stores it: about 4.3 KB of JSON, a good third of it managed fields. */
export interface SamplePod {
  readonly kind: 'Pod';
  readonly apiVersion: 'v1';
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly [field: string]: unknown;
  };
  readonly spec: object;
  readonly status: object;
}

const createdAt = '2026-01-01T00:00:00Z';

/** The pod number `index`; the same number gives the same pod. */
export function samplePod(index: number): SamplePod {
  const number = String(index).padStart(6, '0');
  const app = `app-${index % 100}`;
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: `${app}-7d9f8b6c54-${number}`,
      namespace: `team-${index % 50}`,
      uid: `0b7b1d1e-7a54-4b3f-9d9e-000000${number}`,
      resourceVersion: String(100_000 + index),
      creationTimestamp: createdAt,
      generateName: `${app}-7d9f8b6c54-`,
      labels: { app, 'pod-template-hash': '7d9f8b6c54', tier: index % 2 === 0 ? 'front' : 'back' },
      annotations: { 'example.com/checksum': `sha256:${number.repeat(10)}` },
      ownerReferences: [owner(app)],
      managedFields: [managedFields('kube-controller-manager', specFields), managedFields('kubelet', statusFields)],
    },
    spec: specOf(app, index),
    status: statusOf(app, index),
  };
}

function owner(app: string): object {
  const name = `${app}-7d9f8b6c54`;
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name,
    uid: `11111111-2222-3333-4444-${app.padEnd(12, '0')}`,
    controller: true,
    blockOwnerDeletion: true,
  };
}

function managedFields(manager: string, fieldsV1: object): object {
  return { manager, operation: 'Update', apiVersion: 'v1', time: createdAt, fieldsType: 'FieldsV1', fieldsV1 };
}

const container = {
  '.': {},
  'f:env': { '.': {}, 'k:{"name":"PORT"}': { '.': {}, 'f:name': {}, 'f:value': {} } },
  'f:image': {},
  'f:imagePullPolicy': {},
  'f:name': {},
  'f:ports': {
    '.': {},
    'k:{"containerPort":8080,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} },
  },
  'f:resources': { '.': {}, 'f:limits': { '.': {}, 'f:cpu': {}, 'f:memory': {} } },
  'f:terminationMessagePath': {},
  'f:terminationMessagePolicy': {},
};
const specFields = {
  'f:metadata': {
    'f:generateName': {},
    'f:labels': { '.': {}, 'f:app': {}, 'f:pod-template-hash': {} },
    'f:ownerReferences': { '.': {}, 'k:{"uid":"11111111-2222-3333-4444-000000000000"}': {} },
  },
  'f:spec': {
    'f:containers': { 'k:{"name":"main"}': container },
    'f:dnsPolicy': {},
    'f:enableServiceLinks': {},
    'f:restartPolicy': {},
    'f:schedulerName': {},
    'f:securityContext': {},
    'f:terminationGracePeriodSeconds': {},
  },
};
const condition = { '.': {}, 'f:lastProbeTime': {}, 'f:lastTransitionTime': {}, 'f:status': {}, 'f:type': {} };
const statusFields = {
  'f:status': {
    'f:conditions': {
      'k:{"type":"ContainersReady"}': condition,
      'k:{"type":"Initialized"}': condition,
      'k:{"type":"Ready"}': condition,
    },
    'f:containerStatuses': {},
    'f:hostIP': {},
    'f:phase': {},
    'f:podIP': {},
    'f:podIPs': { '.': {}, 'k:{"ip":"10.0.0.1"}': { '.': {}, 'f:ip': {} } },
    'f:startTime': {},
  },
};

function specOf(app: string, index: number): object {
  const sources = [
    { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
  ];
  return {
    volumes: [{ name: 'kube-api-access', projected: { sources, defaultMode: 420 } }],
    containers: [
      {
        name: 'main',
        image: `registry.example.com/${app}:1.${index % 20}.0`,
        ports: [{ containerPort: 8080, protocol: 'TCP' }],
        env: [
          { name: 'PORT', value: '8080' },
          { name: 'LEVEL', value: 'info' },
        ],
        resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
        volumeMounts: [
          { name: 'kube-api-access', readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' },
        ],
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        imagePullPolicy: 'IfNotPresent',
      },
    ],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    serviceAccountName: 'default',
    nodeName: `node-${index % 200}`,
    securityContext: {},
    schedulerName: 'default-scheduler',
    tolerations: ['not-ready', 'unreachable'].map((key) => ({
      key: `node.kubernetes.io/${key}`,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 300,
    })),
    priority: 0,
    enableServiceLinks: true,
  };
}

function statusOf(app: string, index: number): object {
  const podIP = `10.${index % 200}.${index % 250}.7`;
  return {
    phase: 'Running',
    conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
      type,
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: createdAt,
    })),
    hostIP: '10.0.0.1',
    podIP,
    podIPs: [{ ip: podIP }],
    startTime: createdAt,
    containerStatuses: [
      {
        name: 'main',
        state: { running: { startedAt: createdAt } },
        lastState: {},
        ready: true,
        restartCount: 0,
        image: `registry.example.com/${app}:1.0.0`,
        imageID: `registry.example.com/${app}@sha256:${'0123456789abcdef'.repeat(4)}`,
        started: true,
      },
    ],
    qosClass: 'Burstable',
  };
}
