import { builtinRules } from '../builtin/builtin-rules.js';
import { autoscalerVersions, newEventVersions } from '../builtin/versions.js';
import type { KindVersions } from '../rules/kind-versions.js';
import type { ServedResource } from './served-resource.js';

interface Row {
  readonly kind: string;
  readonly plural: string;
  /** Default true. */
  readonly namespaced?: boolean;
  readonly short?: readonly string[];
  /**
   * Default none. `s`: status, `c`: scale, `g`: the server counts generations, `a`: in kubectl's "all", `e`: in
   * its "api-extensions".
   */
  readonly traits?: string;
  readonly fields?: readonly string[];
  /** What every answer warns of. */
  readonly deprecation?: string;
}

const podFields = [
  'spec.nodeName',
  'spec.host',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'spec.hostNetwork',
  'status.phase',
  'status.podIP',
  'status.podIPs',
  'status.nominatedNodeName',
] as const;

const eventFields = [
  'involvedObject.kind',
  'involvedObject.namespace',
  'involvedObject.name',
  'involvedObject.uid',
  'involvedObject.apiVersion',
  'involvedObject.resourceVersion',
  'involvedObject.fieldPath',
  'reason',
  'reportingComponent',
  'source',
  'type',
] as const;

/** What the newer API calls them; it has no source. */
const newEventFields = eventFields
  .filter((field) => field !== 'source')
  .map((field) => field.replace('involvedObject.', 'regarding.').replace('reportingComponent', 'reportingController'));

