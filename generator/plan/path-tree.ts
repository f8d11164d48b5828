import type { Shape } from '../model/model.js';
import { shapesIn } from '../model/walk.js';
import type { PathNames } from '../names/path-names.js';

/** A nested object of a module, under the name that its path gives it. */
export interface PathNode {
  /** As the module exports it. */
  readonly name: string;
  readonly shape: Shape;
  /** By property, one for each shape that the property's type names. */
  readonly children: ReadonlyMap<string, readonly PathNode[]>;
}

/** Names every nested object of a tree. The names depend on the tree alone. */
export function pathTree(shape: Shape, name: string, names: PathNames): PathNode {
  const children = new Map<string, PathNode[]>();
  for (const property of shape.properties) {
    const nested = shapesIn(property.type);
    if (nested.length === 0) continue;
    // The names of one level are claimed before those below: a short path never gives way to a long one.
    const nodes = nested.map((child, i) => ({
      child,
      name: names.claim(name, i === 0 ? property.name : `${property.name}${i + 1}`),
    }));
    children.set(
      property.name,
      nodes.map((node) => ({ name: node.name, shape: node.child, children: new Map() })),
    );
  }
  for (const [property, nodes] of children) {
    children.set(
      property,
      nodes.map((node) => pathTree(node.shape, node.name, names)),
    );
  }
  return { name, shape, children };
}
