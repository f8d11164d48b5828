import {
  CONTROLLER_KINDS,
  container,
  jobTemplate,
  labels,
  selector,
  template,
} from '../../test/testkit/differential/sequences/kinds.js';
import { OTHER_KINDS } from '../../test/testkit/differential/sequences/other-kinds.js';

/** An object to create in a trial, so that the server shows what it fills in. */
export interface Sample {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const POD_SPEC = {
  containers: [
    {
      ...container,
      env: [
        { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
        { name: 'C', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } },
        { name: 'D', valueFrom: { secretKeyRef: { name: 'c', key: 'k' } } },
        { name: 'E', valueFrom: { fileKeyRef: { volumeName: 'f', path: 'p', key: 'K' } } },
      ],
      envFrom: [{ configMapRef: { name: 'c' } }, { secretRef: { name: 's' } }],
      ports: [{ containerPort: 80 }],
      volumeMounts: [{ name: 'a', mountPath: '/a' }],
      livenessProbe: { httpGet: { port: 80 } },
      readinessProbe: { tcpSocket: { port: 80 } },
      startupProbe: { grpc: { port: 80 } },
      lifecycle: { preStop: { httpGet: { port: 80 } }, postStart: { exec: { command: ['a'] } } },
      resources: { limits: { cpu: '1' } },
      securityContext: {},
    },
  ],
  initContainers: [{ name: 'i', image: 'i' }],
  volumes: [
    { name: 'a', configMap: { name: 'c' } },
    { name: 'b', secret: { secretName: 's' } },
    { name: 'c', downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.name' } }] } },
    { name: 'd', projected: { sources: [{ serviceAccountToken: { path: 't' } }, { configMap: { name: 'c' } }] } },
    { name: 'e', hostPath: { path: '/' } },
    { name: 'f', emptyDir: {} },
    { name: 'g', persistentVolumeClaim: { claimName: 'c' } },
    { name: 'h', csi: { driver: 'd' } },
    { name: 'i', iscsi: { targetPortal: '1.2.3.4', iqn: 'iqn.2001-04.com.example:storage', lun: 0 } },
    { name: 'j', rbd: { monitors: ['a'], image: 'i' } },
    { name: 'k', azureDisk: { diskName: 'd', diskURI: 'https://x' } },
    { name: 'l', scaleIO: { gateway: 'g', system: 's', secretRef: { name: 's' }, volumeName: 'v' } },
    {
      name: 'm',
      ephemeral: {
        volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
      },
    },
    { name: 'n', nfs: { server: 's', path: '/' } },
  ],
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone', labelSelector: selector }],
    },
  },
  tolerations: [{ key: 'k', operator: 'Exists' }],
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: selector },
  ],
  dnsConfig: { options: [{ name: 'a' }] },
  securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
  imagePullSecrets: [{ name: 'p' }],
  serviceAccountName: 'default',
};

const apps = (plural: string): string => `/apis/apps/v1/namespaces/default/${plural}`;
const autoscalers = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };

