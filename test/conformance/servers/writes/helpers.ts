import {
  addFinalizer,
  applyIfChanged,
  createOrUpdate,
  IntentMemory,
  readOwned,
  removeFinalizer,
  retryOnConflict,
  setControllerReference,
  setCondition,
} from '@informer-gen/runtime/controller/helpers';
import { expect } from 'vitest';
import { configMaps, gadgets } from './fixtures.js';
import type { Row } from './fixtures.js';

const OURS = 'example.com/ours';
const OTHER = 'example.com/other';

/** Finalizers, owners and conditions: the rules of the server, and the helpers that stand on them. */
export const helperRows: readonly Row[] = [
  [
    'a finalizer is a qualified name',
    async ({ client, at }) => {
      await expect(
        client.create(configMaps, { metadata: { ...at('a'), finalizers: ['plain'] } }),
      ).rejects.toMatchObject({
        code: 'Invalid',
      });
    },
  ],
  [
    'a finalizer cannot be added while the object is being deleted',
    async ({ client, at }) => {
      await client.create(gadgets, { metadata: { ...at('a'), finalizers: [OTHER] } });
      await client.delete(gadgets, at('a'));
      const adding = client.patch(gadgets, at('a'), { metadata: { finalizers: [OTHER, OURS] } });
      await expect(adding).rejects.toMatchObject({ code: 'Invalid', statusCode: 422 });
      await client.patch(gadgets, at('a'), { metadata: { finalizers: null } });
    },
  ],
  [
    'finalizers are not de-duplicated',
    async ({ client, at }) => {
      const { metadata } = await client.create(configMaps, { metadata: { ...at('a'), finalizers: [OURS, OURS] } });
      expect(metadata.finalizers).toEqual([OURS, OURS]);
      await client.patch(configMaps, at('a'), { metadata: { finalizers: null } });
    },
  ],
  [
    'finalizers are added and removed by two controllers at once, and the object goes with the last',
    async ({ client, other, at }) => {
      const seen = await client.create(gadgets, { metadata: at('a') });
      await Promise.all([addFinalizer(client, gadgets, seen, OURS), addFinalizer(other, gadgets, seen, OTHER)]);
      const both = await client.get(gadgets, at('a'));
      expect([...(both.metadata.finalizers ?? [])].sort()).toEqual([OTHER, OURS].sort());
      await client.delete(gadgets, at('a'));
      const deleting = await client.get(gadgets, at('a'));
      await Promise.all([
        removeFinalizer(client, gadgets, deleting, OURS),
        removeFinalizer(other, gadgets, deleting, OTHER),
      ]);
      await expect(client.get(gadgets, at('a'))).rejects.toMatchObject({ code: 'NotFound' });
      expect(await removeFinalizer(client, gadgets, deleting, OURS)).toBeUndefined();
    },
  ],
  [
    'a finalizer of a recreated object is left alone',
    async ({ client, at }) => {
      const first = await client.create(gadgets, { metadata: { ...at('a'), finalizers: [OURS] } });
      await removeFinalizer(client, gadgets, first, OURS);
      await client.delete(gadgets, at('a'));
      await client.create(gadgets, { metadata: { ...at('a'), finalizers: [OURS] } });
      expect(await removeFinalizer(client, gadgets, first, OURS)).toBeUndefined();
      const second = await client.get(gadgets, at('a'));
      expect(second.metadata.finalizers).toEqual([OURS]);
      await removeFinalizer(client, gadgets, second, OURS);
    },
  ],
  [
    'an object has one controller, and an owner has a uid',
    async ({ client, at }) => {
      const owner = await client.create(gadgets, { metadata: at('a') });
      const ownerReferences = setControllerReference(
        { resource: configMaps, metadata: at('c') },
        { resource: gadgets, metadata: owner.metadata },
      );
      const owned = await client.create(configMaps, { metadata: { ...at('c'), ownerReferences } });
      expect(owned.metadata.ownerReferences).toEqual(ownerReferences);
      const second = [...ownerReferences, { ...ownerReferences[0], name: 'b', uid: 'other' }];
      await expect(
        client.create(configMaps, { metadata: { ...at('d'), ownerReferences: second } }),
      ).rejects.toMatchObject({ code: 'Invalid' });
      const nobody = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: '' }];
      await expect(
        client.create(configMaps, { metadata: { ...at('e'), ownerReferences: nobody } }),
      ).rejects.toMatchObject({ code: 'Invalid', fieldErrors: [{ field: 'metadata.ownerReferences.uid' }] });
    },
  ],
  [
    'retryOnConflict, createOrUpdate and applyIfChanged settle among writers',
    async ({ client, other, at }) => {
      const first = await client.create(configMaps, { metadata: at('a'), data: { n: '0' } });
      const increment = (writer: typeof client) =>
        retryOnConflict(
          () => writer.get(configMaps, at('a')),
          (map) => writer.replace(configMaps, { ...map, data: { n: String(Number(map.data?.['n']) + 1) } }),
          { first, tries: 20 },
        );
      await Promise.all([increment(client), increment(other), increment(client)]);
      expect((await client.get(configMaps, at('a'))).data).toEqual({ n: '3' });
      const ensure = (writer: typeof client, key: string) =>
        createOrUpdate(writer, configMaps, at('b'), (map) => void (map.data = { ...map.data, [key]: '1' }));
      await Promise.all([ensure(client, 'x'), ensure(other, 'y')]);
      expect((await client.get(configMaps, at('b'))).data).toEqual({ x: '1', y: '1' });
      const memory = new IntentMemory();
      const intent = { metadata: at('c'), data: { x: '1' } };
      const { object } = await applyIfChanged(client, configMaps, intent, { cached: undefined, memory });
      const again = await applyIfChanged(client, configMaps, intent, { cached: object, memory });
      expect(again.type).toBe('unchanged');
    },
  ],
  [
    'extractOwned returns what was applied, lists by their keys',
    async ({ client, other, at }) => {
      const spec = { size: 1, ports: [{ port: 80, name: 'web' }], names: ['a'], whole: ['x'] };
      await client.apply(gadgets, { metadata: { ...at('a'), labels: { tier: 'web' } }, spec });
      const theirs = { ports: [{ port: 81 }], names: ['b'], mode: 'a' };
      await other.apply(gadgets, { metadata: { ...at('a'), labels: { theirs: 'x' } }, spec: theirs });
      expect(await readOwned(client, gadgets, at('a'), { fieldManager: 'one' })).toEqual({
        apiVersion: 'writes.example.com/v1',
        kind: 'Gadget',
        metadata: { ...at('a'), labels: { tier: 'web' } },
        spec,
      });
      const { resourceVersion } = (await client.get(gadgets, at('a'))).metadata;
      const owned = await readOwned(client, gadgets, at('a'), { fieldManager: 'one' });
      const same = await client.apply(gadgets, owned ?? {});
      expect(same.metadata.resourceVersion).toBe(resourceVersion);
    },
  ],
  [
    'a condition with the time of our helper is stored as it is sent',
    async ({ client, at }) => {
      const { conditions } = setCondition([], { type: 'Ready', status: true, reason: 'Made' }, 1_767_225_600_999);
      const pdbs = {
        ...gadgets,
        group: 'policy',
        version: 'v1',
        kind: 'PodDisruptionBudget',
        plural: 'poddisruptionbudgets',
      };
      await client.create(pdbs, { metadata: at('a'), spec: { selector: {}, minAvailable: 1 } });
      const counts = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
      const status = { metadata: at('a'), status: { ...counts, conditions } };
      const answer = await client.apply(pdbs, status, { subresource: 'status' });
      expect(answer).toMatchObject({ status: { conditions } });
    },
  ],
];
