import { isObject, listAt, member, objectAt } from '../input/json.js';
import type { JsonObject, JsonPath } from '../input/json.js';
import { SchemaError } from '../input/problem.js';
import { ownText } from '../input/yaml/own-text.js';
import { choicesOf } from './choices.js';
import { branchEnum, mergeAllOf, requiredNames } from './combinators.js';
import { schemaDoc } from './docs.js';
import type { Literal, Property, TypeNode, WriteRules } from './model.js';
import { isQuantity } from './quantity.js';
import { typeKey } from './shape-pool.js';
import type { ShapePool } from './shape-pool.js';

/** No real schema comes near these (deepest seen: 18, largest: 9,723); one that does is a bomb or a mistake. */
const MAX_DEPTH = 100;
const MAX_NODES = 250_000;

/** How schemas become types. */
export interface SchemaOptions {
  readonly pool: ShapePool;
  /** Whether properties get documentation. */
  readonly docs: boolean;
  /** Whether an enum admits values that it does not list. */
  readonly openEnums: boolean;
  /** Whether an object without properties may hold anything (nothing is pruned from it). */
  readonly preserveUnknown: boolean;
  /** Whether the server fills in defaults wherever it reads an object, so that readers can rely on them. */
  readonly fillsDefaults: boolean;
  /** What was made of schemas before, with the same options. Default: each is read anew. */
  readonly known?: KnownSchemas;
  /** The type behind a `$ref`. */
  resolveRef(ref: string, path: JsonPath): TypeNode;
}

/** The types of schemas, by the schemas themselves: where the same value comes again, it is not read again. */
export type KnownSchemas = WeakMap<JsonObject, KnownSchema>;

interface KnownSchema {
  readonly type: TypeNode;
  /** How many schemas there are in it, itself included. */
  readonly nodes: number;
  /** How many segments the longest way has to one of them. */
  readonly height: number;
}

const PRESERVE = 'x-kubernetes-preserve-unknown-fields';

/** Any value at all. */
export const UNKNOWN: TypeNode = { type: 'primitive', name: 'unknown' };
const STRING: TypeNode = { type: 'primitive', name: 'string' };
const NUMBER: TypeNode = { type: 'primitive', name: 'number' };
const BOOLEAN: TypeNode = { type: 'primitive', name: 'boolean' };
const NEVER: TypeNode = { type: 'primitive', name: 'never' };
const NULL: TypeNode = { type: 'primitive', name: 'null' };
const ANY_OBJECT: TypeNode = { type: 'map', of: UNKNOWN };
const EMPTY_OBJECT: TypeNode = { type: 'map', of: NEVER };

/** Reads one schema tree. A reader is for one tree: it counts what it has read, and is of no use after an error. */
export class SchemaReader {
  readonly #options: SchemaOptions;
  #nodes = 0;
  /** How long the longest way was inside the schema that is being read. */
  #longest = 0;
  /** The way to the schema that is being read: one list that grows and shrinks, for there are many schemas. */
  #path: (string | number)[] = [];

  constructor(options: SchemaOptions) {
    this.#options = options;
  }

  /** The type of the values that a schema admits. */
  typeOf(schema: unknown, path: JsonPath): TypeNode {
    this.#path = [...path];
    return this.#typeOf(schema);
  }

  /** The properties of an object schema. */
  propertiesOf(schema: JsonObject, path: JsonPath): Property[] {
    this.#path = [...path];
    return this.#propertiesOf(schema);
  }

  #typeOf(schema: unknown): TypeNode {
    if (!isObject(schema)) throw new SchemaError('a schema must be a mapping', this.#path);
    return this.#knownType(schema) ?? this.#newType(schema);
  }

  /** What was made of a schema before. One that is too much in this place is read again, to say where. */
  #knownType(schema: JsonObject): TypeNode | undefined {
    const known = this.#options.known?.get(schema);
    if (known === undefined) return undefined;
    const longest = this.#path.length + known.height;
    if (this.#nodes + known.nodes > MAX_NODES || longest > MAX_DEPTH * 2) return undefined;
    this.#nodes += known.nodes;
    this.#longest = Math.max(this.#longest, longest);
    return known.type;
  }