const maximal: readonly Sample[] = [
  { path: '/api/v1/namespaces/default/pods', body: { spec: POD_SPEC } },
  {
    path: '/api/v1/namespaces/default/pods',
    body: { spec: { containers: [container], os: { name: 'linux' }, ephemeralContainers: [] } },
  },
  ...['deployments', 'replicasets', 'daemonsets'].map((plural) => ({
    path: apps(plural),
    body: { spec: { selector, template: { metadata: { labels }, spec: POD_SPEC } } },
  })),
  {
    path: apps('deployments'),
    body: { spec: { selector, template, strategy: { type: 'RollingUpdate', rollingUpdate: {} } } },
  },
  { path: apps('deployments'), body: { spec: { selector, template, strategy: { type: 'Recreate' } } } },
  { path: apps('daemonsets'), body: { spec: { selector, template, updateStrategy: { type: 'OnDelete' } } } },
  { path: apps('daemonsets'), body: { spec: { selector, template, updateStrategy: { rollingUpdate: {} } } } },
  {
    path: apps('statefulsets'),
    body: {
      spec: { serviceName: 's', selector, template, volumeClaimTemplates: [{ metadata: { name: 'd' }, ...claim }] },
    },
  },
  {
    path: apps('statefulsets'),
    body: { spec: { serviceName: 's', selector, template, updateStrategy: { type: 'OnDelete' } } },
  },
  {
    path: apps('statefulsets'),
    body: {
      spec: {
        serviceName: 's',
        selector,
        template,
        updateStrategy: { rollingUpdate: {} },
        persistentVolumeClaimRetentionPolicy: {},
      },
    },
  },
  { path: '/apis/batch/v1/namespaces/default/jobs', body: { spec: { template: jobTemplate, completions: 2 } } },
  { path: '/apis/batch/v1/namespaces/default/jobs', body: { spec: { template: jobTemplate, parallelism: 2 } } },
  {
    path: '/apis/batch/v1/namespaces/default/jobs',
    body: {
      spec: {
        template: jobTemplate,
        podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] },
      },
    },
  },
  { path: '/api/v1/namespaces/default/services', body: { spec: { ports: [{ port: 80 }], type: 'NodePort' } } },
  { path: '/api/v1/namespaces/default/services', body: { spec: { ports: [{ port: 80 }], type: 'LoadBalancer' } } },
  { path: '/api/v1/namespaces/default/services', body: { spec: { ports: [{ port: 80 }], clusterIP: 'None' } } },
  {
    path: '/api/v1/namespaces/default/services',
    body: { spec: { ports: [{ port: 80 }], sessionAffinity: 'ClientIP' } },
  },
  { path: '/api/v1/namespaces/default/services', body: { spec: { type: 'ExternalName', externalName: 'a.b' } } },
  { path: autoscalers, body: { spec: { scaleTargetRef: target, maxReplicas: 2, behavior: {} } } },
  {
    path: autoscalers,
    body: { spec: { scaleTargetRef: target, maxReplicas: 2, behavior: { scaleUp: {}, scaleDown: {} } } },
  },
  {
    path: '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies',
    body: { spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }], egress: [{}] } },
  },
  {
    path: '/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings',
    body: {
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'ServiceAccount', name: 's', namespace: 'default' },
      ],
    },
  },
  {
    path: '/api/v1/persistentvolumes',
    body: {
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1Gi' },
        csi: { driver: 'd.example.com', volumeHandle: 'h' },
        claimRef: { name: 'c', namespace: 'default' },
      },
    },
  },
  {
    path: '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
    body: {
      webhooks: [
        {
          name: 'a.example.com',
          clientConfig: { service: { name: 's', namespace: 'default' } },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
        },
      ],
    },
  },
  {
    path: '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations',
    body: {
      webhooks: [
        {
          name: 'a.example.com',
          clientConfig: { service: { name: 's', namespace: 'default' } },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
        },
      ],
    },
  },
  {
    path: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
    body: {
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
        },
        validations: [{ expression: 'true' }],
      },
    },
  },
  {
    path: '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
    body: { spec: { priorityLevelConfiguration: { name: 'p' }, rules: [] } },
  },
  {
    path: '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
    body: { spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } } },
  },
  { path: '/apis/storage.k8s.io/v1/csidrivers', body: { spec: { tokenRequests: [{ audience: 'a' }] } } },
  {
    path: '/apis/apiregistration.k8s.io/v1/apiservices',
    body: {
      metadata: { name: 'v1.x.example.com' },
      spec: {
        group: 'x.example.com',
        version: 'v1',
        groupPriorityMinimum: 100,
        versionPriority: 1,
        service: { name: 's', namespace: 'default' },
      },
    },
  },
];

/** A smallest object of every kind, and larger ones that hold what has defaults of its own. */
export const SAMPLES: readonly Sample[] = [
  ...[...CONTROLLER_KINDS, ...OTHER_KINDS].map(({ path, minimal }) => ({ path, body: minimal })),
  ...maximal,
].map(({ path, body }) => ({
  path: path.replace('{ns}', 'default'),
  body: {
    metadata: { name: 'recorded' },
    ...(JSON.parse(JSON.stringify(body).replaceAll('{ns}', 'default')) as object),
  },
}));
