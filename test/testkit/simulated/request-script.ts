/** One request of a script that runs on two servers. */
export interface Step {
  readonly title: string;
  readonly method: string;
  /** `{ns}` is the namespace, `{rv}` the resourceVersion that {@link Step.remember} kept, `{continue}` the last token. */
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  /** Default: whatever. */
  readonly accept?: string;
  /** Keep the version of this answer for `{rv}`. */
  readonly remember?: boolean;
}

const merge = 'application/merge-patch+json';
const json = 'application/json-patch+json';
const strategic = 'application/strategic-merge-patch+json';
const apply = 'application/apply-patch+yaml';
const partial = (as: string): string => `application/json;as=${as};v=v1;g=meta.k8s.io`;
const cms = '/api/v1/namespaces/{ns}/configmaps';
const deployments = '/apis/apps/v1/namespaces/{ns}/deployments';
const watchList = 'watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';

function get(title: string, path: string): Step {
  return { title, method: 'GET', path };
}

function post(title: string, path: string, body: unknown): Step {
  return { title, method: 'POST', path, body };
}

function put(title: string, path: string, body: unknown): Step {
  return { title, method: 'PUT', path, body };
}

function patch(title: string, path: string, [type, body]: readonly [string, unknown]): Step {
  return { title, method: 'PATCH', path, type, body };
}

function remove(title: string, path: string, body?: unknown): Step {
  return { title, method: 'DELETE', path, ...(body === undefined ? {} : { body }) };
}

const configMap = (name: string, data: Record<string, string> = {}, labels?: object): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: labels ? { name, labels } : { name },
  data,
});

const selector = { matchLabels: { app: 'web' } };
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };

/** What writing and refusing to write look like. */
export const writeScript: readonly Step[] = [
  post('creates', cms, configMap('a', { k: 'v' }, { app: 'x' })),
  post('refuses a taken name', cms, configMap('a')),
  post('refuses a version on create', cms, { metadata: { name: 'b', resourceVersion: '5' } }),
  post('refuses no name', cms, { metadata: {} }),
  post('refuses a bad name', cms, configMap('B_')),
  post('refuses another namespace', cms, { metadata: { name: 'c', namespace: 'default' } }),
  post('refuses a missing namespace', '/api/v1/namespaces/missing/configmaps', configMap('c')),
  post('refuses to create at a name', `${cms}/a`, configMap('a')),
  put('refuses an old version', `${cms}/a`, { metadata: { name: 'a', resourceVersion: '1' } }),
  put('refuses another name', `${cms}/a`, configMap('z')),
  put('refuses to update what is missing', `${cms}/zz`, configMap('zz')),
  put('updates without a version', `${cms}/a`, configMap('a', { k: 'w' }, { app: 'x' })),
  get('gets', `${cms}/a`),
  get('gets what is missing', `${cms}/none`),
  patch('merges', `${cms}/a`, [merge, { data: { k: null, l: '1' } }]),
  patch('refuses plain JSON as a patch', `${cms}/a`, ['application/json', { data: {} }]),
  patch('refuses a patch of what is missing', `${cms}/none`, [merge, {}]),
  patch('applies operations', `${cms}/a`, [json, [{ op: 'add', path: '/data/m', value: '2' }]]),
  patch('refuses a failed test', `${cms}/a`, [json, [{ op: 'test', path: '/data/m', value: '9' }]]),
  patch('refuses to remove nothing', `${cms}/a`, [json, [{ op: 'remove', path: '/data/none' }]]),
  patch('refuses a patch that is no list', `${cms}/a`, [json, { op: 'add' }]),
  patch('applies what is missing', `${cms}/applied?fieldManager=one`, [
    apply,
    configMap('applied', { a: '1', b: '1' }),
  ]),
  patch('refuses an apply without a manager', `${cms}/applied`, [apply, configMap('applied')]),
  patch('conflicts over an applied field', `${cms}/applied?fieldManager=two`, [
    apply,
    configMap('applied', { a: '2' }),
  ]),
  patch('takes a field by force', `${cms}/applied?fieldManager=two&force=true`, [
    apply,
    configMap('applied', { a: '2' }),
  ]),
  patch('drops what is no longer applied', `${cms}/applied?fieldManager=one`, [
    apply,
    configMap('applied', { c: '3' }),
  ]),
  post('creates a deployment without its status', deployments, {
    metadata: { name: 'web' },
    spec: { replicas: 1, selector, template, strategy: { type: 'Recreate' } },
    status: { replicas: 9 },
  }),
  patch('counts a generation', `${deployments}/web`, [merge, { spec: { replicas: 2 } }]),
  patch('counts none for a label', `${deployments}/web`, [merge, { metadata: { labels: { x: 'y' } } }]),
  patch('counts none for the status', `${deployments}/web/status`, [
    merge,
    { spec: { replicas: 7 }, status: { replicas: 2 } },
  ]),
  patch('merges lists by key', `${deployments}/web`, [
    strategic,
    {
      spec: {
        template: {
          spec: {
            containers: [
              { name: 'd', image: 'j' },
              { name: 'c', image: 'k' },
            ],
          },
        },
      },
    },
  ]),
  get('has a scale', `${deployments}/web/scale`),
  remove('refuses a deletion of another uid', `${cms}/a`, { preconditions: { uid: 'other' } }),
  remove('refuses a deletion of another version', `${cms}/a`, { preconditions: { resourceVersion: '1' } }),
  post('pretends to create', `${cms}?dryRun=All`, configMap('dry')),
  remove('pretends to delete', `${cms}/a?dryRun=All`),
  remove('deletes', `${cms}/a`),
  remove('finds nothing to delete', `${cms}/a`),
  post('creates with a finalizer', cms, { metadata: { name: 'held', finalizers: ['example.com/hold'] } }),
  remove('marks what is held', `${cms}/held`),
  remove('marks it once', `${cms}/held`),
  patch('lets it go', `${cms}/held`, [merge, { metadata: { finalizers: null } }]),
  get('has let it go', `${cms}/held`),
  remove('refuses to delete over all namespaces', '/api/v1/configmaps'),
  remove('deletes a collection', `${cms}?labelSelector=none%3Dnone`),
];

