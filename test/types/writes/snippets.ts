/** What every program of this folder begins with. */
export const PROGRAM_HEAD = `
import { mutableCopy, withoutNulls } from '@informer-gen/runtime';
import type { ApiClient } from '@informer-gen/runtime';
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { podResource } from '@informer-gen/kubernetes/core/v1/pods';
import { serviceAccountResource } from '@informer-gen/kubernetes/core/v1/serviceaccounts';
import type { Deployment } from '@informer-gen/kubernetes/apps/v1/types';
import { Clientset } from './generated/clientset.js';
import { exampleCom } from './generated/index.js';
import { gaugeResource } from './generated/example.com/v1/gauges.js';
import type { Gauge, GaugeApply, GaugeApplyStatus, GaugeInput, GaugeSpecApply, GaugeSpecMarksApply } from './generated/example.com/v1/gauges.js';
declare const client: ApiClient;
declare const gauge: Gauge;
declare const deployment: Deployment;
declare const text: string;
const name = { name: 'a', namespace: 'default' };
const api = new Clientset(client);
const metadata = { name: 'a' };
export type Used = [GaugeApply, GaugeApplyStatus, GaugeInput, GaugeSpecApply, GaugeSpecMarksApply];
export { api, client, exampleCom, deployment, deploymentResource, gauge, gaugeResource, metadata, mutableCopy, name, podResource, serviceAccountResource, text, withoutNulls };
`;

/** Mistakes that everybody makes, and what the compiler says of each is a golden file. */
export const TYPICAL_MISTAKES: readonly (readonly [title: string, code: string])[] = [
  [
    'a typo deep in what is created',
    "client.create(gaugeResource, { metadata, spec: { unit: 'bar', source: { sensor: { id: 'x', ratee: 2 } } } })",
  ],
  [
    'a value outside an enum',
    "client.create(gaugeResource, { metadata, spec: { unit: 'pascal', source: { formula: '1' } } })",
  ],
  ['a required field left out', "client.create(gaugeResource, { metadata, spec: { source: { formula: '1' } } })"],
  [
    'two of which only one may be given',
    "client.create(gaugeResource, { metadata, spec: { unit: 'bar', source: { formula: '1', sensor: { id: 'x' } } } })",
  ],
  ['no name at all', "client.create(gaugeResource, { metadata: {}, spec: { unit: 'bar', source: { formula: '1' } } })"],
  ['an element of a list without its key', 'client.apply(gaugeResource, { metadata, spec: { marks: [{ at: 3 }] } })'],
  ['an object that was read, as an intent', 'client.apply(gaugeResource, gauge)'],
  ['a status sent to the main resource', 'client.apply(gaugeResource, { metadata, status: { value: 1 } })'],
  [
    'a path of a JSON patch that leads nowhere',
    "client.patch(gaugeResource, name, [{ op: 'replace', path: '/spec/limits', value: 3 }], { type: 'json' })",
  ],
  [
    'a strategic merge patch of a custom resource',
    "client.patch(gaugeResource, name, { spec: { limit: 3 } }, { type: 'strategic' })",
  ],
];

