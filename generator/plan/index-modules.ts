import { importPath } from '../layout/modules.js';
import { CLIENTSET_PATH, FACTORY_PATH, GENERIC_PATH, groupPath, INDEX_PATH } from '../layout/paths.js';
import { resourcePath, versionPath, versionTypesPath, writesPath } from '../layout/paths.js';
import type { ResourceEntry } from '../model/model.js';
import { groupAccessor, pluralAccessor, typeName } from '../names/accessors.js';
import { bindClientFunction, bindFunction, resourceConstant } from '../names/exports.js';
import { camelCase } from '../names/identifiers.js';
import { apiVersionOf } from '../names/resource-keys.js';
import { lineComment, propertyKey, quote } from '../typescript/text.js';
import type { PlannedFile } from './files.js';
import { fileHeader } from './header.js';
import type { PlanOptions } from './options.js';
import { docText } from './types-file.js';
import { kindReexports } from './version-kinds.js';
import type { DeclaredKind } from './version-kinds.js';

/** What the modules over all resources are made of. */
export interface IndexInput {
  readonly entries: readonly ResourceEntry[];
  /** The same, with the modules that declare their types. */
  readonly kinds: readonly DeclaredKind[];
  /** The modules that declare definitions. */
  readonly definitions: ReadonlySet<string>;
}

/** The accessors of versions and groups, `generic.ts`, `factory.ts` and `index.ts`. */
export function planIndexModules({ entries, kinds, definitions }: IndexInput, options: PlanOptions): PlannedFile[] {
  const groups = groupBy(entries, ({ group }) => group);
  const kindsOf = groupBy(kinds, ({ resource }) => versionTypesPath(resource));
  const files: PlannedFile[] = [
    genericFile(entries, options),
    factoryFile([...groups.keys()], options),
    clientsetFile(entries, options),
    indexFile([...groups.keys()], options),
  ];
  for (const [group, members] of groups) {
    const versions = groupBy(members, ({ version }) => version);
    files.push(groupFile(group, [...versions.keys()], options));
    for (const [version, resources] of versions) {
      const types = versionTypesPath({ group, version });
      const declared = { types, kinds: kindsOf.get(types) ?? [], hasDefinitions: definitions.has(types) };
      files.push(versionFile({ group, version, resources, ...declared }, options));
    }
  }
  return files;
}

interface VersionResources {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ResourceEntry[];
  /** The path of the module with the version's types. */
  readonly types: string;
  readonly kinds: readonly DeclaredKind[];
  /** Whether there is such a module, because it declares definitions: then one beside it says how all its types are written. */
  readonly hasDefinitions: boolean;
}

function versionFile(inVersion: VersionResources, options: PlanOptions): PlannedFile {
  const { group, version, resources, types, kinds, hasDefinitions } = inVersion;
  const path = versionPath({ group, version });
  const importOf = (to: string): string => importPath(path, to, options.importExtension);
  return {
    path,
    template: 'version',
    view: {
      ...fileHeader(options, apiVersionOf({ group, version })),
      typesModule: hasDefinitions ? importOf(types) : undefined,
      writesModule: hasDefinitions ? importOf(writesPath(types)) : undefined,
      reexports: hasDefinitions ? [] : kindReexports({ types, from: path }, kinds, options),
      resources: resources.map((resource) => ({
        accessor: pluralAccessor(resource, options.names),
        typeName: typeName(resource, options.names),
        bind: bindFunction(typeName(resource, options.names)),
        module: importOf(resourcePath(resource)),
        deprecated: resource.deprecated === undefined ? '' : docText(`@deprecated ${resource.deprecated}`.trim(), '  '),
      })),
    },
  };
}

function groupFile(group: string, versions: readonly string[], options: PlanOptions): PlannedFile {
  const path = groupPath(group);
  return {
    path,
    template: 'group',
    view: {
      ...fileHeader(options, titleOf(group)),
      versions: versions.map((version) => ({
        accessor: camelCase(version),
        module: importPath(path, versionPath({ group, version }), options.importExtension),
      })),
    },
  };
}

