// How large requests and objects may be: the body limit of the API server, and the limits of etcd.
import { FakeClient } from '@informer-gen/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeWithApiServer } from '../../setup/api-server.js';
import { configMaps } from '../../runtime/controller/support/websites.js';
import { compare } from './compared-steps.js';
import type { ComparedAnswers, ComparedStep } from './compared-steps.js';
import { widgetCrdOf } from './widget-crd.js';
import { APPLY, JSON_PATCH, MERGE, STRATEGIC } from './write-sequences.js';

const BODY_LIMIT = 3_145_728;
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const WIDGETS = '/apis/{group}/v1/namespaces/{ns}/widgets';
const CMS = '/api/v1/namespaces/{ns}/configmaps';
const REVISIONS = '/apis/apps/v1/namespaces/{ns}/controllerrevisions';

const widget = (name: string, length: number, spec: object = {}): object => ({
  apiVersion: '{group}/v1',
  kind: 'Widget',
  metadata: { name },
  spec: { color: 'x'.repeat(length), ...spec },
});
const revision = (name: string, length: number): object => ({
  metadata: { name },
  revision: 1,
  data: { a: 'x'.repeat(length) },
});

/** A ConfigMap whose JSON has exactly this many bytes. */
function configMapOf(bytes: number): string {
  const text = JSON.stringify({ metadata: { name: 'too-large' }, data: { a: '' } });
  return text.replace('"a":""', `"a":"${'x'.repeat(bytes - text.length)}"`);
}

