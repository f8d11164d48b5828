import type { ResourceTypes } from '../../../generated/generic.js';
import type { Fixtures } from './fixture.js';

const labels = { app: 'every-resource' };
const podSpec = { containers: [{ name: 'main', image: 'example.com/image' }] } as const;
const template = { metadata: { labels }, spec: podSpec } as const;
const jobTemplate = { spec: { ...podSpec, restartPolicy: 'Never' } } as const;
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'every-v1' } as const;

/** Objects of the groups that every program knows. */
export const core = {
  v1: {
    configmaps: { data: { key: 'value' }, binaryData: { bytes: 'YWJj' } },
    endpoints: { subsets: [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80, name: 'http' }] }] },
    events: {
      involvedObject: { kind: 'Pod', name: 'every-v1', namespace: 'default' },
      reason: 'Testing',
      type: 'Normal',
    },
    limitranges: { spec: { limits: [{ type: 'Container', default: { cpu: '100m' } }] } },
    namespaces: {},
    nodes: { spec: { unschedulable: true, taints: [{ key: 'a', effect: 'NoSchedule' }] } },
    persistentvolumeclaims: {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 'x' },
    },
    persistentvolumes: {
      spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/tmp' } },
    },
    pods: {
      spec: {
        containers: [
          {
            name: 'main',
            image: 'example.com/image',
            ports: [{ containerPort: 80, name: 'http' }],
            livenessProbe: { httpGet: { port: 'http', path: '/' } },
            readinessProbe: { tcpSocket: { port: 80 } },
            resources: { limits: { memory: '1Gi' } },
          },
        ],
      },
    },
    podtemplates: { template },
    replicationcontrollers: { spec: { replicas: 0, selector: labels, template } },
    resourcequotas: { spec: { hard: { pods: '100' } } },
    secrets: { stringData: { key: 'value' }, type: 'Opaque' },
    serviceaccounts: { automountServiceAccountToken: false },
    services: { spec: { ports: [{ port: 80, targetPort: 'http' }], selector: labels } },
  },
  'apps/v1': {
    controllerrevisions: { revision: 1, data: { anything: true } },
    daemonsets: { spec: { selector: { matchLabels: labels }, template } },
    deployments: {
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template,
        strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } },
      },
    },
    replicasets: { spec: { selector: { matchLabels: labels }, template } },
    statefulsets: { spec: { selector: { matchLabels: labels }, serviceName: 'every-v1', template } },
  },
  'autoscaling/v1': { horizontalpodautoscalers: { name: 'autoscaling-v1', spec: { maxReplicas: 3, scaleTargetRef } } },
  'autoscaling/v2': {
    horizontalpodautoscalers: {
      spec: {
        maxReplicas: 3,
        scaleTargetRef,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    },
  },
  'batch/v1': {
    cronjobs: { spec: { schedule: '0 0 * * *', jobTemplate: { spec: { template: jobTemplate } } } },
    jobs: { spec: { template: jobTemplate, suspend: true } },
  },
  'policy/v1': {
    poddisruptionbudgets: { spec: { minAvailable: '50%', selector: { matchLabels: labels } } },
  },
} satisfies Partial<Fixtures<ResourceTypes>>;
