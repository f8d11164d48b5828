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

/**
 * The write views of those kinds of a version that other modules declare, for the module `from` to pass on. A kind of such a name
 * comes first. `types`: the path of the module with the version's types.
 */
export function viewReexports(
  { types, from }: { readonly types: string; readonly from: string },
  kinds: readonly DeclaredKind[],
  options: PlanOptions,
): Reexport[] {
  const here = kinds.filter(({ resource }) => versionTypesPath(resource) === types);
  const taken = new Set(here.map(({ resource }) => typeName(resource, options.names)));
  return here.flatMap(({ resource, module }) => {
    if (module === types) return [];
    const hasStatus = resource.subresources?.includes('status') === true;
    const name = typeName(resource, options.names);
    const views = ['Input', 'Apply', ...(hasStatus ? ['ApplyStatus'] : [])].map((suffix) => name + suffix);
    const free = views.filter((view) => !taken.has(view));
    const target = importPath(from, writesPath(module), options.importExtension);
    return free.length === 0 ? [] : [{ name: free.join(', '), module: target }];
  });
}
