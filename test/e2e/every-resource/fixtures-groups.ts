import type { ResourceTypes } from '../../../generated/generic.js';
import type { Fixtures } from './fixture.js';

const request = `-----BEGIN CERTIFICATE REQUEST-----
MIHnMIGNAgEAMCsxEDAOBgNVBAoMB2V4YW1wbGUxFzAVBgNVBAMMDmV2ZXJ5LXJl
c291cmNlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEna1m3j/BoAqNVnm0ffXT
hyrkca6K2VUEA9pmqPz5Yd74boR0z1X7+pJj4TNhSa7ayM3ke2WEmTVdRqQiXU/x
dKAAMAoGCCqGSM49BAMCA0kAMEYCIQCA5fiQV8F7IR+fsL9bjsVMC8JUFbcJV+qW
hyoTwLSRPAIhALEUZGE04PTAlqMxkf1ofKG2Y3tFS+mIgysdC6Yet7Gg
-----END CERTIFICATE REQUEST-----
`;

const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['podtemplates'] }];

/** Of both served versions of mutating policies. */
export const mutatingPolicy = {
  failurePolicy: 'Ignore',
  reinvocationPolicy: 'Never',
  matchConstraints: { resourceRules: rules },
  mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
} as const;

/** Of every served version. */
export const resourceSlice = {
  driver: 'every.example.com',
  allNodes: true,
  pool: { name: 'pool', generation: 1, resourceSliceCount: 1 },
} as const;

const crd = {
  name: 'things.every.example.com',
  spec: {
    group: 'every.example.com',
    scope: 'Namespaced',
    names: { kind: 'Thing', plural: 'things' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', additionalProperties: { type: 'string' }, default: { a: 'b' } } },
          },
        },
      },
    ],
  },
} as const;

/** Objects of the groups that belong to Kubernetes itself. */
export const groups = {
  'admissionregistration.k8s.io/v1': {
    mutatingadmissionpolicies: { spec: mutatingPolicy },
    mutatingadmissionpolicybindings: { spec: { policyName: 'every-v1' } },
    mutatingwebhookconfigurations: { webhooks: [] },
    validatingadmissionpolicies: {
      spec: { matchConstraints: { resourceRules: rules }, validations: [{ expression: 'true', message: 'never' }] },
    },
    validatingadmissionpolicybindings: { spec: { policyName: 'none', validationActions: ['Audit'] } },
    validatingwebhookconfigurations: { webhooks: [] },
  },
  'apiextensions.k8s.io/v1': { customresourcedefinitions: crd },
  'apiregistration.k8s.io/v1': {
    apiservices: {
      name: 'v1.every-api.example.com',
      spec: { group: 'every-api.example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
    },
  },
  'certificates.k8s.io/v1': {
    certificatesigningrequests: {
      spec: {
        request: Buffer.from(request).toString('base64'),
        signerName: 'example.com/every',
        usages: ['client auth'],
      },
    },
  },
  'coordination.k8s.io/v1': { leases: { spec: { holderIdentity: 'every', renewTime: '2026-01-02T03:04:05.000000Z' } } },
  'discovery.k8s.io/v1': {
    endpointslices: { addressType: 'IPv4', endpoints: [{ addresses: ['192.0.2.1'] }], ports: [{ port: 80 }] },
  },
  'events.k8s.io/v1': {
    events: {
      name: 'events-v1',
      action: 'Testing',
      eventTime: '2026-01-02T03:04:05.000000Z',
      reason: 'Testing',
      regarding: { kind: 'Pod', name: 'every-v1', namespace: 'default' },
      reportingController: 'example.com/every',
      reportingInstance: 'every',
      type: 'Normal',
    },
  },
  'flowcontrol.apiserver.k8s.io/v1': {
    flowschemas: { spec: { priorityLevelConfiguration: { name: 'every-v1' }, matchingPrecedence: 9000 } },
    prioritylevelconfigurations: {
      spec: { type: 'Limited', limited: { nominalConcurrencyShares: 1, limitResponse: { type: 'Reject' } } },
    },
  },
  'networking.k8s.io/v1': {
    ingressclasses: { spec: { controller: 'example.com/every' } },
    ingresses: { spec: { defaultBackend: { service: { name: 'every-v1', port: { number: 80 } } } } },
    ipaddresses: {
      name: '10.0.0.98',
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 'every-v1' } },
    },
    networkpolicies: { spec: { podSelector: {}, ingress: [{ ports: [{ port: 'http' }, { port: 80, endPort: 90 }] }] } },
    servicecidrs: { spec: { cidrs: ['10.1.0.0/24'] } },
  },
  'node.k8s.io/v1': { runtimeclasses: { handler: 'every', overhead: { podFixed: { memory: '1Mi' } } } },
  'rbac.authorization.k8s.io/v1': {
    clusterrolebindings: { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' } },
    clusterroles: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    rolebindings: {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'User', name: 'somebody', apiGroup: 'rbac.authorization.k8s.io' }],
    },
    roles: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }] },
  },
  'resource.k8s.io/v1': {
    deviceclasses: { spec: { selectors: [{ cel: { expression: 'true' } }] } },
    resourceclaims: { spec: { devices: { requests: [{ name: 'one', exactly: { deviceClassName: 'every-v1' } }] } } },
    resourceclaimtemplates: { spec: { spec: {} } },
    resourceslices: { spec: resourceSlice },
  },
  'scheduling.k8s.io/v1': { priorityclasses: { value: 5 } },
  'storage.k8s.io/v1': {
    csidrivers: { name: 'every.example.com', spec: { attachRequired: false } },
    csinodes: { spec: { drivers: [{ name: 'every.example.com', nodeID: 'node-1' }] } },
    csistoragecapacities: { storageClassName: 'every-v1', capacity: '1Gi' },
    storageclasses: { provisioner: 'example.com/every', reclaimPolicy: 'Retain' },
    volumeattachments: {
      spec: { attacher: 'every.example.com', nodeName: 'node-1', source: { persistentVolumeName: 'every-v1' } },
    },
    volumeattributesclasses: { driverName: 'every.example.com', parameters: { speed: 'high' } },
  },
} satisfies Partial<Fixtures<ResourceTypes>>;
