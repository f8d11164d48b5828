import { APPLY, JSON_PATCH, MERGE, STRATEGIC } from './write-sequences.js';

/** One write, compared with a real API server to the letter. */
export interface WriteStep {
  readonly method: string;
  /** `{ns}` is the namespace of the script. */
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
}

const CMS = '/api/v1/namespaces/{ns}/configmaps';
const PODS = '/api/v1/namespaces/{ns}/pods';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/{ns}/leases';
const long = 'a'.repeat(129);

const send =
  (method: string, type?: string) =>
  (path: string, body?: unknown): WriteStep => ({
    method,
    path,
    ...(body === undefined ? {} : { body }),
    ...(type === undefined ? {} : { type }),
  });
const post = send('POST');
const put = send('PUT');
const remove = send('DELETE');
const merge = send('PATCH', MERGE);
const json = send('PATCH', JSON_PATCH);
const strategic = send('PATCH', STRATEGIC);
const apply = send('PATCH', APPLY);

const named = (name: string, metadata: object = {}, data?: unknown): object => ({
  metadata: { name, ...metadata },
  ...(data === undefined ? {} : { data }),
});
const config = (name: string, data?: unknown, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  ...named(name, metadata, data),
});
const pod = (name: string, metadata: object, spec: object): object => ({
  metadata: { name, ...metadata },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});
const owner = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  name,
  uid: name,
  ...more,
});

/** Identity, preconditions, metadata and options of creates and updates. */
export const identityScript: readonly WriteStep[] = [
  post(CMS, named('a', {}, { x: '1' })),
  put(`${CMS}/a`, named('a', { uid: 'zzz' }, { x: '2' })),
  put(`${CMS}/a`, named('a', { resourceVersion: '1' })),
  put(`${CMS}/a`, named('a', { resourceVersion: 'abc' })),
  put(`${CMS}/a`, { metadata: {} }),
  put(`${CMS}/a`, named('b')),
  put(`${CMS}/a`, named('a', { namespace: 'other' })),
  put(`${CMS}/nope`, named('nope')),
  put(`${CMS}/a`, { kind: 'Secret', apiVersion: 'v1', ...named('a') }),
  put(`${CMS}/a`, { kind: 'ConfigMap', apiVersion: 'v2', ...named('a') }),
  put(`${CMS}/a`, { kind: 'ConfigMap', apiVersion: 'apps/v1', ...named('a') }),
  post(CMS, [1]),
  post(CMS, ''),
  post(CMS, named('b', { labels: { 'a b': 'x' }, annotations: { 'X Y': '1' }, finalizers: ['foo', 'x y/z'] })),
  post(CMS, named('b', { labels: { ok: '-bad' } })),
  put(`${CMS}/a`, named('a', { labels: { 'a b': 'x' }, finalizers: ['x y/z'] })),
  post(CMS, named('b', { ownerReferences: [owner('a', { controller: true }), owner('b', { controller: true })] })),
  post(CMS, named('b', { ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }] })),
  post(CMS, named('b', { ownerReferences: [owner('a', { kind: 'Event' })] })),
  post(CMS, named('twice', { ownerReferences: [owner('a'), owner('a')] })),
  post(CMS, named('b', { annotations: { a: 'x'.repeat(262_145) } })),
  post(`${CMS}?dryRun=Some`, named('dry')),
  post(`${CMS}?dryRun=All`, named('dry')),
  post(`${CMS}?fieldManager=${long}`, named('dry')),
  post(`${CMS}?fieldManager=a%07b`, named('dry')),
  put(`${CMS}/a?dryRun=All`, named('a', {}, { x: '9' })),
  merge(`${CMS}/a?dryRun=x&fieldManager=${long}&force=true&fieldValidation=foo`, {}),
  post(CMS, { metadata: {} }),
  post(CMS, named('c', { resourceVersion: '3' })),
  post(CMS, named('a')),
  post(CMS, named('c', { namespace: 'other' })),
  post(CMS, named('c', { generation: 5, selfLink: 'x', uid: 'x', deletionTimestamp: '2020-01-01T00:00:00Z' })),
  merge(`${CMS}/c`, { metadata: { generation: 7, creationTimestamp: '2020-01-01T00:00:00Z' } }),
  merge(`${CMS}/c`, { metadata: { deletionTimestamp: '2020-01-01T00:00:00Z' } }),
  merge(`${CMS}/c`, { metadata: { uid: 'q' } }),
  merge(`${CMS}/c`, { metadata: { name: 'q' } }),
  merge(`${CMS}/c`, { metadata: { name: null } }),
  merge(`${CMS}/c`, { metadata: { namespace: 'q' } }),
  merge(`${CMS}/c`, { metadata: { resourceVersion: '3' } }),
  merge(`${CMS}/c`, { metadata: { generateName: 'z-' } }),
  put(`${LEASES}/l`, { ...named('l'), spec: {} }),
  put(`${LEASES}/l`, { ...named('l'), spec: {} }),
  put(`${LEASES}/m`, { ...named('m', { uid: 'abc' }), spec: {} }),
  put(`${LEASES}/n`, { ...named('n', { resourceVersion: '44' }), spec: {} }),
  post(`${CMS}/a`, {}),
  put(CMS, {}),
  merge(CMS, {}),
  post('/api/v1/namespaces/nope/configmaps', named('a')),
  post('/api/v1/namespaces', named('a.b')),
  post('/apis/rbac.authorization.k8s.io/v1/namespaces/{ns}/roles', { ...named('a/b'), rules: [] }),
];

