// Fields whose names mean something in JavaScript, from the server through caches, copies and comparisons back to the server.
import type { ApiClient, KubernetesObject, ListerWatcher, ObjectMeta, WithManagedFields } from '@informer-gen/runtime';
import { connect, defineResource, mutableCopy } from '@informer-gen/runtime';
import { labelsChanged } from '@informer-gen/runtime/controller';
import { applyIfChanged, extractOwned, IntentMemory } from '@informer-gen/runtime/controller/helpers';
import { ControllerBed, FakeClient, FakeClock, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { changedPaths } from '../../../runtime/src/inspect/record/changed-paths.js';
import { configMaps } from './support/websites.js';

const NAMES = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'] as const;

interface Box extends KubernetesObject {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly [field: string]: unknown };
  readonly status?: { readonly [field: string]: unknown };
}

const boxes = defineResource<Box>({
  group: 'example.com',
  version: 'v1',
  kind: 'Box',
  plural: 'boxes',
  namespaced: true,
  subresources: ['status'],
});

const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const boxCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'boxes.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'boxes', singular: 'box', kind: 'Box' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: open, status: open } } },
      },
    ],
  },
};

/** An object with every odd name, as JSON.parse makes it: a literal would set a prototype. */
function oddly(value: unknown): { readonly [name: string]: string } {
  return JSON.parse(`{${NAMES.map((name) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`) as never;
}

/** Own fields, which comparisons of objects do not tell from inherited ones. */
const entries = (object: object | undefined): unknown =>
  Object.entries(object ?? {}).sort(([a], [b]) => a.localeCompare(b));

async function listOf<T>(source: ListerWatcher<T>): Promise<readonly T[]> {
  const { items } = await source.list({}, { signal: new AbortController().signal, isShareable: true });
  return items;
}

describe('fields with odd names', () => {
  it.each<[string, (client: ApiClient) => Promise<readonly Pick<Box, 'spec'>[]>]>([
    ['at once', (client) => listOf(client.listerWatcher(boxes))],
    ['lazily', (client) => listOf(client.listerWatcher(boxes, { lazy: true }))],
    ['with shared managed fields', (client) => listOf(client.listerWatcher(boxes, { managedFields: 'keep' }))],
    ['as a projection', (client) => listOf(client.listerWatcher(boxes.project('spec')))],
  ])('come from the server as they are, decoded %s', async (_name, list) => {
    await using server = await SimulatedApiServer.start({ crds: [boxCrd] });
    await using client = await connect({ server: server.url });
    const metadata = { name: 'a', namespace: 'default' };
    await client.create(boxes, { metadata, spec: { inner: oddly(1), ...oddly('x') } });
    const [box] = await list(client);
    expect(entries(box?.spec)).toEqual(entries({ inner: oddly(1), ...oddly('x') }));
    expect(entries(box?.spec['inner'] as object)).toEqual(entries(oddly(1)));
    expect(Object.getPrototypeOf(box?.spec)).toBe(Object.prototype);
  });

  it('are copied, and told apart from what objects inherit', () => {
    const object = { metadata: { name: 'a' }, spec: oddly({}) };
    expect(entries(mutableCopy(object).spec)).toEqual(entries(oddly({})));
    const { paths } = changedPaths({ spec: {} }, { spec: oddly({}) });
    expect(paths).toEqual(NAMES.map((name) => `spec.${name}`));
    const labels = (value: object): KubernetesObject => ({ metadata: { labels: value as never } });
    expect(labelsChanged().update?.(labels(oddly('x')), labels({}))).toBe(true);
    expect(labelsChanged().update?.(labels(oddly('x')), labels(oddly('x')))).toBe(false);
  });

  it('are applied once, and again after their removal', async () => {
    const client = new FakeClient({ clock: new FakeClock(), crds: [boxCrd] });
    const memory = new IntentMemory();
    const metadata = { name: 'a', namespace: 'default' };
    const intent = { metadata, spec: oddly({}) };
    const apply = (cached: Box | undefined): Promise<{ readonly type: string }> =>
      applyIfChanged(client, boxes, intent, { cached, memory, fieldManager: 'me' });
    const get = (): Promise<WithManagedFields<Box>> => client.get(boxes, metadata);
    expect((await apply(undefined)).type).toBe('applied');
    const owned: Partial<Box> | undefined = extractOwned(boxes, await get(), { fieldManager: 'me' });
    expect(entries(owned?.spec)).toEqual(entries(oddly({})));
    expect((await apply(await get())).type).toBe('unchanged');
    await client.patch(boxes, metadata, { spec: oddly(null) });
    expect(entries((await get()).spec)).toEqual([]);
    expect((await apply(await get())).type).toBe('applied');
    expect(entries((await get()).spec)).toEqual(entries(oddly({})));
  });

  it('are written to a status and to children, and settle', async () => {
    let runs = 0;
    await using bed = await ControllerBed.start({
      server: 'simulated',
      crds: [boxCrd],
      setUp: (manager) =>
        void manager
          .controller(boxes)
          .owns(configMaps)
          .reconcile(async (box, { apply, status }) => {
            runs += 1;
            await apply(configMaps, { data: oddly('x') });
            status.set({ ...oddly(box.spec['value']), seen: true });
          }),
    });
    bed.create(boxes, { metadata: { name: 'a' }, spec: { value: {} } });
    await bed.idle();
    const status = JSON.parse(JSON.stringify({ ...oddly({}), seen: true })) as object;
    expect(entries(bed.get(boxes, 'a')?.status)).toEqual(entries(status));
    expect(entries(bed.get(configMaps, 'a')?.data)).toEqual(entries(oddly('x')));
    const settled = runs;
    bed.patch(boxes, 'a', { metadata: { labels: { a: 'b' } } });
    await bed.idle();
    expect(runs).toBe(settled + 1);
    expect(bed.errors).toEqual([]);
  });
});
