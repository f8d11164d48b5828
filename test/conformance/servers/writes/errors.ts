import { expect } from 'vitest';
import { configMaps, gadgets, leases, namespaces } from './fixtures.js';
import type { Row } from './fixtures.js';

/** Errors that have to be told apart, warnings, and what only Node gets wrong. */
export const errorRows: readonly Row[] = [
  [
    'a resource that is not served is told from an object that is not there',
    async ({ client, at }) => {
      const unknown = { ...gadgets, plural: 'nothings' };
      await expect(client.get(unknown, at('a'))).rejects.toMatchObject({ code: 'ResourceNotFound' });
      await expect(client.create(unknown, { metadata: at('a') })).rejects.toMatchObject({ code: 'ResourceNotFound' });
      await expect(client.get(gadgets, at('a'))).rejects.toMatchObject({ code: 'NotFound' });
    },
  ],
  [
    'a create in a namespace that is not there is NotFound of the namespace',
    async ({ client }) => {
      await expect(client.create(configMaps, { metadata: { namespace: 'nowhere', name: 'a' } })).rejects.toMatchObject({
        code: 'NotFound',
        status: { details: { kind: 'namespaces', name: 'nowhere' } },
      });
    },
  ],
  [
    'a create in a namespace that is being deleted is NamespaceTerminating',
    async ({ client, namespace, at }) => {
      await client.create(configMaps, { metadata: { ...at('held'), finalizers: ['example.com/held'] } });
      await client.delete(namespaces, { name: namespace });
      await expect(client.create(configMaps, { metadata: at('a') })).rejects.toMatchObject({
        code: 'NamespaceTerminating',
        statusCode: 403,
      });
    },
  ],
  [
    'values that the schema forbids are Invalid, each with its path',
    async ({ client, at }) => {
      await expect(
        client.create(gadgets, { metadata: at('a'), spec: { mode: 'c', names: ['x', 'x'] } }),
      ).rejects.toMatchObject({
        code: 'Invalid',
        fieldErrors: expect.arrayContaining([
          expect.objectContaining({ field: 'spec.mode', reason: 'FieldValueNotSupported' }),
          expect.objectContaining({ field: 'spec.names[1]', reason: 'FieldValueDuplicate' }),
        ]) as unknown,
      });
    },
  ],
  [
    'fields that the schema lacks are UnknownField, each with its path, in objects and in patches',
    async ({ client, at }) => {
      const spec = { sise: 1, ports: [{ port: 1, nome: 'x' }] };
      await expect(client.create(gadgets, { metadata: at('a'), spec })).rejects.toMatchObject({
        code: 'UnknownField',
        unknownFields: ['spec.ports[0].nome', 'spec.sise'],
      });
      await expect(client.create(configMaps, { metadata: at('a'), dat: {} })).rejects.toMatchObject({
        unknownFields: ['dat'],
      });
      await client.create(gadgets, { metadata: at('a') });
      await client.create(configMaps, { metadata: at('a') });
      await expect(client.patch(gadgets, at('a'), { spec: { sise: 1 } })).rejects.toMatchObject({
        unknownFields: ['spec.sise'],
      });
      await expect(client.patch(configMaps, at('a'), { dat: {} })).rejects.toMatchObject({ unknownFields: ['dat'] });
      await expect(client.patch(configMaps, at('a'), { dat: {} }, { type: 'strategic' })).rejects.toMatchObject({
        unknownFields: ['dat'],
      });
    },
  ],
  [
    'an operator whose types are newer than the CRD may have such fields dropped, and is warned once',
    async ({ client, warnings, at }) => {
      const object = { metadata: at('a'), spec: { size: 1, newer: true } };
      const created = await client.create(gadgets, object, { fieldValidation: 'Warn' });
      expect(created.spec).toEqual({ size: 1 });
      await client.patch(gadgets, at('a'), { spec: { newer: false } }, { fieldValidation: 'Warn' });
      expect(warnings.filter((text) => text.includes('spec.newer'))).toEqual(['unknown field "spec.newer"']);
      const before = warnings.length;
      await client.patch(gadgets, at('a'), { spec: { other: 1 } }, { fieldValidation: 'Ignore' });
      expect(warnings.length).toBe(before);
    },
  ],
  [
    'MicroTime needs six digits: three are BadRequest',
    async ({ client, at }) => {
      const lease = (renewTime: string) => ({ metadata: at('a'), spec: { renewTime } });
      await expect(client.create(leases, lease('2026-01-01T00:00:00.123Z'))).rejects.toMatchObject({
        code: 'BadRequest',
      });
      const made = await client.create(leases, lease('2026-01-01T00:00:00.123000Z'));
      expect(made.spec?.renewTime).toBe('2026-01-01T00:00:00.123000Z');
    },
  ],
  [
    'a lease of no seconds is Invalid',
    async ({ client, at }) => {
      await expect(
        client.create(leases, { metadata: at('a'), spec: { leaseDurationSeconds: 0 } }),
      ).rejects.toMatchObject({ code: 'Invalid', fieldErrors: [{ field: 'spec.leaseDurationSeconds' }] });
    },
  ],
  [
    'a continue token that has been compacted away is Expired',
    async ({ client, namespace, at, server }) => {
      for (const name of ['a', 'b']) await client.create(configMaps, { metadata: at(name) });
      const { continue: token = '' } = await client.list(configMaps, { namespace, limit: 1 });
      await client.create(configMaps, { metadata: at('c') });
      await server.expireHistory();
      await expect(client.list(configMaps, { namespace, limit: 1, continue: token })).rejects.toMatchObject({
        code: 'Expired',
      });
    },
  ],
];
