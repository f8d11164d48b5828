import { hash as digestOf } from 'node:crypto';
import type { NestedShapes, Property, Shape, TypeNode, WriteRules } from './model.js';
import { shapesIn } from './walk.js';

/**
 * Makes shapes, and returns the one it has when an equal one is asked for, so that a PodSpec exists once. Built for speed: no
 * description is hashed or copied for it (bench suite `generator`).
 */
export class ShapePool {
  /** Shapes that may be equal: they have fields of the same names, and as much documentation. */
  readonly #alike = new Map<string, PooledShape[]>();
  readonly #definitions = new Map<string, string>();

  /** Says what a definition's structure is, so that a shape that spells it out compares equal to one that names it. */
  setDefinition(name: string, structure: string): void {
    this.#definitions.set(name, structure);
  }

  /** The shape with these properties, in any order. */
  shape(properties: readonly Property[], index?: TypeNode, rules: WriteRules = NO_RULES): Shape {
    const sorted = sortedByName(properties);
    const key = looks(sorted, rules);
    const alike = this.#alike.get(key);
    const known = alike?.find((shape) => isSameType(shape.index, index) && areSame(shape.properties, sorted));
    if (known !== undefined) return known;
    const shape = new PooledShape(sorted, index, rules);
    // What a name stands for may change, until all definitions are known: what counts is what it stood for when it was used.
    if (namesDefinition(shape)) shape.fixStructure(this.#definitions);
    if (alike === undefined) this.#alike.set(key, [shape]);
    else alike.push(shape);
    return shape;
  }
}

/** The same for equal shapes, and for few others. */
function looks(properties: readonly Property[], rules: WriteRules): string {
  let names = '';
  let length = 0;
  for (const { name, doc } of properties) {
    names += `,${name}`;
    length += doc.length;
  }
  return length + rulesKey(rules) + names;
}

function areSame(some: readonly Property[], others: readonly Property[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((a, i) => {
    const b = others[i];
    if (a.name !== b?.name || a.optional !== b.optional || a.defaulted !== b.defaulted || a.doc !== b.doc) return false;
    return isSameType(a.type, b.type);
  });
}

/** Whether two types of one pool are equal. */
function isSameType(a: TypeNode | undefined, b: TypeNode | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.type !== b.type) return false;
  if (a.type === 'shape' && b.type === 'shape') return a.shape === b.shape;
  return typeKey(a, 'id') === typeKey(b, 'id');
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
  #nested: readonly NestedShapes[] | undefined;

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

  get nested(): readonly NestedShapes[] {
    return (this.#nested ??= nestedShapes(this.properties));
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

function nestedShapes(properties: readonly Property[]): readonly NestedShapes[] {
  const found: NestedShapes[] = [];
  for (const property of properties) {
    const shapes = shapesIn(property.type);
    if (shapes.length > 0) found.push({ property, shapes });
  }
  return found;
}

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
