// Which fields of a condition are written: those that the kind's schema has.
import { describe, expect, it } from 'vitest';
import { bedOf, common, fields, kilnCrd, kilnResource, now, TEXT, TIME, whole } from '../support/kilns.js';
import type { Facts } from '../support/kilns.js';

interface Case {
  readonly properties: object;
  readonly required?: string[];
  readonly facts: Facts;
  readonly expected: object;
}

const cases: readonly (readonly [what: string, kind: Case])[] = [
  ['no observedGeneration', { properties: common, facts: { conditionFields: fields }, expected: whole }],
  [
    'neither reason nor time of transition',
    {
      properties: { type: TEXT, status: TEXT, message: TEXT },
      facts: { conditionFields: ['type', 'status', 'message'] },
      expected: { type: 'Ready', status: 'True', message: '' },
    },
  ],
  [
    'a required time of the last update',
    {
      properties: { ...common, lastUpdateTime: TIME },
      required: [...fields, 'lastUpdateTime'],
      facts: { conditionFields: [...fields, 'lastUpdateTime'] },
      expected: { ...whole, lastUpdateTime: now },
    },
  ],
  [
    'messages that must not be empty',
    {
      properties: { ...common, message: { type: 'string', minLength: 1 } },
      facts: { conditionFields: fields, statusTraits: ['nonEmptyMessage'] },
      expected: { type: 'Ready', status: 'True', reason: 'Hot', lastTransitionTime: now },
    },
  ],
];

describe('conditions of a kind', () => {
  it.each(cases)(
    'are written with the fields of the schema: %s',
    async (_what, { properties, required, facts, expected }) => {
      const crd = kilnCrd(properties, required && { required });
      const resource = kilnResource(facts);
      await using bed = await bedOf({ crd, resource }, (_kiln, { status }) => {
        status.condition('Ready', true, { reason: 'Hot' });
      });
      bed.create(resource, { metadata: { name: 'a' } });
      await bed.idle();
      expect(bed.get(resource, 'a')?.status).toEqual({ conditions: [expected] });
      expect(bed.errors).toEqual([]);
    },
  );
});

describe('status.condition', () => {
  it('names what to do where output of an older generator lacks the fields of conditions', async () => {
    const resource = kilnResource();
    await using bed = await bedOf({ crd: kilnCrd(common), resource }, (_kiln, { status }) => {
      status.condition('Ready', true, { reason: 'Hot' });
    });
    bed.create(resource, { metadata: { name: 'a' } });
    await expect(bed.idle()).rejects.toMatchObject({
      code: 'Configuration',
      message:
        'kilns.example.com: the conditions of the kind lack fields that status.condition writes (status.conditions[0].observedGeneration); generate the resource again, or name its `conditionFields` in defineResource',
      cause: { code: 'UnknownField' },
    });
  });

  it('refuses a kind whose conditions have no status', async () => {
    const resource = kilnResource({ conditionFields: ['type', 'message', 'lastTransitionTime'] });
    const crd = kilnCrd({ type: TEXT, message: TEXT, lastTransitionTime: TIME }, { required: ['type'] });
    await using bed = await bedOf({ crd, resource }, (_kiln, { status }) => {
      status.condition('Ready', true, { reason: 'Hot' });
    });
    bed.create(resource, { metadata: { name: 'a' } });
    await expect(bed.idle()).rejects.toMatchObject({
      code: 'Configuration',
      message:
        'kilns.example.com: its conditions have no field `status` that status.condition can write; use status.set',
    });
  });

  it('sets the time of the last update with each change, and with nothing else', async () => {
    const crd = kilnCrd({ ...common, lastUpdateTime: TIME });
    const resource = kilnResource({ conditionFields: [...fields, 'lastUpdateTime'] });
    await using bed = await bedOf({ crd, resource }, ({ spec }, { status }) => {
      status.condition('Ready', true, { reason: 'Hot', message: `${spec?.stage === 2}` });
    });
    const times = (): unknown[] => {
      const [condition] = bed.get(resource, 'a')?.status?.conditions ?? [];
      const { lastTransitionTime, lastUpdateTime }: Record<string, unknown> = { ...condition };
      return [lastTransitionTime, lastUpdateTime];
    };
    bed.create(resource, { metadata: { name: 'a' } });
    await bed.idle();
    const [start, updated] = times();
    expect(updated).toBe(start);
    await bed.advance(60_000);
    bed.patch(resource, 'a', { spec: { stage: 1 } });
    await bed.idle();
    expect(times()).toEqual([start, start]);
    bed.patch(resource, 'a', { spec: { stage: 2 } });
    await bed.idle();
    expect(times()[0]).toBe(start);
    expect(Date.parse(String(times()[1]))).toBeGreaterThanOrEqual(Date.parse(String(start)) + 60_000);
  });
});
