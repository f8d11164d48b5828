import { randomBytes } from 'node:crypto';
import { SimulatedApiServer } from '@informer-gen/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithApiServer } from '../../setup/api-server.js';
import { ask } from './http-client.js';
import type { Answer, Ask } from './http-client.js';
import { applyScript, deletionScript, identityScript, patchScript } from './write-script.js';
import type { WriteStep } from './write-script.js';

type Send = (path: string, options: Ask) => Promise<Answer>;

/** Ids, versions, times and the namespace become their names; fields come in one order. */
function normalize(text: string, namespace: string): string {
  return text
    .replaceAll(namespace, 'NS')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID')
    .replaceAll(/"resourceVersion":"\d+"/g, '"resourceVersion":"RV"')
    .replaceAll(/in record \(\d+\)/g, 'in record (RV)')
    .replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME');
}

async function run(script: readonly WriteStep[], namespace: string, send: Send): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const { method, path, body, type } of script) {
    const { code, text, headers } = await send(path.replaceAll('{ns}', namespace), {
      method,
      ...(body === undefined ? {} : { body }),
      ...(type === undefined ? {} : { type }),
    });
    const answer = normalize(text, namespace);
    const json: unknown = answer.startsWith('{') ? JSON.parse(answer) : answer;
    outcomes.push({ code, json, warning: headers['warning'] });
  }
  return outcomes;
}

const title = ({ method, path, body }: WriteStep, index: number): string =>
  `${index} ${method} ${path.slice(0, 90)} ${JSON.stringify(body ?? '').slice(0, 90)}`;

describeWithApiServer('writes', (real) => {
  let simulated: SimulatedApiServer;
  const sendReal: Send = (path, options) => {
    const { url, caPem: ca, adminToken } = real();
    const headers = { authorization: `Bearer ${adminToken}` };
    return ask({ url, ca }, path, { ...options, headers });
  };

  beforeAll(async () => {
    simulated = await SimulatedApiServer.start();
  });

  afterAll(() => simulated[Symbol.asyncDispose]());

  describe.each([
    ['identity, preconditions and metadata', identityScript],
    ['deletions', deletionScript],
    ['patches', patchScript],
    ['server-side apply', applyScript],
  ])('are answered to the letter as a real server does: %s', (_title, script) => {
    let expected: unknown[];
    let actual: unknown[];

    beforeAll(async () => {
      const namespace = `writes-${randomBytes(4).toString('hex')}`;
      const create = { method: 'POST', body: { metadata: { name: namespace } } };
      await sendReal('/api/v1/namespaces', create);
      await ask(simulated, '/api/v1/namespaces', create);
      expected = await run(script, namespace, sendReal);
      actual = await run(script, namespace, (path, options) => ask(simulated, path, options));
    }, 120_000);

    it.each(script.map((step, index) => [title(step, index), index] as const))('%s', (_step, index) => {
      expect(actual[index]).toEqual(expected[index]);
    });
  });
});
