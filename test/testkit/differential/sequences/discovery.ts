import { get, post, remove } from '../step.js';
import type { Sequence, Step } from '../step.js';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };

type Fields = Readonly<Record<string, unknown>>;

interface Definition {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly names?: Fields;
  readonly scope?: string;
  readonly versions: readonly Fields[];
}

function define({ group, plural, kind, names = {}, scope = 'Namespaced', versions }: Definition): Step[] {
  const served = versions.filter((version) => version['served'] !== false);
  return [
    post(`defines ${plural}`, definitions, {
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope,
        names: { plural, kind, ...names },
        versions: versions.map((version) => ({ served: true, storage: false, schema, ...version })),
      },
    }),
    ...served.map(({ name }) =>
      get(`${plural} are served in ${String(name)}`, `/apis/${group}/${String(name)}/${plural}`, {
        untilSuccess: true,
      }),
    ),
  ];
}

/** Discovery follows definitions a little later. */
const aMoment: readonly Step[] = Array.from({ length: 60 }, (_, index) =>
  get(`time passes ${index}`, '/api/v1/namespaces/{ns}'),
);

const GROUP = '{ns}.example.com';

const custom: Sequence = {
  name: 'discovery: custom resources',
  steps: [
    ...define({
      group: GROUP,
      plural: 'widgets',
      kind: 'Widget',
      names: { shortNames: ['wd', 'wid'], categories: ['all', 'mine'], singular: 'widget' },
      versions: [
        {
          name: 'v1',
          storage: true,
          subresources: {
            status: {},
            scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
          },
        },
        { name: 'v1beta1' },
        { name: 'v2alpha1', served: false },
        { name: 'v3', subresources: { status: {} } },
        { name: 'odd' },
      ],
    }),
    ...define({
      group: GROUP,
      plural: 'apples',
      kind: 'Apple',
      scope: 'Cluster',
      versions: [{ name: 'v1', storage: true }],
    }),
    ...define({
      group: GROUP,
      plural: 'pears',
      kind: 'Pear',
      names: { listKind: 'PearBasket' },
      versions: [{ name: 'v2', storage: true, served: false }, { name: 'v1beta2' }],
    }),
    ...aMoment,
    get('the group', `/apis/${GROUP}`),
    get('a version', `/apis/${GROUP}/v1`, { unordered: true }),
    get('a version of one kind', `/apis/${GROUP}/v3`),
    get('a version of another name', `/apis/${GROUP}/odd`),
    get('a version that is not the one stored', `/apis/${GROUP}/v1beta1`),
    get('a kind whose stored version is not served', `/apis/${GROUP}/v1beta2`),
    get('a version that is not served', `/apis/${GROUP}/v2alpha1`),
    get('a version as YAML', `/apis/${GROUP}/v3`, { headers: { accept: 'application/yaml' } }),
    get('a version as a Table', `/apis/${GROUP}/v3`, {
      headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
    }),
    post('a version that is posted to', `/apis/${GROUP}/v3`, {}),
    post('a group that is posted to', `/apis/${GROUP}`, {}),
    remove('is defined no more', `${definitions}/apples.${GROUP}`),
  ],
};

const BUILT_IN = [
  'admissionregistration.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'apiregistration.k8s.io/v1',
  'apps/v1',
  'authentication.k8s.io/v1',
  'authorization.k8s.io/v1',
  'autoscaling/v1',
  'autoscaling/v2',
  'batch/v1',
  'certificates.k8s.io/v1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
  'events.k8s.io/v1',
  'flowcontrol.apiserver.k8s.io/v1',
  'networking.k8s.io/v1',
  'node.k8s.io/v1',
  'policy/v1',
  'rbac.authorization.k8s.io/v1',
  'resource.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'storage.k8s.io/v1',
];

const accept = (type: string): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { accept: type },
});

const builtIn: Sequence = {
  name: 'discovery: built-in groups',
  steps: [
    get('core versions', '/api'),
    get('core', '/api/v1'),
    get('core in one document', '/api', accept(AGGREGATED)),
    get('core as a list of groups', '/api/v1', accept(AGGREGATED)),
    get('no version of core', '/api/v2'),
    get('core in an older document or none', '/api', accept(AGGREGATED.replace('v2', 'v2beta1'))),
    ...BUILT_IN.flatMap((name) => [
      get(name, `/apis/${name}`),
      get(`group of ${name}`, `/apis/${String(name.split('/')[0])}`),
    ]),
    get('a group in HTML', '/apis/apps', accept('text/html')),
    get('a version in HTML', '/apis/apps/v1', accept('text/html')),
    get('a version as one document', '/apis/apps/v1', accept(AGGREGATED)),
    post('a group that is posted to', '/apis/apps', {}),
    post('a version that is posted to', '/apis/apps/v1', {}),
    remove('core deleted', '/api'),
    get('no group', '/apis/nope.example.com'),
    get('no version', '/apis/apps/v9'),
  ],
};

const HEALTH = ['healthz', 'livez', 'readyz'];

const pages: Sequence = {
  name: 'discovery: pages of the server',
  steps: [
    ...HEALTH.flatMap((page) => [
      get(page, `/${page}`),
      get(`${page} at length`, `/${page}`, { query: { verbose: '' } }),
      get(`${page} without a check`, `/${page}`, { query: { verbose: 'true', exclude: 'etcd' } }),
      get(`${page} without a check that is none`, `/${page}`, { query: { verbose: '', exclude: 'nope' } }),
      get(`${page} in brief without a check`, `/${page}`, { query: { exclude: 'etcd' } }),
      get(`${page} of one check`, `/${page}/etcd`),
      get(`${page} of readiness`, `/${page}/informer-sync`),
      get(`${page} of a start`, `/${page}/poststarthook/crd-informer-synced`),
      get(`${page} of no start`, `/${page}/poststarthook/nope`),
      get(`${page} of nothing`, `/${page}/`),
      post(`${page} posted to`, `/${page}`, {}),
    ]),
    get('version in HTML', '/version', accept('text/html')),
    get('version as YAML', '/version', accept('application/yaml')),
    post('version posted to', '/version', {}),
    get('OpenAPI of nothing', '/openapi/v3/nope'),
    get('OpenAPI as YAML', '/openapi/v3/apis/apps/v1', accept('application/yaml')),
    get('older OpenAPI as XML', '/openapi/v2', accept('application/xml')),
    get('identity', '/.well-known/openid-configuration'),
    post('keys posted to', '/openid/v1/jwks', {}),
    get('status of the server', '/statusz'),
    remove('metrics', '/metrics'),
  ],
};

/** What the server says that it has. */
export const discoverySequences: readonly Sequence[] = [custom, builtIn, pages];
