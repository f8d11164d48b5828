import { defineResource } from '@informer-gen/runtime';
import type { KubernetesObject, ObjectMeta, WholeResource } from '@informer-gen/runtime';
import type { Reconciler } from '@informer-gen/runtime/controller';
import { ControllerBed } from '@informer-gen/testing';
import type { TestServerKind } from '@informer-gen/testing';
import { expect } from 'vitest';

/** A kind whose conditions have what a test says. */
export interface Kiln extends KubernetesObject {
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly stage?: number };
  readonly status?: { readonly heat?: number; readonly conditions?: readonly KilnCondition[] };
}

/** A condition with a field of its own. */
export interface KilnCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
  readonly severity?: 'Low' | 'High' | undefined;
}

/** Schemas of the fields of conditions. */
export const TEXT = { type: 'string' };
export const TIME = { type: 'string', format: 'date-time' };
/** A list that the server merges by type. */
export const MAP = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] };

/** A kind whose conditions have these properties; `list` says how the server merges them. */
export function kilnCrd(
  properties: object,
  { required = ['type', 'status'], list = {} }: { required?: string[]; list?: object } = {},
) {
  const conditions = { type: 'array', items: { type: 'object', required, properties }, ...list };
  const status = { type: 'object', properties: { heat: { type: 'integer' }, conditions } };
  const spec = { type: 'object', properties: { stage: { type: 'integer' } } };
  const openAPIV3Schema = { type: 'object', properties: { spec, status } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'kilns.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Kiln', plural: 'kilns' },
      versions: [
        { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema } },
      ],
    },
  };
}

/** What a generated resource states about its conditions. */
export type Facts = Pick<WholeResource<Kiln>, 'statusTraits' | 'conditionFields'>;
/** The resource, with what a generator states about its conditions. */
export const kilnResource = (facts: Facts = {}): WholeResource<Kiln> =>
  defineResource<Kiln>({
    group: 'example.com',
    version: 'v1',
    kind: 'Kiln',
    plural: 'kilns',
    namespaced: true,
    subresources: ['status'],
    ...facts,
  });

/** The fields of `metav1.Condition` but for the generation. */
export const common = { type: TEXT, status: TEXT, reason: TEXT, message: TEXT, lastTransitionTime: TIME };
/** Their names. */
export const fields = Object.keys(common);
/** Any time, to the second. */
export const now: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
/** The condition Ready, as a run that says nothing but its reason writes it. */
export const whole = { type: 'Ready', status: 'True', reason: 'Hot', message: '', lastTransitionTime: now };

/** What a bed of kilns is made of. */
export interface BedOptions {
  readonly crd: object;
  readonly resource: WholeResource<Kiln>;
  readonly server?: TestServerKind;
}

/** A bed with one controller of kilns. */
export function bedOf(
  { crd, resource, server = 'simulated' }: BedOptions,
  reconcile: Reconciler<Kiln>,
): Promise<ControllerBed> {
  return ControllerBed.start({
    server,
    crds: [crd],
    setUp: (manager) => void manager.controller(resource).reconcile(reconcile),
  });
}
