/*
 * What the compiler has to say of programs that use generated code. A line after `@ts-expect-error` must be refused;
 * all others must compile. promised-types.test.ts runs the compiler on this file.
 */
import {
  type ApiClient,
  type Client,
  type Draft,
  type KubernetesObject,
  mutableCopy,
  type SharedIndexInformer,
  type WithManagedFields,
} from '@informer-gen/runtime';
import type { SharedInformerFactory } from '../../../generated/index.js';
import {
  type DeletedPod,
  newFilteredPodInformer,
  newPodInformer,
  type Pod,
  type PodDetailedHandlerFuncs,
  type PodFilteringHandler,
  type PodHandlerFuncs,
  type PodIndexers,
  type PodLister,
  podResource,
} from '../../../generated/core/v1/pods.js';
import type { Node } from '../../../generated/core/v1/nodes.js';
import type { Event } from '../../../generated/events.k8s.io/v1/events.js';
import type { ClusterRole } from '../../../generated/rbac.authorization.k8s.io/v1/clusterroles.js';
import type { Deployment } from '../../../generated/apps/v1/deployments.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only for `true`. */
export function claim<T extends true>(): T | undefined {
  return undefined;
}

declare const client: Client;
declare const factory: SharedInformerFactory;
declare const pod: Pod;

export function forResourceInfersFromLiterals(): void {
  const deployments = factory.forResource('apps/v1', 'deployments');
  claim<Same<ReturnType<typeof deployments.informer>, SharedIndexInformer<Deployment>>>();
  const pods = factory.forResource({ group: '', version: 'v1', resource: 'pods' });
  claim<Same<ReturnType<typeof pods.informer>, SharedIndexInformer<Pod>>>();
  const later: string = 'pods';
  const unknownYet = factory.forResource({ group: '', version: 'v1', resource: later });
  claim<Same<ReturnType<typeof unknownYet.informer>, SharedIndexInformer<KubernetesObject>>>();
  // @ts-expect-error no such resource in that version
  factory.forResource('apps/v1', 'pods');
  // @ts-expect-error no such version
  factory.forResource('apps/v2', 'deployments');
}

export function fieldSelectorsKnowTheirFields(): void {
  newFilteredPodInformer(client, { fieldSelector: { 'spec.nodeName': 'a', 'metadata.namespace': 'b' } });
  newFilteredPodInformer(client, { fieldSelector: 'spec.nodeName!=a' });
  // @ts-expect-error the server cannot select by it
  newFilteredPodInformer(client, { fieldSelector: { 'spec.priority': '1' } });
  // @ts-expect-error a value is text
  newFilteredPodInformer(client, { fieldSelector: { 'status.phase': 1 } });
}

export function aliasesAreTyped(): void {
  const funcs: PodHandlerFuncs = { onAdd: (added) => void added.spec?.nodeName };
  const detailed: PodDetailedHandlerFuncs = {
    onAdd: (_added, isInInitialList) => void (isInInitialList satisfies boolean),
  };
  const filtering: PodFilteringHandler = {
    filter: (object) => 'key' in object || object.kind === 'Pod',
    handler: funcs,
  };
  const indexers: PodIndexers = { byNode: ({ spec }) => [spec?.nodeName ?? ''] };
  const deleted = (gone: DeletedPod): string | undefined => gone.lastKnown?.metadata.namespace;
  newPodInformer(client, { indexers }).addEventHandler({ ...detailed, onDelete: (gone) => void deleted(gone) });
  // @ts-expect-error a pod has no such field
  const wrong: PodIndexers = { byNode: ({ spec }) => [spec?.node ?? ''] };
  void [filtering, wrong];
}

export function listersFollowTheScope(pods: PodLister): void {
  claim<Same<ReturnType<ReturnType<PodLister['pods']>['get']>, Pod | undefined>>();
  const nodes = factory.core.v1.nodes.lister();
  claim<Same<ReturnType<typeof nodes.get>, Node | undefined>>();
  // @ts-expect-error a pod is found by namespace and name
  pods.get('a');
  // @ts-expect-error a node has no namespace
  nodes.nodes('default');
}

export function cachedObjectsAreReadOnly(): void {
  // @ts-expect-error read-only
  pod.metadata.name = 'other';
  // @ts-expect-error read-only, however deep
  pod.spec!.containers[0]!.image = 'other';
  // @ts-expect-error read-only arrays
  pod.spec?.containers.push({ name: 'more' });
  // @ts-expect-error read-only maps
  pod.metadata.labels!['a'] = 'b';
}

