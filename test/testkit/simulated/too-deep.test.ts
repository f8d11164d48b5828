// Objects that are nested too deeply for the simulated server, which are an error of its own and not one of Node.
import { defineResource } from '@informer-gen/runtime';
import { FakeClient } from '@informer-gen/testing';
import { expect, it } from 'vitest';

const deeps = defineResource({ group: 'example.com', version: 'v1', kind: 'Deep', plural: 'deeps', namespaced: true });
const message =
  'the simulated server cannot process objects nested deeper than about 1000 levels; use a real API server';

function deep(levels: number): { readonly metadata: object; readonly spec: unknown } {
  let spec: unknown = 1;
  for (let level = 0; level < levels; level += 1) spec = { a: spec };
  return { metadata: { name: 'a', namespace: 'default' }, spec };
}

it('an object of 1,000 levels is created, read and applied', async () => {
  const server = new FakeClient();
  server.direct.create(deeps, deep(1000));
  const { spec } = (await server.get(deeps, { namespace: 'default', name: 'a' })) as { spec?: unknown };
  expect(JSON.stringify(spec)).toBe(JSON.stringify(deep(1000).spec));
  await server.apply(deeps, deep(1000), { fieldManager: 'me', force: true });
});

it('an object of 9,900 levels is refused with what to do, by requests and by direct access', async () => {
  const server = new FakeClient();
  expect(() => server.direct.create(deeps, deep(9900))).toThrow(message);
  await expect(server.create(deeps, deep(9900))).rejects.toThrow(message);
  expect(server.direct.objects(deeps)).toEqual([]);
});
