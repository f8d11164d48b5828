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
    let key = (index === undefined ? '' : `*${typeKey(index, 'id')}`) + rulesKey(rules);
    for (const property of sorted) {
      key += `,${this.#number(property.name)}${mark(property)}${typeKey(property.type, 'id')} ${this.#number(property.doc)}`;
    }
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const kept = sorted.map((property) => ({ ...property, doc: this.#keptText(property.doc) }));
    const shape = new PooledShape(kept, index, rules);
    // What a name stands for may change, until all definitions are known: what counts is what it stood for when it was used.
    if (namesDefinition(shape)) shape.fixStructure(this.#definitions);
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
}

/**
 * A shape whose hashes are made when they are asked for, which is seldom: the shapes of a pool are told apart by themselves.
 *
 * The hashes are of the content alone: they are in names of files, which must not depend on what else was read. What only
 * writers need to know is part of the hash, not of the structure: readers find equal what differs in that alone.
 */
class PooledShape implements Shape {
  readonly id: number = nextId++;
  readonly properties: readonly Property[];
  readonly index: TypeNode | undefined;
  readonly rules: WriteRules;
  #hash: string | undefined;
  #structure: string | undefined;
  #looseStructure: string | undefined;

  constructor(properties: readonly Property[], index: TypeNode | undefined, rules: WriteRules) {
    this.properties = properties;
    this.index = index;
    this.rules = rules;
  }

  get hash(): string {
    if (this.#hash !== undefined) return this.#hash;
    const parts = this.properties.map(
      (property) => head(property, mark(property)) + typeKey(property.type, 'hash') + JSON.stringify(property.doc),
    );
    if (this.index !== undefined) parts.push(`*${typeKey(this.index, 'hash')}`);
    parts.push(rulesKey(this.rules));
    return (this.#hash = digest(parts));
  }

  get structure(): string {
    return (this.#structure ??= this.#structureBy());
  }

  get looseStructure(): string {
    if (this.#looseStructure !== undefined) return this.#looseStructure;
    const parts = this.properties.map(
      (property) =>
        head(property, property.defaulted ? '?' : mark(property)) + typeKey(property.type, 'looseStructure'),
    );
    if (this.index !== undefined) parts.push(`*${typeKey(this.index, 'structure')}`);
    return (this.#looseStructure = digest(parts));
  }

  /** Makes the structure, with the keys that stand for definitions now. */
  fixStructure(definitions: ReadonlyMap<string, string>): void {
    this.#structure = this.#structureBy(definitions);
  }

  #structureBy(definitions?: ReadonlyMap<string, string>): string {
    const parts = this.properties.map(
      (property) => head(property, mark(property)) + typeKey(property.type, 'structure', definitions),
    );
    if (this.index !== undefined) parts.push(`*${typeKey(this.index, 'structure', definitions)}`);
    return digest(parts);
  }
}

let nextId = 1;

function head({ name }: Property, presence: string): string {
  return JSON.stringify(name) + presence;
}

/** Whether a shape names a definition, not through another shape. */
function namesDefinition({ properties, index }: Shape): boolean {
  return properties.some(({ type }) => isOfDefinition(type)) || (index !== undefined && isOfDefinition(index));
}

function isOfDefinition(type: TypeNode): boolean {
  switch (type.type) {
    case 'definition':
      return true;
    case 'array':
    case 'map':
      return isOfDefinition(type.of);
    case 'union':
    case 'intersection':
      return type.of.some(isOfDefinition);
    default:
      return false;
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

function digest(parts: readonly string[]): string {
  return digestOf('sha256', parts.join(','), 'hex').slice(0, 32);
}

/** By what of shapes types are compared: by themselves (those of one pool), or by one of their hashes. */
type ComparedBy = 'id' | 'hash' | 'structure' | 'looseStructure';

/** A string that is equal exactly for equal types. `definitions`: the keys that stand for named ones. */
export function typeKey(type: TypeNode, by: ComparedBy, definitions?: ReadonlyMap<string, string>): string {
  switch (type.type) {
    case 'primitive':
      return type.name;
    case 'literals':
      return `${type.open ? 'open' : 'enum'}${JSON.stringify(type.values)}`;
    case 'array':
      return `[${typeKey(type.of, by, definitions)}]${by === 'id' || by === 'hash' ? (type.keys ?? []).join() : ''}`;
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