/** Further code that must not compile. */
export const WRONG: readonly (readonly [title: string, code: string])[] = [
  ['a number for a part of an intent', 'client.apply(gaugeResource, { metadata, spec: 42 })'],
  ['a list for a part of an intent', 'client.apply(gaugeResource, { metadata, spec: { source: [] } })'],
  [
    'no choice of several that one must be made of',
    "client.create(gaugeResource, { metadata, spec: { unit: 'bar', source: {} } })",
  ],
  [
    'a status where /status takes it',
    "client.create(gaugeResource, { metadata, spec: { unit: 'bar', source: { formula: '1' } }, status: { value: 1 } })",
  ],
  [
    'null where nothing may be null',
    "client.create(gaugeResource, { metadata, spec: { unit: null, source: { formula: '1' } } })",
  ],
  ['null in an intent where nothing may be null', 'client.apply(gaugeResource, { metadata, spec: { limit: null } })'],
  [
    'half an element of a list that is given whole',
    "client.apply(gaugeResource, { metadata, spec: { history: [{ at: 'now' }] } })",
  ],
  ['a typo in an intent', 'client.apply(gaugeResource, { metadata, spec: { limt: 3 } })'],
  ['managedFields in an intent', 'client.apply(gaugeResource, { metadata: { ...metadata, managedFields: [] } })'],
  ['an intent without a name', "client.apply(gaugeResource, { metadata: { generateName: 'a-' } })"],
  ['an object that was read and copied, as an intent', 'client.apply(gaugeResource, mutableCopy(gauge))'],
  [
    'another kind',
    "client.create(gaugeResource, { kind: 'Gadget', metadata, spec: { unit: 'bar', source: { formula: '1' } } })",
  ],
  ['a typo in a merge patch', 'client.patch(gaugeResource, name, { spec: { limt: 3 } })'],
  ['a merge patch of the status on the main resource', 'client.patch(gaugeResource, name, { status: { value: 1 } })'],
  ['a subresource that is not there', "client.get(gaugeResource, name, { subresource: 'statu' })"],
  ['a subresource that only other kinds have', "client.get(gaugeResource, name, { subresource: 'scale' })"],
  [
    'a value that does not fit the path of a JSON patch',
    "client.patch(gaugeResource, name, [{ op: 'add', path: '/spec/limit', value: 'x' }], { type: 'json' })",
  ],
  [
    'an index of a list that is no number',
    "client.patch(gaugeResource, name, [{ op: 'remove', path: '/spec/marks/first' }], { type: 'json' })",
  ],
  [
    'a JSON patch that moves from nowhere',
    "client.patch(gaugeResource, name, [{ op: 'move', from: '/spec/limits', path: '/spec/limit' }], { type: 'json' })",
  ],
  [
    'an intent for the status with a spec',
    "client.apply(gaugeResource, { metadata, spec: { limit: 3 } }, { subresource: 'status' })",
  ],
  ['a patch of an eviction', "client.patch(podResource, name, {}, { subresource: 'eviction' })"],
  [
    'a container without a name in an intent',
    "client.apply(deploymentResource, { metadata, spec: { template: { spec: { containers: [{ image: 'x' }] } } } })",
  ],
  [
    'null in an intent for a built-in kind',
    "client.apply(podResource, { metadata, spec: { volumes: [{ name: 'a', projected: { sources: null } }] } })",
  ],
  [
    'a field that was read as null, without the helper',
    'client.apply(podResource, { metadata, spec: deployment.spec?.template.spec })',
  ],
  [
    'a typo through the clientset',
    "api.exampleCom.v1.gauges.namespace('default').apply({ metadata, spec: { limt: 3 } })",
  ],
  ['a resource that is not there', 'api.exampleCom.v1.gadgets'],
  [
    'a typo with the constant of the index',
    'client.apply(exampleCom.v1.gauges.gaugeResource, { metadata, spec: { limt: 3 } })',
  ],
];

