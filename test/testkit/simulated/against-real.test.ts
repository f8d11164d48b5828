import { randomBytes } from 'node:crypto';
import { SimulatedApiServer } from '@informer-gen/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithApiServer } from '../../setup/api-server.js';
import { ask } from './http-client.js';
import type { Answer, Ask } from './http-client.js';
import { customScript, readScript, writeScript } from './request-script.js';
import type { Step } from './request-script.js';
import { widgetCrdOf } from './widget-crd.js';

type Send = (path: string, options: Ask) => Promise<Answer>;

/** What a step led to, with everything left out that differs from server to server and from run to run. */
interface Outcome {
  readonly code: number;
  readonly body: unknown;
}

async function run(script: readonly Step[], namespace: string, send: Send): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  let version = '';
  let token = '';
  for (const step of script) {
    const path = step.path.replaceAll('{ns}', namespace).replaceAll('{rv}', version).replaceAll('{continue}', token);
    const { method, body, type, accept } = step;
    const { code, text } = await send(path, {
      method,
      body,
      ...(type ? { type } : {}),
      headers: accept ? { accept } : {},
    });
    const documents = text.startsWith('{') ? parseAll(text) : [text];
    const metadata = (
      documents[0] as { readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string } }
    ).metadata;
    if (step.remember) version = metadata?.resourceVersion ?? '';
    if (metadata?.continue) token = metadata.continue;
    outcomes.set(step.title, { code, body: normalize(documents, namespace) });
  }
  return outcomes;
}

/** One document, or the lines of a watch. */
function parseAll(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }
}

const varying = new Set([
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'time',
  'managedFields',
  'message',
  'continue',
]);

/** Versions become `rv`, other varying fields go; messages are our own words. Empty values are as good as none. */
function normalize(value: unknown, namespace: string): unknown {
  if (typeof value === 'string') return value.replaceAll(namespace, 'NS');
  if (Array.isArray(value)) return value.map((item) => normalize(item, namespace));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([field, inner]) => !varying.has(field) && !isEmpty(inner))
    .map(([field, inner]) => [field, field === 'resourceVersion' ? 'rv' : normalize(inner, namespace)] as const)
    .filter(([, inner]) => !isEmpty(inner));
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0)
  );
}

/** Controllers and defaults of built-in types are out of the simulation's scope. */
const compared = (outcome: Outcome | undefined, step: Step): unknown => {
  if (outcome === undefined || !step.path.includes('/apps/v1/') || step.path.endsWith('/scale')) return outcome;
  const [body] = outcome.body as [
    {
      metadata?: { generation?: number };
      spec?: { replicas?: number; template?: { spec?: { containers?: { name: string; image: string }[] } } };
      status?: object;
    },
  ];
  const containers = body.spec?.template?.spec?.containers?.map(({ name, image }) => `${name}=${image}`);
  return {
    code: outcome.code,
    generation: body.metadata?.generation,
    replicas: body.spec?.replicas,
    status: body.status,
    containers,
  };
};

describeWithApiServer('the simulated server and a real one', (real) => {
  const group = `g${randomBytes(4).toString('hex')}.example.com`;
  let simulated: SimulatedApiServer;
  const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const sendReal: Send = (path, options) => {
    const { url, caPem: ca, adminToken } = real();
    return ask({ url, ca }, path, {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${adminToken}` },
    });
  };
  const sendSimulated: Send = (path, options) => ask(simulated, path, options);

  beforeAll(async () => {
    simulated = await SimulatedApiServer.start({ crds: [widgetCrdOf(group)] });
    await sendReal(crds, { method: 'POST', body: widgetCrdOf(group) });
    // The real server serves a new resource when its controllers have seen the CRD.
    for (let tries = 0; tries < 400; tries++) {
      const [discovered, listed] = await Promise.all(
        [`/apis/${group}/v1`, `/apis/${group}/v1/widgets`].map((path) => sendReal(path, {})),
      );
      if (discovered?.code === 200 && listed?.code === 200) break;
    }
  }, 60_000);

  afterAll(async () => {
    await sendReal(`${crds}/widgets.${group}`, { method: 'DELETE' });
    await simulated[Symbol.asyncDispose]();
  });

  describe.each([
    ['when writing', writeScript],
    ['when reading', readScript],
    ['about custom resources', customScript(group)],
  ])('answer alike %s', (_title, script) => {
    let expected: Map<string, Outcome>;
    let actual: Map<string, Outcome>;

    beforeAll(async () => {
      const namespace = await real().createNamespace();
      simulated.create('namespaces', { metadata: { name: namespace } });
      [expected, actual] = await Promise.all([run(script, namespace, sendReal), run(script, namespace, sendSimulated)]);
    }, 120_000);

    it.each(script.map((step) => [step.title, step] as const))('%s', (title, step) => {
      expect(compared(actual.get(title), step)).toEqual(compared(expected.get(title), step));
    });
  });
});
