import fc from 'fast-check';
import { propertyOf, type Json, type Schema } from '../values/schema.js';
import type { Instance, InstanceOptions } from './instances.js';
import { withMistake } from './mistakes.js';

/**
 * Intents of an apply: parts of an object, as whoever owns only some of its fields sends them. Every second has a mistake,
 * where its schema allows any.
 */
export function intentsOf({ resource, sent }: Instance, { count, seed }: InstanceOptions): Instance[] {
  const { schema = {} } = resource;
  const { apiVersion, kind, metadata, ...body } = sent;
  const made = fc.gen().map((draw): Instance => {
    const part = partOf(schema, body, { draw, keys: [] });
    const mistaken = draw(fc.boolean) ? withMistake(schema, part, (below) => draw(fc.nat, below - 1)) : undefined;
    const head = { apiVersion, kind, metadata } as { readonly [name: string]: Json };
    const intent = { ...head, ...((mistaken?.value ?? part) as { readonly [name: string]: Json }) };
    if (mistaken === undefined) return { resource, sent: intent };
    return { resource, sent: intent, mistake: { kind: mistaken.kind, path: mistaken.path } };
  });
  return fc.sample(made, { numRuns: count, seed });
}

/** What the server takes whole or not at all: lists that are no list-maps, and objects that say so. */
export function isAtomic(schema: Schema): boolean {
  if (schema.items !== undefined || schema.type === 'array') return schema['x-kubernetes-list-type'] !== 'map';
  return schema['x-kubernetes-map-type'] === 'atomic';
}

interface Choosing {
  readonly draw: fc.GeneratorValue;
  /** Members that stay: by them the server finds the element of a list. */
  readonly keys: readonly string[];
}

function partOf(schema: Schema, value: Json, { draw, keys }: Choosing): Json {
  if (isAtomic(schema) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const elementKeys = schema['x-kubernetes-list-map-keys'] ?? [];
    return value.map((element: Json) => partOf(schema.items ?? {}, element, { draw, keys: elementKeys }));
  }
  const members = Object.entries(value as { readonly [name: string]: Json }).flatMap(
    ([name, member]): [string, Json][] => {
      if (keys.includes(name)) return [[name, member]];
      if (draw(fc.nat, 2) === 0) return [];
      const of = propertyOf(schema, name);
      return [[name, of === undefined ? member : partOf(of, member, { draw, keys: [] })]];
    },
  );
  return Object.fromEntries(members);
}
