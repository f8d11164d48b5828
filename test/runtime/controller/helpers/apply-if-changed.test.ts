import { applyIfChanged, IntentMemory } from '@informer-gen/runtime/controller/helpers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, fakeClient, widgets } from './widgets.js';
import type { Widget } from './widgets.js';

const intent = { metadata: { ...at, labels: { tier: 'web' } }, spec: { size: 1 } };

function setUp() {
  const client = fakeClient();
  const memory = new IntentMemory();
  const apply = async (wanted: object): Promise<string> => {
    const cached = (await client.list(widgets)).items.find(({ metadata }) => metadata.name === 'a');
    const { type } = await applyIfChanged(client, widgets, wanted, { cached, memory, force: true });
    return type;
  };
  return { client, memory, apply };
}

describe('applyIfChanged', () => {
  it('sends nothing where the same intent was sent last and all of it still holds', async () => {
    const { client, apply } = setUp();
    expect([await apply(intent), await apply(intent)]).toEqual(['applied', 'unchanged']);
    const reordered = { spec: { size: 1, parts: undefined }, metadata: { labels: { tier: 'web' }, ...at } };
    expect(await apply(reordered)).toBe('unchanged');
    await client.patch(widgets, at, { metadata: { labels: { foreign: 'x' } }, spec: { parts: [{ name: 'p' }] } });
    await client.patch(widgets, at, { status: { ready: true } }, { subresource: 'status' });
    expect(await apply(intent)).toBe('unchanged');
  });

  it('sends an intent that is not the one sent last: what it leaves out has to go', async () => {
    const { client, apply } = setUp();
    await apply({ ...intent, spec: { size: 1, parts: [{ name: 'p' }] } });
    expect(await apply(intent)).toBe('applied');
    expect((await client.get(widgets, at)).spec).toEqual({ size: 1 });
    expect(await apply({ ...intent, spec: { size: 2 } })).toBe('applied');
  });

  it('sends it where somebody changed, removed or recreated what it wants', async () => {
    const { client, apply } = setUp();
    await apply(intent);
    await client.patch(widgets, at, { spec: { size: 9 } });
    expect(await apply(intent)).toBe('applied');
    await client.patch(widgets, at, { metadata: { labels: { tier: null } } });
    expect(await apply(intent)).toBe('applied');
    await client.delete(widgets, at);
    expect(await apply(intent)).toBe('applied');
    await client.delete(widgets, at);
    await client.create(widgets, intent);
    expect(await apply(intent)).toBe('applied');
    expect(await apply(intent)).toBe('unchanged');
  });

  it('sends it where a list has other elements than it had, because nobody here knows which lists are maps', async () => {
    const { client, apply } = setUp();
    const withParts = { ...intent, spec: { parts: [{ name: 'p' }] } };
    await apply(withParts);
    expect(await apply(withParts)).toBe('unchanged');
    await client.patch(widgets, at, { spec: { parts: [{ name: 'p', count: 2 }] } });
    expect(await apply(withParts)).toBe('applied');
  });

  it('sends it where it is unsure: at first, after a failure, and after it was forgotten', async () => {
    const { client, memory, apply } = setUp();
    await client.apply(widgets, intent);
    expect(await apply(intent)).toBe('applied');
    client.failNext({ verb: 'patch', status: 500 });
    await expect(apply({ ...intent, spec: { size: 2 } })).rejects.toMatchObject({ statusCode: 500 });
    expect(await apply(intent)).toBe('applied');
    expect(memory.size).toBe(1);
  });

  it('remembers nothing of a dry run', async () => {
    const client = fakeClient();
    const memory = new IntentMemory();
    const created = await client.apply(widgets, intent);
    const options = { cached: created, memory, dryRun: true };
    expect((await applyIfChanged(client, widgets, intent, options)).type).toBe('applied');
    expect((await applyIfChanged(client, widgets, intent, options)).type).toBe('applied');
  });

  it('tells subresources and managers apart', async () => {
    const client = fakeClient();
    const memory = new IntentMemory();
    const { object } = await applyIfChanged(client, widgets, intent, { cached: undefined, memory });
    const cached: Widget = object;
    const other = await applyIfChanged(client, widgets, intent, { cached, memory, fieldManager: 'other' });
    const status = { metadata: at, status: { ready: true } };
    const written = await applyIfChanged(client, widgets, status, { cached, memory, subresource: 'status' });
    expect([other.type, written.type]).toEqual(['applied', 'applied']);
    const again = { cached: await client.get(widgets, at), memory, subresource: 'status' };
    expect((await applyIfChanged(client, widgets, status, again)).type).toBe('unchanged');
  });

  it('forgets the object applied longest ago', async () => {
    const client = fakeClient();
    const memory = new IntentMemory({ maxObjects: 2 });
    const apply = async (name: string): Promise<string> => {
      const wanted = { metadata: { ...at, name } };
      const cached = (await client.list(widgets)).items.find(({ metadata }) => metadata.name === name);
      return (await applyIfChanged(client, widgets, wanted, { cached, memory })).type;
    };
    for (const name of ['a', 'b', 'c']) await apply(name);
    expect([await apply('c'), await apply('b'), await apply('a')]).toEqual(['unchanged', 'unchanged', 'applied']);
    expect(memory.size).toBe(2);
  });

  it('never leaves the object other than a plain apply would, whatever others do', async () => {
    const specs = fc.record({ size: fc.nat(2), parts: fc.constantFrom([], [{ name: 'p' }]) }, { requiredKeys: [] });
    const step = fc.oneof(
      fc.record({ do: fc.constant('apply' as const), spec: specs }),
      fc.record({ do: fc.constant('patch' as const), spec: specs }),
      fc.record({ do: fc.constant('delete' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const [ours, plain] = [setUp(), setUp()];
        for (const each of steps) {
          for (const { client, apply } of [ours, plain]) {
            if (each.do === 'apply') {
              const wanted = { metadata: at, spec: each.spec };
              await (client === ours.client ? apply(wanted) : client.apply(widgets, wanted, { force: true }));
            } else if (each.do === 'patch') {
              await client.patch(widgets, at, { spec: each.spec }, { fieldManager: 'other' }).catch(() => undefined);
            } else await client.delete(widgets, at).catch(() => undefined);
          }
          const [mine, expected] = await Promise.all(
            [ours, plain].map(async ({ client }) => (await client.list(widgets)).items.map(({ spec }) => spec)),
          );
          expect(mine).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });
});
