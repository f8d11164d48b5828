import fc from 'fast-check';
import { APPLY, get, JSON_PATCH, MERGE, patch, post, put, remove, STRATEGIC } from '../step.js';
import type { Sequence, Step, StepOptions } from '../step.js';
import { at, changed, isRecord, mutated, placesOf } from './mutations.js';
import { oddRequest } from './odd-requests.js';
import { operation } from './operations.js';
import type { Operation } from './operations.js';
import { listRequest, readRequest, scaleRequest, statusRequest, subresourceRequest } from './side-requests.js';
import type { Body, Subject } from './subject.js';

/** Plausible requests about two objects of one collection. */
export function randomSequence(subject: Subject): fc.Arbitrary<Sequence> {
  return fc.array(operation, { minLength: 3, maxLength: 14 }).map((operations) => ({
    name: `random ${subject.path}`,
    steps: [
      ...subject.preparation,
      ...operations.map((asked, index) => stepOf(subject, asked, `${index}: ${asked.verb} ${asked.name}`)),
    ],
  }));
}

function stepOf(subject: Subject, asked: Operation, title: string): Step {
  const name = nameOf(subject, asked);
  const one = `${subject.path}/${name}`;
  const query = queryOf(asked);
  const options: StepOptions = { query, ...(asked.dryRun ? {} : { id: asked.name }) };
  const body = bodyOf(subject, asked);
  switch (asked.verb) {
    case 'create':
      return post(
        title,
        subject.path,
        named(body, asked.variant % 8 === 0 ? undefined : name, newMetadata(asked)),
        options,
      );
    case 'createGood':
      return post(title, subject.path, named(pick(subject.good, asked.one), name), { id: asked.name });
    case 'replace':
      return put(title, one, named(body, name, versionOf(asked)), options);
    case 'edit':
      return put(title, one, named(body, name, { ...newMetadata(asked), ...currentVersion(asked) }), options);
    case 'merge':
      return patch(title, one, changeOf(body, asked), { ...options, type: MERGE });
    case 'strategic':
      return patch(title, one, changeOf(body, asked), { ...options, type: STRATEGIC });
    case 'operations':
      return patch(title, one, operationsOf(body, asked), { ...options, type: JSON_PATCH });
    case 'apply':
    case 'applyGood': {
      const applied = asked.verb === 'apply' ? partOf(body, asked) : pick(subject.good, asked.one);
      const force = asked.variant % 3 === 0 ? { force: 'true' } : {};
      const metadata = asked.verb === 'apply' ? newMetadata(asked) : {};
      return patch(title, one, named(applied, name, metadata), {
        type: APPLY,
        query: { ...query, fieldManager: asked.manager, ...force },
      });
    }
    case 'metadata':
      return patch(title, one, { metadata: newMetadata(asked) }, { ...options, type: MERGE });
    case 'status':
      return subject.hasStatus
        ? statusRequest(title, one, asked, named({ ...body, ...identityOf(subject) }, name))
        : get(title, one);
    case 'scale':
      return subject.hasScale ? scaleRequest(title, one, asked, name) : get(title, `${one}/scale`);
    case 'delete':
      return remove(title, one, deleteOptions(asked), { query: asked.dryRun ? { dryRun: 'All' } : {} });
    case 'deleteCollection':
      return subject.clusterScoped
        ? get(title, one)
        : remove(title, subject.path, deleteOptions(asked), { query: pick(COLLECTIONS, asked.one) });
    case 'read':
      return readRequest(title, one, asked);
    case 'list':
      return listRequest(title, subject, asked, name);
    case 'subresource':
      return subresourceRequest(title, subject, asked, name);
    case 'odd':
      return oddRequest(title, { path: subject.path, one, name, body: named(body, name) }, asked);
  }
}

const COLLECTIONS: readonly Readonly<Record<string, string>>[] = [
  {},
  { labelSelector: 'app=web' },
  { labelSelector: 'a notin (b)' },
  { dryRun: 'All' },
  { fieldSelector: 'metadata.name=x' },
];

function nameOf({ clusterScoped }: Subject, { name }: Operation): string {
  return clusterScoped ? `{ns}-${name}` : name;
}

function queryOf({ dryRun, fieldValidation }: Operation): Readonly<Record<string, string>> {
  return { ...(dryRun ? { dryRun: 'All' } : {}), ...(fieldValidation === '' ? {} : { fieldValidation }) };
}

function bodyOf({ good, bodies }: Subject, { one, other, mutations, variant }: Operation): Body {
  const body = pick(variant % 3 === 0 ? bodies : good, one);
  const donor = pick(bodies, other);
  return mutations.reduce((last, mutation) => mutated(last, mutation, donor), body);
}

function identityOf({ good }: Subject): Body {
  const { apiVersion, kind } = good[0] ?? {};
  return { apiVersion, kind };
}

function versionOf({ variant, name }: Operation): object {
  if (variant % 4 === 0) return {};
  return { resourceVersion: variant % 4 === 1 ? '1' : `{{${name}:metadata.resourceVersion}}` };
}

