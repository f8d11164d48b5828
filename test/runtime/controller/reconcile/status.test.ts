// How a controller writes the status of its object: on the bed for the edges, and on both servers beside another manager.
import type { ApiClient, Condition, Resource } from '@informer-gen/runtime';
import { defineResource } from '@informer-gen/runtime';
import type { ManagedFieldsEntry } from '@informer-gen/runtime/client-go';
import { Manager, TerminalError } from '@informer-gen/runtime/controller';
import type { Reconciler } from '@informer-gen/runtime/controller';
import { ControllerBed, findApiServer, startTestServer } from '@informer-gen/testing';
import type { TestServer, TestServerKind } from '@informer-gen/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { websiteCrd, websites } from '../support/websites.js';
import type { Website } from '../support/websites.js';

const merged: Resource<Website> = defineResource<Website>({ ...websites, statusTraits: ['conditionsByType'] });
const site = { metadata: { name: 'a' }, spec: { html: 'x' } };

/** Requests that are no reads of caches, as `verb subresource content-type`. */
function requestsOf(bed: ControllerBed): string[] {
  return bed.server.requests
    .filter(({ verb }) => verb !== 'list' && verb !== 'watch')
    .map(({ verb, path }) => `${verb} ${path.slice(path.indexOf('websites'))}`);
}

function bedOf(resource: Resource<Website>, ...reconcilers: readonly Reconciler<Website>[]): Promise<ControllerBed> {
  return ControllerBed.start({
    crds: [websiteCrd],
    setUp: (manager) => {
      reconcilers.forEach((reconcile, at) => manager.controller(resource, { name: `c${at}` }).reconcile(reconcile));
    },
  });
}

/** Who wrote the status, and how. */
function managersOf(metadata: unknown): string[] {
  const { managedFields = [] } = metadata as { readonly managedFields?: readonly ManagedFieldsEntry[] };
  return managedFields
    .filter(({ subresource }) => subresource === 'status')
    .map(({ manager, operation }) => `${manager} ${operation}`)
    .sort();
}

const typesOf = (bed: ControllerBed): (string | undefined)[] =>
  bed.get(websites, 'a')?.status?.conditions?.map(({ type, status }) => `${type} ${status}`) ?? [];

