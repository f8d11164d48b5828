import type { JsonObject } from '../objects/api-object.js';
import type { Reply } from '../requests/exchange.js';
import { parseAccept } from '../representation/representation.js';
import { actionsOf, verbsOf } from './actions.js';
import { groupsOf } from './group-order.js';
import type { ServedResource } from '../resources/served-resource.js';

/** The discovery of all groups in one document, for clients that accept it; undefined for others. */
export function aggregatedDiscovery(
  path: string,
  accept: string,
  resources: readonly ServedResource[],
): Reply | undefined {
  if (path !== '/api' && path !== '/apis') return undefined;
  const wanted = parseAccept(accept).find(
    ({ parameters }) => parameters.get('as') === 'APIGroupDiscoveryList' && parameters.get('v') === 'v2',
  );
  const version = wanted?.parameters.get('v');
  if (version === undefined) return undefined;
  const own = resources.filter(({ group }) => (group === '') === (path === '/api'));
  const groups = path === '/api' ? [''] : groupsOf(own);
  const document = {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map((group) => groupDiscovery(group, own)),
  };
  const contentType = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
  return { code: 200, body: JSON.stringify(document), contentType };
}

function groupDiscovery(group: string, all: readonly ServedResource[]): JsonObject {
  const own = all.filter((resource) => resource.group === group);
  const versions = [...new Set(own.map(({ version }) => version))];
  return {
    metadata: group === '' ? {} : { name: group },
    versions: versions.map((version) => ({
      version,
      freshness: 'Current',
      resources: own
        .filter((resource) => resource.version === version)
        .sort((one, other) => (one.builtIn && other.builtIn ? (one.plural < other.plural ? -1 : 1) : 0))
        .map(resourceDiscovery),
    })),
  };
}

function resourceDiscovery(resource: ServedResource): JsonObject {
  const { group, version, kind, plural, singular, namespaced, shortNames, categories } = resource;
  const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
  const verbs = ['get', 'patch', 'update'];
  const actions = actionsOf(resource).map(
    ({ name, kind: own, group: ofGroup = '', version: ofVersion = 'v1', verbs: can }) => ({
      subresource: name,
      responseKind: { group: ofGroup, version: ofVersion, kind: own },
      verbs: can,
    }),
  );
  const subresources = [
    ...actions,
    ...(resource.hasStatus ? [{ subresource: 'status', responseKind: { group, version, kind }, verbs }] : []),
    ...(resource.scale ? [{ subresource: 'scale', responseKind: scale, verbs }] : []),
  ];
  return {
    resource: plural,
    responseKind: { group, version, kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular ?? kind.toLowerCase(),
    verbs: verbsOf(resource),
    ...(shortNames?.length ? { shortNames } : {}),
    ...(categories?.length ? { categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  };
}
