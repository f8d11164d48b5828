/** What every program of this folder begins with. */
export const PROGRAM_HEAD = `
import { BaseSharedInformerFactory, defineResource, newResourceInformer } from '@informer-gen/runtime';
import type { ApiClient, KubernetesObject, ObjectMeta, Projected, Resource } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { customResourceDefinitionResource } from '@informer-gen/kubernetes/apiextensions.k8s.io/v1/customresourcedefinitions';
import type { Pod } from '@informer-gen/kubernetes/core/v1/types';
import { podResource } from '@informer-gen/kubernetes/core/v1/pods';
import { nodeResource } from '@informer-gen/kubernetes/core/v1/nodes';
interface Odd extends KubernetesObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Odd';
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly choice: { readonly a: { readonly x: number; readonly y: number } } | { readonly b: string } | null;
    readonly tree?: Tree | undefined;
    readonly free?: unknown;
    readonly 'a.b'?: string | undefined;
    readonly parts: { readonly [name: string]: { readonly size: number; readonly color: string } };
    readonly rows: readonly (readonly { readonly cell: number; readonly note: string }[])[];
    readonly port: number | string;
  };
}
interface Open {
  readonly apiVersion: 'v1';
  readonly kind: 'Open';
  readonly metadata: ObjectMeta;
  readonly spec: { readonly size: number; readonly part?: { readonly a: string; readonly b: string } | undefined; readonly [key: string]: unknown };
  readonly status: string;
  readonly [key: string]: unknown;
}
interface Tree { readonly value: number; readonly left?: Tree | undefined; readonly all?: readonly Tree[] | undefined }
const oddResource = defineResource<Odd>({ group: 'example.com', version: 'v1', kind: 'Odd', plural: 'odds', namespaced: false });
const openResource = defineResource<Open>({ group: 'example.com', version: 'v1', kind: 'Open', plural: 'opens', namespaced: false });
declare const client: ApiClient;
declare const manager: Manager;
declare const factory: BaseSharedInformerFactory;
declare const text: string;
declare function objectOf<T extends KubernetesObject>(resource: Resource<T>): T;
type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
const isSame = <A, B>(same: Same<A, B>): boolean => same;
const pods = podResource.project('spec.nodeName', 'status.phase', 'metadata.labels');
const pod = objectOf(pods);
const name = { namespace: 'default', name: 'a' };
const open = objectOf(openResource.project('spec.size', 'spec.part.a', 'spec.other.x'));
const odd = objectOf(oddResource.project('spec.choice.a.x', 'spec.tree.left.left.value', 'spec.tree.all.value', 'spec.free.any.thing', 'spec.parts.*.size', 'spec.rows.cell', 'spec.port'));
const every = () => objectOf(openResource.project('spec.*')).spec;
export type Used = [Pod, Projected<Pod, 'spec.nodeName'>];
export { client, customResourceDefinitionResource, deploymentResource, every, factory, isSame, manager, name, newResourceInformer, nodeResource, odd, oddResource, open, openResource, pod, podResource, pods, text };
`;

type Snippets = readonly (readonly [title: string, code: string])[];

/** Mistakes that everybody makes, and what the compiler says of each is a golden file. */
export const MISTAKES: Snippets = [
  ['a field that was dropped', 'pod.spec?.containers'],
  ['a part of the metadata that was dropped', 'pod.metadata.annotations'],
  [
    'a field of list elements that was dropped',
    "objectOf(podResource.project('spec.containers.image')).spec?.containers[0]?.name",
  ],
  ['a path with a typo at its end', "podResource.project('spec.nodeNam')"],
  ['a path with a typo at its beginning', "podResource.project('specs.nodeName')"],
  ['a path that goes on below a text', "podResource.project('spec.nodeName.x')"],
  ['a position in a list', "podResource.project('spec.containers[0].image')"],
  ['a projected object that is sent back', "client.replace(pods, { ...pod, spec: { nodeName: 'b' } })"],
  ['a projected resource that creates', 'client.create(pods, { metadata: name, spec: { containers: [] } })'],
  [
    'a projected status that is sent back',
    "client.replace(pods, { metadata: name, status: { phase: 'Failed' } }, { subresource: 'status' })",
  ],
];

/** Further code that must not compile. */
export const WRONG: Snippets = [
  ['an empty path', "podResource.project('')"],
  ['a path that ends with a dot', "podResource.project('spec.')"],
  ['two dots', "podResource.project('spec..nodeName')"],
  ['one wrong path among right ones', "podResource.project('spec.nodeName', 'status.phases', 'metadata.labels')"],
  ['a projection of a projection', "pods.project('spec.nodeName')"],
  ['a label that was not asked for', "objectOf(podResource.project('metadata.labels.app')).metadata.labels?.other"],
  [
    'a dropped field in a handler',
    'factory.informerFor(pods).addEventHandler({ onAdd: (each) => each.spec?.volumes })',
  ],
  ['a dropped field from a lister', "factory.variant(pods, { namespace: 'a' }).lister().list()[0]?.status?.podIP"],
  ['a dropped field in a reconcile', 'manager.controller(pods).reconcile((each) => void each.spec?.containers)'],
  [
    'a dropped field in a mapping',
    "manager.controller(deploymentResource).watches(pods, (each) => [each.spec?.hostname ?? ''])",
  ],
  [
    'a dropped field in an index',
    "newResourceInformer(client, pods, { indexers: { byIp: (each) => [each.status?.podIP ?? ''] } })",
  ],
  ['a dropped member of a union', "odd.spec.choice && 'a' in odd.spec.choice && odd.spec.choice.a.y"],
  ['a dropped part of a recursive type', 'odd.spec.tree?.left?.value'],
  ['a dropped field of a map', "odd.spec.parts['a']?.color"],
  ['a dropped field in lists of lists', 'odd.spec.rows[0]?.[0]?.note'],
  ['a dropped field of an object with unknown ones', 'open.status'],
  ['a dropped part of the metadata of an object with unknown fields', 'open.metadata.creationTimestamp'],
  ['a dropped field below unknown ones', 'open.spec.part?.b'],
  ['a typo below a field of an object with unknown ones', "openResource.project('spec.part.c')"],
  ['a write to what was read', 'objectOf(pods).metadata.labels = {}'],
];