const steps: readonly ComparedStep[] = [
  {
    title: 'a definition',
    method: 'POST',
    path: CRDS,
    body: widgetCrdOf('{group}', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
    isSetUp: true,
  },
  { title: 'until it is served', path: WIDGETS, untilServed: true, isSetUp: true },
  {
    title: 'a body at the limit, of an object that is too large',
    method: 'POST',
    path: CMS,
    body: configMapOf(BODY_LIMIT),
  },
  { title: 'a body one byte over the limit', method: 'POST', path: CMS, body: configMapOf(BODY_LIMIT + 1) },
  { title: 'the same in a dry run', method: 'POST', path: `${CMS}?dryRun=All`, body: configMapOf(BODY_LIMIT + 1) },
  {
    title: 'a long body of a type that is not accepted',
    method: 'POST',
    path: CMS,
    body: configMapOf(BODY_LIMIT + 1),
    type: 'text/plain',
  },
  { title: 'a long PUT of a missing object', method: 'PUT', path: `${CMS}/none`, body: configMapOf(BODY_LIMIT + 1) },
  {
    title: 'a long patch of a missing object',
    method: 'PATCH',
    path: `${CMS}/none`,
    type: MERGE,
    body: configMapOf(BODY_LIMIT + 1),
  },
  {
    title: 'a long patch of an unknown type',
    method: 'PATCH',
    path: `${CMS}/none`,
    type: 'text/plain',
    body: configMapOf(BODY_LIMIT + 1),
  },
  { title: 'long options of a deletion', method: 'DELETE', path: `${CMS}/none`, body: configMapOf(BODY_LIMIT + 1) },
  { title: 'a widget of 1.4 MB', method: 'POST', path: WIDGETS, body: widget('large', 1_400_000) },
  { title: 'a widget of 1.6 MB', method: 'POST', path: WIDGETS, body: widget('too-large', 1_600_000) },
  {
    title: 'the same in a dry run',
    method: 'POST',
    path: `${WIDGETS}?dryRun=All`,
    body: widget('too-large', 1_600_000),
  },
  {
    title: 'a widget larger than a message to etcd',
    method: 'POST',
    path: WIDGETS,
    body: widget('too-large', 2_500_000),
  },
  { title: 'a widget over the body limit', method: 'POST', path: WIDGETS, body: widget('too-large', 3_200_000) },
  {
    title: 'a widget that fits into etcd without its managed fields',
    method: 'POST',
    path: WIDGETS,
    body: widget('unmanaged', 1_572_450),
  },
  { title: 'a read of it', path: `${WIDGETS}/unmanaged` },
  {
    title: 'characters that Go escapes',
    method: 'POST',
    path: WIDGETS,
    body: widget('escaped', 1, { a: '<'.repeat(300_000) }),
  },
  {
    title: 'a merge patch that makes it too large',
    method: 'PATCH',
    path: `${WIDGETS}/large`,
    type: MERGE,
    body: { spec: { more: 'x'.repeat(300_000) } },
  },
  {
    title: 'a JSON patch that does',
    method: 'PATCH',
    path: `${WIDGETS}/large`,
    type: JSON_PATCH,
    body: [{ op: 'add', path: '/spec/more', value: 'x'.repeat(300_000) }],
  },
  {
    title: 'a JSON patch that copies',
    method: 'PATCH',
    path: `${WIDGETS}/large`,
    type: JSON_PATCH,
    body: [{ op: 'copy', from: '/spec/color', path: '/spec/more' }],
  },
  {
    title: 'a JSON patch that copies more than 3 MiB',
    method: 'PATCH',
    path: `${WIDGETS}/large`,
    type: JSON_PATCH,
    body: ['a', 'b', 'c'].map((field) => ({ op: 'copy', from: '/spec/color', path: `/spec/${field}` })),
  },
  {
    title: 'a status that makes it too large',
    method: 'PATCH',
    path: `${WIDGETS}/large/status`,
    type: MERGE,
    body: { metadata: { annotations: { a: 'x' } }, status: { replicas: 1 } },
  },
  {
    title: 'an apply that makes it too large',
    method: 'PATCH',
    path: `${WIDGETS}/large?fieldManager=a&force=true`,
    type: APPLY,
    body: widget('large', 1_600_000),
  },
  {
    title: 'an apply that fits only without managed fields',
    method: 'PATCH',
    path: `${WIDGETS}/applied?fieldManager=a`,
    type: APPLY,
    body: widget('applied', 1_572_450),
  },
  { title: 'the widget, unchanged', path: `${WIDGETS}/large` },
  { title: 'a built-in object of 1.6 MB', method: 'POST', path: REVISIONS, body: revision('too-large', 1_600_000) },
  {
    title: 'a built-in object larger than a message to etcd',
    method: 'POST',
    path: REVISIONS,
    body: revision('too-large', 2_500_000),
  },
  { title: 'a built-in object of 1.5 MB', method: 'POST', path: REVISIONS, body: revision('large', 1_500_000) },
  {
    title: 'a strategic merge patch that makes it too large',
    method: 'PATCH',
    path: `${REVISIONS}/large`,
    type: STRATEGIC,
    body: { metadata: { annotations: { a: 'x'.repeat(200_000) } } },
  },
  {
    title: 'a dry-run create with a version',
    method: 'POST',
    path: `${CMS}?dryRun=All`,
    body: { metadata: { name: 'dry', resourceVersion: 'abc' } },
  },
  {
    title: 'a dry-run create of a custom resource with a version',
    method: 'POST',
    path: `${WIDGETS}?dryRun=All`,
    body: { ...widget('dry', 1), metadata: { name: 'dry', resourceVersion: '5' } },
  },
  {
    title: 'a create with a version',
    method: 'POST',
    path: CMS,
    body: { metadata: { name: 'dry', resourceVersion: '5' } },
  },
];

describeWithApiServer('the size of requests and objects', (server) => {
  let answers: ComparedAnswers;

  beforeAll(async () => {
    answers = await compare(steps, server());
  }, 120_000);

  it.each(steps.map(({ title, isSetUp }, index) => [title, index, isSetUp] as const))(
    'is limited as on a real server: %s',
    (_title, index) => {
      expect(answers.simulated[index]).toEqual(answers.real[index]);
    },
  );
});

describe('a FakeClient', () => {
  const metadata = { namespace: 'default', name: 'a' };

  it('refuses bodies and objects that are too large, by the same rules', async () => {
    const client = new FakeClient();
    const create = (length: number): Promise<unknown> =>
      client.create(configMaps, { metadata, data: { a: 'é'.repeat(length / 2) } });
    await expect(create(3_145_600)).rejects.toMatchObject({ statusCode: 422 });
    await expect(create(3_145_700)).rejects.toMatchObject({ statusCode: 413, code: 'OtherApiError' });
  });

  it('lets a test store what no request could', () => {
    const client = new FakeClient();
    client.direct.create(configMaps, { metadata, data: { a: 'x'.repeat(4_000_000) } });
    expect(client.direct.get(configMaps, 'a')?.data?.['a']).toHaveLength(4_000_000);
  });
});
