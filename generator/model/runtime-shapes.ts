import type { Property, Shape, TypeNode } from './model.js';
import { ShapePool } from './shape-pool.js';

const STRING: TypeNode = { type: 'primitive', name: 'string' };
const NUMBER: TypeNode = { type: 'primitive', name: 'number' };

function field(name: string, type: TypeNode, optional = false): Property {
  return { name, type, optional, doc: '' };
}

const pool = new ShapePool();

const REQUIREMENT: Shape = pool.shape([
  field('key', STRING),
  field('operator', STRING),
  field('values', { type: 'array', of: STRING }, true),
]);

const SELECTOR: Shape = pool.shape([
  field('matchExpressions', { type: 'array', of: { type: 'shape', shape: REQUIREMENT } }, true),
  field('matchLabels', { type: 'map', of: STRING }, true),
]);

const CONDITION: Shape = pool.shape([
  field('lastTransitionTime', STRING),
  field('message', STRING),
  field('observedGeneration', NUMBER, true),
  field('reason', STRING),
  field('status', { type: 'literals', values: ['True', 'False', 'Unknown'], open: false }),
  field('type', STRING),
]);

const KNOWN: readonly { readonly name: string; readonly shape: Shape }[] = [
  { name: 'LabelSelectorRequirement', shape: REQUIREMENT },
  { name: 'LabelSelector', shape: SELECTOR },
  { name: 'Condition', shape: CONDITION },
];

/** By the name of their first field, of which each has another. */
const BY_FIRST_FIELD: ReadonlyMap<string | undefined, (typeof KNOWN)[number]> = new Map(
  KNOWN.map((known) => [known.shape.properties[0]?.name, known]),
);

/**
 * The shape of a type that the runtime declares and that CRDs spell out, as controller-gen writes it: label selectors and
 * conditions. Undefined for the runtime's other types.
 */
export function runtimeShape(name: string): Shape | undefined {
  return KNOWN.find((known) => known.name === name)?.shape;
}

/** The inverse of {@link runtimeShape}: the name of the runtime's type with exactly this structure. */
export function runtimeTypeOf(shape: Shape): string | undefined {
  // Asked of every shape, and mostly answered by its first field: the structure takes longer to make.
  const known = BY_FIRST_FIELD.get(shape.properties[0]?.name);
  if (known === undefined || shape.properties.length !== known.shape.properties.length) return undefined;
  return shape.structure === known.shape.structure ? known.name : undefined;
}
