import { groupFolder, pluralAccessor, resourceFile, typeName } from '../names/accessors.js';
import { lowerCamel } from '../names/identifiers.js';
import type { ResourceModel } from '../model/model.js';
import { quote } from '../typescript/text.js';
import type { ExpansionView, PlannedFile, TypesView } from './files.js';
import { fileHeader } from './header.js';
import { importPath } from '../layout/modules.js';
import type { PlanOptions } from './options.js';
import { typesPath } from './types-modules.js';

/** The module of a resource, relative to the output folder. */
export function resourcePath(resource: {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}): string {
  return `${groupFolder(resource.group)}/${resource.version}/${resourceFile(resource.plural)}.ts`;
}

/** The user's own file beside a resource's module. */
export function expansionPath(resource: {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}): string {
  return resourcePath(resource).replace(/\.ts$/, '.expansion.ts');
}

/** Plans the module of one resource. `types`: its types, where they are to be in the same module. */
export function planResource(resource: ResourceModel, options: PlanOptions, types?: TypesView): PlannedFile {
  const path = resourcePath(resource);
  const name = typeName(resource, options.names);
  const lower = lowerCamel(name);
  const plural = pluralAccessor(resource, options.names);
  const expansion = expansionOf(resource, name, options);
  return {
    path,
    template: 'resource',
    view: {
      ...fileHeader(options, `${resource.plural}.${resource.group}`.replace(/\.$/, '')),
      typesModule: importPath(path, typesPath(resource, options.layout), options.importExtension),
      types,
      ownTypes: resource.type.type === 'tree',
      typeName: name,
      constant: `${lower}Resource`,
      bind: `${lower}Informer`,
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