/** What deleting does, and what holds objects. */
export const deletionScript: readonly WriteStep[] = [
  post(CMS, named('a')),
  remove(`${CMS}/a?dryRun=Some`),
  remove(`${CMS}/a?dryRun=All`),
  remove(`${CMS}/a`, { dryRun: ['no'] }),
  remove(`${CMS}/a`, { preconditions: { uid: 'x' } }),
  remove(`${CMS}/a`, { preconditions: { resourceVersion: '1' } }),
  remove(`${CMS}/a`, { propagationPolicy: 'Foreground', orphanDependents: true }),
  remove(`${CMS}/a`, { propagationPolicy: 'Foo' }),
  remove(`${CMS}/a`, { kind: 'Foo', apiVersion: 'v1' }),
  remove(`${CMS}/a`, [1]),
  remove(`${CMS}/a?propagationPolicy=Foreground`),
  remove(`${CMS}/a?propagationPolicy=Orphan`),
  remove(`${CMS}/a?propagationPolicy=Background`),
  remove(`${CMS}/a`),
  post(CMS, named('b', { finalizers: ['x.io/a'] })),
  remove(`${CMS}/b`, { orphanDependents: false }),
  remove(`${CMS}/b`, { orphanDependents: true }),
  post(CMS, named('b')),
  merge(`${CMS}/b`, { metadata: { finalizers: ['x.io/a', 'x.io/b'] } }),
  merge(`${CMS}/b`, { metadata: { deletionTimestamp: null } }),
  merge(`${CMS}/b`, { metadata: { deletionGracePeriodSeconds: 5 } }),
  merge(`${CMS}/b?dryRun=All`, { metadata: { finalizers: null } }),
  merge(`${CMS}/b`, { metadata: { finalizers: null } }),
  merge(`${CMS}/b`, { metadata: { labels: {} } }),
  post(PODS, pod('a', {}, {})),
  remove(`${PODS}/a`),
  post(PODS, pod('b', {}, { nodeName: 'n' })),
  remove(`${PODS}/b`),
  remove(`${PODS}/b`),
  remove(`${PODS}/b?gracePeriodSeconds=5`),
  remove(`${PODS}/b?gracePeriodSeconds=50`),
  remove(`${PODS}/b?gracePeriodSeconds=0`),
  remove(`${PODS}/b`),
  post(PODS, pod('c', { finalizers: ['x.io/a'] }, { nodeName: 'n' })),
  remove(`${PODS}/c?gracePeriodSeconds=-5`),
  remove(`${PODS}/c?gracePeriodSeconds=0`),
  merge(`${PODS}/c`, { metadata: { finalizers: null } }),
  post(CMS, named('x', { labels: { a: 'b' } })),
  post(CMS, named('y')),
  remove(`${CMS}?labelSelector=a%3Db&dryRun=All`),
  remove(`${CMS}?labelSelector=a%3Db`),
  remove(CMS),
  remove('/api/v1/namespaces/default'),
  remove('/api/v1/namespaces/{ns}'),
  post(CMS, named('late')),
  apply(`${CMS}/late?fieldManager=a`, config('late')),
];