/** The built-in resources that the simulated server has from the start, by apiVersion. */
const table: Readonly<Record<string, readonly Row[]>> = {
  v1: [
    {
      kind: 'Namespace',
      plural: 'namespaces',
      namespaced: false,
      short: ['ns'],
      traits: 's',
      fields: ['status.phase'],
    },
    { kind: 'Node', plural: 'nodes', namespaced: false, short: ['no'], traits: 's', fields: ['spec.unschedulable'] },
    { kind: 'PersistentVolume', plural: 'persistentvolumes', namespaced: false, short: ['pv'], traits: 's' },
    { kind: 'Pod', plural: 'pods', short: ['po'], traits: 'sga', fields: podFields },
    { kind: 'Service', plural: 'services', short: ['svc'], traits: 'sa', fields: ['spec.clusterIP', 'spec.type'] },
    { kind: 'ConfigMap', plural: 'configmaps', short: ['cm'] },
    { kind: 'Secret', plural: 'secrets', fields: ['type'] },
    { kind: 'Event', plural: 'events', short: ['ev'], fields: eventFields },
    { kind: 'ServiceAccount', plural: 'serviceaccounts', short: ['sa'] },
    {
      kind: 'Endpoints',
      plural: 'endpoints',
      short: ['ep'],
      deprecation: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
    },
    { kind: 'PersistentVolumeClaim', plural: 'persistentvolumeclaims', short: ['pvc'], traits: 's' },
    {
      kind: 'ReplicationController',
      plural: 'replicationcontrollers',
      short: ['rc'],
      traits: 'scga',
      fields: ['status.replicas'],
    },
    { kind: 'LimitRange', plural: 'limitranges', short: ['limits'] },
    { kind: 'ResourceQuota', plural: 'resourcequotas', short: ['quota'], traits: 's' },
    { kind: 'PodTemplate', plural: 'podtemplates', traits: 'g' },
  ],
  'admissionregistration.k8s.io/v1': [
    { kind: 'MutatingWebhookConfiguration', plural: 'mutatingwebhookconfigurations', namespaced: false, traits: 'ge' },
    {
      kind: 'ValidatingWebhookConfiguration',
      plural: 'validatingwebhookconfigurations',
      namespaced: false,
      traits: 'ge',
    },
    { kind: 'MutatingAdmissionPolicy', plural: 'mutatingadmissionpolicies', namespaced: false, traits: 'ge' },
    {
      kind: 'MutatingAdmissionPolicyBinding',
      plural: 'mutatingadmissionpolicybindings',
      namespaced: false,
      traits: 'ge',
    },
    { kind: 'ValidatingAdmissionPolicy', plural: 'validatingadmissionpolicies', namespaced: false, traits: 'sge' },
    {
      kind: 'ValidatingAdmissionPolicyBinding',
      plural: 'validatingadmissionpolicybindings',
      namespaced: false,
      traits: 'ge',
    },
  ],
  'apiregistration.k8s.io/v1': [{ kind: 'APIService', plural: 'apiservices', namespaced: false, traits: 'se' }],
  'apps/v1': [
    { kind: 'Deployment', plural: 'deployments', short: ['deploy'], traits: 'scga' },
    {
      kind: 'ReplicaSet',
      plural: 'replicasets',
      short: ['rs'],
      traits: 'scga',
    },
    { kind: 'StatefulSet', plural: 'statefulsets', short: ['sts'], traits: 'scga' },
    { kind: 'DaemonSet', plural: 'daemonsets', short: ['ds'], traits: 'sga' },
    { kind: 'ControllerRevision', plural: 'controllerrevisions' },
  ],
  'batch/v1': [
    { kind: 'Job', plural: 'jobs', traits: 'sga', fields: ['status.successful'] },
    { kind: 'CronJob', plural: 'cronjobs', short: ['cj'], traits: 'sga' },
  ],
  'autoscaling/v2': [
    { kind: 'HorizontalPodAutoscaler', plural: 'horizontalpodautoscalers', short: ['hpa'], traits: 'sa' },
  ],
  'autoscaling/v1': [
    { kind: 'HorizontalPodAutoscaler', plural: 'horizontalpodautoscalers', short: ['hpa'], traits: 'sa' },
  ],
  'certificates.k8s.io/v1': [
    {
      kind: 'CertificateSigningRequest',
      plural: 'certificatesigningrequests',
      namespaced: false,
      short: ['csr'],
      traits: 's',
      fields: ['spec.signerName'],
    },
  ],
  'coordination.k8s.io/v1': [{ kind: 'Lease', plural: 'leases' }],
  'discovery.k8s.io/v1': [{ kind: 'EndpointSlice', plural: 'endpointslices', traits: 'g' }],
  'events.k8s.io/v1': [{ kind: 'Event', plural: 'events', short: ['ev'], fields: newEventFields }],
  'flowcontrol.apiserver.k8s.io/v1': [
    { kind: 'FlowSchema', plural: 'flowschemas', namespaced: false, traits: 'sg' },
    { kind: 'PriorityLevelConfiguration', plural: 'prioritylevelconfigurations', namespaced: false, traits: 'sg' },
  ],
  'networking.k8s.io/v1': [
    { kind: 'IPAddress', plural: 'ipaddresses', namespaced: false, short: ['ip'] },
    { kind: 'ServiceCIDR', plural: 'servicecidrs', namespaced: false, traits: 's' },
    { kind: 'Ingress', plural: 'ingresses', short: ['ing'], traits: 'sg' },
    { kind: 'IngressClass', plural: 'ingressclasses', namespaced: false, traits: 'g' },
    { kind: 'NetworkPolicy', plural: 'networkpolicies', short: ['netpol'], traits: 'g' },
  ],
  'node.k8s.io/v1': [{ kind: 'RuntimeClass', plural: 'runtimeclasses', namespaced: false }],
  'policy/v1': [{ kind: 'PodDisruptionBudget', plural: 'poddisruptionbudgets', short: ['pdb'], traits: 'sg' }],
  'rbac.authorization.k8s.io/v1': [
    { kind: 'Role', plural: 'roles' },
    { kind: 'RoleBinding', plural: 'rolebindings' },
    { kind: 'ClusterRole', plural: 'clusterroles', namespaced: false },
    { kind: 'ClusterRoleBinding', plural: 'clusterrolebindings', namespaced: false },
  ],
  'resource.k8s.io/v1': [
    { kind: 'DeviceClass', plural: 'deviceclasses', namespaced: false, traits: 'g' },
    { kind: 'ResourceClaim', plural: 'resourceclaims', traits: 's' },
    { kind: 'ResourceClaimTemplate', plural: 'resourceclaimtemplates' },
    {
      kind: 'ResourceSlice',
      plural: 'resourceslices',
      namespaced: false,
      traits: 'g',
      fields: ['spec.nodeName', 'spec.driver'],
    },
  ],
  'scheduling.k8s.io/v1': [
    { kind: 'PriorityClass', plural: 'priorityclasses', namespaced: false, short: ['pc'], traits: 'g' },
  ],
  'storage.k8s.io/v1': [
    { kind: 'StorageClass', plural: 'storageclasses', namespaced: false, short: ['sc'] },
    { kind: 'VolumeAttachment', plural: 'volumeattachments', namespaced: false, traits: 's' },
    { kind: 'CSINode', plural: 'csinodes', namespaced: false },
    { kind: 'CSIDriver', plural: 'csidrivers', namespaced: false },
    { kind: 'CSIStorageCapacity', plural: 'csistoragecapacities' },
    { kind: 'VolumeAttributesClass', plural: 'volumeattributesclasses', namespaced: false, short: ['vac'] },
  ],
  'apiextensions.k8s.io/v1': [
    {
      kind: 'CustomResourceDefinition',
      plural: 'customresourcedefinitions',
      namespaced: false,
      short: ['crd', 'crds'],
      traits: 'sge',
    },
  ],
};

