/*
 * Objects made from the schemas of CRDs, right and wrong ones, and what judges them. To be used for any generated type:
 *
 *   instances.ts       objects of a schema, by fast-check: the same seed gives the same ones
 *   mistakes.ts        one mistake of shape in such an object
 *   defaults.ts        what the server would fill in
 *   judge.ts           installs CRDs on a real API server and asks it, with dryRun=All and strict fields
 *   compiled.ts        many literals in one compilation, and at which paths of which literal the compiler complains
 *   agreement.ts       what the server accepts has to compile, what it refuses for its shape must not
 *   read-types.ts      … of the types for reading
 *   write-types.ts     … of the types for writing: what creates an object, and
 *   intents.ts         parts of objects, as an apply sends them
 */
import fc from 'fast-check';
import { HEAD, type CrdResource } from '../values/crd-values.js';
import { admitsNothing, admitsNull, formOf, isOpen, propertyOf, type Json, type Schema } from '../values/schema.js';
import { sample } from '../values/sample.js';
import { admits, withMistake } from './mistakes.js';

/** An object to judge, without what the server owns. */
export interface Instance {
  readonly resource: CrdResource;
  /** As it is sent: kind, name and namespace, and what the schema was used for. */
  readonly sent: { readonly [name: string]: Json };
  /** Where the one mistake is, if there is one. The server may find others: patterns, rules, limits. */
  readonly mistake?: { readonly kind: string; readonly path: readonly string[] };
}

/** How {@link instancesOf} makes objects. */
export interface InstanceOptions {
  readonly count: number;
  readonly seed: number;
}

/** Objects of a resource; every second has a mistake, where its schema allows any. */
export function instancesOf(resource: CrdResource, { count, seed }: InstanceOptions): Instance[] {
  const { schema = {} } = resource;
  const made = fc.gen().map((draw): Instance => {
    const body = fields(schema, draw, 0);
    const mistaken = draw(fc.boolean) ? withMistake(schema, body, (below) => draw(fc.nat, below - 1)) : undefined;
    const sent = { ...head(resource), ...withoutHead((mistaken?.value ?? body) as typeof body) };
    if (mistaken === undefined) return { resource, sent };
    return { resource, sent, mistake: { kind: mistaken.kind, path: mistaken.path } };
  });
  return fc.sample(made, { numRuns: count, seed });
}

function head({ group, version, kind, namespaced }: CrdResource): { readonly [name: string]: Json } {
  const metadata = { name: 'instance', ...(namespaced && { namespace: 'default' }) };
  return { apiVersion: `${group}/${version}`, kind, metadata };
}

function withoutHead(body: { readonly [name: string]: Json }): { readonly [name: string]: Json } {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !HEAD.has(name)));
}

type Draw = fc.GeneratorValue;

function oneOf<T>(choices: readonly T[], draw: Draw): T {
  return choices[draw(fc.nat, choices.length - 1)] as T;
}

const MAX_DEPTH = 10;
/** Of the properties that may be left out, at most so many are there: else the objects of large schemas have no end. */
const MAX_OPTIONAL = 3;

/** A value of the right shape. Patterns and limits are met where that is easy; rules are not looked at. */
function value(schema: Schema, draw: Draw, depth: number): Json {
  if (admitsNull(schema) && draw(fc.nat, 7) === 0) return null;
  const listed = (schema.enum ?? []).filter((one) => one !== null && admits(schema, one));
  if (listed.length > 0) return oneOf(listed, draw);
  switch (formOf(schema)) {
    case 'string':
      return text(schema, draw);
    case 'number':
      return number(schema, draw);
    case 'boolean':
      return draw(fc.boolean);
    case 'int-or-string':
      return draw(fc.boolean) ? draw(fc.nat, 100) : `${draw(fc.nat, 100)}%`;
    case 'array':
      return list(schema, draw, depth);
    case 'object':
      return fields(schema, draw, depth);
    case 'embedded':
      return { ...fields(schema, draw, depth), apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'embedded' } };
    default:
      return anything(schema, draw);
  }
}

function text(schema: Schema, draw: Draw): Json {
  const { format, pattern, minLength = 0, maxLength = 40 } = schema;
  const bound = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? format ?? pattern;
  if (bound !== undefined) return sample(schema, 'all');
  return draw(fc.string, { minLength, maxLength: Math.max(minLength, Math.min(maxLength, minLength + 12)) });
}

function number(schema: Schema, draw: Draw): Json {
  const { minimum, maximum, multipleOf, exclusiveMinimum } = schema;
  if (multipleOf !== undefined || exclusiveMinimum === true || schema.allOf !== undefined) return sample(schema, 'all');
  const min = Math.ceil(minimum ?? Math.min(0, maximum ?? 0));
  const max = Math.max(min, Math.floor(Math.min(maximum ?? min + 1000, min + 1000)));
  return draw(fc.integer, { min, max });
}

function list(schema: Schema, draw: Draw, depth: number): Json {
  const { items, minItems = 0 } = schema;
  if (items === undefined) return [];
  const most = depth > MAX_DEPTH ? minItems : minItems + draw(fc.nat, 2);
  return Array.from({ length: most }, () => value(items, draw, depth + 1));
}

function fields(schema: Schema, draw: Draw, depth: number): { [name: string]: Json } {
  const properties = Object.entries(schema.properties ?? {})
    .filter(([name, property]) => (depth > 0 || !HEAD.has(name)) && !admitsNothing(property))
    .map(([name]) => name);
  const required = requiredIn(schema, draw).filter((name) => properties.includes(name) || isOpen(schema));
  const optional = properties.filter((name) => !required.includes(name));
  const more = depth > MAX_DEPTH ? 0 : draw(fc.nat, Math.min(MAX_OPTIONAL, optional.length));
  const chosen = new Set(required);
  for (let i = 0; i < more; i += 1) chosen.add(oneOf(optional, draw));
  const result: { [name: string]: Json } = {};
  for (const name of chosen) define(result, name, value(propertyOf(schema, name) ?? {}, draw, depth + 1));
  for (const [name, member] of others(schema, draw, depth)) define(result, name, member);
  return result;
}

/** What is required outright, and by a branch of each choice. */
function requiredIn(schema: Schema, draw: Draw): string[] {
  const choices = [schema.oneOf ?? [], schema.anyOf ?? []].filter((branches) => branches.length > 0);
  const branches = [...choices.map((some) => oneOf(some, draw)), ...(schema.allOf ?? [])];
  return [...new Set([...(schema.required ?? []), ...branches.flatMap((branch) => requiredIn(branch, draw))])];
}

/** Members that no property names. */
function others(schema: Schema, draw: Draw, depth: number): [string, Json][] {
  if (!isOpen(schema) || Object.keys(schema.properties ?? {}).length > 0) return [];
  const { additionalProperties: values, minProperties = 0 } = schema;
  const count = minProperties + (depth > MAX_DEPTH ? 0 : draw(fc.nat, 2));
  return Array.from({ length: count }, (_, i) => {
    const name = `key${i}`;
    return [name, typeof values === 'object' ? value(values, draw, depth + 1) : anything({}, draw)];
  });
}

function anything(schema: Schema, draw: Draw): Json {
  const branch = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].find(({ type }) => type !== undefined);
  if (branch !== undefined) return sample(branch, 'all');
  return oneOf<Json>(['text', 7, true, { one: 1, two: [null, 'x'] }, [1, 'two']], draw);
}

/** Sets a property of its own, also one called `__proto__`. */
function define(target: object, name: string, member: Json): void {
  Object.defineProperty(target, name, { value: member, enumerable: true, writable: true, configurable: true });
}
