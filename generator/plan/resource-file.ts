import { importPath } from '../layout/modules.js';
import { expansionPath, resourcePath, typesPath } from '../layout/paths.js';
import type { ResourceModel } from '../model/model.js';
import { pluralAccessor, typeName } from '../names/accessors.js';
import { bindFunction, resourceConstant } from '../names/exports.js';
import { groupResource } from '../names/resource-keys.js';
import { quote } from '../typescript/text.js';
import type { ExpansionView, PlannedFile, TypesView } from './files.js';
import { fileHeader } from './header.js';
import type { PlanOptions } from './options.js';

/** Plans the module of one resource. `types`: its types, where they are to be in the same module. */
export function planResource(resource: ResourceModel, options: PlanOptions, types?: TypesView): PlannedFile {
  const path = resourcePath(resource);
  const name = typeName(resource, options.names);
  const plural = pluralAccessor(resource, options.names);
  const expansion = expansionOf(resource, name, options);
  return {
    path,
    template: 'resource',
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
  const module = importPath(resourcePath(resource), path, options.importExtension);
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
  for (const key of ['shortNames', 'categories', 'subresources', 'selectableFields'] as const) {
    if (resource[key].length > 0) entries.push([key, `[${resource[key].map(quote).join(', ')}]`]);
  }
  return entries.map(([key, value]) => ({ key, value }));
}
