import { isObject, listAt, member, stringsAt } from '../input/json.js';
import type { JsonObject, JsonPath } from '../input/json.js';

/**
 * Folds `allOf` into the schema around it where that says the same: parts that only restrict values (all that a
 * structural schema may hold), a single `$ref` (as OpenAPI v3 wraps each), and parts with properties of their own.
 * What is left in `allOf` has references among it and becomes an intersection.
 */
export function mergeAllOf(schema: JsonObject, path: JsonPath): JsonObject {
  if (!Object.hasOwn(schema, 'allOf')) return schema;
  const parts = listAt(schema, 'allOf', path).filter(isObject);
  if (parts.length === 0) return schema;
  if (parts.some((part) => typeof member(part, '$ref') === 'string')) {
    const { allOf: _, ...rest } = schema;
    const [only] = parts;
    if (parts.length === 1 && only !== undefined && !describesObject(rest))
      return { ...rest, $ref: member(only, '$ref') };
    return describesObject(rest) ? { allOf: [...parts, rest], nullable: member(schema, 'nullable') } : schema;
  }
  const { allOf: _, ...rest } = schema;
  return parts.reduce((merged, part) => mergeSchemas(merged, mergeAllOf(part, path), path), rest);
}

function describesObject(schema: JsonObject): boolean {
  return member(schema, 'properties') !== undefined || member(schema, 'additionalProperties') !== undefined;
}

/** Both at once. A property that both describe keeps the first description and gets the type of the one that has one. */
function mergeSchemas(a: JsonObject, b: JsonObject, path: JsonPath): JsonObject {
  const properties = new Map<string, unknown>();
  for (const source of [a, b]) {
    const own = member(source, 'properties');
    if (!isObject(own)) continue;
    for (const name of Object.keys(own)) {
      const before = properties.get(name);
      const after = own[name];
      properties.set(name, isObject(before) && isObject(after) ? mergeSchemas(before, after, path) : (before ?? after));
    }
  }
  const required = [...stringsAt(a, 'required', path), ...stringsAt(b, 'required', path)];
  const values = intersection(listedValues(a, path), listedValues(b, path));
  return {
    ...b,
    ...a,
    ...(values !== undefined && { enum: values }),
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
}

/**
 * The properties that every valid object has: those required outright, and those that each branch of an `anyOf` or
 * `oneOf` requires.
 */
export function requiredNames(schema: JsonObject, path: JsonPath): Set<string> {
  const names = new Set(stringsAt(schema, 'required', path));
  for (const key of branchesOf(schema)) {
    const branches = listAt(schema, key, path).filter(isObject);
    const [first, ...others] = branches.map((branch, i) => requiredNames(branch, [...path, key, i]));
    for (const name of first ?? []) if (others.every((other) => other.has(name))) names.add(name);
  }
  return names;
}

/**
 * The values that a schema admits by its own `enum` and by those of its branches: of a `oneOf` or `anyOf` in which every
 * branch lists values, the values of all. Undefined where nothing is listed.
 */
export function branchEnum(schema: JsonObject, path: JsonPath): readonly unknown[] | undefined {
  let values = listedValues(schema, path);
  for (const key of branchesOf(schema)) {
    const lists = listAt(schema, key, path).map((branch, i) =>
      isObject(branch) ? branchEnum(mergeAllOf(branch, path), [...path, key, i]) : undefined,
    );
    if (lists.length === 0 || lists.includes(undefined)) continue;
    const all = [...new Set(lists.flatMap((list) => list ?? []))];
    values = values === undefined ? all : intersection(values, all);
  }
  return values;
}

const NO_BRANCHES: readonly string[] = [];

/** The keys under which a schema has branches; most have none. */
function branchesOf(schema: JsonObject): readonly string[] {
  if (!Object.hasOwn(schema, 'anyOf') && !Object.hasOwn(schema, 'oneOf')) return NO_BRANCHES;
  return ['anyOf', 'oneOf'].filter((key) => Object.hasOwn(schema, key));
}

function listedValues(schema: JsonObject, path: JsonPath): readonly unknown[] | undefined {
  return Object.hasOwn(schema, 'enum') ? listAt(schema, 'enum', path) : undefined;
}

function intersection(
  a: readonly unknown[] | undefined,
  b: readonly unknown[] | undefined,
): readonly unknown[] | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a.filter((value) => b.includes(value));
}
