// Objects that were stored in a version which their definition no longer has.
import { FakeClient, FakeClock } from '@informer-gen/testing';
import { defineResource } from '@informer-gen/runtime';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeWithApiServer } from '../../setup/api-server.js';
import { compare } from './compared-steps.js';
import type { ComparedAnswers, ComparedStep } from './compared-steps.js';
import { APPLY, MERGE } from './write-sequences.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const CRD = `${CRDS}/things.{group}`;
const things = (version: string, namespace = '{ns}'): string =>
  `/apis/{group}/${version}/namespaces/${namespace}/things`;
const V1 = things('v1');
const OLD = `${V1}/old`;

const version = (name: string, storage: boolean): object => ({
  name,
  served: true,
  storage,
  subresources: { status: {} },
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
});
const definition = (group: string, ...versions: object[]): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `things.${group}` },
  spec: { group, scope: 'Namespaced', names: { plural: 'things', singular: 'thing', kind: 'Thing' }, versions },
});
const both = [version('v1alpha1', false), version('v1', true)];
const thing = (name: string, at: string, metadata: object = {}): object => ({
  apiVersion: `{group}/${at}`,
  kind: 'Thing',
  metadata: { name, ...metadata },
  spec: { a: 1 },
});
const options = { kind: 'DeleteOptions', apiVersion: 'v1' };

const steps: readonly ComparedStep[] = [
  {
    title: 'a definition',
    method: 'POST',
    path: CRDS,
    body: definition('{group}', version('v1alpha1', true)),
    isSetUp: true,
  },
  {
    title: 'an object in v1alpha1',
    method: 'POST',
    path: things('v1alpha1'),
    body: thing('old', 'v1alpha1'),
    untilServed: true,
  },
  {
    title: 'v1 becomes the storage version',
    method: 'PATCH',
    path: CRD,
    type: MERGE,
    body: { spec: { versions: both } },
    isSetUp: true,
  },
  { title: 'an object in v1', method: 'POST', path: V1, body: thing('new', 'v1'), untilServed: true },
  { title: 'a read while both versions exist', path: OLD },
  {
    title: 'v1alpha1 is removed while it is a stored version',
    method: 'PATCH',
    path: CRD,
    type: MERGE,
    body: { spec: { versions: [version('v1', true)] } },
  },
  {
    title: 'it is not a stored version',
    method: 'PATCH',
    path: `${CRD}/status`,
    type: MERGE,
    body: { status: { storedVersions: ['v1'] } },
    isSetUp: true,
  },
  {
    title: 'v1alpha1 is removed',
    method: 'PATCH',
    path: CRD,
    type: MERGE,
    body: { spec: { versions: [version('v1', true)] } },
    isSetUp: true,
  },
  { title: 'a read', path: OLD },
  { title: 'a read from the cache', path: `${OLD}?resourceVersion=0` },
  { title: 'a read of its status', path: `${OLD}/status` },
  { title: 'a read of another object', path: `${V1}/new` },
  { title: 'a list', path: V1 },
  { title: 'a list from the cache', path: `${V1}?resourceVersion=0` },
  { title: 'a list in another namespace', path: things('v1', 'default') },
  { title: 'a list by labels', path: `${V1}?labelSelector=a%3Db` },
  { title: 'a page without it', path: `${V1}?limit=1` },
  { title: 'a page with it', path: `${V1}?limit=2` },
  { title: 'a page of another namespace', path: `${things('v1', 'default')}?limit=2` },
  { title: 'a watch', path: `${V1}?watch=1&timeoutSeconds=1` },
  { title: 'a watch from the cache', path: `${V1}?watch=1&timeoutSeconds=1&resourceVersion=0` },
  { title: 'a patch', method: 'PATCH', path: OLD, type: MERGE, body: { spec: { b: 1 } } },
  { title: 'a patch of its status', method: 'PATCH', path: `${OLD}/status`, type: MERGE, body: { status: { b: 1 } } },
  { title: 'a PUT', method: 'PUT', path: OLD, body: thing('old', 'v1', { resourceVersion: '1' }) },
  { title: 'an apply', method: 'PATCH', path: `${OLD}?fieldManager=me`, type: APPLY, body: thing('old', 'v1') },
  { title: 'a create of its name', method: 'POST', path: V1, body: thing('old', 'v1') },
  { title: 'a create of its name in a dry run', method: 'POST', path: `${V1}?dryRun=All`, body: thing('old', 'v1') },
  { title: 'a deletion', method: 'DELETE', path: OLD },
  { title: 'a deletion in a dry run', method: 'DELETE', path: `${OLD}?dryRun=All` },
  { title: 'a deletion of everything', method: 'DELETE', path: V1, body: options },
  { title: 'a deletion by name', method: 'DELETE', path: `${V1}?fieldSelector=metadata.name%3Dnew`, body: options },
  { title: 'a patch of another object', method: 'PATCH', path: `${V1}/new`, type: MERGE, body: { spec: { b: 1 } } },
  {
    title: 'the version is back',
    method: 'PATCH',
    path: CRD,
    type: MERGE,
    body: { spec: { versions: both } },
    isSetUp: true,
  },
  { title: 'a read after that', path: OLD, untilServed: true },
  { title: 'a list after that', path: V1 },
  { title: 'a deletion after that', method: 'DELETE', path: OLD },
];

describeWithApiServer('objects in a version that was removed', (server) => {
  let answers: ComparedAnswers;

  beforeAll(async () => {
    answers = await compare(steps, server());
  }, 120_000);

  it.each(steps.map(({ title }, index) => [title, index] as const))(
    'are answered for as on a real server: %s',
    (_title, index) => {
      expect(answers.simulated[index]).toEqual(answers.real[index]);
    },
  );
});

describe('a definition with such objects', () => {
  const resource = defineResource({
    group: 'gone.example.com',
    version: 'v1',
    kind: 'Thing',
    plural: 'things',
    namespaced: true,
  });
  const crds = 'customresourcedefinitions';

  it('terminates when the version is back', async () => {
    const { group } = resource;
    const client = new FakeClient({ clock: new FakeClock(), crds: [definition(group, version('v1alpha1', true))] });
    const { direct } = client;
    direct.create({ ...resource, version: 'v1alpha1' }, { metadata: { name: 'old' } });
    direct.update(crds, definition(group, ...both) as { metadata: object });
    const [crd] = direct.objects(crds);
    direct.update(crds, { ...crd, status: { ...(crd?.['status'] as object), storedVersions: ['v1'] } } as {
      metadata: object;
    });
    direct.update(crds, definition(group, version('v1', true)) as { metadata: object });
    await expect(client.list(resource, { retries: 0 })).rejects.toMatchObject({ statusCode: 429 });
    direct.delete(crds, `things.${group}`);
    expect(JSON.stringify(direct.objects(crds))).toContain('"reason":"InstanceDeletionFailed"');
    direct.update(crds, { ...direct.objects(crds)[0], ...definition(group, ...both) } as { metadata: object });
    expect(direct.objects(crds)).toEqual([]);
  });
});
