import type { ResourceModel } from '../model/model.js';
import type { ResourceName } from '../names/resource-keys.js';
import { definitionModule } from './definitions.js';
import { moduleOf } from './modules.js';
import { groupFolder, groupOfFolder, resourceFile, SHARED_FOLDER } from './folders.js';
import { versionOfSubfolder, versionSubfolder } from './folders.js';

/*
 * The layout of the output, in both directions: which module has what, and what a file of the output is. Nothing else knows
 * a path of the output.
 *
 *     index.ts  factory.ts  clientset.ts  generic.ts       over all resources
 *     <group>/index.ts  <group>/<version>/index.ts         all that there is of a group and of a version, and the factory's
 *                                                          accessor of it
 *     <group>/<version>/types.ts                           Kubernetes' definitions in a version, and its kinds
 *     <group>/<version>/writes.ts                          the same as they are written
 *     <group>/<version>/<resource>.ts                      all that there is of a resource: constant, informer, lister, client,
 *                                                          and how the types of a CRD are written
 *     <group>/<version>/types/<resource>.ts                with the split layout, the types of a CRD as they are read
 *     <group>/<version>/<resource>.expansion.ts            the user's own, read and never written
 *     shared/<name>-<hash>.ts                              a shape that several CRDs lead to, as it is read and written
 *     shared/<package>.ts                                  definitions of packages that are no group of Kubernetes
 *     shared/writes/<package>.ts                           the same as they are written
 *     README.md                                            what the output is, for people
 *     .informer-gen.json                                   the manifest
 *
 * A compiler pays for each file and each import about as much as for fifty lines, so that what is used together is in one module.
 *
 * `fileAt` is exact for every path that is made here, with one exception: a definition whose package ends in a dash and
 * eight hexadecimal digits is taken for a shared shape.
 */

/**
 * Where the types of a CRD's resource are: in `types/<resource>.ts`, apart from its informer and lister, or in one module with
 * them.
 */
export type Layout = 'split' | 'merged';

/** The entry point of the output. */
export const INDEX_PATH = 'index.ts';
/** The factory over all groups. */
export const FACTORY_PATH = 'factory.ts';
/** The clients of all resources. */
export const CLIENTSET_PATH = 'clientset.ts';
/** What finds a resource by its name. */
export const GENERIC_PATH = 'generic.ts';
/** What the output is, for people: from what, how to make it again, the role that it needs. */
export const README_PATH = 'README.md';
/** The manifest. */
export const MANIFEST_PATH = '.informer-gen.json';

const ROOT_PATHS: ReadonlySet<string> = new Set([INDEX_PATH, FACTORY_PATH, CLIENTSET_PATH, GENERIC_PATH]);
const EXPANSION_SUFFIX = '.expansion.ts';

/** What a file of the output is. */
export type OutputFile =
  /** Over all resources: the entry point, the factory, the generic informers. */
  | { readonly type: 'root' }
  | { readonly type: 'manifest' }
  | { readonly type: 'readme' }
  | { readonly type: 'group'; readonly group: string }
  | { readonly type: 'version'; readonly group: string; readonly version: string }
  /** Declares Kubernetes' definitions, and passes the kinds of the version on. */
  | { readonly type: 'versionTypes'; readonly group: string; readonly version: string }
  /** Declares how the types of a CRD are written; with the merged layout, how they are read too. */
  | ({ readonly type: 'resource' } & ResourceName)
  | ({ readonly type: 'resourceTypes' } & ResourceName)
  /** Declares how definitions and shared shapes are written. */
  | { readonly type: 'writes' }
  /** The user's. */
  | ({ readonly type: 'expansion' } & ResourceName)
  | { readonly type: 'sharedShape' }
  /** Declares the definitions of a package that is no group of Kubernetes. */
  | { readonly type: 'definitions' };

/** The module with the accessor of a group. */
export function groupPath(group: string): string {
  return `${groupFolder(group)}/index.ts`;
}

/** The folder of a version, with a slash at its end. */
export function versionFolder({ group, version }: { readonly group: string; readonly version: string }): string {
  return `${groupFolder(group)}/${versionSubfolder(version)}/`;
}

/** The module with the accessor of a version. */
export function versionPath(version: { readonly group: string; readonly version: string }): string {
  return `${versionFolder(version)}index.ts`;
}

/** The module that declares the definitions of a version, and has its kinds, wherever they are declared. */
export function versionTypesPath(version: { readonly group: string; readonly version: string }): string {
  return `${versionFolder(version)}types.ts`;
}

/**
 * The module that declares how the types of another are written: for those of a CRD, that of its resource; for a shared shape, its own.
 * For a module of another package too.
 */
export function writesPath(types: string): string {
  const known = writesPaths.get(types);
  if (known !== undefined) return known;
  const path = makeWritesPath(types);
  writesPaths.set(types, path);
  return path;
}

/** Whatever names a type of a module asks for it. */
const writesPaths = new Map<string, string>();