function currentVersion({ name, variant }: Operation): object {
  const uid = variant % 5 === 0 ? '11111111-2222-4333-8444-555555555555' : `{{${name}:metadata.uid}}`;
  return { resourceVersion: `{{${name}:metadata.resourceVersion}}`, ...(variant % 2 === 0 ? { uid } : {}) };
}

const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: '22222222-3333-4444-8555-666666666666' };
const METADATA: readonly Body[] = [
  {},
  { labels: { app: 'web' } },
  { labels: { a: 'b', c: 'd' }, annotations: { note: 'x' } },
  { annotations: { 'example.com/a': '1' } },
  { labels: null },
  { finalizers: ['example.com/f'] },
  { finalizers: ['example.com/f', 'example.com/g'] },
  { finalizers: [] },
  { finalizers: null },
  { ownerReferences: [owner] },
  { ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }] },
  { ownerReferences: [owner, { ...owner, uid: '32222222-3333-4444-8555-666666666666', controller: true }] },
  { ownerReferences: [] },
  { labels: { 'bad key': 'x' } },
  { labels: { a: 'bad value' } },
  { finalizers: ['bad finalizer'] },
  { annotations: { 'x/y/z': '' } },
  { generation: 9, deletionTimestamp: '2020-01-01T00:00:00Z' },
  { managedFields: [] },
  { namespace: 'other' },
  { odd: 1 },
];

function newMetadata({ metadata }: Operation): Body {
  // Half of all requests leave the metadata alone.
  return metadata % 2 === 0 ? {} : pick(METADATA, metadata >> 1);
}

function deleteOptions({ variant, one, name }: Operation): Body | undefined {
  const choices: readonly (Body | undefined)[] = [
    undefined,
    { gracePeriodSeconds: 0 },
    { propagationPolicy: 'Background' },
    { propagationPolicy: 'Foreground' },
    { propagationPolicy: 'Orphan' },
    { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 5 },
    { preconditions: { uid: `{{${name}:metadata.uid}}` } },
    { preconditions: { resourceVersion: `{{${name}:metadata.resourceVersion}}` } },
    { preconditions: { resourceVersion: '1' } },
    { dryRun: ['All'] },
    { orphanDependents: one % 2 === 0 },
    { odd: 1 },
  ];
  return choices[variant % choices.length];
}

/** The object without its identity, as a patch. */
function changeOf(body: Body, asked: Operation): Body {
  const { kind: _kind, apiVersion: _version, metadata: _metadata, ...content } = partOf(body, asked);
  const metadata = newMetadata(asked);
  return Object.keys(metadata).length === 0 ? content : { ...content, metadata };
}

/** Often the whole object, sometimes without one of its fields. */
function partOf(body: Body, { variant, other }: Operation): Body {
  if (variant % 3 !== 1) return body;
  const places = placesOf(body);
  const path = places[other % Math.max(places.length, 1)];
  return path === undefined ? body : changed(body, path, undefined);
}

function operationsOf(body: Body, { one, other, variant }: Operation): readonly object[] {
  const places = placesOf(body).filter(([root]) => root !== 'metadata');
  const pointer = (index: number): string =>
    `/${(places[index % Math.max(places.length, 1)] ?? ['metadata']).join('/')}`;
  const value = (index: number): unknown => at(body, places[index % Math.max(places.length, 1)] ?? []);
  const choices: readonly (readonly object[])[] = [
    [{ op: 'replace', path: pointer(one), value: value(one) }],
    [{ op: 'add', path: pointer(one), value: value(other) }],
    [{ op: 'remove', path: pointer(one) }],
    [
      { op: 'test', path: pointer(one), value: value(one) },
      { op: 'add', path: '/metadata/labels', value: { a: 'b' } },
    ],
    [{ op: 'test', path: '/metadata/name', value: 'nobody' }],
    [{ op: 'add', path: '/metadata/labels/app', value: 'web' }],
    [{ op: 'add', path: '/metadata/finalizers/-', value: 'example.com/h' }],
    [{ op: 'add', path: '/metadata/annotations', value: { a: 'b' } }],
    [{ op: 'copy', from: pointer(one), path: pointer(other) }],
    [{ op: 'move', from: pointer(one), path: pointer(other) }],
    [{ op: 'remove', path: '/metadata/finalizers' }],
    [{ op: 'replace', path: '/metadata/resourceVersion', value: '1' }],
  ];
  return choices[variant % choices.length] ?? [];
}

function pick<T>(all: readonly T[], index: number): T {
  return all[index % all.length] as T;
}

/** The object under a name; undefined: under a generated one. */
function named(body: Body, name: string | undefined, more: object = {}): Body {
  const { name: _name, generateName: _prefix, ...metadata } = isRecord(body['metadata']) ? body['metadata'] : {};
  return { ...body, metadata: { ...metadata, ...(name === undefined ? { generateName: 'gen-' } : { name }), ...more } };
}
