// Whose conditions a run writes and removes: its own, in lists that the server merges and in those that it replaces.
import type { ControllerBed } from '@informer-gen/testing';
import { findApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { bedOf, common, fields, kilnCrd, kilnResource, MAP, TEXT, whole } from '../support/kilns.js';
import type { KilnCondition } from '../support/kilns.js';

const lists = [
  ['merged by type', MAP, ['conditionsByType']],
  ['atomic', { 'x-kubernetes-list-type': 'atomic' }, []],
  ['of no list type', {}, []],
] as const;

/** How many requests wrote to an object. */
const writes = (bed: ControllerBed): number => bed.server.requests.filter(({ verb }) => verb === 'patch').length;

describe('a condition', () => {
  it.each([
    ...lists.map((each) => ['simulated', ...each] as const),
    ...(findApiServer() === undefined ? [] : lists.slice(0, 2).map((each) => ['real', ...each] as const)),
  ])(
    'is removed on a %s server from a list %s, without an error where there is none',
    async (server, _what, list, statusTraits) => {
      const crd = kilnCrd(common, { list });
      const resource = kilnResource({ conditionFields: fields, statusTraits });
      await using bed = await bedOf({ crd, resource, server }, ({ spec }, { status }) => {
        if (spec?.stage === undefined) status.condition('Ready', true, { reason: 'Hot' });
        else status.removeCondition('Ready');
      });
      bed.create(resource, { metadata: { name: 'a' } });
      await bed.idle();
      expect(bed.get(resource, 'a')?.status).toEqual({ conditions: [whole] });
      for (const stage of [1, 2]) {
        bed.patch(resource, 'a', { spec: { stage } });
        await bed.idle();
        expect(bed.get(resource, 'a')?.status?.conditions ?? []).toEqual([]);
      }
      expect(bed.errors).toEqual([]);
    },
  );
});

describe.each(lists)('conditions in a list %s', (_what, list, statusTraits) => {
  const crd = kilnCrd({ ...common, severity: TEXT }, { list });
  const resource = kilnResource({ conditionFields: [...fields, 'severity'], statusTraits });
  const time = '2025-01-01T00:00:00Z';
  const foreign: KilnCondition = {
    type: 'Fuel',
    status: 'True',
    reason: 'Full',
    message: '',
    lastTransitionTime: time,
  };

  it('of another controller stay when it writes them during a run', async () => {
    let written = false;
    await using bed = await bedOf({ crd, resource }, (_kiln, { status }) => {
      if (!written) bed.patch(resource, 'a', { status: { conditions: [foreign] } });
      written = true;
      status.condition('Ready', true, { reason: 'Hot' });
    });
    bed.create(resource, { metadata: { name: 'a' } });
    await bed.idle();
    expect(bed.get(resource, 'a')?.status?.conditions).toEqual([foreign, whole]);
    expect(bed.errors).toEqual([]);
  });

  it('are neither written nor removed again where nothing changes', async () => {
    await using bed = await bedOf({ crd, resource }, ({ spec }, { status }) => {
      status.removeCondition('Cold');
      if (spec?.stage === 2) status.removeCondition('Ready');
      else status.condition('Ready', true, { reason: 'Hot' });
    });
    bed.create(resource, { metadata: { name: 'a' } });
    await bed.idle();
    const before = writes(bed);
    bed.patch(resource, 'a', { spec: { stage: 1 } });
    await bed.idle();
    expect(writes(bed)).toBe(before);
    bed.patch(resource, 'a', { spec: { stage: 2 } });
    await bed.idle();
    expect(writes(bed)).toBe(before + 1);
    bed.patch(resource, 'a', { metadata: { labels: { touched: 'yes' } } });
    await bed.idle();
    expect(writes(bed)).toBe(before + 1);
    expect(bed.errors).toEqual([]);
  });

  it('have fields of the kind, which are dropped with a change that does not name them', async () => {
    await using bed = await bedOf({ crd, resource }, ({ spec: { stage } = {} }, { status }) => {
      if (stage === undefined) status.condition('Ready', false, { reason: 'Cold', severity: 'High' });
      else if (stage === 1) status.condition('Ready', false, { reason: 'Cold', severity: undefined });
      else status.condition('Ready', true, { reason: 'Hot' });
    });
    bed.create(resource, { metadata: { name: 'a' } });
    await bed.idle();
    const cold = { ...whole, status: 'False', reason: 'Cold' };
    expect(bed.get(resource, 'a')?.status?.conditions).toEqual([{ ...cold, severity: 'High' }]);
    bed.patch(resource, 'a', { spec: { stage: 1 } });
    await bed.idle();
    expect(bed.get(resource, 'a')?.status?.conditions).toEqual([cold]);
    bed.patch(resource, 'a', { spec: { stage: 2 } });
    await bed.idle();
    expect(bed.get(resource, 'a')?.status?.conditions).toEqual([whole]);
  });
});

describe('a condition in a list that is merged by type', () => {
  const crd = kilnCrd(common, { list: MAP });
  const resource = kilnResource({ conditionFields: fields, statusTraits: ['conditionsByType'] });
  const condition: KilnCondition = {
    type: 'Ready',
    status: 'True',
    reason: 'Hot',
    lastTransitionTime: '2025-01-01T00:00:00Z',
  };

  const at = { namespace: 'default', name: 'a' };

  async function removing(write: (bed: ControllerBed) => Promise<unknown>): Promise<ControllerBed> {
    const bed = await bedOf({ crd, resource }, ({ spec }, { status }) => {
      if (spec?.stage === 1) status.removeCondition('Ready');
    });
    // By a request, so that the server notes who has which fields.
    await bed.server.create(resource, { metadata: at, spec: { stage: 0 } });
    await write(bed);
    bed.patch(resource, 'a', { spec: { stage: 1 } });
    await bed.idle();
    return bed;
  }

  const status = { heat: 1, conditions: [condition] };

  it.each([
    ['applied', 'apply'],
    ['updated', 'patch'],
  ] as const)('is removed if its own field manager has %s it', async (_what, how) => {
    await using bed = await removing(async ({ server: client }) => {
      const options = { subresource: 'status', fieldManager: 'bed' } as const;
      if (how === 'patch') await client.patch(resource, at, { status }, options);
      else await client.apply(resource, { metadata: at, status }, options);
    });
    expect(bed.get(resource, 'a')?.status).toEqual({ heat: 1, ...(how === 'patch' && { conditions: [] }) });
    expect(bed.errors).toEqual([]);
  });

  it('stays, and costs no write, if another field manager has it', async () => {
    await using bed = await removing(async ({ server: client }) => {
      await client.apply(resource, { metadata: at, status }, { subresource: 'status', fieldManager: 'other' });
    });
    expect(bed.get(resource, 'a')?.status).toEqual(status);
    expect(bed.server.requests.filter(({ path, verb }) => verb === 'patch' && path.endsWith('/status'))).toHaveLength(
      1,
    );
    expect(bed.errors).toEqual([]);
  });
});
