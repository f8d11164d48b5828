import type { Property, Shape, TypeNode } from './model.js';
import { ShapePool } from './shape-pool.js';

const STRING: TypeNode = { is: 'primitive', name: 'string' };
const NUMBER: TypeNode = { is: 'primitive', name: 'number' };

function field(name: string, type: TypeNode, optional = false): Property {
  return { name, type, optional, doc: '' };
}

const pool = new ShapePool();
const requirement: Shape = pool.shape([
  field('key', STRING),
  field('operator', STRING),
  field('values', { is: 'array', of: STRING }, true),
]);
const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ['LabelSelectorRequirement', requirement],
  [
    'LabelSelector',
    pool.shape([
      field('matchExpressions', { is: 'array', of: { is: 'shape', shape: requirement } }, true),
      field('matchLabels', { is: 'map', of: STRING }, true),
    ]),
  ],
  [
    'Condition',
    pool.shape([
      field('lastTransitionTime', STRING),
      field('message', STRING),
      field('observedGeneration', NUMBER, true),
      field('reason', STRING),
      field('status', { is: 'literals', values: ['True', 'False', 'Unknown'], open: false }),
      field('type', STRING),
    ]),
  ],
]);

/**
 * What the generator may have written a type of the runtime for. One side may name it while the other spells it out; they
 * are the same.
 */
export function doorShape(name: string): Shape | undefined {
  return SHAPES.get(name);
}
