import type { ExternalType } from '../model/kubernetes-types.js';
import type { Property, Shape, TypeNode } from '../model/model.js';
import { docComment, propertyKey } from '../typescript/text.js';
import { typeText } from '../typescript/type-text.js';
import type { TypeNames } from '../typescript/type-text.js';
import type { Declaration } from './files.js';
import type { PathNode } from './path-tree.js';

/** What declares a type: the runtime, or a module of the output or of another package. */
export type Owner =
  | { readonly type: 'runtime'; readonly name: string }
  | {
      readonly type: 'module';
      readonly path: string;
      readonly name: string;
      /** The named definition that it is. */
      readonly definition?: string;
      /** The type of another package that it is. */
      readonly external?: ExternalType;
    };

/** A shape that another module declares. */
export interface Elsewhere {
  /** As this module writes it: `s1.Spec`. */
  readonly text: string;
  readonly owner: Owner;
  /** Another shape that the same module declares, if it does. */
  inside(shape: Shape): Elsewhere | undefined;
}

/** A shape that a module declares, where its path leads to it first. */
export interface DeclaredNode {
  readonly node: PathNode;
  readonly exported: boolean;
  /** The declared shape that names it, and by which property; undefined where nothing does. */
  readonly parent: { readonly shape: Shape; readonly property: Property } | undefined;
}

/** A further exported name of a shape. */
export interface AliasedNode {
  readonly node: PathNode;
  /** Undefined where the module itself declares the shape. */
  readonly owner: Owner | undefined;
}

/** How a types module speaks of what it does not declare. */
export interface Surroundings {
  elsewhere(node: PathNode): Elsewhere | undefined;
  definition(name: string): string;
  runtime(name: string): string;
}

/** What is around a node that is to be declared. */
interface DeclareContext {
  /** The module that declares what is above. */
  readonly beside?: Elsewhere | undefined;
  readonly parent?: DeclaredNode['parent'];
}

const WIDTH = 116;
const NONE: readonly PathNode[] = [];

/** Declares a tree of nested objects: an interface for each shape, an alias for each further exported path to it. */
export class TypesWriter {
  readonly declarations: Declaration[] = [];
  /** What is declared, in order. */
  readonly nodes: DeclaredNode[] = [];
  readonly aliases: AliasedNode[] = [];
  /** The names under which shapes are declared here. */
  readonly names: ReadonlyMap<Shape, string>;
  readonly #declared = new Map<Shape, string>();
  /** Names that an interface above uses, so that they must exist whether or not they are exported. */
  readonly #used = new Set<string>();
  readonly #around: Surroundings;
  readonly #exportAll: boolean;
  /** The nodes that the type which is being written names, and which of them is the next. */
  #nested: readonly PathNode[] = NONE;
  #next = 0;
  readonly #typeNames: TypeNames = {
    shape: () => {
      const node = this.#nested[this.#next];
      this.#next += 1;
      return this.#nameFor(node);
    },
    definition: (name) => this.#around.definition(name),
    runtime: (name) => this.#around.runtime(name),
  };

  /** `exportAll`: other modules name what is declared here, whatever its path. */
  constructor(around: Surroundings, exportAll: boolean) {
    this.#around = around;
    this.#exportAll = exportAll;
    this.names = this.#declared;
  }

  /** The name under which a shape is declared here. */
  nameOf(shape: Shape): string | undefined {
    return this.#declared.get(shape);
  }

  /** Declares a node and all below it. `doc` is for the node alone. */
  declare(node: PathNode, doc = '', { beside, parent }: DeclareContext = {}): void {
    const known = this.#declared.get(node.shape);
    if (known !== undefined) return this.#alias(node, known);
    const there = this.#around.elsewhere(node) ?? beside?.inside(node.shape);
    if (there !== undefined) return this.#alias(node, there.text, there);
    this.#declareHere(node, doc, parent);
  }

  /** Declares a node that has a name of its own: an equal one of another name is not the same. */
  declareNamed(node: PathNode, doc: string): void {
    const there = this.#around.elsewhere(node);
    if (there === undefined) this.#declareHere(node, doc);
    else this.#alias(node, there.text, there);
  }

  #declareHere(node: PathNode, doc: string, parent?: DeclaredNode['parent']): void {
    const { shape } = node;
    this.#declared.set(shape, node.name);
    this.declarations.push(this.#interface(node, doc));
    this.nodes.push({ node, exported: node.exported || this.#exportAll, parent });
    for (const { property } of shape.nested) {
      for (const child of node.children.get(property.name) ?? NONE) {
        this.declare(child, '', { parent: { shape, property } });
      }
    }
  }

  #alias(node: PathNode, target: string, there?: Elsewhere): void {
    if (!node.exported && !this.#used.has(node.name)) return;
    if (node.exported) this.aliases.push({ node, owner: there?.owner });
    if (target !== node.name) {
      this.declarations.push({ doc: '', name: node.name, exported: node.exported, members: '', target });
    }
    for (const children of node.children.values()) {
      for (const child of children) if (child.exported) this.declare(child, '', { beside: there });
    }
  }

  #interface(node: PathNode, doc: string): Declaration {
    const members = node.shape.properties.map((property) => this.#member(property, node));
    if (node.shape.index !== undefined) {
      members.push(`  readonly [key: string]: ${this.#textOf(node.shape.index, indexNodes(node))};`);
    }
    const exported = node.exported || this.#exportAll;
    return { doc: docText(doc, ''), name: node.name, exported, members: members.join('\n'), target: undefined };
  }

  /** Its doc comment and its line. */
  #member(property: Property, node: PathNode): string {
    const type = this.#typeText(property, node);
    const key = propertyKey(property.name);
    const rest = property.optional ? `?: ${type === 'unknown' ? type : `${type} | undefined`}` : `: ${type}`;
    return `${docText(property.doc, '  ')}  readonly ${key}${rest};`;
  }

  #typeText({ name, type }: Property, node: PathNode): string {
    // Most are such, and name nothing.
    if (type.type === 'primitive') return type.name;
    return this.#textOf(type, node.children.get(name) ?? NONE);
  }

  /** A type that names these nodes, in their order. */
  #textOf(type: TypeNode, nested: readonly PathNode[]): string {
    this.#nested = nested;
    this.#next = 0;
    return typeText(type, this.#typeNames);
  }

  #nameFor(node: PathNode | undefined): string {
    if (node === undefined) throw new Error('a type names more shapes than its path tree has');
    if (!node.exported) {
      const other = this.#declared.get(node.shape) ?? this.#around.elsewhere(node)?.text;
      if (other !== undefined) return other;
    }
    this.#used.add(node.name);
    return node.name;
  }
}

/**
 * Returns the nodes that an index signature names. An index that names shapes is that of a map with required keys, whose properties
 * have the same type: the nodes of one of them are its own.
 */
function indexNodes({ shape, children }: PathNode): readonly PathNode[] {
  const [nested] = shape.nested;
  return (nested && children.get(nested.property.name)) ?? NONE;
}

/** A doc comment with its indentation and line ends. */
export function docText(doc: string, indent: string): string {
  return docComment(doc, WIDTH - indent.length, indent);
}
