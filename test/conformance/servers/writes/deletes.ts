import { expect } from 'vitest';
import { configMaps, gadgets } from './fixtures.js';
import type { Row } from './fixtures.js';

const HELD = ['example.com/held'];

/** Deletes, and what holds an object up. */
export const deleteRows: readonly Row[] = [
  [
    'delete answers with a Status, and with the object while a finalizer holds it',
    async ({ client, at }) => {
      await client.create(gadgets, { metadata: at('a') });
      const { metadata } = await client.create(gadgets, { metadata: { ...at('b'), finalizers: HELD } });
      expect(await client.delete(gadgets, at('a'))).toMatchObject({ kind: 'Status', status: 'Success' });
      const held = await client.delete(gadgets, at('b'));
      expect(held).toMatchObject({ kind: 'Gadget', metadata: { uid: metadata.uid, finalizers: HELD } });
      await client.patch(gadgets, at('b'), { metadata: { finalizers: null } });
      await expect(client.get(gadgets, at('b'))).rejects.toMatchObject({ code: 'NotFound' });
    },
  ],
  [
    'delete of what is being deleted changes nothing',
    async ({ client, at }) => {
      await client.create(gadgets, { metadata: { ...at('a'), finalizers: HELD } });
      await client.delete(gadgets, at('a'));
      const first = await client.get(gadgets, at('a'));
      await client.delete(gadgets, at('a'));
      const second = await client.get(gadgets, at('a'));
      expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
      await client.patch(gadgets, at('a'), { metadata: { finalizers: null } });
    },
  ],
  [
    'delete with the uid of another object is a Conflict, and the object survives',
    async ({ client, at }) => {
      const { metadata } = await client.create(configMaps, { metadata: at('a') });
      const { uid, resourceVersion } = metadata;
      await client.patch(configMaps, at('a'), { data: { x: '1' } });
      const wrong = [{ uid: 'other' }, { uid, resourceVersion }];
      for (const preconditions of wrong) {
        await expect(client.delete(configMaps, at('a'), { preconditions })).rejects.toMatchObject({ code: 'Conflict' });
      }
      await client.get(configMaps, at('a'));
      await client.delete(configMaps, at('a'), { preconditions: { uid } });
    },
  ],
  [
    'delete in the foreground waits for children: a finalizer of the garbage collector holds the object',
    async ({ client, at }) => {
      await client.create(gadgets, { metadata: at('a') });
      await client.delete(gadgets, at('a'), { propagationPolicy: 'Foreground' });
      const waiting = await client.get(gadgets, at('a'));
      expect(waiting.metadata.finalizers).toEqual(['foregroundDeletion']);
      await client.patch(gadgets, at('a'), { metadata: { finalizers: null } });
    },
  ],
  [
    'delete that orphans children: a finalizer of the garbage collector holds the object',
    async ({ client, at }) => {
      await client.create(gadgets, { metadata: at('a') });
      await client.delete(gadgets, at('a'), { propagationPolicy: 'Orphan' });
      expect((await client.get(gadgets, at('a'))).metadata.finalizers).toEqual(['orphan']);
      await client.patch(gadgets, at('a'), { metadata: { finalizers: null } });
    },
  ],
  [
    'a propagation policy together with orphanDependents is Invalid',
    async ({ client, at, namespace }) => {
      await client.create(configMaps, { metadata: at('a') });
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Orphan', orphanDependents: true };
      const path = `/api/v1/namespaces/${namespace}/configmaps/a`;
      await expect(client.request({ method: 'DELETE', path, body })).rejects.toMatchObject({ statusCode: 422 });
    },
  ],
  [
    'delete in a dry run deletes nothing',
    async ({ client, at }) => {
      await client.create(configMaps, { metadata: at('a') });
      await client.delete(configMaps, at('a'), { dryRun: true });
      await client.get(configMaps, at('a'));
    },
  ],
  [
    'delete of a collection deletes what the selector matches',
    async ({ client, namespace, at }) => {
      for (const name of ['a', 'b', 'c']) {
        await client.create(gadgets, { metadata: { ...at(name), labels: { odd: name === 'b' ? 'no' : 'yes' } } });
      }
      await client.deleteCollection(gadgets, { namespace, labelSelector: 'odd=yes' });
      const { items } = await client.list(gadgets, { namespace });
      expect(items.map(({ metadata }) => metadata.name)).toEqual(['b']);
    },
  ],
  [
    'removing the last finalizer answers with the old version',
    async ({ client, at }) => {
      await client.create(gadgets, { metadata: { ...at('a'), finalizers: HELD } });
      await client.delete(gadgets, at('a'));
      const { metadata } = await client.get(gadgets, at('a'));
      const gone = await client.patch(gadgets, at('a'), { metadata: { finalizers: null } });
      expect(gone.metadata.resourceVersion).toBe(metadata.resourceVersion);
    },
  ],
];
