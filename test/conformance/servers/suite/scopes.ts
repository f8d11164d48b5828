import { NamespacedSource } from '@informer-gen/runtime';
import { expect, it } from 'vitest';
import { type ConfigMap, configMaps, createConfigMap, deleteConfigMap } from '../objects.js';
import { RunningInformer } from '../running-informer.js';
import type { ServerUnderTest } from '../server-under-test.js';

/** Namespaces, rights and credentials. */
export function scopesSuite(server: () => ServerUnderTest): void {
  it('sees one namespace alone where told so, and every one otherwise', async () => {
    const [one, other] = [await server().createNamespace(), await server().createNamespace()];
    await createConfigMap(server(), one, 'a');
    await createConfigMap(server(), other, 'b');
    await using client = await server().connect();
    await using narrow = new RunningInformer(client.listerWatcher(configMaps, { namespace: one }), configMaps);
    await using wide = new RunningInformer(client.listerWatcher(configMaps), configMaps);
    await narrow.synced();
    await wide.synced();
    expect(narrow.names).toEqual(['a']);
    expect(wide.informer.getIndexer().indexKeys('namespace', other)).toEqual([`${other}/b`]);
    expect(wide.informer.getIndexer().indexKeys('namespace', one)).toEqual([`${one}/a`]);
  });

  it('joins several namespaces in one informer, which come and go while it runs', async () => {
    const [one, two, three] = [
      await server().createNamespace(),
      await server().createNamespace(),
      await server().createNamespace(),
    ];
    for (const namespace of [one, two, three]) await createConfigMap(server(), namespace, 'a');
    await using client = await server().connect();
    const source = new NamespacedSource<ConfigMap>(
      (namespace) => client.listerWatcher(configMaps, { namespace }),
      [one, two],
    );
    await using running = new RunningInformer(source, configMaps);
    await running.synced();
    expect([...running.told].sort()).toEqual([`add ${one}/a`, `add ${two}/a`].sort());
    source.add(three);
    await running.event('add', `${three}/a`);
    source.remove(one);
    expect(await running.event('delete', `${one}/a`)).toMatchObject({ finalStateUnknown: true });
    await deleteConfigMap(server(), two, 'a');
    expect(await running.event('delete', `${two}/a`)).not.toHaveProperty('finalStateUnknown');
    expect(Object.keys(running.informer.status.namespaces ?? {}).sort()).toEqual([two, three].sort());
  });

  it('keeps trying where it is forbidden, says so, and syncs once it is allowed', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'a');
    const { token, grant } = await server().restrictedUser(namespace);
    await using client = await server().connect({ token });
    await using running = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps);
    await running.until(() => running.informer.status.lastError?.statusCode === 403, 'a 403');
    await expect(running.informer.whenSynced({ timeoutMs: 1 })).rejects.toThrow(
      /configmaps: 403 forbidden: configmaps is forbidden: User ".*" cannot (list|watch) resource "configmaps"/,
    );
    await grant();
    await running.synced();
    expect(running.names).toEqual(['a']);
  });

  it('does not let a forbidden namespace take down the others', async () => {
    const [open, closed] = [await server().createNamespace(), await server().createNamespace()];
    const [, user] = [await createConfigMap(server(), open, 'a'), await server().restrictedUser(closed)];
    const opener = await server().restrictedUser(open);
    await opener.grant();
    await createConfigMap(server(), closed, 'b');
    await using mayOpen = await server().connect({ token: opener.token });
    await using mayNot = await server().connect({ token: user.token });
    const source = new NamespacedSource<ConfigMap>((namespace) =>
      (namespace === open ? mayOpen : mayNot).listerWatcher(configMaps, { namespace }),
    );
    source.add(open);
    source.add(closed, { optional: true });
    await using running = new RunningInformer(source, configMaps);
    await running.event('add', `${open}/a`);
    await running.informer.whenSynced({ timeoutMs: 15_000 });
    expect(running.names).toEqual(['a']);
    await running.until(() => running.informer.status.namespaces?.[closed]?.lastError?.statusCode === 403, 'a 403');
    await user.grant();
    await running.event('add', `${closed}/b`);
    expect(running.names).toEqual(['a', 'b']);
  });

  it('asks for another token when the server refuses the one it has', async () => {
    const namespace = await server().createNamespace();
    await createConfigMap(server(), namespace, 'a');
    const { token, grant } = await server().restrictedUser(namespace);
    await grant();
    const tokens = ['refused', token];
    await using client = await server().connect({
      token: () => (tokens.length > 1 ? tokens.shift() : token) as string,
    });
    await using running = new RunningInformer(client.listerWatcher(configMaps, { namespace }), configMaps);
    await running.synced();
    expect(running.names).toEqual(['a']);
    expect(running.errors.filter((error) => !error.message.includes('403'))).toEqual([]);
  });
}
