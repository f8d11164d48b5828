import { ApiError } from '@informer-gen/runtime';
import { expect } from 'vitest';
import { configMaps, gadgets, leases } from './fixtures.js';
import type { Row } from './fixtures.js';

/** Create, replace and the three kinds of patches. */
export const verbRows: readonly Row[] = [
  [
    'create fills in what the server makes, and a taken name is AlreadyExists',
    async ({ client, at }) => {
      const created = await client.create(gadgets, { metadata: at('a'), spec: { size: 1 } });
      expect(created).toMatchObject({ apiVersion: 'writes.example.com/v1', kind: 'Gadget', spec: { size: 1 } });
      expect(created.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['one']);
      await expect(client.create(gadgets, { metadata: at('a') })).rejects.toMatchObject({
        code: 'AlreadyExists',
        message: expect.stringContaining('create gadgets.writes.example.com: 409 AlreadyExists: ') as string,
      });
    },
  ],
  [
    'create with generateName makes a name',
    async ({ client, namespace }) => {
      const { metadata } = await client.create(configMaps, { metadata: { namespace, generateName: 'made-' } });
      expect(metadata.name).toMatch(/^made-[a-z0-9]{5}$/);
    },
  ],
  [
    'create stores nothing in a dry run',
    async ({ client, at }) => {
      const made = await client.create(configMaps, { metadata: at('dry') }, { dryRun: true });
      expect(made.metadata.uid).not.toBe('');
      await expect(client.get(configMaps, at('dry'))).rejects.toMatchObject({ code: 'NotFound' });
    },
  ],
  [
    'a dry run answers with the present version',
    async ({ client, at }) => {
      const { metadata } = await client.create(configMaps, { metadata: at('a'), data: { x: '1' } });
      const dry = await client.patch(configMaps, at('a'), { data: { x: '2' } }, { dryRun: true });
      expect([dry.metadata.resourceVersion, dry.data]).toEqual([metadata.resourceVersion, { x: '2' }]);
      expect((await client.get(configMaps, at('a'))).data).toEqual({ x: '1' });
    },
  ],
  [
    'replace without a version is refused for custom resources and leases, and taken for built-in kinds',
    async ({ client, at }) => {
      await client.create(gadgets, { metadata: at('a') });
      await client.create(leases, { metadata: at('a') });
      await client.create(configMaps, { metadata: at('a') });
      const invalid = {
        code: 'Invalid',
        fieldErrors: [expect.objectContaining({ field: 'metadata.resourceVersion' })],
      };
      await expect(client.replace(gadgets, { metadata: at('a') })).rejects.toMatchObject(invalid);
      await expect(client.replace(leases, { metadata: at('a') })).rejects.toMatchObject({ code: 'Invalid' });
      expect(await client.replace(configMaps, { metadata: at('a'), data: { x: '1' } })).toMatchObject({
        data: { x: '1' },
      });
    },
  ],
  [
    'replace of an old version is a Conflict without causes',
    async ({ client, at }) => {
      const old = await client.create(gadgets, { metadata: at('a'), spec: { size: 1 } });
      await client.replace(gadgets, { ...old, spec: { size: 2 } });
      const error: unknown = await client
        .replace(gadgets, { ...old, spec: { size: 3 } })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'Conflict', fieldConflicts: [] });
      expect((error as Error).message).toContain('replace gadgets.writes.example.com ');
    },
  ],
  [
    'replace of what is not there is NotFound',
    async ({ client, at }) => {
      await expect(
        client.replace(gadgets, { metadata: { ...at('none'), resourceVersion: '1' } }),
      ).rejects.toMatchObject({ code: 'NotFound' });
    },
  ],
  [
    'a merge patch changes the newest state, removes what is null and replaces lists whole',
    async ({ client, at }) => {
      await client.create(gadgets, { metadata: at('a'), spec: { size: 1, mode: 'a', names: ['x', 'y'] } });
      const patched = await client.patch(gadgets, at('a'), { spec: { mode: null, names: ['z'] } });
      expect(patched.spec).toEqual({ size: 1, names: ['z'] });
    },
  ],
  [
    'a resourceVersion inside a merge patch is a precondition',
    async ({ client, at }) => {
      const { metadata } = await client.create(configMaps, { metadata: at('a') });
      await client.patch(configMaps, at('a'), { data: { x: '1' } });
      const { resourceVersion } = metadata;
      const stale = client.patch(configMaps, at('a'), { metadata: { resourceVersion }, data: { x: '2' } });
      await expect(stale).rejects.toMatchObject({ code: 'Conflict', fieldConflicts: [] });
    },
  ],
  [
    'a JSON patch does all or nothing: a test that fails is Invalid without detail',
    async ({ client, at }) => {
      await client.create(configMaps, { metadata: at('a'), data: { x: '1' } });
      const failing = [
        { op: 'replace', path: '/data/x', value: '2' },
        { op: 'test', path: '/data/x', value: '9' },
      ] as const;
      const refused = client.patch(configMaps, at('a'), failing, { type: 'json' });
      await expect(refused).rejects.toMatchObject({ code: 'Invalid', fieldErrors: [] });
      expect((await client.get(configMaps, at('a'))).data).toEqual({ x: '1' });
    },
  ],
  [
    'a JSON patch that tests for null holds where the field is absent',
    async ({ client, at }) => {
      await client.create(configMaps, { metadata: at('a') });
      const patch = [
        { op: 'test', path: '/metadata/finalizers', value: null },
        { op: 'add', path: '/metadata/finalizers', value: ['example.com/x'] },
      ] as const;
      const patched = await client.patch(configMaps, at('a'), patch, { type: 'json' });
      expect(patched.metadata.finalizers).toEqual(['example.com/x']);
      await client.patch(configMaps, at('a'), { metadata: { finalizers: null } });
    },
  ],
  [
    'a strategic merge patch is for built-in kinds: others answer 415',
    async ({ client, at }) => {
      await client.create(configMaps, { metadata: at('a'), data: { x: '1' } });
      await client.create(gadgets, { metadata: at('a') });
      const patched = await client.patch(configMaps, at('a'), { data: { y: '2' } }, { type: 'strategic' });
      expect(patched.data).toEqual({ x: '1', y: '2' });
      await expect(client.patch(gadgets, at('a'), { spec: { size: 1 } }, { type: 'strategic' })).rejects.toMatchObject({
        code: 'UnsupportedMediaType',
      });
    },
  ],
  [
    'force is refused on other patches than apply',
    async ({ client, at }) => {
      const { namespace, name } = at('a');
      await client.create(configMaps, { metadata: at('a') });
      const path = `/api/v1/namespaces/${namespace}/configmaps/${name}`;
      const headers = { 'content-type': 'application/merge-patch+json' };
      const forced = client.request({ method: 'PATCH', path, query: { force: true }, body: {}, headers });
      await expect(forced).rejects.toMatchObject({ code: 'Invalid', statusCode: 422 });
    },
  ],
  [
    'a spec in a write to the status is ignored, and a status in a write to the object',
    async ({ client, at }) => {
      const created = await client.create(gadgets, { metadata: at('a'), spec: { size: 1 }, status: { size: 9 } });
      expect(created.status).toBeUndefined();
      const both = { spec: { size: 5 }, status: { size: 2 } };
      expect(await client.patch(gadgets, at('a'), both, { subresource: 'status' })).toMatchObject({
        spec: { size: 1 },
        status: { size: 2 },
      });
      expect(await client.patch(gadgets, at('a'), { ...both, status: { size: 7 } })).toMatchObject({
        spec: { size: 5 },
        status: { size: 2 },
      });
    },
  ],
  [
    'a scale is read and written as one',
    async ({ client, at }) => {
      await client.create(gadgets, { metadata: at('a'), spec: { size: 2 } });
      expect(await client.get(gadgets, at('a'), { subresource: 'scale' })).toMatchObject({
        kind: 'Scale',
        spec: { replicas: 2 },
      });
      await client.replace(gadgets, { metadata: at('a'), spec: { replicas: 4 } }, { subresource: 'scale' });
      await client.patch(gadgets, at('a'), { spec: { replicas: 5 } }, { subresource: 'scale' });
      expect((await client.get(gadgets, at('a'))).spec?.size).toBe(5);
    },
  ],
  [
    'pages of a list are read one after the other',
    async ({ client, namespace, at }) => {
      for (const name of ['a', 'b', 'c']) await client.create(gadgets, { metadata: at(name) });
      const names: string[] = [];
      for await (const { metadata } of client.listAll(gadgets, { namespace, limit: 2 })) names.push(metadata.name);
      expect(names).toEqual(['a', 'b', 'c']);
    },
  ],
  [
    'a watch from a version tells what happened since',
    async ({ client, namespace, at }) => {
      const { resourceVersion } = await client.list(gadgets, { namespace });
      await client.create(gadgets, { metadata: at('a') });
      await client.delete(gadgets, at('a'));
      const seen: string[] = [];
      for await (const event of client.watch(gadgets, { namespace, resourceVersion, timeoutSeconds: 20 })) {
        if (seen.push(event.type) === 2) break;
      }
      expect(seen).toEqual(['ADDED', 'DELETED']);
    },
  ],
  [
    'an ApiError has the words of the server',
    async ({ client, at }) => {
      const error: unknown = await client.get(gadgets, at('none')).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      const { namespace } = at('none');
      expect((error as ApiError).message).toBe(
        `get gadgets.writes.example.com ${namespace}/none: 404 NotFound: gadgets.writes.example.com "none" not found`,
      );
    },
  ],
];
