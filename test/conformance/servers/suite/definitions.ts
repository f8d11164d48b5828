import { expect, it } from 'vitest';
import { createCrd, createWhenServed, deleteCrd, newWidgetResource } from '../objects.js';
import { RunningInformer } from '../running-informer.js';
import type { ServerUnderTest } from '../server-under-test.js';

/** Custom resources that come and go under a running informer. */
export function definitionsSuite(server: () => ServerUnderTest): void {
  it('waits for a CRD that is created after the informer started, and says so meanwhile', async () => {
    const namespace = await server().createNamespace();
    const widgets = newWidgetResource();
    await using client = await server().connect();
    await using running = new RunningInformer(client.listerWatcher(widgets), widgets);
    await running.until(() => running.informer.status.lastError !== undefined, 'an error');
    expect(running.informer.status.lastError).toMatchObject({
      code: 'ResourceNotFound',
      statusCode: 404,
      resource: `widgets.${widgets.group}`,
    });
    await expect(running.informer.whenSynced({ timeoutMs: 1 })).rejects.toThrow(`widgets.${widgets.group}: 404`);
    await createCrd(server(), widgets);
    await running.synced();
    await createWhenServed(server(), widgets, { metadata: { namespace, name: 'a' } });
    await running.event('add', `${namespace}/a`);
    expect(running.informer.getStore().list()[0]).toMatchObject({ apiVersion: `${widgets.group}/v1`, kind: 'Widget' });
  });

  it('empties with a CRD that is deleted, and fills again when it comes back', async () => {
    const namespace = await server().createNamespace();
    const widgets = newWidgetResource();
    await createCrd(server(), widgets);
    await createWhenServed(server(), widgets, { metadata: { namespace, name: 'first' } });
    await createWhenServed(server(), widgets, { metadata: { namespace, name: 'both' } });
    await using client = await server().connect();
    await using running = new RunningInformer(client.listerWatcher(widgets), widgets);
    await running.synced();
    expect(running.names).toEqual(['both', 'first']);
    await deleteCrd(server(), widgets);
    await running.event('delete', `${namespace}/first`);
    await running.event('delete', `${namespace}/both`);
    await running.until(() => running.informer.status.lastError?.statusCode === 404, 'a 404');
    await createCrd(server(), widgets);
    await createWhenServed(server(), widgets, { metadata: { namespace, name: 'both' } });
    await createWhenServed(server(), widgets, { metadata: { namespace, name: 'second' } });
    await running.event('add', `${namespace}/second`);
    const both = (): typeof running.events => running.events.filter(({ key }) => key === `${namespace}/both`);
    await running.until(() => both().length === 3, 'the second life of an object');
    expect(both().map(({ type }) => type)).toEqual(['add', 'delete', 'add']);
    expect(both()[2]?.uid).not.toBe(both()[0]?.uid);
    expect(running.names).toEqual(['both', 'second']);
  });
}