/** Patches of every type. */
export const patchScript: readonly WriteStep[] = [
  post(CMS, named('a', {}, { x: '1', y: '2' })),
  ...(
    [
      [{ op: 'test', path: '/metadata/finalizers', value: null }],
      [{ op: 'test', path: '/metadata/finalizers' }],
      [{ op: 'test', path: '/foo/bar', value: null }],
      [{ op: 'test', path: '/data/x', value: null }],
      [{ op: 'test', path: '/data/x', value: '9' }],
      [{ op: 'replace', path: '/data/q', value: '9' }],
      [{ op: 'replace', path: '/foo/q', value: '9' }],
      [{ op: 'remove', path: '/data/q' }],
      [{ op: 'remove', path: '/data/q' }],
      [{ op: 'add', path: '/foo/q', value: 1 }],
      [
        { op: 'add', path: '/metadata/finalizers', value: [] },
        { op: 'add', path: '/metadata/finalizers/-', value: 'x.io/a' },
      ],
      [{ op: 'add', path: '/metadata/finalizers/0', value: 'x.io/b' }],
      [{ op: 'add', path: '/metadata/finalizers/-1', value: 'x.io/c' }],
      [{ op: 'add', path: '/metadata/finalizers/9', value: 'x.io/d' }],
      [{ op: 'add', path: '/metadata/finalizers/x', value: 'x.io/d' }],
      [{ op: 'remove', path: '/metadata/finalizers/9' }],
      [{ op: 'remove', path: '/metadata/finalizers/-1' }],
      [{ op: 'test', path: '/metadata/finalizers/9', value: null }],
      [{ op: 'move', from: '/data/x', path: '/data/z' }],
      [{ op: 'move', from: '/data/nope', path: '/data/z' }],
      [{ op: 'copy', from: '/data/z', path: '/data/x' }],
      [{ op: 'copy', from: '/data/nope', path: '/data/w' }],
      [{ op: 'move', path: '/data/z' }],
      [{ op: 'foo', path: '/data/z' }],
      [{ path: '/data/z' }],
      [{ op: 'add', value: 1 }],
      [{ op: 'add', path: 'data', value: 1 }],
      [{ op: 'add', path: '/data/v' }],
      { op: 'add' },
      [{ op: 'replace', path: '', value: {} }],
      [{ op: 'remove', path: '' }],
      [null],
      Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/data/none', value: null })),
      [
        { op: 'add', path: '/metadata/annotations', value: {} },
        { op: 'add', path: '/metadata/annotations/a~1b', value: '1' },
      ],
      [{ op: 'replace', path: '/metadata/name', value: 'z' }],
    ] as const
  ).map((patch) => json(`${CMS}/a`, patch)),
  merge(`${CMS}/a`, [1]),
  merge(`${CMS}/a`, 'null'),
  merge(`${CMS}/a`, ''),
  merge(`${CMS}/nope`, {}),
  strategic(`${CMS}/a`, [1]),
  strategic(`${CMS}/a`, { $patch: 'foo' }),
  strategic(`${CMS}/a`, { metadata: { '$deleteFromPrimitiveList/finalizers': ['x.io/b'], finalizers: ['x.io/3'] } }),
  strategic(`${CMS}/a`, { metadata: { '$setElementOrder/finalizers': ['x.io/3', 'x.io/a'] } }),
  strategic(`${CMS}/a`, { data: { $patch: 'replace', only: '1' } }),
  strategic(`${CMS}/a`, { data: { $patch: 'delete' } }),
  strategic(`${CMS}/a`, { data: { $patch: 'replace', only: '1' } }),
  send('PATCH', 'application/json')(`${CMS}/a`, {}),
  send('POST', 'text/foo')(CMS, 'x'),
  send('DELETE', 'text/foo')(`${CMS}/a`, 'x'),
  send('POST', 'application/yaml')(CMS, 'metadata:\n  name: yam\ndata:\n  a: "1"\n'),
];

const by = (manager: string, more = ''): string => `${CMS}/s?fieldManager=${manager}${more}`;

/** Server-side apply. */
export const applyScript: readonly WriteStep[] = [
  apply(`${CMS}/s`, config('s', { a: '1' })),
  apply(by(long), config('s', { a: '1' })),
  apply(by('one'), config('s', { a: '1' }, { uid: 'abc' })),
  apply(by('one'), config('s', { a: '1' }, { resourceVersion: '3' })),
  apply(by('one'), config('s', { a: '1' })),
  apply(by('one'), named('s')),
  apply(by('one'), { kind: 'ConfigMap', ...named('s') }),
  apply(by('one'), { ...config('s'), kind: 'Secret' }),
  apply(by('one'), { ...config('s'), apiVersion: 'v2' }),
  apply(by('one'), { apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } }),
  apply(by('one'), config('q')),
  apply(by('one'), config('s', {}, { namespace: 'other' })),
  apply(by('one'), { ...config('s'), foo: 1 }),
  apply(by('one'), config('s', {}, { foo: {} })),
  apply(by('one'), config('s', { a: 1 })),
  apply(by('one'), config('s', 'x')),
  apply(by('one'), config('s', {}, { managedFields: [] })),
  apply(by('one'), config('s', { a: '1' }, { resourceVersion: '3' })),
  apply(by('one'), config('s', { a: '1' }, { uid: 'abc' })),
  apply(by('one'), config('s', {}, { finalizers: ['x.io/a', 'x.io/a'] })),
  apply(by('two'), config('s', { a: '2' })),
  merge(by('upd'), { data: { b: '1', c: '1' } }),
  apply(by('two'), config('s', { b: '3', c: '4' })),
  apply(by('two'), config('s', { a: null })),
  apply(by('three'), config('s', { a: '1' })),
  apply(by('two', '&force=true'), config('s', { a: '2', b: '2' })),
  apply(by('two'), config('s', { b: '2' })),
  apply(by('two'), [1]),
  merge(by('upd'), { metadata: { managedFields: [{}] } }),
  apply(by('four'), config('s', { c: '9' })),
  apply(by('four', '&force=true'), config('s', { c: '9' })),
  apply(`${CMS}/s/status?fieldManager=one`, config('s')),
];
