import { randomBytes } from 'node:crypto';
import { SimulatedApiServer } from '@informer-gen/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithApiServer } from '../../../setup/api-server.js';
import { ask } from '../http-client.js';
import { openCrd, openSchema, ruledCrd, ruledSchema, thingCrd, thingSchema } from './crds.js';
import { establish, outcomesOf } from './outcome.js';
import type { Send } from './outcome.js';
import { valuesOf } from './random-values.js';
import type { LooseSchema } from './random-values.js';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const merge = 'application/merge-patch+json';

describeWithApiServer('random custom resources, valid and broken', (real) => {
  const group = `g${randomBytes(4).toString('hex')}.example.com`;
  const definitions = [thingCrd(group), openCrd(group), ruledCrd(group)];
  let simulated: SimulatedApiServer;
  let namespace: string;
  const sendReal: Send = (path, options) => {
    const { url, caPem: ca, adminToken } = real();
    const headers = { ...options.headers, authorization: `Bearer ${adminToken}` };
    return ask({ url, ca }, path, { ...options, headers });
  };
  const sendSimulated: Send = (path, options) => ask(simulated, path, options);

  beforeAll(async () => {
    simulated = await SimulatedApiServer.start();
    for (const send of [sendReal, sendSimulated]) await establish(definitions, send);
    namespace = await real().createNamespace();
    simulated.create('namespaces', { metadata: { name: namespace } });
  }, 60_000);

  afterAll(async () => {
    for (const plural of ['things', 'opens', 'ruleds']) {
      await sendReal(`${crds}/${plural}.${group}`, { method: 'DELETE' });
    }
    await simulated[Symbol.asyncDispose]();
  }, 60_000);

  it.each([
    ['things', 'Thing', thingSchema, '/namespaces/{ns}'],
    ['opens', 'Open', openSchema, ''],
    ['ruleds', 'Ruled', ruledSchema, '/namespaces/{ns}'],
  ])(
    'are answered alike: %s',
    async (plural, kind, schema, scope) => {
      const { properties = {} } = schema as LooseSchema;
      const specs = valuesOf(properties['spec'] ?? {});
      const collection = `/apis/${group}/v1${scope}/${plural}`;
      let count = 0;
      await fc.assert(
        fc.asyncProperty(specs, specs, valuesOf(properties['status'] ?? {}), async (first, second, status) => {
          count += 1;
          const name = `r${count}`;
          const body = { apiVersion: `${group}/v1`, kind, metadata: { name } };
          const script = [
            { title: 'create', method: 'POST', path: collection, body: { ...body, spec: first } },
            { title: 'patch', method: 'PATCH', path: `${collection}/${name}`, type: merge, body: { spec: second } },
            { title: 'status', method: 'PATCH', path: `${collection}/${name}/status`, type: merge, body: { status } },
            { title: 'delete', method: 'DELETE', path: `${collection}/${name}` },
          ];
          const expected = await outcomesOf(script, namespace, sendReal);
          expect(await outcomesOf(script, namespace, sendSimulated)).toEqual(expected);
        }),
        { numRuns: 40 },
      );
    },
    600_000,
  );
});
