import { externalTypes, isTelling, mostAlike, type ExternalType } from './kubernetes-types.js';
import type { DefinitionModel, Property, Shape, TypeNode } from './model.js';
import type { ShapePool } from './shape-pool.js';

/** Shapes that are declared already, found by structure: an exact match or none. */
export interface KnownShapes {
  /** The name in the runtime's door, `LabelSelector`. */
  door(shape: Shape): string | undefined;
  /** The definition of an OpenAPI input with the same structure. */
  definition(shape: Shape): string | undefined;
  /**
   * The type with the same structure in the package of Kubernetes' types that the user named, if one is named. Among
   * several, the one that sounds most like `pathName`.
   */
  external(shape: Shape, pathName: string): ExternalType | undefined;
}

const STRING: TypeNode = { is: 'primitive', name: 'string' };
const NUMBER: TypeNode = { is: 'primitive', name: 'number' };

function field(name: string, type: TypeNode, optional = false): Property {
  return { name, type, optional, doc: '' };
}

/** What CRDs spell out of the types that the runtime declares: label selectors and conditions, as controller-gen writes them. */
function doorShapes(pool: ShapePool): ReadonlyMap<string, string> {
  const requirement = pool.shape([
    field('key', STRING),
    field('operator', STRING),
    field('values', { is: 'array', of: STRING }, true),
  ]);
  const selector = pool.shape([
    field('matchExpressions', { is: 'array', of: { is: 'shape', shape: requirement } }, true),
    field('matchLabels', { is: 'map', of: STRING }, true),
  ]);
  const condition = pool.shape([
    field('lastTransitionTime', STRING),
    field('message', STRING),
    field('observedGeneration', NUMBER, true),
    field('reason', STRING),
    field('status', { is: 'literals', values: ['True', 'False', 'Unknown'], open: false }),
    field('type', STRING),
  ]);
  return new Map([
    [requirement.structure, 'LabelSelectorRequirement'],
    [selector.structure, 'LabelSelector'],
    [condition.structure, 'Condition'],
  ]);
}

/**
 * The shapes of the runtime's door, of these definitions, and of Kubernetes' types in `kubernetesTypes`, a module. Among
 * equal definitions the first by name is taken.
 */
export function knownShapes(
  pool: ShapePool,
  definitions: ReadonlyMap<string, DefinitionModel>,
  kubernetesTypes: string | undefined,
): KnownShapes {
  const doors = doorShapes(pool);
  const externals = kubernetesTypes === undefined ? undefined : externalTypes(kubernetesTypes);
  const byStructure = new Map<string, string>();
  for (const name of [...definitions.keys()].sort()) {
    const type = definitions.get(name)?.type;
    if (type?.is === 'shape' && !byStructure.has(type.shape.structure)) byStructure.set(type.shape.structure, name);
  }
  return {
    door: (shape) => doors.get(shape.structure),
    definition: (shape) => (isTelling(shape) ? byStructure.get(shape.structure) : undefined),
    external: (shape, pathName) => mostAlike(externals?.get(shape.structure) ?? [], pathName),
  };
}
