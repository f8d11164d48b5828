import { hash as digestOf } from 'node:crypto';
import type { Property, Shape, TypeNode } from './model.js';

/** Makes shapes and gives back the one it has when an equal one is asked for, so that a PodSpec exists once. */
export class ShapePool {
  readonly #byHash = new Map<string, Shape>();
  readonly #definitions = new Map<string, string>();

  /** Says what a definition's structure is, so that a shape that spells it out compares equal to one that names it. */
  setDefinition(name: string, structure: string): void {
    this.#definitions.set(name, structure);
  }

  /** The shape with these properties, in any order. */
  shape(properties: readonly Property[], index?: TypeNode): Shape {
    const sorted = [...properties].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    const structure: string[] = [];
    const full: string[] = [];
    for (const { name, type, optional, doc } of sorted) {
      const head = `${JSON.stringify(name)}${optional ? '?' : '!'}`;
      structure.push(head + typeKey(type, 'structure', this.#definitions));
      full.push(head + typeKey(type, 'hash') + JSON.stringify(doc));
    }
    if (index !== undefined) {
      structure.push(`*${typeKey(index, 'structure', this.#definitions)}`);
      full.push(`*${typeKey(index, 'hash')}`);
    }
    const hash = digest(full.join(','));
    const known = this.#byHash.get(hash);
    if (known !== undefined) return known;
    const shape: Shape = { hash, structure: digest(structure.join(',')), properties: sorted, index };
    this.#byHash.set(hash, shape);
    return shape;
  }
}

function digest(text: string): string {
  return digestOf('sha256', text, 'hex').slice(0, 32);
}

/** A string that is equal exactly for equal types. `definitions`: the keys that stand for named ones. */
export function typeKey(type: TypeNode, by: 'structure' | 'hash', definitions?: ReadonlyMap<string, string>): string {
  switch (type.is) {
    case 'primitive':
      return type.name;
    case 'literals':
      return `${type.open ? 'open' : 'enum'}${JSON.stringify(type.values)}`;
    case 'array':
      return `[${typeKey(type.of, by, definitions)}]`;
    case 'map':
      return `{${typeKey(type.of, by, definitions)}}`;
    case 'door':
      return `rt.${type.name}`;
    case 'shape':
      return `#${type.shape[by]}`;
    case 'definition':
      return definitions?.get(type.name) ?? `$${type.name}`;
    case 'union':
    case 'intersection':
      return `${type.is}(${type.of.map((member) => typeKey(member, by, definitions)).join(',')})`;
  }
}