/** What lists and watches look like. */
export const readScript: readonly Step[] = [
  { ...get('lists nothing', cms), remember: true },
  post('creates one', cms, configMap('a', {}, { app: 'x' })),
  post('creates two', cms, configMap('b', {}, { app: 'y' })),
  post('creates three', cms, configMap('c', {}, { app: 'x' })),
  get('lists', cms),
  get('lists the selected', `${cms}?labelSelector=app%3Dx,app%20notin%20(y)`),
  get('lists by name', `${cms}?fieldSelector=metadata.name%3Db`),
  get('lists a page', `${cms}?limit=2`),
  get('lists the next page', `${cms}?limit=2&continue={continue}`),
  get('lists a page of the selected', `${cms}?limit=1&labelSelector=app%3Dx`),
  get('refuses a version with a token', `${cms}?limit=1&resourceVersion=5&continue={continue}`),
  get('ignores the limit at version 0', `${cms}?limit=1&resourceVersion=0`),
  get('lists an exact version', `${cms}?resourceVersion={rv}&resourceVersionMatch=Exact`),
  get('lists the very version with a limit', `${cms}?resourceVersion={rv}&limit=5`),
  get('lists nothing older', `${cms}?resourceVersion={rv}&resourceVersionMatch=NotOlderThan`),
  get('refuses a version in words', `${cms}?resourceVersion=abc`),
  get('refuses a limit in words', `${cms}?limit=abc`),
  get('refuses a strange token', `${cms}?continue=xx`),
  get('refuses an unknown field', `${cms}?fieldSelector=spec.foo%3D1`),
  get('refuses a strange selector', `${cms}?labelSelector=a%20b`),
  get('refuses a match without a version', `${cms}?resourceVersionMatch=Exact`),
  get('refuses exactly any', `${cms}?resourceVersion=0&resourceVersionMatch=Exact`),
  get('refuses an unknown match', `${cms}?resourceVersion=1&resourceVersionMatch=Newest`),
  get('refuses initial events of a list', `${cms}?sendInitialEvents=true`),
  get('knows no such resource', '/api/v1/foos'),
  get('knows no such group', '/apis/none.example.com/v1/foos'),
  get('knows no such page', '/none'),
  get('answers future versions late', `${cms}?resourceVersion=99999999999`),
  get('watches from a version', `${cms}?watch=1&timeoutSeconds=1&resourceVersion={rv}`),
  get('watches the selected', `${cms}?watch=1&timeoutSeconds=1&resourceVersion={rv}&labelSelector=app%3Dx`),
  get('watches with the state first', `${cms}?watch=1&timeoutSeconds=1`),
  get('watches a future version in silence', `${cms}?watch=1&timeoutSeconds=1&resourceVersion=99999999999`),
  get('streams a list', `${cms}?${watchList}&allowWatchBookmarks=true`),
  get('streams a list without a bookmark', `${cms}?${watchList}`),
  get('refuses initial events without a match', `${cms}?watch=1&sendInitialEvents=true`),
  get('refuses a match without initial events', `${cms}?watch=1&resourceVersionMatch=NotOlderThan`),
  get('refuses initial events exactly', `${cms}?watch=1&sendInitialEvents=true&resourceVersionMatch=Exact`),
  get('refuses to watch a version in words', `${cms}?watch=1&resourceVersion=abc`),
  { ...get('lists metadata alone', cms), accept: partial('PartialObjectMetadataList') },
  { ...get('watches metadata alone', `${cms}?watch=1&timeoutSeconds=1`), accept: partial('PartialObjectMetadata') },
  { ...get('gets metadata alone', `${cms}/a`), accept: partial('PartialObjectMetadata') },
  { ...get('refuses what it cannot write', cms), accept: 'application/nonsense' },
  patch('moves one out of the selected', `${cms}/a`, [merge, { metadata: { labels: { app: 'y' } } }]),
  patch('moves one into the selected', `${cms}/b`, [merge, { metadata: { labels: { app: 'x' } } }]),
  remove('deletes one', `${cms}/c`),
  get('shows who came and went', `${cms}?watch=1&timeoutSeconds=1&resourceVersion={rv}&labelSelector=app%3Dx`),
];

