import type { Shape } from '../model/model.js';
import { shapesIn } from '../model/walk.js';
import { EXPORTED_DEPTH } from '../names/path-names.js';
import type { PathNames } from '../names/path-names.js';

/** A nested object of a module, under the name that its path gives it. */
export interface PathNode {
  readonly name: string;
  readonly shape: Shape;
  /** Whether the module exports the name; other modules may then rely on it whatever is declared where. */
  readonly exported: boolean;
  /** By property, one for each shape that the property's type names. Below the exported names, made when asked for. */
  readonly children: ReadonlyMap<string, readonly PathNode[]>;
}

/** How the names of a tree are made. */
export interface NamingRule {
  readonly names: PathNames;
  /** Whether the names near the root spell out their path and are exported. */
  readonly byPath: boolean;
}

/** Names every nested object of a tree. The names depend on the tree alone. */
export function pathTree(shape: Shape, name: string, rule: NamingRule): PathNode {
  return { name, shape, exported: true, children: childrenOf(shape, name, rule, 1) };
}

function childrenOf(shape: Shape, parent: string, rule: NamingRule, depth: number): Map<string, readonly PathNode[]> {
  const exported = rule.byPath && depth <= EXPORTED_DEPTH;
  const named: { property: string; nodes: { name: string; shape: Shape }[] }[] = [];
  // The names of one level are claimed before those below: a short path never gives way to a long one.
  for (const { name: property, type } of shape.properties) {
    const nodes = shapesIn(type).map((child, i) => {
      const segment = i === 0 ? property : `${property}${i + 1}`;
      return { name: rule.names.claim(exported ? parent : '', segment), shape: child };
    });
    if (nodes.length > 0) named.push({ property, nodes });
  }
  return new Map(
    named.map(({ property, nodes }) => [
      property,
      nodes.map((node) => nodeOf(node, exported, () => childrenOf(node.shape, node.name, rule, depth + 1))),
    ]),
  );
}

/**
 * A node whose children are named at once where they are exported, so that those names depend on the tree alone, and
 * otherwise only if the module comes to declare the node itself.
 */
function nodeOf(
  { name, shape }: { name: string; shape: Shape },
  exported: boolean,
  make: () => PathNode['children'],
): PathNode {
  if (exported) return { name, shape, exported, children: make() };
  let children: PathNode['children'] | undefined;
  return {
    name,
    shape,
    exported,
    get children() {
      children ??= make();
      return children;
    },
  };
}