function makeWritesPath(types: string): string {
  if (!types.endsWith('.ts')) return types.replace(/(?<=^|\/)types$/, 'writes').replace(OF_SHARED, '$1writes/');
  // By how deep it is, for a version may be called as any folder of ours.
  const [folder = '', version = '', part = '', file] = types.split('/');
  if (file !== undefined) return `${folder}/${version}/${file}`;
  if (part !== '') return part === 'types.ts' ? `${folder}/${version}/writes.ts` : types;
  return SHARED_SHAPE.test(types) ? types : types.replace(OF_SHARED, '$1writes/');
}

const OF_SHARED = new RegExp(`((?:^|/)${SHARED_FOLDER}/)(?=[^/]+$)`);
const SHARED_SHAPE = /-[0-9a-f]{8}\.ts$/;

/** The module of a resource. */
export function resourcePath(resource: ResourceName): string {
  return `${versionFolder(resource)}${resourceFile(resource.plural)}.ts`;
}

/** The module that declares the types of a CRD's resource. */
export function crdTypesPath(resource: ResourceName, layout: Layout): string {
  if (layout === 'merged') return resourcePath(resource);
  return `${versionFolder(resource)}types/${resourceFile(resource.plural)}.ts`;
}

/** The module that declares the type of a resource's objects. */
export function typesPath(resource: ResourceModel, layout: Layout): string {
  if (resource.type.type === 'definition') return definitionModule(resource.type.name).path;
  return crdTypesPath(resource, layout);
}

/** The user's own file beside a resource's module. */
export function expansionPath(resource: ResourceName): string {
  return `${versionFolder(resource)}${resourceFile(resource.plural)}${EXPANSION_SUFFIX}`;
}

/** The module of a shape that several CRDs lead to. `name`: of its type; `hash`: eight hexadecimal digits. */
export function sharedShapePath(name: string, hash: string): string {
  const words = name.replace(/([a-z0-9])(?=[A-Z])/g, '$1-').replace(/[^A-Za-z0-9]+/g, '-');
  return `${SHARED_FOLDER}/${words.toLowerCase()}-${hash}.ts`;
}

/**
 * What a path of the output is; undefined for one that the generator does not make. What a module was emitted as counts as the
 * module.
 */
export function fileAt(file: string): OutputFile | undefined {
  return moduleAt(moduleOf(file));
}

function moduleAt(path: string): OutputFile | undefined {
  if (path === MANIFEST_PATH) return { type: 'manifest' };
  if (path === README_PATH) return { type: 'readme' };
  const segments = path.split('/');
  const file = segments.pop() ?? '';
  const [folder, version, part] = segments;
  if (!file.endsWith('.ts')) return undefined;
  if (folder === undefined) return ROOT_PATHS.has(path) ? { type: 'root' } : undefined;
  if (folder === SHARED_FOLDER) return sharedFileAt(file, segments.slice(1));
  const group = groupOfFolder(folder);
  if (version === undefined) return groupFileAt(file, group);
  const inVersion = { group, version: versionOfSubfolder(version) };
  if (part === undefined) return versionFileAt(file, inVersion);
  if (segments.length > 3) return undefined;
  return part === 'types' ? { type: 'resourceTypes', ...inVersion, plural: pluralOf(file, '.ts') } : undefined;
}

function sharedFileAt(file: string, [part, ...more]: readonly string[]): OutputFile | undefined {
  if (part === undefined) return { type: SHARED_SHAPE.test(file) ? 'sharedShape' : 'definitions' };
  return part === 'writes' && more.length === 0 ? { type: 'writes' } : undefined;
}

function groupFileAt(file: string, group: string): OutputFile | undefined {
  return file === 'index.ts' ? { type: 'group', group } : undefined;
}

function versionFileAt(file: string, version: { readonly group: string; readonly version: string }): OutputFile {
  if (file === 'index.ts') return { type: 'version', ...version };
  if (file === 'types.ts') return { type: 'versionTypes', ...version };
  if (file === 'writes.ts') return { type: 'writes' };
  if (file.endsWith(EXPANSION_SUFFIX)) {
    return { type: 'expansion', ...version, plural: pluralOf(file, EXPANSION_SUFFIX) };
  }
  return { type: 'resource', ...version, plural: pluralOf(file, '.ts') };
}

function pluralOf(file: string, suffix: string): string {
  return file.slice(0, -suffix.length).replace(/_$/, '');
}

/** Whether a module declares shapes that CRDs spell out, and not definitions that have a name. */
export function declaresShapes(path: string): boolean {
  const type = fileAt(path)?.type;
  return type === 'resource' || type === 'resourceTypes' || type === 'sharedShape';
}

/**
 * The folder of the output that has a file in the folder of a version, with a slash at its end, from the file's whole path;
 * undefined where the file is in no such folder.
 */
export function outputFolderOf(
  file: string,
  version: { readonly group: string; readonly version: string },
): string | undefined {
  const at = file.lastIndexOf(`/${versionFolder(version)}`);
  return at === -1 ? undefined : file.slice(0, at + 1);
}

/** What a file below an output folder is, by its whole path; a declaration file stands for its module. */
export function fileBelow(folder: string, file: string): OutputFile | undefined {
  return fileAt(file.slice(folder.length).replace(/(?:\.d)?\.mts$/, '.ts'));
}
