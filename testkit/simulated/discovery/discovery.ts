import { aggregatedDiscovery } from './aggregated-discovery.js';
import type { JsonObject } from '../objects/api-object.js';
import type { Cluster } from '../cluster/cluster.js';
import type { Reply } from '../requests/exchange.js';
import { routeOpenApi } from './openapi.js';
import type { OpenRecord } from '../requests/request-log.js';
import { actionsOf } from './actions.js';
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

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const;

/** Answers what is about no resource; undefined where there is no such page. */
export function routeDiscovery(cluster: Cluster, request: OpenRecord): Reply | undefined {
  const path = request.path.replace(/\/+$/, '');
  if (/^\/(healthz|readyz|livez)(\/.*)?$/.test(path))
    return { code: 200, body: 'ok', contentType: 'text/plain; charset=utf-8' };
  const resources = cluster.registry.all();
  if (path.startsWith('/openapi/')) return routeOpenApi(request, resources);
  const aggregated = aggregatedDiscovery(path, request.headers['accept'] ?? '', resources);
  if (aggregated) return aggregated;
  const document = discoveryDocument(path, resources);
  return document && { code: 200, body: JSON.stringify(document) };
}

function discoveryDocument(path: string, resources: readonly ServedResource[]): JsonObject | undefined {
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
      return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
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

function groupsOf(resources: readonly ServedResource[]): string[] {
  return [...new Set(resources.map(({ group }) => group))].filter((group) => group !== '');
}

function apiGroup(group: string, resources: readonly ServedResource[]): JsonObject {
  const names = [...new Set(resources.filter((resource) => resource.group === group).map(({ version }) => version))];
  const versions = names.map((version) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions, preferredVersion: versions[0] };
}

function resourceList(resources: readonly ServedResource[], group: string, version: string): JsonObject | undefined {
  const own = resources.filter((resource) => resource.group === group && resource.version === version);
  if (own.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: own.flatMap((resource) => [apiResource(resource), ...subresourcesOf(resource)]),
  };
}

function apiResource(resource: ServedResource): JsonObject {
  const { plural, singular, kind, namespaced, shortNames, categories } = resource;
  return {
    name: plural,
    singularName: singular ?? kind.toLowerCase(),
    namespaced,
    kind,
    verbs: resource.verbs ?? verbs,
    ...(shortNames?.length ? { shortNames } : {}),
    ...(categories?.length ? { categories } : {}),
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
