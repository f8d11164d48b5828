/**
 * How many objects of a kind a simulated API server creates in a second of CPU, with managed fields, schemas and rules on,
 * and how long it takes to start: `simulated.ts KIND OBJECTS CLIENTS [http|calls|direct]`, the last to do and profile one of
 * them alone. Over HTTP, server and clients share this process;
 * without sockets, calls go through `FakeClient`, or straight into its storage. The fastest of several batches counts,
 * because whatever else the machine does only adds.
 */
import { Agent, get, request } from 'node:http';
import { defineResource } from '@informer-gen/runtime/codegen/v1';
import { FakeClient, SimulatedApiServer } from '@informer-gen/testing';
import { print } from './measure.js';

const [, , kindName = 'ConfigMap', objectsText = '2000', clientsText = '8', only] = process.argv;
const objects = Number(objectsText);
const clients = Number(clientsText);
const BATCHES = 4;

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['size'],
                properties: {
                  size: { type: 'integer', minimum: 0 },
                  color: { type: 'string', default: 'red', enum: ['red', 'blue'] },
                  tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
                },
              },
            },
          },
        },
      },
    ],
  },
};

const kinds = {
  ConfigMap: {
    resource: defineResource({ group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true }),
    path: '/api/v1/namespaces/default/configmaps',
    object: (name: string) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'default', labels: { app: 'bench' } },
      data: { key: 'value', other: 'text' },
    }),
  },
  Widget: {
    resource: defineResource({
      group: 'example.com',
      version: 'v1',
      kind: 'Widget',
      plural: 'widgets',
      namespaced: true,
    }),
    path: '/apis/example.com/v1/namespaces/default/widgets',
    object: (name: string) => ({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name, namespace: 'default', labels: { app: 'bench' } },
      spec: { size: 3, tags: ['a', 'b'] },
    }),
  },
  Pod: {
    resource: defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true }),
    path: '/api/v1/namespaces/default/pods',
    object: (name: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default', labels: { app: 'bench' } },
      spec: { containers: [{ name: 'main', image: 'image', env: [{ name: 'A', value: 'b' }] }] },
    }),
  },
};

type Kind = (typeof kinds)[keyof typeof kinds];

async function overHttp({ path, object }: Kind): Promise<number> {
  await using server = await SimulatedApiServer.start({ crds: [crd] });
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const post = (name: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(object(name));
      const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
      const sent = request(server.url + path, { method: 'POST', agent, headers }, (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 201 ? resolve() : reject(new Error(`${response.statusCode}`)),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const begun = process.cpuUsage();
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < objects) await post(`o${(next += 1)}`);
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return perSecond(begun);
}

async function byCalls({ resource, object }: Kind): Promise<number> {
  const client = new FakeClient({ crds: [crd] });
  const begun = process.cpuUsage();
  for (let index = 0; index < objects; index += 1) await client.create(resource, object(`o${index}`));
  return perSecond(begun);
}

async function directly({ resource, object }: Kind): Promise<number> {
  const { direct } = new FakeClient({ crds: [crd] });
  const begun = process.cpuUsage();
  for (let index = 0; index < objects; index += 1) direct.create(resource, object(`o${index}`));
  return perSecond(begun);
}

function perSecond(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (objects / (user + system)) * 1_000_000;
}

async function best(way: string, measure: () => Promise<number>): Promise<number | undefined> {
  if (only !== undefined && only !== way) return undefined;
  let most = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) most = Math.max(most, await measure());
  return most;
}

/** From the call to the first answer, the first time in a process: tables are read, nothing has run before. */
async function startMs(): Promise<number> {
  const begun = performance.now();
  await using server = await SimulatedApiServer.start({ crds: [crd] });
  await new Promise<void>((resolve, reject) => {
    get(`${server.url}/version`, (response) => response.resume().once('end', resolve)).once('error', reject);
  });
  return performance.now() - begun;
}

const kind = kinds[kindName as keyof typeof kinds];
const firstStartMs = await startMs();
const rates = {
  httpPerSecond: await best('http', () => overHttp(kind)),
  callsPerSecond: await best('calls', () => byCalls(kind)),
  directPerSecond: await best('direct', () => directly(kind)),
};
const measured = Object.entries(rates).filter((entry): entry is [string, number] => entry[1] !== undefined);
print({ client: kindName, startMs: firstStartMs, ...Object.fromEntries(measured) });
