import { checkOpenApi } from './check-openapi.js';
import { isObject, listAt, member } from './json.js';
import type { JsonObject, JsonPath } from './json.js';
import type {
  KubernetesDocument,
  KubernetesOperation,
  KubernetesPathItem,
  KubernetesSchemas,
} from './openapi-document.js';
import { SchemaError } from './problem.js';
import { apiVersionOf, kindKey, resourceKey } from '../names/resource-keys.js';
import { checkGroup, checkKind, checkPlural, checkVersion } from './validate-names.js';

/** An OpenAPI document of Kubernetes, v2 or v3, in one form. */
export interface OpenApiDocument {
  /** By name: `io.k8s.api.core.v1.Pod`. */
  readonly schemas: KubernetesSchemas;
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

/** Reads the schemas and the served resources of a document. Throws a {@link SchemaError} where it is not as OpenAPI says. */
export function readOpenApi(document: JsonObject): OpenApiDocument {
  const checked = checkOpenApi(document);
  const isV2 = checked.type === 'v2';
  return {
    schemas: isV2 ? checked.definitions : checked.components.schemas,
    schemasPath: isV2 ? ['definitions'] : ['components', 'schemas'],
    resources: readResources(checked.paths),
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

function readResources(paths: KubernetesDocument['paths']): OpenApiResource[] {
  const drafts = new Map<string, Draft>();
  for (const path of Object.keys(paths).sort()) {
    const match = ROOT.exec(path);
    const item = paths[path];
    if (match?.groups === undefined || item === undefined) continue;
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
  readonly item: KubernetesPathItem;
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

function readList(draft: Draft, item: KubernetesPathItem, path: string): void {
  const get: KubernetesOperation | undefined = item.get;
  const kind = get?.['x-kubernetes-group-version-kind'];
  if (get?.['x-kubernetes-action'] !== 'list' || kind === undefined) return;
  const at = ['paths', path, 'get', 'x-kubernetes-group-version-kind'];
  // A document may lack what its type has.
  if (!kind.kind) throw new SchemaError('kind is missing', at);
  draft.kind = kind.kind;
  if (draft.group !== '') checkGroup(draft.group, at);
  checkVersion(draft.version, at);
  checkKind(draft.kind, [...at, 'kind']);
  checkPlural(draft.plural, ['paths', path]);
  draft.canList = true;
  draft.watchParameter ||= [...(item.parameters ?? []), ...(get.parameters ?? [])].some((parameter) =>
    '$ref' in parameter ? parameter.$ref.includes('/watch-') : parameter.name === 'watch',
  );
}
