import { isObject, member } from '../input/json.js';
import type { JsonObject, JsonPath } from '../input/json.js';
import { kindsOf } from '../input/openapi.js';
import type { OpenApiResource } from '../input/openapi.js';
import { SchemaError } from '../input/problem.js';
import type { SourceLocation } from '../input/problem.js';
import { kindKey } from '../names/resource-keys.js';
import { mergeAllOf } from './combinators.js';
import { conditionFactsOf } from './condition-fields.js';
import { objectHead } from './crd-model.js';
import { descriptionOf, splitDeprecation } from './docs.js';
import { metaType } from './meta-types.js';
import type { DefinitionModel, Property, ResourceModel, TypeNode } from './model.js';
import { withNulls } from './nullable-fields.js';
import { SchemaReader } from './schema-to-type.js';
import { selectableFieldsOf } from './selectable-fields.js';
import { typeKey } from './shape-pool.js';
import type { ShapePool } from './shape-pool.js';
import { definitionsIn, reachableDefinitions } from './walk.js';

/** What the user chose about OpenAPI. */
export interface OpenApiModelOptions {
  readonly pool: ShapePool;
  readonly docs: boolean;
  /** Undefined: open for Kubernetes' own types, closed for others. */
  readonly openEnums: boolean | undefined;
}

/** Kubernetes' own definitions come to 32; what goes far beyond is a bomb or a mistake. */
const MAX_DEPTH = 500;

/** A schema and where it is. */
interface NamedSchema {
  readonly schema: JsonObject;
  readonly path: JsonPath;
  readonly source: SourceLocation;
}

/** Turns the named schemas of OpenAPI documents into definitions, each when it is first needed. */
export class OpenApiModel {
  readonly definitions: Map<string, DefinitionModel> = new Map();
  readonly #schemas = new Map<string, NamedSchema>();
  readonly #byKind = new Map<string, string>();
  readonly #started = new Set<string>();
  /** What is wrong with definitions that were started and came to nothing. */
  readonly #failed = new Map<string, SchemaError>();
  /** How many segments the ways to all references have that are being followed. */
  #depth = 0;
  readonly #options: OpenApiModelOptions;

  constructor(options: OpenApiModelOptions) {
    this.#options = options;
  }

