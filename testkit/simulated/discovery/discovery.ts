import { lookupTable } from '../objects/lookup-table.js';
import { createHash } from 'node:crypto';
import { aggregatedDiscovery } from './aggregated-discovery.js';
import type { JsonObject } from '../objects/api-object.js';
import type { Cluster } from '../cluster/cluster.js';
import type { Reply } from '../requests/exchange.js';
import { ApiStatusError, failure } from '../objects/api-status.js';
import { PROTOBUF } from '../representation/protobuf-body.js';
import { parseAccept } from '../representation/representation.js';
import { formatYaml } from '../representation/yaml.js';
import { routeOpenApi } from './openapi.js';
import type { OpenRecord } from '../requests/request-log.js';
import { actionsOf } from './actions.js';
import { groupsOf, versionsOf } from './group-order.js';
import { healthPage } from './health-pages.js';
import { resourcesOf, verbsOf } from './listed-resources.js';
import type { ServedResource } from '../resources/served-resource.js';

/** The version that the simulated server says it is. */
const simulatedVersion = {
  major: '1',
  minor: '36',
  emulationMajor: '1',
  emulationMinor: '36',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '35',
  gitVersion: 'v1.36.0-simulated',
} as const;

/** Answers what is about no resource; undefined where there is no such page. */
export function routeDiscovery(cluster: Cluster, request: OpenRecord): Reply | undefined {
  const health = healthPage(request);
  if (health !== undefined) return health;
  const path = request.path.replace(/\/+$/, '');
  const resources = cluster.registry.all();
  if (path.startsWith('/openapi/')) return routeOpenApi(request, resources);
  const accept = request.headers['accept'] ?? '';
  const aggregated = aggregatedDiscovery(path, accept, resources);
  if (aggregated) return aggregated;
  const document = discoveryDocument(path, resources, request.headers['host'] ?? '');
  if (document === undefined) return undefined;
  if (path === '/version') return versionPage(document, accept);
  return inAcceptedFormat(document, accept, path);
}

/** The version is written as JSON alone. */
function versionPage(document: JsonObject, accept: string): Reply {
  const isRead = parseAccept(accept).some(({ type }) =>
    ['', '*/*', 'application/*', 'application/json'].includes(type),
  );
  if (!isRead) throw new ApiStatusError(unreadable(['application/json']));
  return { code: 200, body: JSON.stringify(document) };
}

const READABLE: ReadonlySet<string> = new Set(['', '*/*', 'application/*', 'application/json', 'application/yaml']);

/** 406 for a client that reads none of these types. */
export function unreadable(types: readonly string[]): ReturnType<typeof failure> {
  const message = `406: Not Acceptable\n\nAvailable representations: ${types.join(', ')}`;
  return failure(406, { message, details: {} });
}

/** JSON or YAML, whatever the client reads first; it may not ask for another kind of document. */
function inAcceptedFormat(document: JsonObject, accept: string, path: string): Reply {
  const wanted = parseAccept(accept).find(
    ({ type, parameters }) => (READABLE.has(type) || type === PROTOBUF) && !parameters.has('as'),
  );
  if (wanted === undefined) {
    const types = ['application/json', 'application/yaml', PROTOBUF];
    const asksForKind = parseAccept(accept).some(({ type, parameters }) => READABLE.has(type) && parameters.has('as'));
    const isVersion = !asksForKind && /^\/(api\/[^/]+|apis\/[^/]+\/[^/]+)$/.test(path);
    // Kinds of one version are listed by another layer of the server, with other words.
    if (isVersion) throw new ApiStatusError(unreadable(types));
    const message = `only the following media types are accepted: ${types.join(', ')}`;
    throw new ApiStatusError(failure(406, { message }));
  }
  if (wanted.type !== 'application/yaml') return { code: 200, body: JSON.stringify(document) };
  return { code: 200, body: formatYaml(document), contentType: 'application/yaml' };
}

