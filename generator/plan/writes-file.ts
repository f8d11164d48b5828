import type { Property, ResourceModel, Shape, TypeNode } from '../model/model.js';
import { isDifferent, neededKeys } from '../model/write-views.js';
import type { View, WriteViews } from '../model/write-views.js';
import type { Declaration } from './files.js';
import type { PathNode } from './path-tree.js';
import type { DeclaredNode, Owner } from './types-file.js';
import { WriteReferences } from './write-references.js';
import type { ReadModule, Reference, ViewSuffix } from './write-references.js';
import { WriteRoot } from './write-root.js';
import { choiceText, keyUnion, WriteText } from './write-text.js';

/**
 * How many properties the exported name of a view spells out: `WidgetSpecTemplateApply` has two. What lies deeper has a
 * name that editors show, and is reached through its parent's type: exporting each from every resource that has it would
 * take more room than the views themselves.
 */
const EXPORTED_WRITE_DEPTH = 2;

/** What the writes of other modules have. */
export interface OtherWrites {
  /** Whether there is a view of a type, as far as another module declares it. */
  has(owner: Owner | undefined, suffix: ViewSuffix): boolean;
}

/** What a module of write views is for. */
export interface WritesRole {
  /** Whether other modules name what is declared here, whatever its path. */
  readonly exportsAll: boolean;
  /** Whether it is for a shape that several CRDs lead to. */
  readonly isShared: boolean;
  /** The resource's type that it is for, which it imports by its name. Default: none. */
  readonly root?: PathNode;
  readonly others: OtherWrites;
}

/**
 * Declares the write views of what a module of types declares: only those that differ from what is read, and only where
 * something leads to them.
 */
export class WritesWriter {
  readonly references: WriteReferences;
  readonly #module: ReadModule;
  readonly #text: WriteText;
  readonly #byShape: ReadonlyMap<Shape, { readonly declared: DeclaredNode; readonly order: number }>;
  /** By name: in the order of the module of types, whatever was asked for first. */
  readonly #made = new Map<string, { readonly order: number; readonly declaration: Declaration | undefined }>();
  readonly #roots: Declaration[] = [];
  /** The nodes near a root, with the views that the root's lead to. */
  readonly #reached = new Map<PathNode, Set<View>>();
  readonly #exportsAll: boolean;
  readonly #others: OtherWrites;
  /** By shape, the keys that its intent has of itself. */
  readonly #keys: ReadonlyMap<Shape, readonly string[]>;