/** Kinds that are stored in another form than they are served. */
const VERSIONS: Readonly<Record<string, KindVersions>> = {
  'events.k8s.io/Event': newEventVersions,
  'autoscaling/HorizontalPodAutoscaler': autoscalerVersions,
};

let resources: readonly ServedResource[] | undefined;

/** Every built-in resource of the simulated server. Made when they are first gone through: their rules read a file. */
export const builtinResources: Iterable<ServedResource> = {
  [Symbol.iterator]() {
    resources ??= Object.entries(table).flatMap(([apiVersion, rows]) => rows.map((row) => toResource(apiVersion, row)));
    return resources[Symbol.iterator]();
  },
};

function toResource(apiVersion: string, row: Row): ServedResource {
  const slash = apiVersion.indexOf('/');
  const traits = row.traits ?? '';
  const hasStatus = traits.includes('s');
  const hasScale = traits.includes('c');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  const version = apiVersion.slice(slash + 1);
  return {
    group,
    version,
    versions: VERSIONS[`${group}/${row.kind}`],
    rules: isDefinition(row) ? undefined : builtinRules({ group, version, kind: row.kind }),
    kind: row.kind,
    plural: row.plural,
    singular: row.kind.toLowerCase(),
    listKind: `${row.kind}List`,
    namespaced: row.namespaced ?? true,
    shortNames: row.short ?? [],
    categories: [...(traits.includes('a') ? ['all'] : []), ...(traits.includes('e') ? ['api-extensions'] : [])],
    subresources: [...(hasStatus ? ['status'] : []), ...(hasScale ? ['scale'] : [])],
    selectableFields: row.fields ?? [],
    deprecation: row.deprecation,
    builtIn: true,
    hasStatus,
    hasGeneration: traits.includes('g'),
    ...(hasScale
      ? {
          scale: {
            specReplicas: '.spec.replicas',
            statusReplicas: '.status.replicas',
            labelSelector: '.spec.selector',
          },
        }
      : {}),
  };
}

/** Definitions of custom resources have rules of their own. */
function isDefinition({ kind }: Row): boolean {
  return kind === 'CustomResourceDefinition';
}
