import type { DefinitionModel, Property, Shape, TypeNode } from './model.js';
import type { ShapePool } from './shape-pool.js';

/** Shapes that are declared already, found by structure: an exact match or none. */
export interface KnownShapes {
  /** The name in the runtime's door, `LabelSelector`. */
  door(shape: Shape): string | undefined;
  /** The definition of an OpenAPI input with the same structure. */
  definition(shape: Shape): string | undefined;
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

/** The shapes of the runtime's door and of these definitions. Among equal definitions the first by name is taken. */
export function knownShapes(pool: ShapePool, definitions: ReadonlyMap<string, DefinitionModel>): KnownShapes {
  const doors = doorShapes(pool);
  const byStructure = new Map<string, string>();
  for (const name of [...definitions.keys()].sort()) {
    const type = definitions.get(name)?.type;
    if (type?.is === 'shape' && !byStructure.has(type.shape.structure)) byStructure.set(type.shape.structure, name);
  }
  return {
    door: (shape) => doors.get(shape.structure),
    // A lone property says too little: `{ name?: string }` is not everywhere the same thing.
    definition: (shape) => (shape.properties.length > 1 ? byStructure.get(shape.structure) : undefined),
  };
}