  /** Adds the schemas of one document. The first of a name stays; returns the names that came again with another content. */
  add(schemas: JsonObject, path: JsonPath, source: SourceLocation): string[] {
    const differing: string[] = [];
    for (const name of Object.keys(schemas)) {
      const given = schemas[name];
      if (!isObject(given)) throw new SchemaError('a schema must be a mapping', [...path, name]);
      const schema = withNulls(name, given);
      const known = this.#schemas.get(name);
      if (known === undefined) {
        this.#schemas.set(name, { schema, path: [...path, name], source });
        for (const kind of kindsOf(schema)) if (!this.#byKind.has(kind)) this.#byKind.set(kind, name);
      } else if (!sameShape(known.schema, schema)) differing.push(name);
    }
    return differing;
  }

  /** The resource with the type of its kind's schema; undefined where no schema is of that kind. */
  resource(served: OpenApiResource, source: SourceLocation): ResourceModel | undefined {
    const name = this.#byKind.get(kindKey(served));
    const named = name === undefined ? undefined : this.#schemas.get(name);
    if (name === undefined || named === undefined) return undefined;
    const builtIn = isBuiltIn(name);
    const properties = [...objectHead(served), ...withoutHead(this.#properties(name, named))];
    const shape = this.#options.pool.shape(properties);
    this.#refuseFailed({ type: 'shape', shape });
    const { text, deprecated } = splitDeprecation(descriptionOf(named.schema));
    const doc = this.#options.docs ? text : '';
    if (builtIn) this.definitions.set(name, { name, type: { type: 'shape', shape }, doc });
    const { canList: _list, canWatch: _watch, ...facts } = served;
    const conditions = conditionFactsOf(named.schema, (schema) => this.#target(schema));
    return {
      ...facts,
      shortNames: [],
      categories: [],
      selectableFields: selectableFieldsOf(served),
      // A controller of a built-in kind is rarely the one that its `observedGeneration` belongs to.
      statusTraits: conditions.nonEmptyMessage ? ['nonEmptyMessage'] : [],
      conditionFields: conditions.fields,
      deprecated,
      doc,
      type: builtIn ? { type: 'definition', name } : { type: 'tree', shape },
      source,
    };
  }

  #properties(name: string, { schema, path }: NamedSchema): Property[] {
    return this.#reader(name).propertiesOf(mergeAllOf(schema, path), path);
  }

  #reader(name: string): SchemaReader {
    const { pool, docs, openEnums = isBuiltIn(name) } = this.#options;
    return new SchemaReader({
      pool,
      docs,
      openEnums,
      preserveUnknown: isBuiltIn(name),
      // Kubernetes writes Go's zero values as defaults and means nothing by it; of others nothing is known.
      fillsDefaults: false,
      resolveRef: (ref, path) => this.#resolve(ref, path),
    });
  }

  /** The schema that a reference leads to, or the given one if it is not a reference. */
  #target(schema: JsonObject): JsonObject {
    let target = mergeAllOf(schema, []);
    for (let steps = 0; steps < MAX_DEPTH; steps += 1) {
      const ref = member(target, '$ref');
      const named = typeof ref === 'string' ? this.#schemas.get(definitionName(ref) ?? '') : undefined;
      if (named === undefined) break;
      target = mergeAllOf(named.schema, named.path);
    }
    return target;
  }

  #resolve(ref: string, path: JsonPath): TypeNode {
    const name = definitionName(ref);
    const named = name === undefined ? undefined : this.#schemas.get(name);
    if (name === undefined || named === undefined)
      throw new SchemaError(`$ref ${JSON.stringify(ref)} leads nowhere`, path);
    const known = metaType(name);
    if (known !== undefined) return known;
    // Inside another object, a kind has not what the server adds to it (uid, apiVersion): it gets a type of its own.
    const shown = isKind(named.schema) ? name.replace(/[^.]*$/, (kind) => `Embedded${kind}`) : name;
    if (!this.#started.has(shown)) this.#defineInside(path, () => this.#define(shown, name, named));
    return { type: 'definition', name: shown };
  }

  /** Defines what a schema refers to, while that schema is being read: how deep that goes is how deep calls are nested. */
  #defineInside(path: JsonPath, define: () => void): void {
    const { length } = path;
    this.#depth += length;
    try {
      if (this.#depth > MAX_DEPTH) throw new SchemaError('too many definitions lead from one to the next', [...path]);
      define();
    } finally {
      this.#depth -= length;
    }
  }

  #define(shown: string, name: string, { schema, path }: NamedSchema): void {
    this.#started.add(shown);
    try {
      const type = this.#reader(name).typeOf(schema, path);
      if (this.#isAliasOf(type, shown)) throw new SchemaError(`${name} is defined by nothing but itself`, path);
      this.#options.pool.setDefinition(shown, typeKey(type, 'structure'));
      this.definitions.set(shown, { name: shown, type, doc: this.#options.docs ? descriptionOf(schema) : '' });
    } catch (error) {
      if (error instanceof SchemaError) this.#failed.set(shown, error);
      throw error;
    }
  }

  /** Whether a type is, wholly or as one of several choices, what a definition stands for. What is inside of objects and lists is not it. */
  #isAliasOf(type: TypeNode, definition: string, seen: Set<string> = new Set()): boolean {
    if (type.type === 'union' || type.type === 'intersection') {
      return type.of.some((choice) => this.#isAliasOf(choice, definition, seen));
    }
    if (type.type !== 'definition' || seen.has(type.name)) return false;
    if (type.name === definition) return true;
    seen.add(type.name);
    const target = this.definitions.get(type.name)?.type;
    return target !== undefined && this.#isAliasOf(target, definition, seen);
  }

  /** A definition that came to nothing may be named by one that went well before that showed: both name each other. */
  #refuseFailed(type: TypeNode): void {
    if (this.#failed.size === 0) return;
    for (const name of reachableDefinitions(definitionsIn(type), this.definitions)) {
      const error = this.#failed.get(name);
      if (error !== undefined) throw error;
    }
  }
}

/** The definition that a `$ref` names; undefined if it leads out of the document. */
function definitionName(ref: string): string | undefined {
  return /^#\/(?:definitions|components\/schemas)\/(.+)$/.exec(ref)?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Whether a definition is one of Kubernetes' own. */
export function isBuiltIn(definition: string): boolean {
  return definition.startsWith('io.k8s.');
}

/** Whether a schema is that of a whole object: it has a kind of its own and metadata that is not a list's. */
function isKind(schema: JsonObject): boolean {
  const properties = member(schema, 'properties');
  return kindsOf(schema).length > 0 && isObject(properties) && isObject(member(properties, 'metadata'));
}

function withoutHead(properties: readonly Property[]): Property[] {
  return properties.filter(({ name }) => name !== 'apiVersion' && name !== 'kind' && name !== 'metadata');
}

/** Whether two schemas say the same of values; what kinds they are listed under may differ between documents. */
function sameShape(a: JsonObject, b: JsonObject): boolean {
  const plain = (key: string, value: unknown): unknown =>
    key === 'x-kubernetes-group-version-kind' || key === 'description' ? undefined : value;
  return JSON.stringify(a, plain) === JSON.stringify(b, plain);
}
