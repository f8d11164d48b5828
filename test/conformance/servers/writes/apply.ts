import { expect } from 'vitest';
import { configMaps, gadgets } from './fixtures.js';
import type { Row } from './fixtures.js';

/** Server-side apply. */
export const applyRows: readonly Row[] = [
  [
    'apply without a field manager is Invalid, with that field as the cause',
    async ({ client, at, namespace }) => {
      const path = `/api/v1/namespaces/${namespace}/configmaps/a`;
      const headers = { 'content-type': 'application/apply-patch+yaml' };
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: at('a') };
      await expect(client.request({ method: 'PATCH', path, body, headers })).rejects.toMatchObject({
        code: 'Invalid',
        fieldErrors: [expect.objectContaining({ field: 'fieldManager' })],
      });
    },
  ],
  [
    'apply takes a field manager of 128 characters, and not of 129',
    async ({ client, at }) => {
      await client.apply(configMaps, { metadata: at('a') }, { fieldManager: 'x'.repeat(128) });
      await expect(
        client.apply(configMaps, { metadata: at('a') }, { fieldManager: 'x'.repeat(129) }),
      ).rejects.toMatchObject({ code: 'Invalid' });
    },
  ],
  [
    'apply creates what is not there, and the same again changes nothing, not even the version',
    async ({ client, at }) => {
      const intent = { metadata: at('a'), data: { x: '1' } };
      const first = await client.apply(configMaps, intent);
      const second = await client.apply(configMaps, intent);
      expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
      expect(second.metadata.managedFields).toMatchObject([{ manager: 'one', operation: 'Apply' }]);
    },
  ],
  [
    'apply to a field of another manager is a conflict that names both, unless the value is the same',
    async ({ client, other, at }) => {
      await client.apply(configMaps, { metadata: at('a'), data: { x: '1', y: '1', z: '1' } });
      await expect(
        other.apply(configMaps, { metadata: at('a'), data: { x: '2', y: '2', z: '1' } }),
      ).rejects.toMatchObject({
        code: 'FieldManagerConflict',
        fieldConflicts: [
          { field: '.data.x', manager: 'one' },
          { field: '.data.y', manager: 'one' },
        ],
      });
      const shared = await other.apply(configMaps, { metadata: at('a'), data: { z: '1' } });
      expect(shared.metadata.managedFields?.map(({ manager }) => manager).sort()).toEqual(['one', 'two']);
    },
  ],
  [
    'apply that forces takes the field away from the others',
    async ({ client, other, at }) => {
      await client.apply(configMaps, { metadata: at('a'), data: { x: '1' } });
      const forced = await other.apply(configMaps, { metadata: at('a'), data: { x: '2' } }, { force: true });
      expect(forced.data).toEqual({ x: '2' });
      await expect(client.apply(configMaps, { metadata: at('a'), data: { x: '1' } })).rejects.toMatchObject({
        fieldConflicts: [{ field: '.data.x', manager: 'two' }],
      });
    },
  ],
  [
    'apply removes what this manager alone had and leaves out now, a finalizer too',
    async ({ client, other, at }) => {
      const finalizers = ['example.com/x'];
      await client.apply(gadgets, { metadata: { ...at('a'), finalizers }, spec: { size: 1, mode: 'a' } });
      await other.apply(gadgets, { metadata: at('a'), spec: { size: 1 } });
      const left = await client.apply(gadgets, { metadata: at('a') });
      expect(left.spec).toEqual({ size: 1 });
      expect(left.metadata.finalizers).toBeUndefined();
    },
  ],
  [
    'apply merges lists by their keys, sets by their values, and atomic lists not at all',
    async ({ client, other, at }) => {
      const mine = { ports: [{ port: 80, name: 'web' }], names: ['a'], whole: ['a'] };
      await client.apply(gadgets, { metadata: at('a'), spec: mine });
      const theirs = { ports: [{ port: 81 }], names: ['b'], whole: ['b'] };
      const both = await other.apply(gadgets, { metadata: at('a'), spec: theirs }, { force: true });
      expect(both.spec).toEqual({ ports: [{ port: 80, name: 'web' }, { port: 81 }], names: ['a', 'b'], whole: ['b'] });
    },
  ],
  [
    'apply where the schema leaves everything open merges objects field by field, and takes lists as a whole',
    async ({ client, other, at }) => {
      const mine = { object: { a: 1 }, list: [{ name: 'x', deep: { list: [[{ a: 1 }]] } }] };
      await client.apply(gadgets, { metadata: at('a'), spec: { open: mine } });
      await other.apply(gadgets, { metadata: at('a'), spec: { open: { object: { b: 2 } } } });
      const list = [{ name: 'y' }];
      const last = await other.apply(gadgets, { metadata: at('a'), spec: { open: { list } } }, { force: true });
      expect(last.spec?.open).toEqual({ object: { a: 1 }, list });
    },
  ],
  [
    'apply with managedFields is BadRequest',
    async ({ client, at }) => {
      const managedFields = [
        { manager: 'x', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
      ];
      await expect(client.apply(configMaps, { metadata: { ...at('a'), managedFields } })).rejects.toMatchObject({
        code: 'BadRequest',
        message: expect.stringContaining('must be nil') as string,
      });
    },
  ],
  [
    'apply of an old version is a Conflict without causes',
    async ({ client, at }) => {
      const { metadata } = await client.apply(configMaps, { metadata: at('a'), data: { x: '1' } });
      await client.apply(configMaps, { metadata: at('a'), data: { x: '2' } });
      const { resourceVersion } = metadata;
      await expect(
        client.apply(configMaps, { metadata: { ...at('a'), resourceVersion }, data: { x: '3' } }),
      ).rejects.toMatchObject({ code: 'Conflict', fieldConflicts: [] });
    },
  ],
  [
    'apply with another uid than that of the object is Invalid',
    async ({ client, at }) => {
      await client.apply(configMaps, { metadata: at('a') });
      await expect(client.apply(configMaps, { metadata: { ...at('a'), uid: 'other' } })).rejects.toMatchObject({
        code: 'Invalid',
      });
    },
  ],
  [
    'apply with a uid never creates: that is a Conflict',
    async ({ client, at }) => {
      await expect(client.apply(configMaps, { metadata: { ...at('none'), uid: 'some' } })).rejects.toMatchObject({
        code: 'Conflict',
        message: expect.stringContaining('uid mismatch') as string,
      });
    },
  ],
  [
    'apply with a resourceVersion creates all the same: it is no guard against that',
    async ({ client, at }) => {
      const made = await client.apply(configMaps, { metadata: { ...at('a'), resourceVersion: '1' }, data: { x: '1' } });
      expect(made.data).toEqual({ x: '1' });
    },
  ],
  [
    'apply without apiVersion and kind is BadRequest',
    async ({ client, namespace }) => {
      const path = `/api/v1/namespaces/${namespace}/configmaps/a`;
      const headers = { 'content-type': 'application/apply-patch+yaml' };
      const body = { metadata: { name: 'a' } };
      const untyped = client.request({ method: 'PATCH', path, query: { fieldManager: 'one' }, body, headers });
      await expect(untyped).rejects.toMatchObject({ code: 'BadRequest' });
    },
  ],
  [
    'apply of a field that the schema lacks is UnknownField, whatever the validation, and is not sent again',
    async ({ client, at }) => {
      for (const fieldValidation of ['Strict', 'Warn', 'Ignore'] as const) {
        const intent = { metadata: at('a'), spec: { sise: 1 } };
        await expect(client.apply(gadgets, intent, { fieldValidation })).rejects.toMatchObject({
          code: 'UnknownField',
          statusCode: 500,
          unknownFields: ['spec.sise'],
          message: expect.stringContaining('(the CRD on the server has no such field; ') as string,
        });
      }
    },
  ],
  [
    'apply to the status is told who wrote it by another patch, and through what',
    async ({ client, other, at }) => {
      // Without a field that somebody owns, it would be said to be from before the first apply.
      await client.create(gadgets, { metadata: at('a'), spec: { size: 1 } });
      await other.patch(gadgets, at('a'), { status: { size: 1 } }, { subresource: 'status' });
      const intent = { metadata: at('a'), status: { size: 2 } };
      await expect(client.apply(gadgets, intent, { subresource: 'status' })).rejects.toMatchObject({
        fieldConflicts: [{ field: '.status.size', manager: 'two', subresource: 'status' }],
      });
      const forced = await client.apply(gadgets, intent, { subresource: 'status', force: true });
      expect(forced.status).toEqual({ size: 2 });
    },
  ],
  [
    'writes without a field manager are owned by the user agent up to its first slash',
    async ({ server, at }) => {
      await using anonymous = await server.connect({ userAgent: 'some-tool/1.0 (x)' });
      const { metadata } = await anonymous.create(configMaps, { metadata: at('a'), data: { x: '1' } });
      expect(metadata.managedFields?.map(({ manager }) => manager)).toEqual(['some-tool']);
    },
  ],
];