function discoveryDocument(
  path: string,
  resources: readonly ServedResource[],
  serverAddress: string,
): JsonObject | undefined {
  switch (path) {
    case '/version':
      return {
        ...simulatedVersion,
        gitCommit: '',
        gitTreeState: '',
        buildDate: '',
        goVersion: '',
        compiler: '',
        platform: '',
      };
    case '/api':
      return {
        kind: 'APIVersions',
        versions: ['v1'],
        serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
      };
    case '/apis':
      return {
        kind: 'APIGroupList',
        apiVersion: 'v1',
        groups: groupsOf(resources).map((group) => apiGroup(group, resources)),
      };
    default:
      return groupDocument(path, resources);
  }
}

function groupDocument(path: string, resources: readonly ServedResource[]): JsonObject | undefined {
  const [root, group = '', version] = path.slice(1).split('/');
  if (root === 'api') return resourceList(resources, '', group);
  if (root !== 'apis') return undefined;
  if (version !== undefined) return resourceList(resources, group, version);
  if (!groupsOf(resources).includes(group)) return undefined;
  return { kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(group, resources) };
}

function apiGroup(group: string, resources: readonly ServedResource[]): JsonObject {
  const versions = versionsOf(group, resources).map((version) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions, preferredVersion: versions[0] };
}

function resourceList(resources: readonly ServedResource[], group: string, version: string): JsonObject | undefined {
  const own = resourcesOf(resources, group, version);
  if (own.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    // The oldest group is listed as it always was.
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: sortedByName(
      own.flatMap((resource) => [apiResource(resource), ...subresourcesOf(resource)]),
      own.every(({ builtIn }) => builtIn),
    ),
  };
}

/** Resources of the server are listed by the alphabet, custom ones as they were defined. */
function sortedByName(resources: JsonObject[], isBuiltIn: boolean): JsonObject[] {
  if (!isBuiltIn) return resources;
  return resources.sort((one, other) => (String(one['name']) < String(other['name']) ? -1 : 1));
}

/** In which version kinds are stored that are served in another; by `group/Kind`. */
const STORED_AS = lookupTable<string>({
  'events.k8s.io/Event': '/v1/Event',
  'autoscaling/HorizontalPodAutoscaler': 'autoscaling/v2/HorizontalPodAutoscaler',
  'apiextensions.k8s.io/CustomResourceDefinition': 'apiextensions.k8s.io/v1beta1/CustomResourceDefinition',
  'admissionregistration.k8s.io/MutatingAdmissionPolicy':
    'admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicy',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding':
    'admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicyBinding',
});

/** By what clients see that a kind is stored in another form; none for what is not stored. */
function storageHash({ builtIn, verbs: own, group, version, storageVersion, kind }: ServedResource): JsonObject {
  const storedIn = builtIn ? version : storageVersion;
  if (storedIn === undefined || own !== undefined) return {};
  const stored = (builtIn ? STORED_AS[`${group}/${kind}`] : undefined) ?? `${group}/${storedIn}/${kind}`;
  return { storageVersionHash: createHash('sha256').update(stored).digest().subarray(0, 8).toString('base64') };
}

function apiResource(resource: ServedResource): JsonObject {
  const { plural, singular, kind, namespaced, shortNames, categories } = resource;
  return {
    name: plural,
    singularName: singular ?? kind.toLowerCase(),
    namespaced,
    kind,
    verbs: verbsOf(resource),
    ...(shortNames?.length ? { shortNames } : {}),
    ...(categories?.length ? { categories } : {}),
    ...storageHash(resource),
  };
}

function subresourcesOf(resource: ServedResource): JsonObject[] {
  const { plural, kind, namespaced } = resource;
  const common = { singularName: '', namespaced, verbs: ['get', 'patch', 'update'] };
  const actions = actionsOf(resource).map(({ name, verbs: own, ...shown }) => ({
    name: `${plural}/${name}`,
    singularName: '',
    namespaced,
    ...shown,
    verbs: own,
  }));
  const status = resource.hasStatus ? [{ name: `${plural}/status`, ...common, kind }] : [];
  if (!resource.scale) return [...actions, ...status];
  return [
    ...actions,
    ...status,
    { name: `${plural}/scale`, ...common, group: 'autoscaling', version: 'v1', kind: 'Scale' },
  ];
}
