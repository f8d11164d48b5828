import { externalTypes, isDistinctive, mostAlike } from './kubernetes-types.js';
import type { ExternalType } from './kubernetes-types.js';
import type { DefinitionModel, Shape } from './model.js';
import { runtimeTypeOf } from './runtime-shapes.js';

/** Shapes that are declared already, found by structure: an exact match or none. */
export interface KnownShapes {
  /** The name of the runtime's type, `LabelSelector`. */
  runtime(shape: Shape): string | undefined;
  /** The definition of an OpenAPI input with the same structure. */
  definition(shape: Shape): string | undefined;
  /**
   * The type with the same structure in the package of Kubernetes' types that the user named, if one is named. Among
   * several, the one that sounds most like `pathName`.
   */
  external(shape: Shape, pathName: string): ExternalType | undefined;
}

/**
 * The shapes of the runtime's types, of these definitions, and of Kubernetes' types in `kubernetesTypes`, a module. Among
 * equal definitions the first by name is taken.
 */
export function knownShapes(
  definitions: ReadonlyMap<string, DefinitionModel>,
  kubernetesTypes: string | undefined,
): KnownShapes {
  const externals = kubernetesTypes === undefined ? undefined : externalTypes(kubernetesTypes);
  const byStructure = new Map<string, string>();
  for (const name of [...definitions.keys()].sort()) {
    const type = definitions.get(name)?.type;
    if (type?.type === 'shape' && !byStructure.has(type.shape.structure)) byStructure.set(type.shape.structure, name);
  }
  return {
    runtime: runtimeTypeOf,
    // Without definitions, as with CRDs alone, no structure is asked for.
    definition: (shape) =>
      byStructure.size > 0 && isDistinctive(shape) ? byStructure.get(shape.structure) : undefined,
    external: (shape, pathName) => {
      const types = externals?.get(shape.structure);
      return types === undefined ? undefined : mostAlike(types, pathName);
    },
  };
}
