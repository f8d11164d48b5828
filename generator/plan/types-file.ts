import type { Property, Shape } from '../model/model.js';
import { docComment, propertyKey } from '../render/text.js';
import { typeText } from '../render/type-text.js';
import type { Declaration } from './files.js';
import type { PathNode } from './path-tree.js';

/** How a types module speaks of what it does not declare. */
export interface Surroundings {
  /** Where a shape is declared if not here: the text that names it, for instance `s1.Spec`. */
  elsewhere(shape: Shape): { text: string; node: PathNode | undefined } | undefined;
  definition(name: string): string;
  door(name: string): string;
}

const WIDTH = 116;

/** Declares a tree of nested objects: an interface for each shape, an alias for each further path to it. */
export class TypesWriter {
  readonly declarations: Declaration[] = [];
  readonly #declared = new Map<Shape, PathNode>();
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Declares a node and all below it. `doc` is for the node alone. */
  declare(node: PathNode, doc = ''): void {
    const before = this.#declared.get(node.shape);
    if (before !== undefined) return this.#alias(node, before.name, before);
    const there = this.#around.elsewhere(node.shape);
    if (there !== undefined) return this.#alias(node, there.text, there.node);
    this.#declared.set(node.shape, node);
    this.declarations.push(this.#interface(node, doc));
    for (const children of node.children.values()) for (const child of children) this.declare(child);
  }

  /** `target` names the same shape as `node`; `twin`, where known, has names for what is below it. */
  #alias(node: PathNode, target: string, twin: PathNode | undefined): void {
    this.declarations.push({ doc: '', name: node.name, members: [], target });
    const prefix = target.slice(0, target.lastIndexOf('.') + 1);
    for (const [property, children] of node.children) {
      children.forEach((child, i) => {
        const other = twin?.children.get(property)?.[i];
        if (other === undefined) this.declare(child);
        else this.#alias(child, prefix + other.name, other);
      });
    }
  }

  #interface(node: PathNode, doc: string): Declaration {
    const members = node.shape.properties.map((property) => this.#member(property, node));
    if (node.shape.index !== undefined) {
      const text = `readonly [key: string]: ${typeText(node.shape.index, this.#names([]))};`;
      members.push({ doc: '', text });
    }
    return { doc: docText(doc, ''), name: node.name, members, target: undefined };
  }

  #member(property: Property, node: PathNode): { doc: string; text: string } {
    const nested = node.children.get(property.name) ?? [];
    const type = typeText(property.type, this.#names(nested));
    const text = `readonly ${propertyKey(property.name)}${property.optional ? '?' : ''}: ${type};`;
    return { doc: docText(property.doc, '  '), text };
  }

  #names(nested: readonly PathNode[]): Parameters<typeof typeText>[1] {
    let next = 0;
    return {
      shape: () => nested[next++]?.name ?? 'never',
      definition: (name) => this.#around.definition(name),
      door: (name) => this.#around.door(name),
    };
  }
}

/** A doc comment with its indentation and line ends. */
export function docText(doc: string, indent: string): string {
  return docComment(doc, WIDTH - indent.length)
    .map((line) => `${indent}${line}\n`)
    .join('');
}
