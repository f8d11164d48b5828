import { importPath } from '../layout/modules.js';
import { crdTypesPath, typesPath, versionTypesPath, writesPath } from '../layout/paths.js';
import type { Model, ResourceEntry } from '../model/model.js';
import { typeName } from '../names/accessors.js';
import type { Reexport } from './files.js';
import type { PlanOptions } from './options.js';

/** A resource, and the module that declares its types. */
export interface DeclaredKind {
  readonly resource: ResourceEntry & { readonly subresources?: readonly string[] };
  readonly module: string;
}

/** The kinds of a model and of an earlier run, with the modules that declare them. */
export function declaredKinds(
  { model, retained }: { readonly model: Model; readonly retained: readonly ResourceEntry[] },
  { layout }: PlanOptions,
): DeclaredKind[] {
  return [
    ...model.resources.map((resource) => ({ resource, module: typesPath(resource, layout) })),
    ...retained.map((resource) => ({ resource, module: crdTypesPath(resource, layout) })),
  ];
}

/** The module that passes kinds of a version on. */
interface PassingOn {
  /** The path of the module with the version's types. */
  readonly types: string;
  readonly from: string;
}

/** The write views of those kinds of a version that other modules declare, for the module `from` to pass on. A kind of such a name comes first. */
export function viewReexports(
  { types, from }: PassingOn,
  kinds: readonly DeclaredKind[],
  options: PlanOptions,
): Reexport[] {
  const here = kinds.filter(({ resource }) => versionTypesPath(resource) === types);
  const taken = new Set(here.map(({ resource }) => typeName(resource, options.names)));
  return here.flatMap(({ resource, module }) => {
    const free = viewNames(resource, options).filter((view) => !taken.has(view));
    if (module === types || free.length === 0) return [];
    return [{ name: free.join(', '), module: importPath(from, writesPath(module), options.importExtension) }];
  });
}

/** The same with the kinds themselves. */
export function kindReexports(
  { types, from }: PassingOn,
  kinds: readonly DeclaredKind[],
  options: PlanOptions,
): Reexport[] {
  const here = kinds.filter(({ resource }) => versionTypesPath(resource) === types);
  const taken = new Set(here.map(({ resource }) => typeName(resource, options.names)));
  return here.map(({ resource, module }) => {
    const free = viewNames(resource, options).filter((view) => !taken.has(view));
    const names = [typeName(resource, options.names), ...free];
    return { name: names.join(', '), module: importPath(from, writesPath(module), options.importExtension) };
  });
}

function viewNames(resource: DeclaredKind['resource'], options: PlanOptions): string[] {
  const hasStatus = resource.subresources?.includes('status') === true;
  const name = typeName(resource, options.names);
  return ['Input', 'Apply', ...(hasStatus ? ['ApplyStatus'] : [])].map((suffix) => name + suffix);
}
