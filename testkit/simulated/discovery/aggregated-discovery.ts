import type { JsonObject } from '../objects/api-object.js';
import type { Reply } from '../requests/exchange.js';
import { parseAccept } from '../representation/representation.js';
import { actionsOf } from './actions.js';
import { groupsByName, versionsOf } from './group-order.js';
import { resourcesOf, verbsOf } from './listed-resources.js';
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
  const groups = path === '/api' ? [''] : groupsByName(own);
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
  return {
    metadata: group === '' ? {} : { name: group },
    versions: versionsOf(group, all).map((version) => ({
      version,
      freshness: 'Current',
      resources: [...resourcesOf(all, group, version)]
        .sort((one, other) => (one.plural < other.plural ? -1 : 1))
        .map(resourceDiscovery),
    })),
  };
}

function resourceDiscovery(resource: ServedResource): JsonObject {
  const { kind, plural, singular, namespaced, shortNames, categories } = resource;
  const subresources = subresourcesOf(resource);
  return {
    resource: plural,
    responseKind: kindOf(resource, kind),
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular ?? kind.toLowerCase(),
    verbs: verbsOf(resource),
    ...(shortNames?.length ? { shortNames } : {}),
    ...(categories?.length ? { categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  };
}

/** Built-in groups leave out what is that of the document around it. */
function kindOf({ builtIn, group, version }: ServedResource, kind: string): JsonObject {
  return builtIn ? { group: '', version: '', kind } : { group, version, kind };
}

interface Subresource extends JsonObject {
  readonly subresource: string;
}

function subresourcesOf(resource: ServedResource): readonly Subresource[] {
  const verbs = ['get', 'patch', 'update'];
  const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
  const actions = actionsOf(resource).map(({ name, kind, group, version, verbs: can }) => ({
    subresource: name,
    responseKind: group === undefined ? kindOf(resource, kind) : { group, version, kind },
    verbs: can,
  }));
  const all = [
    ...actions,
    ...(resource.hasStatus ? [{ subresource: 'status', responseKind: kindOf(resource, resource.kind), verbs }] : []),
    ...(resource.scale ? [{ subresource: 'scale', responseKind: scale, verbs }] : []),
  ];
  return resource.builtIn ? all.sort((one, other) => (one.subresource < other.subresource ? -1 : 1)) : all;
}
