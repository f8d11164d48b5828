import { importPath } from '../layout/modules.js';
import { expansionPath, informerPath, resourcePath, typesPath, writesPath } from '../layout/paths.js';
import type { ResourceModel } from '../model/model.js';
import { pluralAccessor, typeName } from '../names/accessors.js';
import { bindClientFunction, bindFunction, resourceConstant } from '../names/exports.js';
import { groupResource } from '../names/resource-keys.js';
import { propertyKey, quote } from '../typescript/text.js';
import type { ExpansionView, PlannedFile, TypesView } from './files.js';
import { fileHeader } from './header.js';
import type { PlanOptions } from './options.js';

/** Plans the module of one resource. `writes`: its write views, where they are to be in it. */
export function planResource(resource: ResourceModel, options: PlanOptions, writes?: TypesView): PlannedFile {
  const path = resourcePath(resource);
  const name = typeName(resource, options.names);
  const importOf = (to: string): string => importPath(path, to, options.importExtension);
  const hasStatus = resource.subresources.includes('status');
  const views = [`${name}Input`, `${name}Apply`, ...(hasStatus ? [`${name}ApplyStatus`] : [])];
  return {
    path,
    template: 'resource',
    view: {
      ...fileHeader(options, groupResource(resource)),
      informerModule: importOf(informerPath(resource)),
      writesModule: importOf(writesPath(typesPath(resource, options.layout))),
      writes,
      writeNames: views.join(', '),
      viewArguments: [...views, ...(hasStatus ? [] : ['never'])].join(', '),
      subresources: subresourceViews(resource, name),
      strategic: resource.type.type === 'definition',
      typeName: name,
      constant: resourceConstant(name),
      fields: resource.selectableFields.length === 0 ? 'never' : `informers.${name}SelectableField`,
      client: resource.namespaced ? 'Namespaced' : '',
      clientFunction: resource.namespaced ? 'namespacedResourceClient' : 'clusterResourceClient',
      bindClient: bindClientFunction(name),
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

function subresourceViews(resource: ResourceModel, name: string): { key: string; type: string }[] {
  const typeOf = (subresource: string): string | undefined => {
    if (subresource === 'status') return `rt.StatusViews<informers.${name}, ${name}ApplyStatus>`;
    if (subresource === 'scale') return 'rt.ScaleViews';
    if (resource.type.type === 'tree') return undefined;
    if (WHOLE_SUBRESOURCES.has(subresource)) return `rt.WholeViews<informers.${name}, ${name}Input>`;
    return BUILT_IN_SUBRESOURCES.get(subresource);
  };
  return resource.subresources.flatMap((subresource) => {
    const type = typeOf(subresource);
    return type === undefined ? [] : [{ key: propertyKey(subresource), type }];
  });
}

/** Plans the informer and lister of one resource. `types`: its types, where they are to be in the same module. */
export function planInformer(resource: ResourceModel, options: PlanOptions, types?: TypesView): PlannedFile {
  const path = informerPath(resource);
  const name = typeName(resource, options.names);
  const plural = pluralAccessor(resource, options.names);
  const expansion = expansionOf(resource, name, options);
  return {
    path,
    template: 'informer',
    view: {
      ...fileHeader(options, groupResource(resource)),
      typesModule: importPath(path, typesPath(resource, options.layout), options.importExtension),
      types,
      ownTypes: resource.type.type === 'tree',
      typeName: name,
      constant: resourceConstant(name),
      bind: bindFunction(name),
      fields: resource.selectableFields.length === 0 ? 'never' : `${name}SelectableField`,
      fieldUnion: resource.selectableFields.map(quote).join(' | '),
      spec: specOf(resource),
      namespaced: resource.namespaced,
      plural,
      pluralText: quote(plural),
      shortLister: resource.namespaced && expansion === undefined,
      expansion,
    },
  };
}

function expansionOf(resource: ResourceModel, name: string, options: PlanOptions): ExpansionView | undefined {
  const path = expansionPath(resource);
  const parts = options.expansionOf(path, name);
  if (parts === undefined) return undefined;
  const namespaceLister = parts.namespaceLister && resource.namespaced;
  if (!parts.lister && !namespaceLister) return undefined;
  const module = importPath(informerPath(resource), path, options.importExtension);
  return { module, lister: parts.lister, namespaceLister, both: parts.lister && namespaceLister };
}

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
  for (const key of ['shortNames', 'categories', 'subresources', 'selectableFields', 'statusTraits'] as const) {
    if (resource[key].length > 0) entries.push([key, `[${resource[key].map(quote).join(', ')}]`]);
  }
  return entries.map(([key, value]) => ({ key, value }));
}
