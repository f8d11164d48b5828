import { defineResource } from '@informer-gen/runtime';
import type { KubernetesObject, NamespacedObjectMeta, ResourceCaller } from '@informer-gen/runtime';
import { clusterResourceClient, namespacedResourceClient } from '@informer-gen/runtime/client-go';
import type { WriteViews } from '@informer-gen/runtime/codegen/v1';
import { FakeClient, FakeClock } from '@informer-gen/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';

interface Widget extends KubernetesObject {
  readonly apiVersion: 'example.com/v1';
  readonly kind: 'Widget';
  readonly metadata: NamespacedObjectMeta;
  readonly spec: { readonly size: number; readonly color: 'red' | 'blue' };
  readonly status?: { readonly ready?: boolean };
}
interface Meta {
  readonly resourceVersion?: string;
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: { readonly [key: string]: string };
  readonly finalizers?: readonly string[];
}
interface Scale {
  readonly metadata: Meta;
  readonly spec: { readonly replicas: number };
}
interface Views extends WriteViews {
  readonly input: {
    readonly metadata: Meta;
    readonly spec: { readonly size: number; readonly color?: 'red' | 'blue' };
  };
  readonly apply: {
    readonly metadata: Meta;
    readonly spec?: { readonly size?: number; readonly color?: 'red' | 'blue' };
  };
  readonly applyStatus: { readonly metadata: Meta; readonly status?: { readonly ready?: boolean } };
  readonly patch: {
    readonly spec?: { readonly size?: number | null } | null;
    readonly status?: { readonly ready?: boolean | null };
  };
  readonly subresources: {
    readonly status: { readonly sent: Widget; readonly received: Widget };
    readonly scale: { readonly sent: Scale; readonly received: Scale };
  };
  readonly strategic: false;
}

const spec = {
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
  subresources: ['status', 'scale'],
};
const widgets = defineResource<Widget, never, Views>(spec);
const nodes = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  namespaced: false,
});
const at = { namespace: 'default', name: 'a' };

/** What the compiler has to refuse: never called. */
export function refused(client: ResourceCaller): void {
  // @ts-expect-error: `colour` is no field
  void client.create(widgets, { metadata: at, spec: { size: 1, colour: 'red' } });
  // @ts-expect-error: a size is a number
  void client.create(widgets, { metadata: at, spec: { size: '1' } });
  // @ts-expect-error: an object needs its spec
  void client.replace(widgets, { metadata: at });
  // @ts-expect-error: `statu` is no subresource
  void client.patch(widgets, at, { status: { ready: true } }, { subresource: 'statu' });
  // @ts-expect-error: `statuss` is no field
  void client.patch(widgets, at, { statuss: 5 });
  // @ts-expect-error: custom resources take no strategic merge patches
  void client.patch(widgets, at, { spec: { size: 1 } }, { type: 'strategic' });
  // @ts-expect-error: a JSON patch is a list of operations
  void client.patch(widgets, at, { spec: { size: 1 } }, { type: 'json' });
  // @ts-expect-error: an intent has no status
  void client.apply(widgets, { metadata: at, status: { ready: true } });
  // @ts-expect-error: an intent for the status has no spec
  void client.apply(widgets, { metadata: at, spec: { size: 1 } }, { subresource: 'status' });
  // @ts-expect-error: a scale has replicas
  void client.replace(widgets, { metadata: at, spec: { size: 1 } }, { subresource: 'scale' });
  // @ts-expect-error: `propagationPolcy` is no option
  void client.delete(widgets, at, { propagationPolcy: 'Foreground' });
  // @ts-expect-error: `Later` is no policy
  void client.delete(widgets, at, { propagationPolicy: 'Later' });
  const here = namespacedResourceClient(client, widgets).namespace('x');
  // @ts-expect-error: the namespace is known
  void here.create({ metadata: at, spec: { size: 1 } }, { namespace: 'y' });
}

