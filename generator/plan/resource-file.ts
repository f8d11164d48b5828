import { importPath } from '../layout/modules.js';
import { expansionPath, resourcePath, typesPath, writesPath } from '../layout/paths.js';
import type { ResourceModel } from '../model/model.js';
import { pluralAccessor, typeName } from '../names/accessors.js';
import { bindClientFunction, bindFunction, resourceConstant } from '../names/exports.js';
import { groupResource } from '../names/resource-keys.js';
import { propertyKey, quote } from '../typescript/text.js';
import type { ExpansionView, PlannedFile, TypesView } from './files.js';
import { fileHeader } from './header.js';
import type { PlanOptions } from './options.js';

/** What a resource's module declares beside what every one has. */
export interface ResourceDeclarations {
  readonly view: TypesView;
  /** Whether the resource's types are among them, and not its write views alone. */
  readonly types: boolean;
}

/** Plans the module of one resource. `declared`: its write views, where they are to be in it. */
export function planResource(
  resource: ResourceModel,
  options: PlanOptions,
  declared?: ResourceDeclarations,
): PlannedFile {
  const path = resourcePath(resource);
  const name = typeName(resource, options.names);
  const types = typesPath(resource, options.layout);
  const importOf = (to: string): string => importPath(path, to, options.importExtension);
  const hasStatus = resource.subresources.includes('status');
  const views = [`${name}Input`, `${name}Apply`, ...(hasStatus ? [`${name}ApplyStatus`] : [])];
  const { header, runtime } = fileHeader(options, groupResource(resource));
  const { namespaced } = resource;
  const plural = pluralAccessor(resource, options.names);
  const expansion = expansionOf(resource, name, options);
  return {
    path,
    template: 'resource',
    // Without spreads: objects that are put together are slow where they have as many fields as this one.
    view: {
      header,
      runtime,
      types: declared?.types === true,
      typesModule: importOf(types),
      ownTypes: resource.type.type === 'tree',
      writesModule: importOf(writesPath(types)),
      writes: declared?.view,
      writeNames: views.join(', '),
      viewArguments: viewArguments(resource, name, views),
      typeName: name,
      constant: resourceConstant(name),
      bind: bindFunction(name),
      bindClient: bindClientFunction(name),
      fields: resource.selectableFields.length === 0 ? 'never' : `${name}SelectableField`,
      fieldUnion: resource.selectableFields.map(quote).join(' | '),
      spec: specOf(resource),
      namespaced,
      client: namespaced ? 'Namespaced' : '',
      clientFunction: namespaced ? 'namespacedResourceClient' : 'clusterResourceClient',
      plural,
      pluralText: quote(plural),
      shortLister: namespaced && expansion === undefined,
      expansion,
    },
  };
}

/** Subresources of built-in kinds beyond `status` and `scale`; those that nothing is written to have no types. */
const BUILT_IN_SUBRESOURCES: ReadonlyMap<string, string> = new Map([
  ['eviction', 'rt.EvictionViews'],
  ['binding', 'rt.BindingViews'],
  ['token', 'rt.TokenViews'],
]);

/** Those that take and return the whole object. */
const WHOLE_SUBRESOURCES: ReadonlySet<string> = new Set(['approval', 'ephemeralcontainers', 'finalize', 'resize']);

/** The arguments of the runtime's type that holds what may be written to a resource. Only built-in kinds take strategic merge patches. */
function viewArguments(resource: ResourceModel, name: string, views: readonly string[]): string {
  const typeOf = (subresource: string): string | undefined => {
    if (subresource === 'status') return `rt.StatusViews<${name}, ${name}ApplyStatus>`;
    if (subresource === 'scale') return 'rt.ScaleViews';
    if (resource.type.type === 'tree') return undefined;
    if (WHOLE_SUBRESOURCES.has(subresource)) return `rt.WholeViews<${name}, ${name}Input>`;
    return BUILT_IN_SUBRESOURCES.get(subresource);
  };
  const members = resource.subresources.flatMap((subresource) => {
    const type = typeOf(subresource);
    return type === undefined ? [] : [`readonly ${propertyKey(subresource)}: ${type}`];
  });
  const status = resource.subresources.includes('status') ? [] : ['never'];
  const strategic = String(resource.type.type === 'definition');
  const subresources = members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
  return [...views, ...status, subresources, strategic].join(', ');
}

function expansionOf(resource: ResourceModel, name: string, options: PlanOptions): ExpansionView | undefined {
  const path = expansionPath(resource);
  const parts = options.expansionOf(path, name);
  if (parts === undefined) return undefined;
  const namespaceLister = parts.namespaceLister && resource.namespaced;
  if (!parts.lister && !namespaceLister) return undefined;
  const module = importPath(resourcePath(resource), path, options.importExtension);
  return { module, lister: parts.lister, namespaceLister, both: parts.lister && namespaceLister };
}

/** Lists of a resource's specification, left out where they are empty. */
const LISTS = [
  'shortNames',
  'categories',
  'subresources',
  'selectableFields',
  'statusTraits',
  'conditionFields',
] as const;

function specOf(resource: ResourceModel): { key: string; value: string }[] {
  const entries: [string, string][] = [
    ['group', quote(resource.group)],
    ['version', quote(resource.version)],
    ['kind', quote(resource.kind)],
    ['plural', quote(resource.plural)],
    ['namespaced', String(resource.namespaced)],
  ];
  if (resource.singular !== undefined) entries.push(['singular', quote(resource.singular)]);
  if (resource.listKind !== undefined) entries.push(['listKind', quote(resource.listKind)]);
  for (const key of LISTS) {
    if (resource[key].length > 0) entries.push([key, `[${resource[key].map(quote).join(', ')}]`]);
  }
  return entries.map(([key, value]) => ({ key, value }));
}
