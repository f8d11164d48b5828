import { patch, post } from '../step.js';
import type { Sequence, Step } from '../step.js';
import { CONTROLLER_KINDS, container, jobTemplate, labels, selector, template } from './kinds.js';
import type { Kind } from './kinds.js';

type Body = Readonly<Record<string, unknown>>;

function kindOf(name: string): Kind {
  const kind = CONTROLLER_KINDS.find((candidate) => candidate.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
}

/** Creates of one kind, by what is odd about each. */
function creates(name: string, bodies: Readonly<Record<string, Body>>): Sequence {
  const { path, apiVersion } = kindOf(name);
  const steps = Object.entries(bodies).map(([title, body], index) =>
    post(title, path, { apiVersion, kind: name, metadata: { name: `n${index}` }, ...body }),
  );
  return { name: `creating a ${name}`, steps };
}

/** Updates of one object, by what each changes: merge patches. */
function updates(name: string, first: Body, changes: Readonly<Record<string, Body>>): Sequence {
  const { path, apiVersion } = kindOf(name);
  const steps: Step[] = [
    post('made', path, { apiVersion, kind: name, metadata: { name: 'x' }, ...first }, { id: 'x' }),
  ];
  for (const [title, body] of Object.entries(changes)) steps.push(patch(title, `${path}/x`, body));
  return { name: `changing a ${name}`, steps };
}

const pod = (spec: Body): Body => ({ spec: { containers: [container], ...spec } });
const withContainer = (more: Body): Body => ({ spec: { containers: [{ ...container, ...more }] } });
const workload = (spec: Body): Body => ({ spec: { selector, template, ...spec } });

const pods: readonly Sequence[] = [
  creates('Pod', {
    'no spec': {},
    'no containers': { spec: {} },
    'empty containers': { spec: { containers: [] } },
    'container without a name': { spec: { containers: [{ image: 'i' }] } },
    'container without an image': { spec: { containers: [{ name: 'c' }] } },
    'container with a bad name': { spec: { containers: [{ name: 'C_', image: 'i' }] } },
    'two containers of one name': { spec: { containers: [container, container] } },
    'bad restart policy': pod({ restartPolicy: 'Sometimes' }),
    'bad DNS policy': pod({ dnsPolicy: 'Odd' }),
    'negative grace period': pod({ terminationGracePeriodSeconds: -1 }),
    'zero deadline': pod({ activeDeadlineSeconds: 0 }),
    'bad pull policy': withContainer({ imagePullPolicy: 'Maybe' }),
    'port out of range': withContainer({ ports: [{ containerPort: 70000 }] }),
    'port of zero': withContainer({ ports: [{ containerPort: 0 }] }),
    'bad protocol': withContainer({ ports: [{ containerPort: 80, protocol: 'HTTP' }] }),
    'env without a name': withContainer({ env: [{ value: 'v' }] }),
    'env with two sources': withContainer({
      env: [{ name: 'E', value: 'v', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
    }),
    'mount of a missing volume': withContainer({ volumeMounts: [{ name: 'v', mountPath: '/v' }] }),
    'mount without a path': {
      spec: { containers: [{ ...container, volumeMounts: [{ name: 'v' }] }], volumes: [{ name: 'v', emptyDir: {} }] },
    },
    'two volumes of one name': pod({
      volumes: [
        { name: 'v', emptyDir: {} },
        { name: 'v', emptyDir: {} },
      ],
    }),
    'volume without a source': pod({ volumes: [{ name: 'v' }] }),
    'volume with two sources': pod({ volumes: [{ name: 'v', emptyDir: {}, configMap: { name: 'c' } }] }),
    'volume from a claim without a name': pod({ volumes: [{ name: 'v', persistentVolumeClaim: {} }] }),
    'limit below the request': withContainer({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }),
    'request that is no quantity': withContainer({ resources: { requests: { cpu: 'much' } } }),
    'negative request': withContainer({ resources: { requests: { cpu: '-1' } } }),
    'limits alone': withContainer({ resources: { limits: { cpu: '1', memory: '64Mi' } } }),
    'probe without a handler': withContainer({ livenessProbe: {} }),
    'probe with two handlers': withContainer({ livenessProbe: { tcpSocket: { port: 1 }, exec: { command: ['a'] } } }),
    'probes of every kind': withContainer({
      livenessProbe: { httpGet: { path: '/', port: 80 } },
      readinessProbe: { tcpSocket: { port: 'http' } },
      startupProbe: { exec: { command: ['a'] }, failureThreshold: 5 },
      ports: [{ containerPort: 80, name: 'http' }],
    }),
    'negative probe period': withContainer({ livenessProbe: { tcpSocket: { port: 1 }, periodSeconds: -1 } }),
    'everything that has defaults': {
      spec: {
        containers: [
          {
            ...container,
            image: 'i:1.2',
            env: [{ name: 'E', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
            ports: [{ containerPort: 80 }],
            volumeMounts: [{ name: 'c', mountPath: '/c' }],
            lifecycle: { preStop: { httpGet: { port: 80 } } },
          },
        ],
        initContainers: [{ name: 'i', image: 'i' }],
        volumes: [
          { name: 'c', configMap: { name: 'c' } },
          { name: 's', secret: { secretName: 's' } },
          { name: 'd', downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.name' } }] } },
          { name: 'p', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
          { name: 'h', hostPath: { path: '/' } },
        ],
        hostNetwork: true,
        serviceAccountName: 'sa',
        securityContext: {},
        tolerations: [{ key: 'k', operator: 'Exists' }],
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: selector },
        ],
      },
    },
    'bad service account name': pod({ serviceAccountName: 'A_' }),
    'bad node selector': pod({ nodeSelector: { 'a b': 'c' } }),
    'bad label value': { metadata: { name: 'l', labels: { a: 'b c' } }, ...pod({}) },
    'unknown priority class': pod({ priorityClassName: 'nothing' }),
    'latest image': withContainer({ image: 'i:latest' }),
    'image with a digest': withContainer({ image: `i@sha256:${'a'.repeat(64)}` }),
    'bad name': { metadata: { name: 'Bad_Name' }, ...pod({}) },
    'a long name': { metadata: { name: 'a'.repeat(254) }, ...pod({}) },
    'toleration with a bad operator': pod({ tolerations: [{ key: 'k', operator: 'Odd' }] }),
    'host port without a container port': withContainer({ ports: [{ hostPort: 80 }] }),
    'sysctl and run as': pod({ securityContext: { runAsUser: -1 } }),
  }),
  updates(
    'Pod',
    { spec: { containers: [container] } },
    {
      'another image': { spec: { containers: [{ name: 'c', image: 'j' }] } },
      'another container name': { spec: { containers: [{ name: 'd', image: 'j' }] } },
      'another command': { spec: { containers: [{ name: 'c', image: 'j', command: ['a'] }] } },
      'a node': { spec: { nodeName: 'n' } },
      'another restart policy': { spec: { restartPolicy: 'Never' } },
      'a deadline': { spec: { activeDeadlineSeconds: 10 } },
      'a later deadline': { spec: { activeDeadlineSeconds: 20 } },
      'one more toleration': { spec: { tolerations: [{ key: 'a', operator: 'Exists' }] } },
      'a shorter grace period': { spec: { terminationGracePeriodSeconds: 5 } },
      'another service account': { spec: { serviceAccountName: 'other' } },
      labels: { metadata: { labels: { a: 'b' } } },
      'a bad label': { metadata: { labels: { 'a/b/c': 'd' } } },
    },
  ),
];

const workloads: readonly Sequence[] = [
  ...['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'].flatMap((name) => [
    creates(name, {
      'no spec': {},
      'no selector': { spec: { template } },
      'empty selector': { spec: { selector: {}, template } },
      'no template': { spec: { selector } },
      'selector that does not match': { spec: { selector: { matchLabels: { app: 'other' } }, template } },
      'bad selector operator': {
        spec: { selector: { matchExpressions: [{ key: 'a', operator: 'Is', values: ['b'] }] }, template },
      },
      'negative replicas': workload({ replicas: -1 }),
      'replicas that are text': workload({ replicas: '3' }),
      'fractional replicas': workload({ replicas: 1.5 }),
      'null replicas': workload({ replicas: null }),
      'negative ready seconds': workload({ minReadySeconds: -1 }),
      'negative history limit': workload({ revisionHistoryLimit: -1 }),
      'template with a bad restart policy': workload({
        template: { ...template, spec: { containers: [container], restartPolicy: 'Never' } },
      }),
      'template without containers': workload({ template: { metadata: { labels }, spec: {} } }),
      'template with a deadline': workload({
        template: { ...template, spec: { containers: [container], activeDeadlineSeconds: 5 } },
      }),
      'template with a default': workload({
        template: { ...template, spec: { containers: [{ ...container, ports: [{ containerPort: 80 }] }] } },
      }),
    }),
    updates(
      name,
      { spec: { selector, template, serviceName: 's' } },
      {
        'another selector': { spec: { selector: { matchLabels: { app: 'other' } } } },
        'another selector and template': {
          spec: { selector: { matchLabels: { app: 'other' } }, template: { metadata: { labels: { app: 'other' } } } },
        },
        'another image': { spec: { template: { spec: { containers: [{ name: 'c', image: 'j' }] } } } },
        'no containers': { spec: { template: { spec: { containers: [] } } } },
        'negative replicas': { spec: { replicas: -3 } },
        'labels that do not match': { spec: { template: { metadata: { labels: { app: 'x' } } } } },
        'no spec': { spec: null },
        'another service name': { spec: { serviceName: 't' } },
      },
    ),
  ]),
  creates('Deployment', {
    'strategy of an odd type': workload({ strategy: { type: 'Odd' } }),
    recreate: workload({ strategy: { type: 'Recreate' } }),
    'recreate with rolling update': workload({ strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }),
    'nothing may go': workload({ strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }),
    'surge in percent': workload({ strategy: { rollingUpdate: { maxSurge: '50%' } } }),
    'surge that is no percentage': workload({ strategy: { rollingUpdate: { maxSurge: 'half' } } }),
    'deadline before ready': workload({ minReadySeconds: 10, progressDeadlineSeconds: 5 }),
  }),
  creates('StatefulSet', {
    'odd pod management': workload({ podManagementPolicy: 'Odd' }),
    'claim template': workload({
      serviceName: 's',
      volumeClaimTemplates: [
        {
          metadata: { name: 'd' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    }),
    'odd update strategy': workload({ updateStrategy: { type: 'Odd' } }),
    partition: workload({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: -1 } } }),
  }),
  creates('DaemonSet', {
    'odd update strategy': workload({ updateStrategy: { type: 'Odd' } }),
    'on delete': workload({ updateStrategy: { type: 'OnDelete' } }),
    percentage: workload({ updateStrategy: { rollingUpdate: { maxUnavailable: '10%' } } }),
  }),
].map((sequence, index, all) =>
  all.findIndex(({ name }) => name === sequence.name) === index
    ? sequence
    : { ...sequence, name: `${sequence.name} with a strategy` },
);

const batch: readonly Sequence[] = [
  creates('Job', {
    'no spec': {},
    'no template': { spec: {} },
    'no restart policy': { spec: { template: { spec: { containers: [container] } } } },
    'always restarting': { spec: { template: { spec: { containers: [container], restartPolicy: 'Always' } } } },
    'own selector': { spec: { selector, template: { metadata: { labels }, ...jobTemplate } } },
    'manual selector': { spec: { manualSelector: true, selector, template: { metadata: { labels }, ...jobTemplate } } },
    'negative parallelism': { spec: { template: jobTemplate, parallelism: -1 } },
    'negative completions': { spec: { template: jobTemplate, completions: -1 } },
    'negative backoff': { spec: { template: jobTemplate, backoffLimit: -1 } },
    'indexed without completions': { spec: { template: jobTemplate, completionMode: 'Indexed' } },
    indexed: { spec: { template: jobTemplate, completionMode: 'Indexed', completions: 2 } },
    'many at once': { spec: { template: jobTemplate, completions: 3, parallelism: 2 } },
    suspended: { spec: { template: jobTemplate, suspend: true } },
    'negative time to live': { spec: { template: jobTemplate, ttlSecondsAfterFinished: -1 } },
    'on failure': { spec: { template: { spec: { containers: [container], restartPolicy: 'OnFailure' } } } },
  }),
  updates(
    'Job',
    { spec: { template: jobTemplate } },
    {
      'another template': { spec: { template: { spec: { containers: [{ name: 'c', image: 'j' }] } } } },
      'more parallelism': { spec: { parallelism: 2 } },
      'other completions': { spec: { completions: 2 } },
      'another selector': { spec: { selector: { matchLabels: { a: 'b' } } } },
      suspension: { spec: { suspend: true } },
      'a time to live': { spec: { ttlSecondsAfterFinished: 5 } },
      'indexed mode': { spec: { completionMode: 'Indexed' } },
    },
  ),
  creates('CronJob', {
    'no spec': {},
    'no schedule': { spec: { jobTemplate: { spec: { template: jobTemplate } } } },
    'bad schedule': { spec: { schedule: 'now', jobTemplate: { spec: { template: jobTemplate } } } },
    'schedule of six': { spec: { schedule: '* * * * * *', jobTemplate: { spec: { template: jobTemplate } } } },
    'schedule by name': { spec: { schedule: '@hourly', jobTemplate: { spec: { template: jobTemplate } } } },
    'schedule out of range': { spec: { schedule: '61 * * * *', jobTemplate: { spec: { template: jobTemplate } } } },
    'odd concurrency': {
      spec: { schedule: '* * * * *', concurrencyPolicy: 'Odd', jobTemplate: { spec: { template: jobTemplate } } },
    },
    'time zone': {
      spec: { schedule: '* * * * *', timeZone: 'Etc/UTC', jobTemplate: { spec: { template: jobTemplate } } },
    },
    'bad time zone': {
      spec: { schedule: '* * * * *', timeZone: 'Mars', jobTemplate: { spec: { template: jobTemplate } } },
    },
    'negative deadline': {
      spec: { schedule: '* * * * *', startingDeadlineSeconds: -1, jobTemplate: { spec: { template: jobTemplate } } },
    },
    'negative history': {
      spec: { schedule: '* * * * *', failedJobsHistoryLimit: -1, jobTemplate: { spec: { template: jobTemplate } } },
    },
    'always restarting': {
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template: { spec: { containers: [container] } } } } },
    },
    'a long name': {
      metadata: { name: 'a'.repeat(60) },
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template: jobTemplate } } },
    },
  }),
];

/** What servers refuse, or complete, of workloads. */
export const refusalSequences: readonly Sequence[] = [...pods, ...workloads, ...batch];

export { creates, kindOf, updates };
