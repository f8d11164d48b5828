import { createOrUpdate } from '@informer-gen/runtime/controller/helpers';
import { FakeClient } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { at, fakeClient, widgets } from './widgets.js';

describe('createOrUpdate', () => {
  it('creates what is not there, changes what is other, and sends nothing where nothing changes', async () => {
    const client = fakeClient();
    const setSize = (size: number) =>
      createOrUpdate(client, widgets, at, (widget) => {
        widget.spec = { ...widget.spec, size };
      });
    const created = await setSize(1);
    expect(created).toMatchObject({ type: 'created', object: { kind: 'Widget', metadata: at, spec: { size: 1 } } });
    expect(await setSize(2)).toMatchObject({ type: 'updated', object: { spec: { size: 2 } } });
    const { resourceVersion } = client;
    expect(await setSize(2)).toMatchObject({ type: 'unchanged', object: { spec: { size: 2 } } });
    expect(client.resourceVersion).toBe(resourceVersion);
  });

  it('reads nothing where it is given the cached object, and reads it where that was old', async () => {
    const client = fakeClient();
    const cached = await client.create(widgets, { metadata: at, spec: { size: 1 } });
    const unchanged = await createOrUpdate(client, widgets, { ...at, cached }, () => {});
    expect(unchanged).toEqual({ type: 'unchanged', object: cached });
    expect(client.requests.filter(({ verb }) => verb === 'get')).toEqual([]);
    await client.patch(widgets, at, { metadata: { labels: { tier: 'web' } } });
    const { object } = await createOrUpdate(client, widgets, { ...at, cached }, (widget) => {
      widget.spec = { size: 2 };
    });
    expect(object).toMatchObject({ metadata: { labels: { tier: 'web' } }, spec: { size: 2 } });
    expect(cached.spec?.size).toBe(1);
  });

  it('changes what another created in between, and creates what another deleted in between', async () => {
    const client = fakeClient();
    let interfere = async (): Promise<unknown> => client.create(widgets, { metadata: at, spec: { size: 7 } });
    const run = () =>
      createOrUpdate(client, widgets, at, async (widget) => {
        await interfere();
        interfere = async () => undefined;
        widget.spec = { ...widget.spec, parts: [{ name: 'x' }] };
      });
    expect(await run()).toMatchObject({ type: 'updated', object: { spec: { size: 7, parts: [{ name: 'x' }] } } });
    await client.patch(widgets, at, { spec: null });
    interfere = () => client.delete(widgets, at);
    expect(await run()).toMatchObject({ type: 'created', object: { spec: { parts: [{ name: 'x' }] } } });
  });

  it('refuses to rename, and hands on what the change throws', async () => {
    const client = fakeClient();
    const rename = createOrUpdate(client, widgets, at, (widget) => void (widget.metadata.name = 'b'));
    await expect(rename).rejects.toMatchObject({ code: 'Renamed' });
    const thrown = new Error('mine');
    await expect(createOrUpdate(client, widgets, at, () => Promise.reject(thrown))).rejects.toBe(thrown);
  });

  it('rejects where the namespace is missing, which no retry brings', async () => {
    const client = new FakeClient({ requireNamespaces: true });
    const missing = { namespace: 'nowhere', name: 'a' };
    await expect(createOrUpdate(client, widgets, missing, () => {})).rejects.toMatchObject({ code: 'NotFound' });
    expect(client.requests.filter(({ verb }) => verb === 'create')).toHaveLength(1);
  });
});