  constructor(module: ReadModule, views: WriteViews, role: WritesRole) {
    const { exportsAll, isShared, root, others } = role;
    this.#exportsAll = exportsAll;
    this.#others = others;
    this.#module = module;
    const here = module.writer.nodes.map(({ node }) => node.shape);
    // Which of a resource's shapes are shared with others is to change none of its types.
    this.#keys = listKeys(root === undefined ? here : spelledOut(root.shape, module), isShared);
    this.#byShape = new Map(module.writer.nodes.map((declared, order) => [declared.node.shape, { declared, order }]));
    const keysOf = (shape: Shape): readonly string[] => this.#keysOf(shape);
    this.references = new WriteReferences(module, views, { keysOf, importsByName: root?.name });
    this.#text = new WriteText(this.references, { views, defines: module.defines }, ({ reference, suffix }) =>
      this.#want(reference, suffix),
    );
  }

  /** The views of a whole object, and all that they lead to. */
  root(node: PathNode, resource: ResourceModel): void {
    const root = new WriteRoot(node, resource, this.#text);
    const declared = this.#byShape.get(node.shape)?.declared;
    if (declared === undefined) return;
    for (const [name, view] of root.parts()) {
      for (const { property } of node.shape.nested) {
        if (property.name === name) this.#reach(node, { property, view, depth: 1 });
      }
    }
    this.#roots.push(...root.declarations(this.references.declared(declared)));
    if (!this.#exportsAll) this.#aliases();
  }

  /** Both views of a shape, and all that they lead to: other modules ask for them by name. */
  shape(node: PathNode): void {
    const reference = this.references.node(node);
    if (isDifferent(reference.input, 'input')) this.#want(reference, 'Input');
    if (reference.shape?.rules.atomic !== true && reference.applies(reference.keys)) this.#want(reference, 'Apply');
  }

  /** The same for a named definition that the module of types declares. */
  definition(name: string): void {
    const reference = this.references.definition(name);
    if (reference.shape === undefined || !this.#byShape.has(reference.shape)) return;
    if (isDifferent(reference.input, 'input')) this.#want(reference, 'Input');
    if (reference.shape.rules.atomic !== true && reference.applies(reference.keys)) this.#want(reference, 'Apply');
  }

  /** The names of all views. */
  get names(): ReadonlySet<string> {
    return new Set(this.#made.keys());
  }

  /** All declarations. */
  get declarations(): Declaration[] {
    const made = [...this.#made.values()].sort((a, b) => a.order - b.order);
    const locals = Array.from(this.references.locals, ([name, target]) => alias(name, target, false));
    const byName = (a: Declaration, b: Declaration): number => (a.name < b.name ? -1 : 1);
    return [...locals.sort(byName), ...this.#roots, ...made.flatMap(({ declaration }) => declaration ?? [])];
  }

  /** Declares a view of a shape, if it is one of this module. */
  #want(reference: Reference, suffix: ViewSuffix): void {
    const { shape } = reference;
    const found = shape === undefined ? undefined : this.#byShape.get(shape);
    const name = reference.view(suffix);
    if (found === undefined || name.includes('.') || this.#made.has(name)) return;
    const order = found.order * 2 + (suffix === 'Input' ? 0 : 1);
    // Entered before it is written: a shape may hold itself.
    this.#made.set(name, { order, declaration: undefined });
    const { node } = found.declared;
    const exported = this.#exportsAll || this.#reached.has(node);
    const declaration =
      suffix === 'Input' ? this.#input(reference, node, exported) : this.#intent(reference, node, exported);
    this.#made.set(name, { order, declaration });
  }

  #input(reference: Reference, node: PathNode, exported: boolean): Declaration {
    const name = reference.view('Input');
    const { properties, index, rules } = node.shape;
    if (index !== undefined) return this.#inFull(name, reference, node, { view: 'input', exported });
    const anew = properties.filter((property) => this.#text.differs(property, 'input'));
    const defaulted = properties.filter((property) => property.defaulted === true);
    const sent = sentText(reference.read(), {
      optional: defaulted.map((property) => property.name),
      count: properties.length,
      anew: this.#text.anew(anew, 'input', node),
    });
    return alias(name, sent + choiceText(rules.choices), exported);
  }

  #intent(reference: Reference, node: PathNode, exported: boolean): Declaration {
    const name = reference.view('Apply');
    if (node.shape.index !== undefined) return this.#inFull(name, reference, node, { view: 'apply', exported });
    const changed = node.shape.properties.filter((property) => this.#text.differs(property, 'apply'));
    const anew = this.#text.anew(changed, 'apply', node);
    return alias(name, intentText(reference.read(), reference.keys, anew), exported);
  }

  /** With an index signature: helpers would lose the properties that have a name. */
  #inFull(
    name: string,
    reference: Reference,
    node: PathNode,
    { view, exported }: { readonly view: 'input' | 'apply'; readonly exported: boolean },
  ): Declaration {
    const members = node.shape.properties.map((property) => {
      if (this.#text.differs(property, view)) return this.#text.member(property, view, node);
      const isKey = view === 'apply' && reference.keys.includes(property.name);
      return this.#text.plainMember(property, isKey ? 'input' : view, () => reference.read());
    });
    members.push('  readonly [key: string]: unknown;');
    return { doc: '', name, exported, members: members.join('\n'), target: undefined };
  }

  /** Notes what the views of a node ask of what a property leads to. */
  #reach(node: PathNode, { property, view, depth }: { property: Property; view: View; depth: number }): void {
    const [child, ...others] = node.children.get(property.name) ?? [];
    if (child === undefined || others.length > 0) return;
    const inside = viewInside(property.type, view);
    this.#reached.set(child, (this.#reached.get(child) ?? new Set<View>()).add(inside));
    if (depth === EXPORTED_WRITE_DEPTH) return;
    for (const next of child.shape.nested) {
      this.#reach(child, { property: next.property, view: inside, depth: depth + 1 });
    }
  }

  /** Further names of shapes, by their paths: what is declared where changes no name. */
  #aliases(): void {
    for (const { node, owner } of this.#module.writer.aliases) {
      const views = this.#reached.get(node);
      if (views === undefined) continue;
      const reference = owner === undefined ? this.references.node(node) : this.references.owned(owner, node.shape);
      const { input } = reference;
      const has = (suffix: ViewSuffix): boolean => this.#others.has(owner, suffix);
      const sends = (views.has('input') && (input.defaults || input.choices)) || (views.has('whole') && input.defaults);
      if (sends && has('Input')) this.#alias(node, reference, 'Input');
      const isMerged = views.has('apply') && reference.shape?.rules.atomic !== true && reference.runtime === undefined;
      const keys = new Set([...reference.keys, ...this.#keysOf(node.shape)]);
      if (isMerged && reference.applies([...keys]) && has('Apply')) this.#alias(node, reference, 'Apply');
    }
  }

  #alias(node: PathNode, reference: Reference, suffix: ViewSuffix): void {
    const [name, target] = [node.name + suffix, reference.view(suffix)];
    if (name === target || this.#made.has(name)) return;
    this.#want(reference, suffix);
    const order = this.#byShape.size * 2 + this.#made.size;
    const missing = this.#keysOf(node.shape).filter((key) => !reference.keys.includes(key));
    const keyed =
      suffix === 'Input' || missing.length === 0 ? '' : ` & rt.Keyed<${reference.read()}, ${keyUnion(missing)}>`;
    this.#made.set(name, { order, declaration: alias(name, target + keyed, true) });
  }

  #keysOf(shape: Shape): readonly string[] {
    return this.#keys.get(shape) ?? [];
  }
}

function alias(name: string, target: string, exported: boolean): Declaration {
  return { doc: '', name, exported, members: '', target };
}

/** What is sent whole: of `count` fields some, all or none are `optional`. */
function sentText(
  read: string,
  { optional, count, anew }: { readonly optional: readonly string[]; readonly count: number; readonly anew: string },
): string {
  if (optional.length === count) return helperText('Loose', read, anew);
  if (optional.length > 0) return helperText('Sent', read, keyUnion(optional), anew);
  return anew === '' ? read : helperText('Changed', read, anew);
}

function intentText(read: string, keys: readonly string[], anew: string): string {
  return keys.length === 0 ? helperText('Loose', read, anew) : helperText('Intent', read, keyUnion(keys), anew);
}

/** `rt.Intent<r.Widget, 'name', { … }>`, without an argument that is empty. */
function helperText(helper: string, ...args: readonly string[]): string {
  return `rt.${helper}<${args.filter((arg) => arg !== '').join(', ')}>`;
}

/** The view of the object that a type holds, where the type itself has a view. */
function viewInside(type: TypeNode, view: View): View {
  switch (type.type) {
    case 'array':
      return viewInside(type.of, view === 'apply' && type.keys === undefined ? 'whole' : view);
    case 'map':
      return viewInside(type.of, view);
    case 'union':
    case 'intersection': {
      const views = type.of.map((member) => viewInside(member, view));
      return views.find((inside) => inside !== view) ?? view;
    }
    case 'shape':
      return view === 'apply' && type.shape.rules.atomic === true ? 'whole' : view;
    default:
      return view;
  }
}

/** The shapes that a type leads to, as far as no other type stands for them, whichever module of the output declares them. */
function spelledOut(root: Shape, module: ReadModule): readonly Shape[] {
  const found = new Set([root]);
  for (const shape of found) {
    for (const child of shape.nested.flatMap(({ shapes }) => shapes)) {
      const owner = module.ownerOf(child, '');
      const isOther = owner?.type === 'runtime' || owner?.definition !== undefined || owner?.external !== undefined;
      if (!isOther) found.add(child);
    }
  }
  return [...found];
}

/**
 * For each shape the keys that its intent has of itself: those of the lists that hold it, where all agree and nothing else holds it.
 */
function listKeys(shapes: readonly Shape[], isShared: boolean): ReadonlyMap<Shape, readonly string[]> {
  /** Undefined for those that are held in several ways. */
  const uses = new Map<Shape, readonly string[] | undefined>();
  const use = (shape: Shape, keys: readonly string[]): void => {
    if (!uses.has(shape)) uses.set(shape, keys);
    else if (uses.get(shape)?.join() !== keys.join()) uses.set(shape, undefined);
  };
  const visit = (type: TypeNode): void => {
    if (type.type === 'shape') use(type.shape, []);
    else if (type.type === 'array') {
      if (type.keys !== undefined && type.of.type === 'shape') use(type.of.shape, neededKeys(type.of.shape, type.keys));
    } else if (type.type === 'map') visit(type.of);
    else if (type.type === 'union' || type.type === 'intersection') type.of.forEach(visit);
  };
  for (const { properties } of shapes) for (const { type } of properties) visit(type);
  // Other modules may hold the shape that this one is for, by keys or not.
  const [first] = shapes;
  if (isShared && first !== undefined) use(first, []);
  return new Map(Array.from(uses, ([shape, keys]) => [shape, keys ?? []]));
}