describe.each([
  ['by apply', merged],
  ['by a JSON patch', websites],
])('a status that is written %s', (how, resource) => {
  it('takes one request where nothing else is in it, and none where nothing differs', async () => {
    await using bed = await bedOf(resource, ({ spec }, { status }) => {
      status.set({ ready: spec.html.length });
      status.condition('Ready', true, { reason: 'Fine' });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(requestsOf(bed)).toEqual(['patch websites/a/status']);
    bed.patch(websites, 'a', { metadata: { labels: { touched: 'yes' } } });
    await bed.idle();
    expect(requestsOf(bed)).toHaveLength(1);
    bed.patch(websites, 'a', { spec: { html: 'longer' } });
    await bed.idle();
    expect(bed.get(websites, 'a')?.status).toMatchObject({ ready: 6, conditions: [{ observedGeneration: 2 }] });
    expect(requestsOf(bed)).toHaveLength(2);
    const [entry] = managersOf(bed.get(websites, 'a')?.metadata);
    expect(entry).toBe(`bed ${how === 'by apply' ? 'Apply' : 'Update'}`);
    expect(bed.errors).toEqual([]);
  });

  it('keeps what an earlier run said and this one does not speak of, and drops a field that became undefined', async () => {
    await using bed = await bedOf(resource, ({ spec }, { status }) => {
      if (spec.html === 'x') status.set({ ready: 3 });
      if (spec.html === 'gone') status.set({ ready: undefined as never });
      status.condition(spec.html === 'x' ? 'First' : 'Second', true, { reason: 'Fine' });
    });
    bed.create(websites, site);
    await bed.idle();
    bed.patch(websites, 'a', { spec: { html: 'other' } });
    await bed.idle();
    expect(bed.get(websites, 'a')?.status?.ready).toBe(3);
    expect(typesOf(bed)).toEqual(['First True', 'Second True']);
    bed.patch(websites, 'a', { spec: { html: 'gone' } });
    await bed.idle();
    expect(bed.get(websites, 'a')?.status).not.toHaveProperty('ready');
    expect(typesOf(bed)).toEqual(['First True', 'Second True']);
    expect(bed.errors).toEqual([]);
  });

  it('holds the conditions of two controllers of one manager that write at the same time', async () => {
    const says =
      (type: string): Reconciler<Website> =>
      ({ spec }, { status }) =>
        status.condition(type, spec.html === 'x', { reason: 'Html', message: spec.html });
    await using bed = await bedOf(resource, says('One'), says('Two'), says('Three'));
    bed.create(websites, site);
    await bed.idle();
    expect(typesOf(bed).sort()).toEqual(['One True', 'Three True', 'Two True']);
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.idle();
    expect(typesOf(bed).sort()).toEqual(['One False', 'Three False', 'Two False']);
    expect(bed.errors).toEqual([]);
  });

  it('is written also by a run that throws, whose error is the one that is told', async () => {
    await using bed = await bedOf(resource, (_site, { status }) => {
      status.condition('Ready', false, { reason: 'Hopeless', message: 'there is no such page' });
      throw new TerminalError('hopeless');
    });
    bed.create(websites, site);
    await expect(bed.idle()).rejects.toThrow('hopeless');
    expect(typesOf(bed)).toEqual(['Ready False']);
  });

  it('is not written to an object of the same name that came after', async () => {
    let recreated = false;
    await using bed = await bedOf(resource, ({ metadata }, { status }) => {
      if (!recreated) {
        recreated = true;
        bed.delete(websites, 'a');
        bed.create(websites, { ...site, spec: { html: 'second' } });
        status.condition('First', true, { reason: 'Fine' });
      } else status.condition('Second', true, { reason: 'Fine', message: metadata.name });
    });
    bed.create(websites, site);
    await bed.idle();
    expect(typesOf(bed)).toEqual(['Second True']);
  });

  it('that the schema refuses is an error of the run, and tried once a run', async () => {
    let runs = 0;
    await using bed = await bedOf(resource, (_site, { status }) => {
      runs += 1;
      status.set({ ready: 'many' as never });
      if (runs > 1) throw new TerminalError('enough');
    });
    bed.create(websites, site);
    await expect(bed.idle()).rejects.toThrow('enough');
    expect(requestsOf(bed).filter((request) => request.startsWith('patch'))).toHaveLength(2);
    expect(bed.errors[0]?.message).toMatch(/ready|integer|expected/);
  });

  it('of a kind that has none on the server is an error that says so, and not silently lost', async () => {
    const [version] = websiteCrd.spec.versions;
    const crd = { ...websiteCrd, spec: { ...websiteCrd.spec, versions: [{ ...version, subresources: {} }] } };
    await using bed = await ControllerBed.start({
      crds: [crd],
      setUp: (manager) =>
        void manager.controller(resource).reconcile((_site, { status }) => {
          status.set({ ready: 1 });
        }),
    });
    bed.create(websites, site);
    const refusal = { code: 'Configuration', message: expect.stringContaining('subresources') };
    await expect(bed.idle()).rejects.toMatchObject(refusal);
  });

  it('has no writer in a reconcile of keys, which says so', async () => {
    await using bed = await ControllerBed.start({
      crds: [websiteCrd],
      setUp: (manager) =>
        void manager.controller(resource).reconcileKeys({}, (_key, { status }) => {
          status.set({ ready: 1 });
        }),
    });
    bed.create(websites, site);
    await expect(bed.idle()).rejects.toThrow('a reconcile of keys has no object');
  });
});

describe('a status with a field for the generation', () => {
  it('says which one it is about, unless the run does', async () => {
    const properties = { ready: { type: 'integer' }, observedGeneration: { type: 'integer', format: 'int64' } };
    const crd = structuredClone(websiteCrd);
    const [version] = crd.spec.versions;
    Object.assign(version?.schema.openAPIV3Schema.properties.status ?? {}, { properties });
    const observed = defineResource<Website>({ ...websites, statusTraits: ['observedGeneration'] });
    await using bed = await ControllerBed.start({
      crds: [crd],
      setUp: (manager) => void manager.controller(observed).reconcile((_site, { status }) => status.set({ ready: 1 })),
    });
    bed.create(websites, site);
    await bed.idle();
    bed.patch(websites, 'a', { spec: { html: 'y' } });
    await bed.idle();
    expect(bed.get(websites, 'a')?.status).toEqual({ ready: 1, observedGeneration: 2 });
  });
});

const kinds: readonly TestServerKind[] = findApiServer() === undefined ? ['simulated'] : ['simulated', 'real'];

describe.each(kinds)('the status of an object on a %s server', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ kind, crds: [websiteCrd] });
  }, 120_000);
  afterAll(() => server.stop());

  /** A manager of its own name whose one condition follows the page. */
  async function replica(name: string, resource: Resource<Website>): Promise<AsyncDisposable> {
    const client = await server.connect();
    const manager = await Manager.create({ name, client });
    manager.controller(resource).reconcile(({ spec }, { status }) => {
      status.condition(name, spec.html === 'good', { reason: 'Page', message: spec.html });
    });
    const running = manager.run({ signals: [] });
    return {
      async [Symbol.asyncDispose]() {
        await manager[Symbol.asyncDispose]();
        await running;
        await client[Symbol.asyncDispose]();
      },
    };
  }

  async function conditions(client: ApiClient, name: string): Promise<readonly Condition[]> {
    const { status } = await client.get(websites, { namespace: 'default', name });
    return [...(status?.conditions ?? [])].sort((a, b) => (a.type < b.type ? -1 : 1));
  }

  it.each([
    ['both apply', 'apply', merged, merged],
    ['both patch', 'patch', websites, websites],
    ['one applies and one patches', 'mix', merged, websites],
  ])('keeps the conditions of two controllers apart where %s', { timeout: 60_000 }, async (_how, name, one, two) => {
    await using client = await server.connect();
    await client.create(websites, { metadata: { namespace: 'default', name }, spec: { html: 'good' } });
    await using first = await replica('One', one);
    await using second = await replica('Two', two);
    expect(first).not.toBe(second);
    const says = async (html: string, status: string): Promise<void> => {
      await expect
        .poll(
          async () => (await conditions(client, name)).map((each) => `${each.type} ${each.status} ${each.message}`),
          {
            timeout: 20_000,
          },
        )
        .toEqual([`One ${status} ${html}`, `Two ${status} ${html}`]);
    };
    await says('good', 'True');
    for (const [html, status] of [
      ['bad', 'False'],
      ['good', 'True'],
      ['worse', 'False'],
    ] as const) {
      await client.patch(websites, { namespace: 'default', name }, { spec: { html } });
      await says(html, status);
    }
    const { metadata } = await client.get(websites, { namespace: 'default', name });
    const [how, other] = [one, two].map(({ statusTraits }) => (statusTraits ? 'Apply' : 'Update'));
    expect(managersOf(metadata)).toEqual([`One ${how}`, `Two ${other}`]);
  });
});
