import { own } from '../names/accessors.js';
import { apiVersionOf } from '../names/resource-keys.js';
import type { ResourceName } from '../names/resource-keys.js';

/**
 * Fields of built-in resources that the API server can select by, beyond name and namespace. OpenAPI does not say it;
 * the server's field label conversions do.
 */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'v1/pods': [
    'spec.hostNetwork',
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'status.nominatedNodeName',
    'status.phase',
    'status.podIP',
    'status.podIPs',
  ],
  'v1/nodes': ['spec.unschedulable'],
  'v1/namespaces': ['status.phase'],
  'v1/secrets': ['type'],
  'v1/replicationcontrollers': ['status.replicas'],
  'v1/events': [
    'involvedObject.apiVersion',
    'involvedObject.fieldPath',
    'involvedObject.kind',
    'involvedObject.name',
    'involvedObject.namespace',
    'involvedObject.resourceVersion',
    'involvedObject.uid',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  'apps/v1/replicasets': ['status.replicas'],
  'batch/v1/jobs': ['status.successful'],
  'certificates.k8s.io/v1/certificatesigningrequests': ['spec.signerName'],
};

/** The selectable fields of a built-in resource; none for others. */
export function selectableFieldsOf(resource: ResourceName): readonly string[] {
  return own(FIELDS, `${apiVersionOf(resource)}/${resource.plural}`) ?? [];
}
