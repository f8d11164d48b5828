import { randomBytes } from 'node:crypto';
import { SimulatedApiServer } from '@informer-gen/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithApiServer } from '../../../setup/api-server.js';
import { ask } from '../http-client.js';
import { crd, openCrd, ruledCrd, thingCrd, version, versionedCrd } from './crds.js';
import { changedDefinitionScript, refusedDefinitionScript } from './definition-script.js';
import { establish, outcomesOf } from './outcome.js';
import type { Outcome, Send } from './outcome.js';
import { fieldScript, openScript, ruledScript, thingScript, versionScript } from './value-script.js';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

describeWithApiServer('custom resources on the simulated server and on a real one', (real) => {
  const group = `g${randomBytes(4).toString('hex')}.example.com`;
  const plain = { type: 'object', properties: { spec: { type: 'object' } } };
  const definitions = [
    thingCrd(group),
    openCrd(group),
    ruledCrd(group),
    versionedCrd(group),
    crd(group, 'Change', [version('v1', plain)]),
  ];
  let simulated: SimulatedApiServer;
  const sendReal: Send = (path, options) => {
    const { url, caPem: ca, adminToken } = real();
    const headers = { ...options.headers, authorization: `Bearer ${adminToken}` };
    return ask({ url, ca }, path, { ...options, headers });
  };
  const sendSimulated: Send = (path, options) => ask(simulated, path, options);

  beforeAll(async () => {
    simulated = await SimulatedApiServer.start();
    for (const send of [sendReal, sendSimulated]) await establish(definitions, send);
  }, 60_000);

  afterAll(async () => {
    const { json } = await sendReal(crds, {});
    for (const { metadata } of (json['items'] as unknown as { metadata: { name: string } }[]).filter((item) =>
      item.metadata.name.endsWith(group),
    )) {
      await sendReal(`${crds}/${metadata.name}`, { method: 'DELETE' });
    }
    await simulated[Symbol.asyncDispose]();
  }, 60_000);

  describe.each([
    ['values, status and scale', thingScript(group)],
    ['unknown fields', fieldScript(group)],
    ['freedoms', openScript(group)],
    ['rules', ruledScript(group)],
    ['versions', versionScript(group)],
    ['CRDs that are refused', refusedDefinitionScript(group)],
    ['CRDs that change', changedDefinitionScript(group)],
  ])('answer alike about %s', (_title, script) => {
    let expected: readonly Outcome[];
    let actual: readonly Outcome[];

    beforeAll(async () => {
      const namespace = await real().createNamespace();
      simulated.create('namespaces', { metadata: { name: namespace } });
      [expected, actual] = await Promise.all([
        outcomesOf(script, namespace, sendReal),
        outcomesOf(script, namespace, sendSimulated),
      ]);
    }, 120_000);

    it.each(script.map(({ title }, index) => [title, index] as const))('%s', (_name, index) => {
      expect(actual[index]).toEqual(expected[index]);
    });
  });
});
