import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:https';
import { SimulatedApiServer } from '@informer-gen/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithApiServer } from '../../setup/api-server.js';
import { ask } from './http-client.js';
import type { Ask } from './http-client.js';
import { configMapKind, deploymentKind, everyListCrd, sequenceOf, widgetKind } from './write-sequences.js';
import type { SequenceKind, SequenceStep } from './write-sequences.js';

interface Sent {
  readonly code: number;
  readonly json: unknown;
}

type Send = (path: string, options: Ask) => Promise<Sent>;

const varying = new Set(['creationTimestamp', 'deletionTimestamp', 'resourceVersion']);

/** What varies from run to run becomes its name; orders that depend on the time or on chance become one order. */
function normalize(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => normalize(item));
    return key === 'managedFields' || key === 'causes' ? items.map((item) => JSON.stringify(item)).sort() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([field, inner]) => {
    if (varying.has(field) || (field === 'uid' && String(inner).length > 1)) return [field, field] as const;
    if (field === 'time') return [field, 'time'] as const;
    // Several faults are named in an order that is Go's chance.
    if (field === 'message' && typeof inner === 'string') {
      return [
        field,
        inner
          .split(/(?:, |: \[|\]$|conflicts: |\n)/)
          .sort()
          .join('\n'),
      ] as const;
    }
    return [field, normalize(inner, field)] as const;
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Runs a sequence on one server; the answers, and the object after each step. */
async function run(send: Send, kind: SequenceKind, script: readonly SequenceStep[], at: { ns: string; name: string }) {
  const collection = kind.path.replace('{ns}', at.ns);
  const url = `${collection}/${at.name}`;
  const answers: unknown[] = [];
  for (const step of script) {
    const base = step.onPresent === undefined ? undefined : await send(url, {});
    const body = base?.code === 200 ? replaced(base.json, step.onPresent) : (step.body ?? step.onPresent?.replace);
    const text = body === undefined ? undefined : JSON.stringify(body).replaceAll('{name}', at.name);
    const { code, json } = await send((step.toCollection ? collection : url) + step.suffix, {
      method: step.method,
      ...(text === undefined ? {} : { body: text }),
      ...(step.type === undefined ? {} : { type: step.type }),
    });
    answers.push({ code, json: normalize(json) });
  }
  return answers;
}

function replaced(present: unknown, how: SequenceStep['onPresent']): object {
  const { metadata, ...rest } = present as { metadata: Record<string, unknown> };
  const { metadata: own, ...content } = (how?.replace ?? {}) as { metadata?: object };
  const { uid, namespace, name, resourceVersion } = metadata;
  const version = how?.versioned ? { resourceVersion } : {};
  return { ...rest, ...content, metadata: { ...own, uid, namespace, name, ...version } };
}

describeWithApiServer('random writes by several managers', (real) => {
  const group = `s${randomBytes(4).toString('hex')}.example.com`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  let simulated: SimulatedApiServer;
  let ns = '';

  const sendReal: Send = (path, { method = 'GET', body, type = 'application/json' }) => {
    const { url, caPem: ca, adminToken } = real();
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${adminToken}`,
      ...(text === '' ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { method, agent, ca, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString();
          // A resource that is not served yet is no JSON.
          resolve({
            code: response.statusCode ?? 0,
            json: answer.startsWith('{') ? (JSON.parse(answer) as unknown) : answer,
          });
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  };
  const sendSimulated: Send = async (path, options) => ask(simulated, path, options);

  beforeAll(async () => {
    simulated = await SimulatedApiServer.start({ crds: [everyListCrd(group)] });
    ns = await real().createNamespace();
    simulated.create('namespaces', { metadata: { name: ns } });
    await sendReal(crds, { method: 'POST', body: everyListCrd(group) });
    // The real server serves a new resource, and knows its schema, when its controllers have seen the CRD.
    const probe = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'probe' }, spec: { tags: ['a'] } };
    const path = `/apis/${group}/v1/namespaces/${ns}/widgets/probe?fieldManager=probe`;
    for (let tries = 0; tries < 400; tries += 1) {
      const { json } = await sendReal(path, { method: 'PATCH', type: 'application/apply-patch+yaml', body: probe });
      if (JSON.stringify(json).includes('v:')) break;
    }
  }, 60_000);

  afterAll(async () => {
    await sendReal(`${crds}/widgets.${group}`, { method: 'DELETE' });
    agent.destroy();
    await simulated[Symbol.asyncDispose]();
  });

  it.each([widgetKind(group), configMapKind, deploymentKind])(
    'are answered alike by both servers, managed fields and all, for $title',
    { timeout: 600_000 },
    async (kind) => {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(sequenceOf(kind), async (script) => {
          const at = { ns, name: `o${randomBytes(3).toString('hex')}${(count += 1)}` };
          const expected = await run(sendReal, kind, script, at);
          expect(await run(sendSimulated, kind, script, at)).toEqual(expected);
        }),
        { numRuns: 12 },
      );
    },
  );
});