/** What the compiler has to know of answers: never called. */
export function known(client: ResourceCaller): void {
  expectTypeOf(client.get(widgets, at)).resolves.toExtend<Widget>();
  expectTypeOf(client.get(widgets, at, { subresource: 'status' })).resolves.toExtend<Widget>();
  expectTypeOf(client.get(widgets, at, { subresource: 'scale' })).resolves.toEqualTypeOf<Scale>();
  const read = namespacedResourceClient(client, widgets).namespace('x');
  expectTypeOf(read.status.apply({ metadata: { name: 'a' }, status: { ready: true } })).resolves.toExtend<Widget>();
  expectTypeOf(read.subresource('scale').get('a')).resolves.toEqualTypeOf<Scale>();
  // Nothing is known of a resource that was written by hand: everything goes.
  void client.create(nodes, { metadata: { name: 'a' }, anything: true });
  void client.patch(nodes, { name: 'a' }, { anything: null }, { type: 'strategic', subresource: 'proxy' });
}

describe('the client of one resource', () => {
  it('says the namespace itself, in every call', async () => {
    const fake = new FakeClient({ fieldManager: 'me', clock: new FakeClock() });
    const all = namespacedResourceClient(fake, widgets);
    const here = all.namespace('x');
    const created = await here.create({ metadata: { name: 'a' }, spec: { size: 1 } });
    expect(created).toMatchObject({ kind: 'Widget', metadata: { namespace: 'x' }, spec: { size: 1 } });
    const { resourceVersion } = created.metadata;
    await here.replace({ metadata: { name: 'a', resourceVersion }, spec: { size: 2, color: 'red' } });
    await here.patch('a', { spec: { size: 3 } });
    await here.patch('a', [{ op: 'add', path: '/metadata/labels', value: { tier: 'web' } }], { type: 'json' });
    await here.status.patch('a', { status: { ready: true } });
    expect(await here.get('a')).toMatchObject({
      metadata: { labels: { tier: 'web' } },
      spec: { size: 3, color: 'red' },
      status: { ready: true },
    });
    await all.namespace('y').apply({ metadata: { name: 'b' }, spec: { size: 9 } });
    const names: string[] = [];
    for await (const { metadata } of all.listAll({ limit: 1 })) names.push(`${metadata.namespace}/${metadata.name}`);
    expect(names).toEqual(['x/a', 'y/b']);
    expect((await here.list()).items).toHaveLength(1);
    expect(await here.delete('a')).toMatchObject({ kind: 'Status' });
    await all.namespace('y').deleteCollection();
    expect((await all.list()).items).toEqual([]);
  });

  it('follows changes from a version on', async () => {
    const fake = new FakeClient({ clock: new FakeClock() });
    const here = namespacedResourceClient(fake, widgets).namespace('x');
    const { resourceVersion } = await here.list();
    await here.create({ metadata: { name: 'a' }, spec: { size: 1 } });
    await here.delete('a');
    const seen: string[] = [];
    for await (const event of here.watch({ resourceVersion })) {
      seen.push(event.type);
      if (event.type === 'DELETED') break;
    }
    expect(seen).toEqual(['ADDED', 'DELETED']);
  });

  it('throws what a watch is told as an error', async () => {
    const fake = new FakeClient({ clock: new FakeClock() });
    const here = namespacedResourceClient(fake, widgets).namespace('x');
    const { resourceVersion } = await here.list();
    await here.create({ metadata: { name: 'a' }, spec: { size: 1 } });
    fake.compact();
    const watch = here.watch({ resourceVersion })[Symbol.asyncIterator]();
    await expect(watch.next()).rejects.toMatchObject({ code: 'Expired' });
  });

  it('needs no namespace for a resource without them', async () => {
    const fake = new FakeClient({ fieldManager: 'me', clock: new FakeClock() });
    const client = clusterResourceClient(fake, nodes);
    await client.apply({ metadata: { name: 'n1' } });
    expect(await client.get('n1')).toMatchObject({ kind: 'Node', metadata: { name: 'n1' } });
    await client.status.apply({ metadata: { name: 'n1' }, status: { phase: 'x' } });
    await client.delete('n1');
    await expect(client.get('n1')).rejects.toMatchObject({ code: 'NotFound' });
  });
});
