import type { Shape } from '../model/model.js';
import { nestedIn } from '../model/walk.js';
import { EXPORTED_DEPTH, spelledPath } from '../names/path-names.js';
import type { NestedPath, PathNames } from '../names/path-names.js';

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
  /** Whether the names near the root are exported, whoever else declares what they stand for. */
  readonly exports: boolean;
}

/** Names every nested object of a tree. The names depend on the tree alone. */
export function pathTree(shape: Shape, name: string, rule: NamingRule): PathNode {
  if (!rule.exports) return localNode({ name, shape, exported: true }, rule, 1);
  const planned: Planned[] = [];
  const children = plannedChildren({ shape, spelled: name, key: name, depth: 1 }, planned);
  const names = rule.names.exported(planned);
  for (const [i, node] of planned.entries()) node.name = names[i] ?? '';
  return { name, shape, exported: true, children: namedChildren(children, rule) };
}

/** An object whose name is exported, before it has one. */
interface Planned extends NestedPath {
  readonly shape: Shape;
  name: string;
  readonly children: ReadonlyMap<string, readonly Planned[]>;
}

/** All names that are exported are made together: which of them are spelled alike is a matter of the whole tree. */
function plannedChildren(
  { shape, spelled, key, depth }: { shape: Shape; spelled: string; key: string; depth: number },
  all: Planned[],
): ReadonlyMap<string, readonly Planned[]> {
  if (depth > EXPORTED_DEPTH) return new Map();
  return childShapes(shape, ({ segment, child }) => {
    const path = { parent: spelled, property: segment, key: `${key}\n${segment}` };
    const inside = { shape: child, spelled: spelledPath(path), key: path.key, depth: depth + 1 };
    const node: Planned = { ...path, shape: child, name: '', children: plannedChildren(inside, all) };
    all.push(node);
    return node;
  });
}

function namedChildren(
  planned: ReadonlyMap<string, readonly Planned[]>,
  rule: NamingRule,
  depth = 1,
): PathNode['children'] {
  return new Map(
    Array.from(planned, ([property, nodes]) => [
      property,
      nodes.map(({ name, shape, children }) =>
        depth === EXPORTED_DEPTH
          ? localNode({ name, shape, exported: true }, rule, depth + 1)
          : { name, shape, exported: true, children: namedChildren(children, rule, depth + 1) },
      ),
    ]),
  );
}

/** A node whose children have names of the module alone, which are made only if the module comes to declare it itself. */
function localNode(node: Omit<PathNode, 'children'>, rule: NamingRule, depth: number): PathNode {
  let children: PathNode['children'] | undefined;
  // In a module of its own a shape shows in its parts' names, as far as exported names would.
  const parent = rule.exports || depth > EXPORTED_DEPTH ? '' : node.name;
  return {
    ...node,
    get children() {
      // The names of one level are claimed before those below: a short path never gives way to a long one.
      children ??= childShapes(node.shape, ({ segment, child }) => {
        const name = rule.names.local(parent, segment);
        return localNode({ name, shape: child, exported: false }, rule, depth + 1);
      });
      return children;
    },
  };
}

/** The shapes that the properties of a shape name; further ones of one property are numbered. */
function childShapes<T>(
  shape: Shape,
  make: (found: { segment: string; child: Shape }) => T,
): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, readonly T[]>();
  for (const { property, shapes } of nestedIn(shape)) {
    const { name } = property;
    found.set(
      name,
      shapes.map((child, i) => make({ segment: i === 0 ? name : `${name}${i + 1}`, child })),
    );
  }
  return found;
}