export function draftsAreWritable(): void {
  const draft: Draft<Pod> = mutableCopy(pod);
  draft.metadata.labels = { a: 'b' };
  draft.metadata.labels['c'] = 'd';
  draft.spec?.containers.push({ name: 'more' });
  if (draft.spec) draft.spec.nodeName = undefined;
  if (draft.spec?.containers[0]) draft.spec.containers[0].image = 'other';
  // @ts-expect-error still a pod
  draft.kind = 'Node';
  // @ts-expect-error still of the right type
  draft.metadata.name = 1;
}

export function draftsGoBackToWhatTheyWereMadeOf(role: ClusterRole, event: Event, deployment: Deployment): void {
  const aPod: Pod = mutableCopy(pod);
  const aRole: ClusterRole = mutableCopy(role);
  const anEvent: Event = mutableCopy(event);
  const aDeployment: Deployment = mutableCopy(deployment);
  const draft = mutableCopy(deployment);
  // Open enums are texts in a draft too.
  if (draft.spec?.template.spec) draft.spec.template.spec.restartPolicy = 'Sometimes';
  if (draft.spec?.strategy) draft.spec.strategy.type = 'Recreate';
  claim<Same<Draft<'a' | 'b' | (string & {})>, 'a' | 'b' | (string & {})>>();
  void [aPod, aRole, anEvent, aDeployment];
}

export function optionalFieldsMayBeUndefined(): void {
  const { metadata } = pod;
  const right: Pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec: undefined };
  // @ts-expect-error and never null
  const wrong: Pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec: null };
  // @ts-expect-error metadata is complete: the server set it
  const bare: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'b' } };
  // @ts-expect-error another kind
  const other: Pod = { apiVersion: 'v1', kind: 'Node', metadata };
  claim<Same<Pod['apiVersion'], 'v1'>>();
  claim<Same<Deployment['kind'], 'Deployment'>>();
  claim<Same<Pod['metadata']['namespace'], string>>();
  claim<Same<Node['metadata']['namespace'], string | undefined>>();
  void [right, wrong, bare, other];
}

export function enumsOfKubernetesAreOpen(): void {
  const known: NonNullable<NonNullable<Pod['spec']>['restartPolicy']> = 'Always';
  const fromANewerServer: NonNullable<NonNullable<Pod['spec']>['restartPolicy']> = 'Sometimes';
  void [known, fromANewerServer];
}

export function whatTheServerSendsAsNullIsNullable(role: ClusterRole, event: Event): void {
  // @ts-expect-error rules of an aggregated role are null until a controller fills them in
  const rules: ClusterRole['rules'] & object = role.rules;
  // @ts-expect-error an event that came in by the old API has no time of its own
  const time: string = event.eventTime;
  claim<Same<Event['eventTime'], string | null>>();
  void [rules, time];
}

export async function managedFieldsAreThereWhereTheyWereKept(api: ApiClient): Promise<void> {
  // @ts-expect-error informers drop them
  void pod.metadata.managedFields;
  const kept = newPodInformer(client, { managedFields: 'keep' });
  claim<Same<typeof kept, SharedIndexInformer<WithManagedFields<Pod>>>>();
  claim<Same<ReturnType<typeof newPodInformer>, SharedIndexInformer<Pod>>>();
  const filtered = newFilteredPodInformer(client, { labelSelector: 'a=b', managedFields: 'keep' });
  claim<Same<typeof filtered, SharedIndexInformer<WithManagedFields<Pod>>>>();
  const variant = factory.variant(podResource, { managedFields: 'keep' }).informer();
  claim<Same<typeof variant, SharedIndexInformer<WithManagedFields<Pod>>>>();
  const read = await api.get(podResource, { namespace: 'a', name: 'b' });
  const managers: (string | undefined)[] | undefined = read.metadata.managedFields?.map(({ manager }) => manager);
  const aPod: Pod = read;
  const { items } = await api.list(podResource);
  void [managers, aPod, items[0]?.metadata.managedFields];
}

export function variantsHaveListersOfTheirOwn(): void {
  const some = factory.core.v1.pods.variant({ namespace: ['a', 'b'], labelSelector: 'tier=web', lazy: true });
  claim<Same<ReturnType<typeof some.lister>, PodLister>>();
  const onNode = factory.variant(podResource, { fieldSelector: { 'spec.nodeName': 'a' } });
  const found: Pod | undefined = onNode.lister().byNamespace('a').get('b');
  // @ts-expect-error the server cannot select by it
  factory.variant(podResource, { fieldSelector: { 'spec.hostname': 'a' } });
  void found;
}

export function anInformerOfAKindIsOneOfEveryKindThatItsObjectsFit(
  kept: SharedIndexInformer<WithManagedFields<Pod>>,
): void {
  const pods: SharedIndexInformer<Pod> = kept;
  const anything: SharedIndexInformer<KubernetesObject> = pods;
  // @ts-expect-error and not the other way round
  const back: SharedIndexInformer<Pod> = anything;
  void back;
}
