import { crd, text, version } from '../../support/crds.js';

const string = { type: 'string' };
const integer = { type: 'integer' };

function object(properties: Record<string, unknown>, required: readonly string[] = []): Record<string, unknown> {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function list(items: unknown): Record<string, unknown> {
  return { type: 'array', items };
}

/** Ports are equal in two places, so that one declaration serves both. */
const port = object({ name: string, number: integer }, ['number']);

function widgetSpec(isNew: boolean): Record<string, unknown> {
  const inbound = isNew ? object({ number: integer }, ['number']) : port;
  return object(
    {
      phase: { type: 'string', enum: isNew ? ['Up', 'Down'] : ['Up', 'Down', 'Gone'] },
      mode: { type: 'string', enum: isNew ? ['Fast', 'Slow', 'Idle'] : ['Fast', 'Slow'] },
      ...(isNew ? {} : { legacy: string, 'dashed-name': string }),
      name: string,
      owner: string,
      limit: isNew ? { 'x-kubernetes-int-or-string': true } : integer,
      parts: list(object(isNew ? { name: string } : { name: string, weight: integer })),
      ...(isNew
        ? {}
        : { gadget: object({ a: string, b: string, c: integer, d: integer, e: integer, f: integer, g: integer }) }),
      inbound: list(inbound),
      outbound: list(port),
      note: { ...string, default: isNew ? 'new' : 'old' },
    },
    isNew ? ['owner'] : ['name'],
  );
}

function schema(isNew: boolean): Record<string, unknown> {
  return object({ spec: widgetSpec(isNew), status: object({ legacy: string, ready: { type: 'boolean' } }) }, ['spec']);
}

/** Has fields of the same names that do not change. */
const gear = object({
  spec: object({ legacy: string, phase: { type: 'string', enum: ['Up', 'Gone'] }, name: string }),
});

const OLD_FACTS = {
  subresources: { status: {}, scale: { specReplicasPath: '.spec.limit', statusReplicasPath: '.status.n' } },
  selectableFields: [{ jsonPath: '.spec.name' }, { jsonPath: '.spec.owner' }],
};
const NEW_FACTS = { subresources: { status: {} }, selectableFields: [{ jsonPath: '.spec.owner' }] };

/** The CRDs before and after. */
export const OLD_CRDS: string = text(
  crd({
    schema: schema(false),
    versions: [
      { ...version('v1', schema(false)), ...OLD_FACTS },
      { ...version('v1beta1', schema(false)), storage: false },
    ],
  }),
  crd({ kind: 'Gear', schema: gear }),
  crd({ kind: 'Sprocket', group: 'old.example.com' }),
);
export const NEW_CRDS: string = text(
  crd({ versions: [{ ...version('v1', schema(true)), ...NEW_FACTS }] }),
  crd({ kind: 'Gear', schema: gear }),
);

/**
 * The user's program. A line that must be found ends in `//! ` and, for each find, what the code does and the path of the
 * change; a line without that must not be found.
 */
export const PROGRAM = `
import { mutableCopy } from '@informer-gen/runtime';
import { namespacedResourceClient } from '@informer-gen/runtime/codegen/v1';
import type { ApiClient, BaseSharedInformerFactory, Client, Draft, DynamicSharedInformerFactory, Projected } from '@informer-gen/runtime';
import { SharedInformerFactory } from './generated/index.js';
import type { Gear, GearSpec } from './generated/example.com/v1/gears.js';
import type { Widget, WidgetSpec, WidgetSpecParts, WidgetSpecInbound, WidgetSpecOutbound } from './generated/example.com/v1/widgets.js';
import type { WidgetSpecGadget } from './generated/example.com/v1/widgets.js'; //! imports Widget.spec.gadget
import type { Sprocket } from './generated/old.example.com/v1/sprockets.js'; //! imports the module Sprocket
import { widgetResource as old } from './generated/example.com/v1beta1/widgets.js'; //! imports the module Widget

import { gearResource } from './generated/example.com/v1/gears.js';
import { newFilteredWidgetInformer, widgetResource } from './generated/example.com/v1/widgets.js';

declare const client: Client;
declare function patch(resource: unknown, body: unknown, options: { subresource: string }): void;
declare const widget: Widget;
declare const gear: Gear;
declare const factory: SharedInformerFactory;
interface Mine { legacy: string; phase: 'Up' | 'Gone'; name: string; parts: { weight: number }[] }
declare const mine: Mine;

// property access, optional chains, element access
export const a1 = widget.spec.legacy; //! reads Widget.spec.legacy
export const a2 = widget?.spec?.legacy?.length; //! reads Widget.spec.legacy
export const a3 = widget.spec['legacy']; //! reads Widget.spec.legacy
export const a4 = widget['spec']["dashed-name"]; //! reads Widget.spec["dashed-name"]
const key = 'legacy';
export const a5 = widget.spec[key]; //! reads Widget.spec.legacy
export const a6 = (widget.spec as WidgetSpec)!.legacy; //! reads Widget.spec.legacy
export const near1 = gear.spec?.legacy;
export const near2 = mine.legacy;
export const near3 = widget.status?.legacy;
export const near4 = { legacy: 1 }.legacy;
export const near5 = mine['legacy'];

// destructuring: nested, renamed, in parameters, in loops, by assignment
export const { spec: { legacy } } = widget; //! destructures Widget.spec.legacy
export const { legacy: renamed } = widget.spec; //! destructures Widget.spec.legacy
export function d1({ spec: { legacy: inParameter = 'x' } }: Widget): string { //! destructures Widget.spec.legacy
  return inParameter;
}
export function d2({ legacy: other }: NonNullable<Gear['spec']>): string | undefined {
  return other;
}
export function d3(widgets: readonly Widget[]): void {
  for (const { spec: { legacy: each } } of widgets) console.log(each); //! destructures Widget.spec.legacy
  let assigned: string | undefined;
  ({ legacy: assigned } = widget.spec); //! destructures Widget.spec.legacy
  ({ legacy: assigned } = mine);
  console.log(assigned);
}
export const { legacy: statusLegacy } = widget.status ?? {};

// aliases, generics, indexed access, Pick and Omit, keys
type Spec = Widget['spec'];
export const b1 = (spec: Spec): unknown => spec.legacy; //! reads Widget.spec.legacy
export function b2<T extends Widget>(object: T): unknown {
  return object.spec.legacy; //! reads Widget.spec.legacy
}
export function b3<T extends { spec?: { legacy?: string } }>(object: T): unknown {
  return object.spec?.legacy;
}
export type B4 = Widget['spec']['legacy']; //! takes the type of it Widget.spec.legacy
export type B5 = Pick<WidgetSpec, 'legacy' | 'outbound'>; //! names it in Pick Widget.spec.legacy
export type B6 = Omit<WidgetSpec, 'legacy'>; //! names it in Omit Widget.spec.legacy
export type Near6 = Omit<GearSpec, 'legacy'> | Pick<Mine, 'legacy'> | Mine['legacy'];
declare const picked: B5;
export const b7 = picked.legacy; //! reads Widget.spec.legacy
declare const part: Partial<WidgetSpec>;
export const b8 = part.legacy; //! reads Widget.spec.legacy
export function pluck<T, K extends keyof T>(object: T, key: K): T[K] {
  return object[key];
}
export const b9 = pluck(widget.spec, 'legacy'); //! names it as a key Widget.spec.legacy
export const near7 = pluck(mine, 'legacy');
export const b10: keyof WidgetSpec = 'legacy'; //! names it as a key Widget.spec.legacy

// made optional, widened: readers; writers are fine
export const c1 = widget.spec.name.length; //! reads Widget.spec.name
export const c2 = (widget.spec.limit ?? 0) + 1; //! reads Widget.spec.limit
export const near8 = gear.spec?.name;
export const c3 = widget.spec.mode; //! reads Widget.spec.mode

// writers
const draft: Draft<Widget> = mutableCopy(widget);
draft.spec.legacy = 'x'; //! writes Widget.spec.legacy
draft.spec.name = 'x';
draft.spec.phase = 'Gone'; //! writes "Gone" Widget.spec.phase
draft.spec.phase = 'Up';
export const literal: WidgetSpec = { //! leaves owner out Widget.spec.owner; leaves note out Widget.spec.note
  name: 'a',
  legacy: 'b', //! writes Widget.spec.legacy
  phase: 'Gone', //! writes "Gone" Widget.spec.phase
};
export const whole = { name: 'a', owner: 'me', note: 'n', phase: 'Up' } satisfies WidgetSpec;
export const spread: WidgetSpec = { ...whole, phase: 'Down' };
export const ofMine: Mine = { legacy: 'x', phase: 'Gone', name: 'y', parts: [] };

// values of an enum
export const e1 = widget.spec.phase === 'Gone'; //! compares with "Gone" Widget.spec.phase
export const e2 = 'Gone' != widget.spec.phase; //! compares with "Gone" Widget.spec.phase
export const e3 = widget.spec.phase === 'Up';
export const near9 = gear.spec?.phase === 'Gone' || mine.phase === 'Gone';
export function e4({ spec: { phase } }: Widget): number {
  switch (phase) {
    case 'Gone': //! compares with "Gone" Widget.spec.phase
      return 1;
    case 'Up':
      return 2;
    default:
      return 3;
  }
}
export const current = widget.spec.phase;
export const e5 = current === 'Gone'; //! compares with "Gone" Widget.spec.phase
export const e6 = ['Up', 'Gone'].includes(widget.spec.phase ?? ''); //! compares with "Gone" Widget.spec.phase

// inside lists; declarations that several fields share
export const f1 = widget.spec.parts?.map((one) => one.weight); //! reads Widget.spec.parts[].weight
export const f2 = (one: WidgetSpecParts): unknown => one.weight; //! reads Widget.spec.parts[].weight
export const near10 = mine.parts.map((one) => one.weight);
export const f3 = widget.spec.inbound?.[0]?.name; //! reads Widget.spec.inbound[].name
export const near11 = widget.spec.outbound?.[0]?.name;
export const near12 = widget.spec.outbound?.map((one) => one.name);
export function f4(): void {
  for (const each of widget.spec.inbound ?? []) console.log(each.name); //! reads Widget.spec.inbound[].name
  for (const each of widget.spec.outbound ?? []) console.log(each.name);
  const [first] = widget.spec.outbound ?? [];
  console.log(first?.name);
}
export const f5 = (one: WidgetSpecInbound): unknown => one.name; //! reads Widget.spec.inbound[].name
export const near15 = (one: WidgetSpecOutbound): unknown => one.name;
const ports = [...(widget.spec.inbound ?? []), ...(widget.spec.outbound ?? [])];
export const f6 = ports.map((one) => one.name); //! reads? Widget.spec.inbound[].name

// keys of records and constraints of generics
type Phase = NonNullable<Widget['spec']['phase']>;
export const h1: Record<Phase, number> = {
  Up: 1,
  Down: 2,
  Gone: 3, //! has the key "Gone" Widget.spec.phase
};
type Mode = NonNullable<Widget['spec']['mode']>; //! takes the type of it Widget.spec.mode
export const h2 = { Fast: 1, Slow: 2 } satisfies { readonly [M in Mode]: number }; //! has a key for each value Widget.spec.mode
export const near16: Record<NonNullable<NonNullable<Gear['spec']>['phase']>, number> = { Up: 1, Gone: 2 };
export const near17: Partial<Record<Mode, number>> = { Fast: 1 };
interface Box<T extends { legacy?: string }> { readonly of: T }
export type H3 = Box<WidgetSpec>; //! meets a constraint by it Widget.spec.legacy
export type Near18 = Box<Mine>;
export function h4<T extends { legacy?: string }>(of: T): T {
  return of;
}
export const h5 = h4(widget.spec); //! meets a constraint by it Widget.spec.legacy
export const near19 = h4(mine);
type Get<K extends keyof WidgetSpec> = WidgetSpec[K];
export type H6 = Get<'legacy'>; //! meets a constraint by it Widget.spec.legacy
export type Near20 = Get<'owner'>;

// selectable fields and subresources
export const i1 = newFilteredWidgetInformer(client, { fieldSelector: { 'spec.name': 'a', 'spec.owner': 'b' } }); //! selects by it Widget
export const i2 = newFilteredWidgetInformer(client, { fieldSelector: 'metadata.name=a,spec.name!=b' }); //! selects by it Widget
export const near21 = newFilteredWidgetInformer(client, { fieldSelector: 'spec.owner=a' });
patch(widgetResource, {}, { subresource: 'scale' }); //! names the subresource Widget
patch(widgetResource, {}, { subresource: 'status' });
patch(gearResource, {}, { subresource: 'scale' });

// calls that write
declare const api: ApiClient;
const metadata = { name: 'a', namespace: 'default' };
export const j1 = api.create(widgetResource, { metadata, spec: { name: 'a', owner: 'o', note: 'n', legacy: 'x' } }); //! writes Widget.spec.legacy
export const j2 = api.apply(widgetResource, { metadata, spec: { phase: 'Gone', owner: 'o' } }); //! writes "Gone" Widget.spec.phase
export const j3 = api.patch(widgetResource, metadata, { spec: { legacy: null } }); //! writes Widget.spec.legacy
export const j4 = api.patch(widgetResource, metadata, [{ op: 'remove', path: '/spec/legacy' }], { type: 'json' }); //! patches Widget.spec.legacy
export const j5 = api.patch(widgetResource, metadata, [{ op: 'add', path: '/spec/phase', value: 'Gone' }], { type: 'json' }); //! patches "Gone" Widget.spec.phase
export const j6 = api.patch(widgetResource, metadata, [{ op: 'copy', from: '/spec/parts/0/weight', path: '/spec/limit' }], { type: 'json' }); //! patches Widget.spec.parts[].weight
export const j7 = namespacedResourceClient(api, widgetResource).namespace('default').patch('a', [{ op: 'remove', path: '/spec/legacy' }], { type: 'json' }); //! patches Widget.spec.legacy
export const near22 = api.patch(widgetResource, metadata, [{ op: 'add', path: '/spec/phase', value: 'Up' }], { type: 'json' });
export const near23 = api.patch(gearResource, metadata, [{ op: 'remove', path: '/spec/legacy' }], { type: 'json' });
export const near24 = api.apply(gearResource, { metadata, spec: { legacy: 'x', phase: 'Gone' } });

// projections
export const k0 = widgetResource.project('spec.legacy', 'spec.owner'); //! projects to Widget.spec.legacy
export const k1 = widgetResource.project('spec.owner', 'spec.parts.weight'); //! projects to Widget.spec.parts[].weight
export const k2 = widgetResource.project("spec['legacy']"); //! projects to Widget.spec.legacy
export const near26 = gearResource.project('spec.legacy');
const pathOfLegacy = 'spec.legacy';
export const k3 = widgetResource.project(pathOfLegacy); //! projects to Widget.spec.legacy
const somePaths = ['spec.owner', 'spec.inbound.name'] as const;
export const k4 = widgetResource.project(...somePaths, 'spec.outbound.name'); //! projects to Widget.spec.inbound[].name
export const k5 = widgetResource.project(...(['spec.parts.weight', 'spec.owner'] as const)); //! projects to Widget.spec.parts[].weight
export const k6 = widgetResource.project(\`spec.legacy\`); //! projects to Widget.spec.legacy
const near27 = gearResource.project(pathOfLegacy);

// reads of projected objects
declare const projectedFactory: BaseSharedInformerFactory;
const lean = widgetResource.project('spec', 'status.legacy', 'status.ready');
const narrow = widgetResource.project('spec.phase', 'spec.name', 'spec.parts.weight', 'spec.inbound', 'spec.outbound'); //! projects to Widget.spec.name; projects to Widget.spec.parts[].weight
const leanInformer = projectedFactory.informerFor(lean);
const narrowLister = projectedFactory.variant(narrow, {}).lister();
export const l1 = leanInformer.indexer.list().map((each) => each.spec.legacy); //! reads Widget.spec.legacy
export const near28 = leanInformer.indexer.list().map((each) => each.status?.legacy);
leanInformer.addEventHandler({
  onAdd: ({ spec: { legacy: added } }) => console.log(added), //! destructures Widget.spec.legacy
  onUpdate: (before, after) => console.log(before.spec['legacy'], after.status?.ready), //! reads Widget.spec.legacy
});
export const l2 = narrowLister.list()[0]?.spec.name.length; //! reads Widget.spec.name
export const l3 = narrowLister.list().filter((each) => each.spec.phase === 'Gone'); //! compares with "Gone" Widget.spec.phase
export const l4 = narrowLister.list().flatMap((each) => each.spec.parts ?? []).map(({ weight }) => weight); //! destructures? Widget.spec.parts[].weight
export const l5 = narrowLister.list()[0]?.spec.inbound?.[0]?.name; //! reads Widget.spec.inbound[].name
export const near29 = narrowLister.list()[0]?.spec.outbound?.[0]?.name;
export const near30 = projectedFactory.informerFor(near27).indexer.list().map((each) => each.spec?.legacy);
type Lean = Projected<Widget, 'spec.legacy' | 'spec.owner'>; //! projects to Widget.spec.legacy
export const l6 = (each: Lean): unknown => each.spec.legacy; //! reads Widget.spec.legacy
declare const dynamicFactory: DynamicSharedInformerFactory;
const gvr = { group: 'example.com', version: 'v1', resource: 'widgets' } as const;
export const k7 = dynamicFactory.forResource(gvr, { project: ['spec.owner', 'spec.legacy'] }); //! projects to Widget.spec.legacy
export const near31 = dynamicFactory.forResource({ ...gvr, resource: 'gears' }, { project: ['spec.legacy'] });
export type L7 = Lean['spec']['legacy']; //! takes the type of it Widget.spec.legacy

// what is gone altogether
export const g1 = factory.exampleCom.v1beta1.widgets.informer(); //! uses Widget
export const g2 = factory.oldExampleCom.v1.sprockets; //! uses Sprocket
export const g3 = factory.forResource('old.example.com/v1', 'sprockets'); //! asks for the resource Sprocket
export const g4 = factory.forResource({ group: 'example.com', version: 'v1beta1', resource: 'widgets' }); //! asks for the resource Widget
export const near13 = factory.exampleCom.v1.widgets.lister();
export const near14 = factory.forResource('example.com/v1', 'widgets');
export const g5 = old.plural; //! uses Widget
export type G6 = Sprocket['metadata']; //! uses Sprocket
export const g7 = (gadget: WidgetSpecGadget): unknown => gadget; //! uses Widget.spec.gadget
export const { exampleCom: { v1beta1 } } = factory; //! uses Widget
`;
