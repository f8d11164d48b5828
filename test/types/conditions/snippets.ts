/** What every program of this folder begins with. */
export const PROGRAM_HEAD = `
import { defineResource } from '@informer-gen/runtime';
import type { KubernetesObject, Resource, WholeResource } from '@informer-gen/runtime';
import type { Manager, ReconcileContext, StatusWriter } from '@informer-gen/runtime/controller';
import { writeStatus } from '@informer-gen/runtime/controller/helpers';
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { configMapResource } from '@informer-gen/kubernetes/core/v1/configmaps';
import { podResource } from '@informer-gen/kubernetes/core/v1/pods';
import { boilerResource } from './generated/example.com/v1/boilers.js';
import type { Boiler } from './generated/example.com/v1/boilers.js';
import { clockedResource } from './generated/example.com/v1/clockeds.js';
import { gradedResource } from './generated/example.com/v1/gradeds.js';
import { healthResource } from './generated/example.com/v1/healths.js';
import { listedResource } from './generated/example.com/v1/listeds.js';
import { plainResource } from './generated/example.com/v1/plains.js';
import { silentResource } from './generated/example.com/v1/silents.js';
import { statelessResource } from './generated/example.com/v1/statelesss.js';
import { widgetResource } from '../../../packages/generated-by-0.1.0/example.com/v1/widgets.js';
declare const manager: Manager;
declare const client: Parameters<typeof writeStatus>[0];
declare const boiler: Boiler;
declare const dynamic: Resource;
interface Hand extends KubernetesObject { readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] } }
declare const hand: WholeResource<Hand>;
declare const open: WholeResource<KubernetesObject & { readonly status?: { readonly [field: string]: unknown } }>;
const details = { reason: 'Fine', message: 'as it should be' };
function report(status: StatusWriter): void { status.condition('Ready', true, details); }
export type Used = ReconcileContext<Boiler>;
export { boiler, boilerResource, client, clockedResource, configMapResource, defineResource, deploymentResource, details, dynamic, gradedResource, hand, healthResource, listedResource, manager, open, plainResource, podResource, report, silentResource, statelessResource, widgetResource, writeStatus };
`;

type Snippets = readonly (readonly [title: string, code: string])[];

const run = (resource: string, body: string): string =>
  `manager.controller(${resource}).reconcile((_object, { status }) => ${body})`;

/** Mistakes whose message of the compiler is a golden file. */
export const MISTAKES: Snippets = [
  ['a kind without conditions', run('silentResource', "status.condition('Ready', true, details)")],
  ['a kind whose conditions have no status', run('statelessResource', "status.condition('Ready', true, details)")],
  ['a required field that cannot be filled in', run('clockedResource', "status.condition('Ready', true, details)")],
  ['a required field of the kind left out', run('gradedResource', "status.condition('Ready', true, details)")],
  ['a type outside the enum', run('listedResource', "status.condition('Raedy', true, details)")],
  ['a status that the enum lacks', run('listedResource', "status.condition('Ready', 'Unknown', details)")],
  ['a boolean where the enum has other words', run('healthResource', "status.condition('Ready', true, details)")],
  ['no reason', run('boilerResource', "status.condition('Ready', true, { message: 'x' })")],
];

/** Further code that must not compile. */
export const WRONG: Snippets = [
  ['a built-in kind without a status', run('configMapResource', "status.condition('Ready', true, details)")],
  [
    'a projection of a kind without conditions',
    run("silentResource.project('spec')", "status.condition('Ready', true, details)"),
  ],
  ['a removal from a kind without conditions', run('silentResource', "status.removeCondition('Ready')")],
  ['a removal of a type outside the enum', run('listedResource', "status.removeCondition('Raedy')")],
  [
    'a field that conditions of the kind lack',
    run('boilerResource', "status.condition('Ready', true, { reason: 'Fine', severity: 'Low' })"),
  ],
  [
    'a finalizer of a kind without conditions',
    "manager.controller(silentResource).finalizer('a/b', (_object, { status }) => status.condition('Ready', true, details))",
  ],
  [
    'writeStatus of a kind without conditions',
    "writeStatus(client, silentResource, { object: { metadata: { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: 't', namespace: 'n' }, apiVersion: 'example.com/v1', kind: 'Silent' }, fieldManager: 'me', now: 0 }, (status) => status.condition('Ready', true, details))",
  ],
];

/** Code that must compile. */
export const RIGHT: Snippets = [
  ['conditions as of metav1', run('boilerResource', "status.condition('Ready', 'Unknown', { reason: 'Fine' })")],
  ['a removal', run('boilerResource', "status.removeCondition('Ready')")],
  ['conditions without a reason', run('plainResource', "status.condition('Ready', true, {})")],
  ['a reason that is not written', run('plainResource', "status.condition('Ready', true, details)")],
  ['a type of an enum', run('listedResource', "status.condition('Ready', false, details)")],
  ['a field of the kind', run('gradedResource', "status.condition('Ready', false, { ...details, severity: 'Low' })")],
  ['a status of an enum', run('healthResource', "status.condition('Ready', 'Degraded', details)")],
  [
    'a projection without a status',
    run("boilerResource.project('spec.size')", "status.condition('Ready', true, details)"),
  ],
  [
    'fields of the status of a projection without it',
    run("boilerResource.project('spec.size')", 'status.set({ heat: 3 })'),
  ],
  [
    'a projection of a part of the status',
    run("boilerResource.project('status.heat')", "status.condition('Ready', true, details)"),
  ],
  ['a pod', run('podResource', "status.condition('example.com/ready', true, details)")],
  [
    'a projected pod',
    run("podResource.project('spec.nodeName')", "status.condition('example.com/ready', true, details)"),
  ],
  ['a deployment', run('deploymentResource', "status.condition('Available', true, details)")],
  ['a dynamic kind', run('dynamic', "status.condition('Ready', true, details)")],
  ['a type written by hand', run('hand', "status.condition('Ready', true, details)")],
  ['a status with any field', run('open', "status.condition('Ready', true, details)")],
  ['output of an older generator', run('widgetResource', "status.condition('Ready', true, details)")],
  ['a function for any status', run('boilerResource', 'report(status)')],
  [
    'keys',
    "manager.controller(boilerResource).reconcileKeys({}, (_key, { status }) => status.condition('Ready', true, details))",
  ],
  [
    'writeStatus',
    "writeStatus(client, boilerResource, { object: boiler, fieldManager: 'me', now: 0 }, (status) => status.condition('Ready', true, details))",
  ],
];