/** The same for custom resources of the group `{group}`. */
export function customScript(group: string): readonly Step[] {
  const widgets = `/apis/${group}/v1/namespaces/{ns}/widgets`;
  const type = { apiVersion: `${group}/v1`, kind: 'Widget' };
  return [
    post('creates a widget', widgets, {
      ...type,
      metadata: { name: 'a' },
      spec: { color: 'red', replicas: 1 },
      status: { replicas: 1 },
    }),
    get('lists widgets', widgets),
    get('lists red widgets', `${widgets}?fieldSelector=spec.color%3Dred`),
    get('refuses a field that none selects by', `${widgets}?fieldSelector=spec.replicas%3D1`),
    patch('refuses a strategic patch', `${widgets}/a`, [strategic, {}]),
    patch('patches the status alone', `${widgets}/a/status`, [
      merge,
      { spec: { color: 'blue' }, status: { replicas: 2 } },
    ]),
    patch('patches the spec alone', `${widgets}/a`, [merge, { spec: { color: 'blue' }, status: { replicas: 3 } }]),
    get('converts to the older version', `/apis/${group}/v1beta1/namespaces/{ns}/widgets/a`),
    get('scales', `${widgets}/a/scale`),
    patch('is scaled', `${widgets}/a/scale`, [merge, { spec: { replicas: 4 } }]),
    get('was scaled', `${widgets}/a`),
    get('streams widgets', `${widgets}?${watchList}&allowWatchBookmarks=true`),
    get('knows no gadgets', `/apis/${group}/v1/namespaces/{ns}/gadgets`),
    { ...get('lists metadata of widgets', widgets), accept: partial('PartialObjectMetadataList') },
    remove('deletes a widget', `${widgets}/a`),
  ];
}
