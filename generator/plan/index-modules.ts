import { groupAccessor, groupFolder, pluralAccessor, typeName } from '../names/accessors.js';
import { camelCase, lowerCamel } from '../names/identifiers.js';
import { apiVersionOf } from '../model/model.js';
import { lineComment, propertyKey, quote } from '../typescript/text.js';
import type { PlannedFile } from './files.js';
import { fileHeader } from './header.js';
import { importPath } from '../layout/modules.js';
import type { PlanOptions } from './options.js';
import { resourcePath } from './resource-file.js';
import { docText } from './types-file.js';
import { versionTypesPath } from './types-modules.js';

/** As much of a resource as the files that join resources need. */
export interface JoinEntry {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly deprecated: string | undefined;
}

/** The accessors of versions and groups, `generic.ts`, `factory.ts` and `index.ts`. */
export function planJoins(entries: readonly JoinEntry[], options: PlanOptions): PlannedFile[] {
  const groups = groupBy(entries, ({ group }) => group);
  const files: PlannedFile[] = [
    genericFile(entries, options),
    factoryFile([...groups.keys()], options),
    indexFile([...groups.keys()], options),
  ];
  for (const [group, members] of groups) {
    const versions = groupBy(members, ({ version }) => version);
    files.push(groupFile(group, [...versions.keys()], options));
    for (const [version, resources] of versions) files.push(versionFile(group, version, resources, options));
  }
  return files;
}

function versionFile(
  group: string,
  version: string,
  resources: readonly JoinEntry[],
  options: PlanOptions,
): PlannedFile {
  const path = `${groupFolder(group)}/${version}/index.ts`;
  return {
    path,
    template: 'version',
    view: {
      ...fileHeader(options, apiVersionOf({ group, version })),
      typesModule: importPath(path, versionTypesPath({ group, version }), options.importExtension),
      resources: resources.map((resource) => ({
        accessor: pluralAccessor(resource, options.names),
        typeName: typeName(resource, options.names),
        bind: `${lowerCamel(typeName(resource, options.names))}Informer`,
        module: importPath(path, resourcePath(resource), options.importExtension),
        deprecated: resource.deprecated === undefined ? '' : docText(`@deprecated ${resource.deprecated}`.trim(), '  '),
      })),
    },
  };
}

function groupFile(group: string, versions: readonly string[], options: PlanOptions): PlannedFile {
  const path = `${groupFolder(group)}/index.ts`;
  return {
    path,
    template: 'group',
    view: {
      ...fileHeader(options, titleOf(group)),
      versions: versions.map((version) => ({
        accessor: camelCase(version),
        module: importPath(path, `${groupFolder(group)}/${version}/index.ts`, options.importExtension),
      })),
    },
  };
}

function genericFile(entries: readonly JoinEntry[], options: PlanOptions): PlannedFile {
  const path = 'generic.ts';
  const aliased = entries.map((entry, i) => ({ entry, alias: `r${i + 1}` }));
  const versions = groupBy(aliased, ({ entry }) => apiVersionOf(entry));
  return {
    path,
    template: 'generic',
    view: {
      ...fileHeader(options, 'all its inputs'),
      imports: aliased.map(({ entry, alias }) => ({
        alias,
        module: importPath(path, resourcePath(entry), options.importExtension),
      })),
      versions: [...versions].map(([apiVersion, members]) => ({
        key: quote(apiVersion),
        resources: members.map(({ entry, alias }) => ({
          key: propertyKey(entry.plural),
          name: quote(`${apiVersion}/${entry.plural}`),
          type: `${alias}.${typeName(entry, options.names)}`,
          constant: `${alias}.${lowerCamel(typeName(entry, options.names))}Resource`,
        })),
      })),
    },
  };
}

function factoryFile(groups: readonly string[], options: PlanOptions): PlannedFile {
  const path = 'factory.ts';
  return {
    path,
    template: 'factory',
    view: {
      ...fileHeader(options, 'all its inputs'),
      genericModule: importPath(path, 'generic.ts', options.importExtension),
      groups: groups.map((group) => ({
        accessor: groupAccessor(group, options.names),
        alias: `${groupAccessor(group, options.names)}Group`,
        module: importPath(path, `${groupFolder(group)}/index.ts`, options.importExtension),
        title: lineComment(`The resources of ${titleOf(group)}.`),
      })),
    },
  };
}

function indexFile(groups: readonly string[], options: PlanOptions): PlannedFile {
  const path = 'index.ts';
  return {
    path,
    template: 'index',
    view: {
      ...fileHeader(options, 'all its inputs'),
      factoryModule: importPath(path, 'factory.ts', options.importExtension),
      genericModule: importPath(path, 'generic.ts', options.importExtension),
      groups: groups.map((group) => ({
        accessor: groupAccessor(group, options.names),
        module: importPath(path, `${groupFolder(group)}/index.ts`, options.importExtension),
      })),
    },
  };
}

function titleOf(group: string): string {
  return group === '' ? 'the core group' : group;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const known = groups.get(key(item));
    if (known === undefined) groups.set(key(item), [item]);
    else known.push(item);
  }
  return groups;
}