  #newType(schema: JsonObject): TypeNode {
    const { length } = this.#path;
    const nodes = this.#nodes;
    const longest = this.#longest;
    this.#longest = length;
    const type = this.#readType(schema);
    // What holds no other schema is read as soon as it is found.
    if (this.#nodes > nodes + 1) {
      this.#options.known?.set(schema, { type, nodes: this.#nodes - nodes, height: this.#longest - length });
    }
    this.#longest = Math.max(longest, this.#longest);
    return type;
  }

  #readType(schema: JsonObject): TypeNode {
    const path = this.#path;
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) throw new SchemaError(`the schema has more than ${MAX_NODES} nodes`, path);
    if (path.length > MAX_DEPTH * 2)
      throw new SchemaError(`the schema is nested deeper than ${MAX_DEPTH} levels`, path);
    const merged = mergeAllOf(schema, path);
    const type = this.#withoutNull(merged);
    if (member(merged, 'nullable') !== true) return type;
    // The server compares null with no value of an enum: it refuses null there, even where it is listed.
    return type.type === 'literals' ? type : union([type, NULL]);
  }

  /** The type of a schema inside the one that is being read. */
  #inside(schema: unknown, key: string, item?: string | number): TypeNode {
    const { length } = this.#path;
    this.#path.push(key);
    if (item !== undefined) this.#path.push(item);
    const type = this.#typeOf(schema);
    this.#path.length = length;
    return type;
  }

  #propertiesOf(schema: JsonObject): Property[] {
    const properties = objectAt(schema, 'properties', this.#path) ?? {};
    const required = requiredNames(schema, this.#path);
    return Object.keys(properties).map((name) => {
      const property = properties[name];
      const type = this.#inside(property, 'properties', name);
      const doc = this.#options.docs && isObject(property) ? schemaDoc(property) : '';
      if (this.#options.fillsDefaults && hasDefault(property)) {
        return { name, type, optional: false, defaulted: true, doc };
      }
      return { name, type, optional: !required.has(name), doc };
    });
  }

  #withoutNull(schema: JsonObject): TypeNode {
    const ref = member(schema, '$ref');
    if (typeof ref === 'string') return this.#options.resolveRef(ref, this.#path);
    const parts = listAt(schema, 'allOf', this.#path);
    if (parts.length > 0) return intersection(parts.map((part, i) => this.#inside(part, 'allOf', i)));
    if (member(schema, 'x-kubernetes-int-or-string') === true || member(schema, 'format') === 'int-or-string') {
      return { type: 'runtime', name: isQuantity(schema) ? 'Quantity' : 'IntOrString' };
    }
    if (member(schema, 'x-kubernetes-embedded-resource') === true) return this.#embedded(schema);
    const type = member(schema, 'type');
    if (Array.isArray(type)) return union(type.map((one) => this.#ofType({ ...schema, type: one }, one)));
    return this.#ofType(schema, type ?? impliedType(schema));
  }

  #ofType(schema: JsonObject, type: unknown): TypeNode {
    const literals = this.#enumOf(schema, type);
    if (literals !== undefined) return literals;
    switch (type) {
      case 'string':
        return STRING;
      case 'integer':
      case 'number':
        return NUMBER;
      case 'boolean':
        return BOOLEAN;
      case 'null':
        return NULL;
      case 'array':
        return { type: 'array', of: this.#itemsOf(schema), ...listKeys(schema) };
      case 'object':
        return this.#objectOf(schema);
      case undefined:
      case '':
        return this.#untyped(schema);
      default:
        throw new SchemaError(`${JSON.stringify(type)} is no type of a schema`, [...this.#path, 'type']);
    }
  }

  /** Without a type: the branches of oneOf or anyOf may have some. */
  #untyped(schema: JsonObject): TypeNode {
    for (const key of ['oneOf', 'anyOf']) {
      const branches = listAt(schema, key, this.#path);
      if (branches.length === 0) continue;
      return union(branches.map((branch, i) => this.#inside(branch, key, i)));
    }
    return UNKNOWN;
  }

  /** The server does not prune the entries of a list that keeps unknown fields: it is as if they said so themselves. */
  #itemsOf(schema: JsonObject): TypeNode {
    const items = member(schema, 'items');
    if (items === undefined || items === null) return UNKNOWN;
    const kept = member(schema, PRESERVE) === true && isObject(items) ? { ...items, [PRESERVE]: true } : items;
    return this.#inside(kept, 'items');
  }

  #objectOf(schema: JsonObject): TypeNode {
    const described = this.#propertiesOf(schema);
    const additional = member(schema, 'additionalProperties');
    const preserve = member(schema, PRESERVE) === true;
    const values = isObject(additional) ? this.#inside(additional, 'additionalProperties') : undefined;
    if (described.length === 0) {
      if (values !== undefined) return this.#mapOf(schema, values);
      const any = preserve || additional === true || this.#options.preserveUnknown;
      return any ? this.#mapOf(schema, UNKNOWN) : EMPTY_OBJECT;
    }
    const open = preserve || values !== undefined || additional === true;
    const properties = open ? [...described, ...this.#undescribed(schema, described, UNKNOWN)] : described;
    const rules = rulesOf(schema, properties, open);
    return { type: 'shape', shape: this.#options.pool.shape(properties, open ? UNKNOWN : undefined, rules) };
  }

  #mapOf(schema: JsonObject, values: TypeNode): TypeNode {
    const keys = this.#undescribed(schema, [], values);
    if (keys.length === 0) return { type: 'map', of: values };
    return { type: 'shape', shape: this.#options.pool.shape(keys, values) };
  }

  /** What an open object must have although no property describes it. */
  #undescribed(schema: JsonObject, described: readonly Property[], type: TypeNode): Property[] {
    const names = [...requiredNames(schema, this.#path)].filter((name) => described.every((one) => one.name !== name));
    return names.map((name) => ({ name, type, optional: false, doc: '' }));
  }

  #embedded(schema: JsonObject): TypeNode {
    const object: TypeNode = { type: 'runtime', name: 'KubernetesObject' };
    const hidden = new Set(['apiVersion', 'kind', 'metadata']);
    const properties = this.#propertiesOf(schema).filter(({ name }) => !hidden.has(name));
    const preserve = member(schema, PRESERVE) === true;
    if (properties.length > 0) {
      const shape = this.#options.pool.shape(properties, preserve ? UNKNOWN : undefined);
      return intersection([object, { type: 'shape', shape }]);
    }
    return preserve ? intersection([object, ANY_OBJECT]) : object;
  }

  /** The literals of an enum, those that the type admits; undefined where there is none of use. */
  #enumOf(schema: JsonObject, type: unknown): TypeNode | undefined {
    const listed = branchEnum(schema, this.#path);
    if (listed === undefined) return undefined;
    // Objects and lists have no literals: where one of them is admitted too, the literals of the others are not all.
    if (type === undefined && listed.some((value) => typeof value === 'object' && value !== null)) return undefined;
    const admitted = listed.filter((value): value is Literal => admits(type, value));
    const distinct = Array.from(new Set(admitted), (value) => (typeof value === 'string' ? ownText(value) : value));
    const open = this.#options.openEnums && distinct.every((value) => typeof value === 'string');
    // Of a scalar of which none fits, there is no value.
    if (distinct.length === 0) return listed.length > 0 && isScalar(type) && !open ? NEVER : undefined;
    return { type: 'literals', values: distinct, open };
  }
}

/** The keys of a list that the server merges element by element; nothing for one that an intent gives whole. */
function listKeys(schema: JsonObject): { keys?: readonly string[] } {
  if (member(schema, 'x-kubernetes-list-type') !== 'map') return {};
  const keys = member(schema, 'x-kubernetes-list-map-keys');
  if (!Array.isArray(keys)) return {};
  return { keys: keys.filter((key): key is string => typeof key === 'string') };
}

/** What an object's schema asks of writers. */
export function rulesOf(schema: JsonObject, properties: readonly Property[], open: boolean): WriteRules | undefined {
  const atomic = member(schema, 'x-kubernetes-map-type') === 'atomic';
  const choices = open ? undefined : choicesOf(schema, properties);
  if (!atomic && choices === undefined) return undefined;
  return { ...(atomic && { atomic }), ...(choices !== undefined && { choices }) };
}

/** The server drops a default of null before it fills in defaults, unless the field may be null. */
function hasDefault(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const value = member(schema, 'default');
  return value !== undefined && (value !== null || member(schema, 'nullable') === true);
}

function impliedType(schema: JsonObject): string | undefined {
  if (isObject(member(schema, 'properties')) || isObject(member(schema, 'additionalProperties'))) return 'object';
  return isObject(member(schema, 'items')) ? 'array' : undefined;
}

function isScalar(type: unknown): boolean {
  return type === 'string' || type === 'integer' || type === 'number' || type === 'boolean';
}

function admits(type: unknown, value: unknown): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false;
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'integer':
    case 'number':
      return typeof value === 'number';
    case undefined:
      return value === null || ['string', 'number', 'boolean'].includes(typeof value);
    default:
      return false;
  }
}

/** A union without repetitions; `unknown` swallows the rest. */
export function union(members: readonly TypeNode[]): TypeNode {
  const flat = members.flatMap((type) => (type.type === 'union' ? type.of : [type]));
  if (flat.some((type) => type.type === 'primitive' && type.name === 'unknown')) return UNKNOWN;
  return combine('union', flat);
}

function intersection(members: readonly TypeNode[]): TypeNode {
  const known = members.filter((type) => !(type.type === 'primitive' && type.name === 'unknown'));
  return combine('intersection', known);
}

function combine(type: 'union' | 'intersection', members: readonly TypeNode[]): TypeNode {
  const distinct = new Map(members.map((one) => [typeKey(one, 'id'), one]));
  const of = [...distinct.values()];
  const [only] = of;
  if (only === undefined) return UNKNOWN;
  return of.length === 1 ? only : { type, of };
}
