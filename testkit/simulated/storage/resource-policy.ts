import type { ServedResource } from '../resources/served-resource.js';
import { groupResource } from '../resources/served-resource.js';
import { FieldSet } from '../managed-fields/field-set.js';
import type { ApiObject } from '../objects/api-object.js';

const conditional: ReadonlySet<string> = new Set([
  'leases.coordination.k8s.io',
  'leasecandidates.coordination.k8s.io',
  'poddisruptionbudgets.policy',
  'runtimeclasses.node.k8s.io',
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'csistoragecapacities.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
  'apiservices.apiregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
]);

/** Whether an update may come without a resourceVersion: the last writer wins. Custom resources never may. */
export function allowsUnconditionalUpdate(resource: ServedResource): boolean {
  return resource.builtIn && !conditional.has(groupResource(resource));
}

const createdByUpdate: ReadonlySet<string> = new Set([
  'runtimeclasses.node.k8s.io',
  'roles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
  'clusterrolebindings.rbac.authorization.k8s.io',
  'leases.coordination.k8s.io',
  'leasecandidates.coordination.k8s.io',
  'limitranges.',
  'events.',
  'events.events.k8s.io',
  'services.',
  'endpoints.',
]);

/** Whether a PUT of what does not exist creates it. */
export function allowsCreateOnUpdate(resource: ServedResource): boolean {
  return resource.builtIn && createdByUpdate.has(groupResource(resource));
}

const shownWhenDeleted: ReadonlySet<string> = new Set([
  'pods.',
  'services.',
  'namespaces.',
  'serviceaccounts.',
  'persistentvolumes.',
  'persistentvolumeclaims.',
  'resourcequotas.',
  'podtemplates.',
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'storageclasses.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'volumeattributesclasses.storage.k8s.io',
  'resourceclaims.resource.k8s.io',
  'resourceclaimtemplates.resource.k8s.io',
  'resourceslices.resource.k8s.io',
  'deviceclasses.resource.k8s.io',
]);

/** Whether a deletion answers with the last state of the object; others answer with a Status. */
export function answersWithDeleted(resource: ServedResource): boolean {
  return resource.builtIn && shownWhenDeleted.has(groupResource(resource));
}

/** Whether objects may take time to end: those of pods that run somewhere. */
export function deletesGracefully(resource: ServedResource): boolean {
  return groupResource(resource) === 'pods.';
}

const anyFinalizer: ReadonlySet<string> = new Set([
  'events.',
  'events.events.k8s.io',
  'leases.coordination.k8s.io',
  'poddisruptionbudgets.policy',
  'runtimeclasses.node.k8s.io',
]);
const machinery: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
]);

/** Most built-in kinds but those of the API machinery want qualified finalizers. */
export function hasCoreMetadata(resource: ServedResource): boolean {
  return resource.builtIn && !machinery.has(resource.group) && !anyFinalizer.has(groupResource(resource));
}

const validatedWhole: ReadonlySet<string> = new Set([
  'pods.',
  'configmaps.',
  'secrets.',
  'serviceaccounts.',
  'namespaces.',
  'nodes.',
  'endpoints.',
  'persistentvolumeclaims.',
  'persistentvolumes.',
  'jobs.batch',
  'controllerrevisions.apps',
  'ingresses.networking.k8s.io',
  'ingressclasses.networking.k8s.io',
  'roles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
  'clusterrolebindings.rbac.authorization.k8s.io',
  'runtimeclasses.node.k8s.io',
  'storageclasses.storage.k8s.io',
]);
const validatedOnce: ReadonlySet<string> = new Set([
  'events.',
  'events.events.k8s.io',
  'poddisruptionbudgets.policy',
  'cronjobs.batch/status',
]);

/**
 * How an update is validated beyond what all updates are: `whole`, as a new object would be, once more; `once`, not even
 * by the rules for changes of its kind.
 */
export function updateValidation(resource: ServedResource, subresource = ''): 'whole' | 'usual' | 'once' {
  const name = groupResource(resource);
  if (!resource.builtIn) return 'usual';
  if (validatedOnce.has(name) || validatedOnce.has(`${name}/${subresource}`)) return 'once';
  return subresource === '' && validatedWhole.has(name) ? 'whole' : 'usual';
}

const none = new FieldSet();
const statusOnly = FieldSet.of(['f:status']);
const spec = ['f:spec'];
const metadata = ['f:metadata'];

const statusResets: Readonly<Record<string, FieldSet>> = {
  'pods.': FieldSet.of(spec, ['f:metadata', 'f:deletionTimestamp'], ['f:metadata', 'f:ownerReferences']),
  'deployments.apps': FieldSet.of(spec, ['f:metadata', 'f:labels']),
  'volumeattachments.storage.k8s.io': FieldSet.of(metadata, spec),
  'validatingadmissionpolicies.admissionregistration.k8s.io': FieldSet.of(metadata, spec),
  'flowschemas.flowcontrol.apiserver.k8s.io': FieldSet.of(metadata, spec),
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': FieldSet.of(metadata, spec),
  'resourceclaims.resource.k8s.io': FieldSet.of(metadata, spec),
  'customresourcedefinitions.apiextensions.k8s.io': FieldSet.of(metadata, spec),
};

/** What a write to an object, or to its status, cannot change. */
export function resetFieldsOf(resource: ServedResource, subresource: string): FieldSet {
  if (!resource.hasStatus) return none;
  // What these are sent of other fields is lost, and still counts as the sender's own.
  if (subresource === 'ephemeralcontainers' || subresource === 'resize') return none;
  if (subresource !== 'status') return statusOnly;
  if (!resource.builtIn) return customStatusReset;
  const name = groupResource(resource);
  return Object.hasOwn(statusResets, name) ? (statusResets[name] ?? specOnly) : specOnly;
}

const specOnly = FieldSet.of(spec);
const customStatusReset = FieldSet.of(metadata, spec);

const countsAnnotations: ReadonlySet<string> = new Set(['deployments.apps']);
const neverCounts: ReadonlySet<string> = new Set(['priorityclasses.scheduling.k8s.io']);

/** The part of an object whose change counts as a new generation. */
export function desiredState(resource: ServedResource, object: ApiObject): unknown {
  const {
    metadata: { annotations = {} },
    kind: _kind,
    apiVersion: _apiVersion,
    ...rest
  } = object;
  const name = groupResource(resource);
  if (neverCounts.has(name)) return undefined;
  if (!resource.builtIn || rest['spec'] === undefined) {
    if (resource.hasStatus) delete rest['status'];
    return rest;
  }
  return countsAnnotations.has(name) ? [rest['spec'], annotations] : rest['spec'];
}

/** Whether a new object loses its status; that of a node is what the node says of itself. */
export function dropsStatusOfNew(resource: ServedResource): boolean {
  return resource.hasStatus && groupResource(resource) !== 'nodes.';
}