function genericFile(entries: readonly ResourceEntry[], options: PlanOptions): PlannedFile {
  const path = GENERIC_PATH;
  const { imports, aliased } = aliasedModules(path, entries, options);
  const versions = groupBy(aliased, ({ entry }) => apiVersionOf(entry));
  return {
    path,
    template: 'generic',
    view: {
      ...fileHeader(options, 'all its inputs'),
      imports,
      versions: [...versions].map(([apiVersion, members]) => ({
        key: quote(apiVersion),
        resources: members.map(({ entry, alias }) => ({
          key: propertyKey(entry.plural),
          name: quote(`${apiVersion}/${entry.plural}`),
          type: `${alias}.${typeName(entry, options.names)}`,
          constant: `${alias}.${resourceConstant(typeName(entry, options.names))}`,
        })),
      })),
    },
  };
}

function factoryFile(groups: readonly string[], options: PlanOptions): PlannedFile {
  const path = FACTORY_PATH;
  return {
    path,
    template: 'factory',
    view: {
      ...fileHeader(options, 'all its inputs'),
      genericModule: importPath(path, GENERIC_PATH, options.importExtension),
      groups: groups.map((group) => ({
        accessor: groupAccessor(group, options.names),
        alias: `${groupAccessor(group, options.names)}Group`,
        module: importPath(path, groupPath(group), options.importExtension),
        title: lineComment(`The resources of ${titleOf(group)}.`),
      })),
    },
  };
}

function clientsetFile(entries: readonly ResourceEntry[], options: PlanOptions): PlannedFile {
  const path = CLIENTSET_PATH;
  const { imports, aliased } = aliasedModules(path, entries, options);
  const groups = groupBy(aliased, ({ entry }) => entry.group);
  return {
    path,
    template: 'clientset',
    view: {
      ...fileHeader(options, 'all its inputs'),
      imports,
      groups: Array.from(groups, ([group, members]) => ({
        accessor: groupAccessor(group, options.names),
        title: lineComment(`The resources of ${titleOf(group)}.`),
        versions: Array.from(
          groupBy(members, ({ entry }) => entry.version),
          ([version, resources]) => ({
            accessor: camelCase(version),
            resources: resources.map(({ entry, alias }) => ({
              accessor: pluralAccessor(entry, options.names),
              alias,
              typeName: typeName(entry, options.names),
              bind: bindClientFunction(typeName(entry, options.names)),
            })),
          }),
        ),
      })),
    },
  };
}

function indexFile(groups: readonly string[], options: PlanOptions): PlannedFile {
  const path = INDEX_PATH;
  return {
    path,
    template: 'index',
    view: {
      ...fileHeader(options, 'all its inputs'),
      factoryModule: importPath(path, FACTORY_PATH, options.importExtension),
      genericModule: importPath(path, GENERIC_PATH, options.importExtension),
      groups: groups.map((group) => ({
        accessor: groupAccessor(group, options.names),
        module: importPath(path, groupPath(group), options.importExtension),
      })),
    },
  };
}

/**
 * What a module over all resources imports of each: its own module, and not that of its group, through whose namespaces no bundler
 * sees what is used.
 */
function aliasedModules(path: string, entries: readonly ResourceEntry[], options: PlanOptions): AliasedModules {
  const aliased = entries.map((entry, i) => ({ entry, alias: `r${i + 1}` }));
  const imports = aliased.map(({ entry, alias }) => ({
    alias,
    module: importPath(path, resourcePath(entry), options.importExtension),
  }));
  return { imports, aliased };
}

interface AliasedModules {
  readonly imports: readonly { readonly alias: string; readonly module: string }[];
  readonly aliased: readonly { readonly entry: ResourceEntry; readonly alias: string }[];
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
