import { propertyOf, type Json, type Schema } from '../values/schema.js';

/**
 * A value as the server has it after defaulting: members with a default are there; null, where it is not allowed, gives
 * way to the default, and without one the member goes.
 */
export function withDefaults(schema: Schema, value: Json): Json {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item: Json) => member(items, item) as Json);
  }
  if (typeof value !== 'object' || value === null) return value;
  const object = value as { readonly [name: string]: Json };
  const names = new Set([...Object.keys(object), ...Object.keys(schema.properties ?? {})]);
  const members = [...names].flatMap((name): [string, Json][] => {
    const given = Object.hasOwn(object, name) ? object[name] : undefined;
    const of = propertyOf(schema, name);
    const filled = of === undefined ? given : member(of, given);
    if (filled === undefined || (filled === null && of !== undefined && of.nullable !== true)) return [];
    return [[name, filled]];
  });
  return Object.fromEntries(members);
}

function member(schema: Schema, given: Json | undefined): Json | undefined {
  const absent = given === undefined || (given === null && schema.nullable !== true);
  const value = absent && schema.default !== undefined ? schema.default : given;
  return value === undefined ? undefined : withDefaults(schema, value);
}
