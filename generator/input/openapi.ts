import { isObject, listAt, member, objectAt, requiredString } from './json.js';
import type { JsonObject, JsonPath } from './json.js';
import { apiVersionOf, kindKey, resourceKey } from '../names/resource-keys.js';
import { checkGroup, checkKind, checkPlural, checkVersion } from './validate-names.js';

/** An OpenAPI document of Kubernetes, v2 or v3, in one form. */
export interface OpenApiDocument {
  /** By name: `io.k8s.api.core.v1.Pod`. */
  readonly schemas: JsonObject;
  /** Where the schemas are: `/definitions` or `/components/schemas`. */
  readonly schemasPath: JsonPath;
  readonly resources: readonly OpenApiResource[];
}

/** A resource that the paths of a document serve. */
export interface OpenApiResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly subresources: readonly string[];
  readonly canList: boolean;
  readonly canWatch: boolean;
}

/** Whether a document is an OpenAPI document that can hold resources. */
export function isOpenApi(document: unknown): document is JsonObject {
  return (
    isObject(document) &&
    (typeof member(document, 'swagger') === 'string' || typeof member(document, 'openapi') === 'string')
  );
}

/** The kinds that a schema says it is of, as {@link kindKey} spells them. */
export function kindsOf(schema: JsonObject): string[] {
  return listAt(schema, 'x-kubernetes-group-version-kind', []).flatMap((gvk) => {
    if (!isObject(gvk)) return [];
    const [group, version, kind] = ['group', 'version', 'kind'].map((key) => String(member(gvk, key)));
    return [kindKey({ group: group ?? '', version: version ?? '', kind: kind ?? '' })];
  });
}

/** Reads the schemas and the served resources of a document. */
export function readOpenApi(document: JsonObject): OpenApiDocument {
  const v2 = typeof member(document, 'swagger') === 'string';
  const components = v2 ? undefined : objectAt(document, 'components', []);
  const schemas = v2
    ? objectAt(document, 'definitions', [])
    : components && objectAt(components, 'schemas', ['components']);
  return {
    schemas: schemas ?? {},
    schemasPath: v2 ? ['definitions'] : ['components', 'schemas'],
    resources: readResources(objectAt(document, 'paths', []) ?? {}),
  };
}

interface Draft {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  kind: string;
  namespaced: boolean;
  canList: boolean;
  watchPath: boolean;
  watchParameter: boolean;
  readonly subresources: Set<string>;
}

const ROOT = /^\/(?:api\/(?<core>[^/]+)|apis\/(?<group>[^/]+)\/(?<version>[^/]+))\/(?<rest>.+?)\/?$/;

function readResources(paths: JsonObject): OpenApiResource[] {
  const drafts = new Map<string, Draft>();
  for (const path of Object.keys(paths).sort()) {
    const match = ROOT.exec(path);
    const item = paths[path];
    if (match?.groups === undefined || !isObject(item)) continue;
    const { core, group = '', version = core ?? '', rest = '' } = match.groups;
    readPath({ group, version, rest, item, path, drafts });
  }
  const all = [...drafts.values()];
  const watched = new Set(all.filter((draft) => draft.watchPath).map(apiVersionOf));
  return all
    .filter(({ kind }) => kind !== '')
    .map(({ watchPath, watchParameter, subresources, ...draft }) => ({
      ...draft,
      subresources: [...subresources].sort(),
      // Built-in groups serve watch paths for whatever can be watched; custom resources only say so in a parameter.
      canWatch: watchPath || (watchParameter && !watched.has(apiVersionOf(draft))),
    }));
}

interface PathPlace {
  readonly group: string;
  readonly version: string;
  /** What follows the group version: `namespaces/{namespace}/pods/{name}/status`. */
  readonly rest: string;
  readonly item: JsonObject;
  readonly path: string;
  readonly drafts: Map<string, Draft>;
}

function readPath({ group, version, rest, item, path, drafts }: PathPlace): void {
  const watch = rest.startsWith('watch/');
  const inNamespace = /^(?:watch\/)?namespaces\/\{namespace\}\//.test(rest);
  const tail = rest.replace(/^watch\//, '').replace(/^namespaces\/\{namespace\}\//, '');
  const [plural = '', name, subresource, ...more] = tail.split('/');
  if (plural === '' || plural.startsWith('{') || more.length > 0) return;
  const key = resourceKey({ group, version, plural });
  const draft = drafts.get(key) ?? newDraft(group, version, plural);
  drafts.set(key, draft);
  if (inNamespace) draft.namespaced = true;
  if (watch) draft.watchPath = true;
  else if (subresource !== undefined) draft.subresources.add(subresource);
  else if (name === undefined) readList(draft, item, path);
}

function newDraft(group: string, version: string, plural: string): Draft {
  return {
    group,
    version,
    plural,
    kind: '',
    namespaced: false,
    canList: false,
    watchPath: false,
    watchParameter: false,
    subresources: new Set(),
  };
}

function readList(draft: Draft, item: JsonObject, path: string): void {
  const get = member(item, 'get');
  if (!isObject(get)) return;
  const action = member(get, 'x-kubernetes-action');
  const gvk = member(get, 'x-kubernetes-group-version-kind');
  if (action !== 'list' || !isObject(gvk)) return;
  const at = ['paths', path, 'get', 'x-kubernetes-group-version-kind'];
  draft.kind = requiredString(gvk, 'kind', at);
  if (draft.group !== '') checkGroup(draft.group, at);
  checkVersion(draft.version, at);
  checkKind(draft.kind, [...at, 'kind']);
  checkPlural(draft.plural, ['paths', path]);
  draft.canList = true;
  const parameters = [...listAt(item, 'parameters', ['paths', path]), ...listAt(get, 'parameters', at.slice(0, 3))];
  draft.watchParameter ||= parameters.some(
    (parameter) =>
      isObject(parameter) &&
      (member(parameter, 'name') === 'watch' || /\/watch-/.test(String(member(parameter, '$ref')))),
  );
}
