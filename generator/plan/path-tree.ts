import type { Shape } from '../model/model.js';
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
  const root = new TreeNode(name, shape, { rule, depth: 1, exported: true });
  if (rule.exports) exportChildren(root, { spelled: name, key: name }, rule);
  return root;
}

/** All names that are exported are made together: which of them are spelled alike is a matter of the whole tree. */
function exportChildren(root: TreeNode, path: Pick<NestedPath, 'spelled' | 'key'>, rule: NamingRule): void {
  const found: ExportedNode[] = [];
  addExported(root, path, { rule, found, depth: 1 });
  const names = rule.names.exported(found);
  found.forEach((node, i) => {
    node.name = names[i] ?? '';
  });
}

/** Makes the children of a node, and adds those that are exported to all that are found, each behind what is below it. */
function addExported(
  node: TreeNode,
  above: Pick<NestedPath, 'spelled' | 'key'>,
  { rule, found, depth }: { readonly rule: NamingRule; readonly found: ExportedNode[]; readonly depth: number },
): void {
  node.children = childShapes(node.shape, (property, child) => {
    const exported = new ExportedNode(child, { rule, depth: depth + 1, exported: true }, { above, property });
    if (depth < EXPORTED_DEPTH) addExported(exported, exported, { rule, found, depth: depth + 1 });
    found.push(exported);
    return exported;
  });
}

/** Where a node is, and what that means for the names below. */
interface Place {
  readonly rule: NamingRule;
  /** How many properties lead to its children. */
  readonly depth: number;
  readonly exported: boolean;
}

/** A node whose children, unless it is given some, have names of the module alone: made only if the module comes to declare it itself. */
class TreeNode implements PathNode {
  name: string;
  readonly shape: Shape;
  readonly exported: boolean;
  readonly #place: Place;
  #children: PathNode['children'] | undefined;

  constructor(name: string, shape: Shape, place: Place) {
    this.name = name;
    this.shape = shape;
    this.exported = place.exported;
    this.#place = place;
  }

  get children(): PathNode['children'] {
    return (this.#children ??= this.#localChildren());
  }

  set children(children: PathNode['children']) {
    this.#children = children;
  }

  #localChildren(): PathNode['children'] {
    const { rule, depth } = this.#place;
    // In a module of its own a shape shows in its parts' names, as far as exported names would.
    const parent = rule.exports || depth > EXPORTED_DEPTH ? '' : this.name;
    const place = { rule, depth: depth + 1, exported: false };
    // The names of one level are claimed before those below: a short path never gives way to a long one.
    return childShapes(this.shape, (property, child) => new TreeNode(rule.names.local(parent, property), child, place));
  }
}

/** An object whose name is exported; it has one once all of them are found. */
class ExportedNode extends TreeNode implements NestedPath {
  readonly property: string;
  readonly parent: string;
  readonly spelled: string;
  readonly #above: Pick<NestedPath, 'key'>;

  constructor(
    shape: Shape,
    place: Place,
    { above, property }: { readonly above: Pick<NestedPath, 'spelled' | 'key'>; readonly property: string },
  ) {
    super('', shape, place);
    this.property = property;
    this.parent = above.spelled;
    this.spelled = spelledPath(this);
    this.#above = above;
  }

  get key(): string {
    return `${this.#above.key}\n${this.property}`;
  }
}

/** The shapes that the properties of a shape name; further ones of one property are numbered. */
function childShapes<T>(shape: Shape, make: (property: string, child: Shape) => T): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, readonly T[]>();
  for (const { property, shapes } of shape.nested) {
    const { name } = property;
    found.set(
      name,
      shapes.map((child, i) => make(i === 0 ? name : `${name}${i + 1}`, child)),
    );
  }
  return found;
}