/** Code that must compile. */
export const RIGHT: readonly (readonly [title: string, code: string])[] = [
  [
    'the least of an object',
    "client.create(gaugeResource, { metadata, spec: { unit: 'bar', source: { formula: '1' } } })",
  ],
  [
    'a name that the server makes up',
    "client.create(gaugeResource, { metadata: { generateName: 'a-' }, spec: { unit: 'bar', source: { sensor: { id: 'x' } } } })",
  ],
  ['what was read', 'client.replace(gaugeResource, gauge)'],
  ['what was read, as the type of what is sent', 'export const sent1: GaugeInput = gauge'],
  ['a copy of it', 'export const sent2: GaugeInput = mutableCopy(gauge)'],
  [
    'what was read of a built-in kind, and a copy',
    'client.replace(deploymentResource, deployment).then(() => client.replace(deploymentResource, mutableCopy(deployment)))',
  ],
  ['an intent with next to nothing', 'client.apply(gaugeResource, { metadata })'],
  ['a part of an intent, by name', "export const part: GaugeSpecApply = { limit: 3, marks: [{ name: 'a' }] }"],
  [
    'an element by its keys, of which one has a default',
    "export const mark: GaugeSpecMarksApply = { name: 'a', at: 3 }",
  ],
  ['null on a field that may be null', 'client.apply(gaugeResource, { metadata, spec: { note: null } })'],
  [
    'whole elements of a list that is given whole, without defaults',
    "client.apply(gaugeResource, { metadata, spec: { history: [{ at: 'now', value: 1 }] } })",
  ],
  ['parts of what was read, without copies', 'client.apply(gaugeResource, { metadata, spec: gauge.spec })'],
  [
    'containers of one kind in another',
    'client.apply(podResource, { metadata, spec: { containers: deployment.spec?.template.spec?.containers } })',
  ],
  [
    'what was read as null, by the helper',
    'client.apply(podResource, { metadata, spec: withoutNulls(deployment.spec?.template.spec) })',
  ],
  [
    'a status',
    "client.apply(gaugeResource, { metadata, status: { value: 1, conditions: [{ type: 'Ready', status: 'True' }] } }, { subresource: 'status' })",
  ],
  [
    'a status that replaces another',
    "client.replace(gaugeResource, { metadata, status: { value: 1 } }, { subresource: 'status' })",
  ],
  [
    'a merge patch of the status',
    "client.patch(gaugeResource, name, { status: { value: 1 } }, { subresource: 'status' })",
  ],
  [
    'null in a merge patch',
    'client.patch(gaugeResource, name, { metadata: { labels: { a: null } }, spec: { limit: null } })',
  ],
  [
    'a JSON patch',
    "client.patch(gaugeResource, name, [{ op: 'test', path: '/metadata/finalizers', value: null }, { op: 'add', path: '/spec/marks/-', value: { name: 'a', kind: 'line', at: 1 } }, { op: 'remove', path: '/metadata/labels/a~1b' }], { type: 'json' })",
  ],
  [
    'a JSON patch whose paths are made at run time',
    "client.patch(gaugeResource, name, [{ op: 'remove', path: text }], { type: 'json' })",
  ],
  [
    'a strategic merge patch of a built-in kind',
    "client.patch(deploymentResource, name, { spec: { template: { spec: { containers: [{ name: 'a', $patch: 'delete' }] } } } }, { type: 'strategic' })",
  ],
  ['an eviction', "client.create(podResource, { metadata }, { subresource: 'eviction' })"],
  [
    'a binding',
    "client.create(podResource, { metadata, target: { kind: 'Node', name: 'n' } }, { subresource: 'binding' })",
  ],
  [
    'a token',
    "client.create(serviceAccountResource, { spec: { audiences: ['a'] } }, { subresource: 'token', name: 'a' }).then(({ status }) => status.token)",
  ],
  ['a scale', "client.patch(deploymentResource, name, { spec: { replicas: 3 } }, { subresource: 'scale' })"],
  ['the clientset', "api.exampleCom.v1.gauges.namespace('default').status.apply({ metadata, status: { value: 1 } })"],
];

/** Expressions whose types an editor shows by name. `/**\/` stands before what is pointed at. */
export const HOVERS: readonly string[] = [
  'export declare const h1: GaugeInput; export const s1 = h1./**/metadata',
  'export declare const h2: GaugeApply; export const s2 = h2./**/spec',
  'export declare const h3: GaugeApply; export const s3 = h3.spec?./**/marks',
  'export declare const h4: GaugeSpecApply; export const s4 = h4./**/limit',
  'export declare const h5: GaugeSpecMarksApply; export const s5 = h5./**/at',
  'export declare const h6: GaugeApplyStatus; export const s6 = h6./**/status',
  'export const s7 = /**/gaugeResource',
  'export const s8 = api.exampleCom.v1./**/gauges',
];