/** Code that must compile. */
export const RIGHT: Snippets = [
  [
    'exactly the identity and the paths',
    `isSame<keyof typeof pod, 'apiVersion' | 'kind' | 'metadata' | 'spec' | 'status'>(true)`,
  ],
  [
    'exactly these fields of the metadata',
    `isSame<keyof typeof pod.metadata, 'name' | 'namespace' | 'uid' | 'resourceVersion' | 'generation' | 'deletionTimestamp' | 'finalizers' | 'ownerReferences' | 'labels'>(true)`,
  ],
  [
    'literal types and required fields as they were',
    `isSame<[typeof pod.kind, typeof pod.metadata.namespace], ['Pod', string]>(true)`,
  ],
  [
    'optional fields as they were',
    `isSame<typeof pod.spec, { readonly nodeName?: string | undefined } | undefined>(true)`,
  ],
  [
    'no namespace where there is none',
    `isSame<undefined extends ReturnType<typeof objectOf<import('@informer-gen/kubernetes/core/v1/types').Node>>['metadata']['namespace'] ? true : false, true>(true)`,
  ],
  [
    'identity alone',
    `isSame<keyof ReturnType<typeof podResource.project<[]>>['plural'], keyof string>(true) && objectOf(podResource.project()).metadata.uid`,
  ],
  ['lists', `objectOf(podResource.project('spec.containers.image')).spec?.containers.map((each) => each.image)`],
  [
    'a label with dots',
    `objectOf(podResource.project("metadata.labels['app.kubernetes.io/name']")).metadata.labels?.['app.kubernetes.io/name']`,
  ],
  ['one label', `objectOf(podResource.project('metadata.labels.app')).metadata.labels?.app`],
  ['a map by its values', `objectOf(nodeResource.project('status.capacity.*')).status?.capacity?.['cpu']`],
  ['a union, narrowed', `odd.spec.choice && 'a' in odd.spec.choice ? odd.spec.choice.a.x : odd.spec.choice`],
  ['null where it may be', `isSame<null extends typeof odd.spec.choice ? true : false, true>(true)`],
  ['a recursive type', `[odd.spec.tree?.left?.left?.value, odd.spec.tree?.all?.map((each) => each.value)]`],
  [
    'a deep path into a recursive type of Kubernetes',
    `customResourceDefinitionResource.project('spec.versions.schema.openAPIV3Schema.properties.*.properties.*.items', 'spec.names')`,
  ],
  ['below what is not known', `odd.spec.free`],
  ['values of a map', `odd.spec.parts['a']?.size`],
  ['lists of lists', `odd.spec.rows[0]?.[0]?.cell`],
  [
    'fields as they were of an object with unknown ones',
    'isSame<[typeof open.spec.size, typeof open.spec.part], [number, { readonly a: string } | undefined]>(true)',
  ],
  ['a field that is not known', 'isSame<unknown, typeof open.spec.other>(true)'],
  [
    'every field of an object with unknown ones',
    `isSame<[number, unknown], [ReturnType<typeof every>['size'], ReturnType<typeof every>['more']]>(true)`,
  ],
  ['a number or a text', `isSame<typeof odd.spec.port, number | string>(true)`],
  ['a name with a dot', `objectOf(oddResource.project("spec['a.b']")).spec['a.b']`],
  ['a path and one that holds it', `objectOf(podResource.project('spec.nodeName', 'spec')).spec?.containers`],
  ['paths that are known at run time alone', `objectOf(podResource.project(text, 'x' + text)).spec?.containers`],
  ['a merge patch', `client.patch(pods, name, { metadata: { annotations: { a: 'b' } } })`],
  [
    'a JSON patch of what was dropped',
    `client.patch(pods, name, [{ op: 'add', path: '/metadata/annotations/a', value: 'b' }], { type: 'json' })`,
  ],
  ['an apply', `client.apply(pods, { metadata: name, spec: { containers: [{ name: 'a', image: 'b' }] } })`],
  [
    'an eviction',
    `client.create(pods, { metadata: name }, { subresource: 'eviction', name: 'a', namespace: 'default' })`,
  ],
  ['reads and deletes', `[client.get(pods, name), client.list(pods), client.delete(pods, name)]`],
  ['a field selector of the resource', `factory.variant(pods, { fieldSelector: { 'spec.nodeName': 'a' } }).lister()`],
  [
    'a controller that owns and watches',
    `manager.controller(pods).owns(deploymentResource.project()).watches(nodeResource.project('spec.taints'), (node) => [node.spec?.taints?.[0]?.key ?? '']).reconcile((each) => void each.status?.phase)`,
  ],
];

/** Where an editor is asked to complete, and what must be among the answers. */
export const COMPLETIONS: readonly (readonly [call: string, expected: readonly string[]])[] = [
  ["podResource.project('')", ['metadata', 'spec', 'status']],
  ["podResource.project('spec.')", ['spec.nodeName', 'spec.containers']],
  [
    "podResource.project('status.phase', 'spec.containers.im')",
    ['spec.containers.image', 'spec.containers.imagePullPolicy'],
  ],
  ["nodeResource.project('status.capacity.')", ['status.capacity.*']],
  ["openResource.project('spec.')", ['spec.size', 'spec.part', 'spec.*']],
];
