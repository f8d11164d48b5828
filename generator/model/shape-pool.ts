import { hash as digestOf } from 'node:crypto';
import { ownText } from '../input/yaml/own-text.js';
import type { Property, Shape, TypeNode, WriteRules } from './model.js';

/**
 * Makes shapes, and returns the one it has when an equal one is asked for, so that a PodSpec exists once. Its keys are
 * built for speed: bench suite `generator`.
 */
export class ShapePool {
  readonly #byKey = new Map<string, Shape>();
  /** Texts by number: a key of numbers is short, and a text is compared once instead of written into every key. */
  readonly #texts = new Map<string, number>();
  /** The texts themselves, by their numbers. */
  readonly #kept: string[] = [];
  readonly #definitions = new Map<string, string>();

  /** Says what a definition's structure is, so that a shape that spells it out compares equal to one that names it. */
  setDefinition(name: string, structure: string): void {
    this.#definitions.set(name, structure);
  }

  /** The shape with these properties, in any order. */
  shape(properties: readonly Property[], index?: TypeNode, rules: WriteRules = NO_RULES): Shape {
    const sorted = sortedByName(properties);
    let key = (index === undefined ? '' : `*${typeKey(index, 'hash')}`) + rulesKey(rules);
    for (const { name, type, doc, ...presence } of sorted) {
      key += `,${this.#number(name)}${mark(presence)}${typeKey(type, 'hash')} ${this.#number(doc)}`;
    }
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const kept = sorted.map((property) => ({ ...property, doc: this.#keptText(property.doc) }));
    const shape = this.#make(kept, index, rules);
    this.#byKey.set(key, shape);
    return shape;
  }

  #number(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const kept = ownText(text);
    this.#texts.set(kept, this.#kept.length);
    return this.#kept.push(kept) - 1;
  }

  /** An equal text that keeps no input in memory. */
  #keptText(text: string): string {
    return this.#kept[this.#number(text)] ?? text;
  }

  /**
   * The hashes are of the content alone: they are in names of files, which must not depend on what else was read. What only
   * writers need to know is part of the hash, not of the structure: readers find equal what differs in that alone.
   */
  #make(properties: readonly Property[], index: TypeNode | undefined, rules: WriteRules): Shape {
    const structure: string[] = [];
    const full: string[] = [];
    for (const { name, type, doc, ...presence } of properties) {
      const head = `${JSON.stringify(name)}${mark(presence)}`;
      structure.push(head + typeKey(type, 'structure', this.#definitions));
      full.push(head + typeKey(type, 'hash') + JSON.stringify(doc));
    }
    if (index !== undefined) {
      structure.push(`*${typeKey(index, 'structure', this.#definitions)}`);
      full.push(`*${typeKey(index, 'hash')}`);
    }
    full.push(rulesKey(rules));
    return { hash: digest(full.join(',')), structure: digest(structure.join(',')), properties, index, rules };
  }
}

const NO_RULES: WriteRules = {};

function rulesKey(rules: WriteRules): string {
  return rules === NO_RULES ? '' : JSON.stringify(rules);
}

/** Whether a property is optional, required, or filled in by the server: three different things to a writer. */
function mark({ optional, defaulted }: Pick<Property, 'optional' | 'defaulted'>): string {
  return defaulted ? '=' : optional ? '?' : '!';
}

/** Sorts, unless it is sorted, as most schemas are. */
function sortedByName(properties: readonly Property[]): readonly Property[] {
  const isSorted = properties.every(({ name }, i) => i === 0 || (properties[i - 1]?.name ?? '') < name);
  return isSorted ? properties : [...properties].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function digest(text: string): string {
  return digestOf('sha256', text, 'hex').slice(0, 32);
}

/** A string that is equal exactly for equal types. `definitions`: the keys that stand for named ones. */
export function typeKey(type: TypeNode, by: 'structure' | 'hash', definitions?: ReadonlyMap<string, string>): string {
  switch (type.type) {
    case 'primitive':
      return type.name;
    case 'literals':
      return `${type.open ? 'open' : 'enum'}${JSON.stringify(type.values)}`;
    case 'array':
      return `[${typeKey(type.of, by, definitions)}]${by === 'hash' ? (type.keys ?? []).join() : ''}`;
    case 'map':
      return `{${typeKey(type.of, by, definitions)}}`;
    case 'runtime':
      return `rt.${type.name}`;
    case 'shape':
      return `#${type.shape[by]}`;
    case 'external':
      return `#${type.structure}`;
    case 'definition':
      return definitions?.get(type.name) ?? `$${type.name}`;
    case 'union':
    case 'intersection':
      return `${type.type}(${type.of.map((member) => typeKey(member, by, definitions)).join(',')})`;
  }
}
